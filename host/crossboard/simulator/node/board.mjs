// A simulated board as a process: JSON lines from and to the Python program that started it, the board on a thread.
//
// The first line on standard input is the board's description (see SimulatedBoard in board.py); then come
//   {op: "start", cutAt} {op: "cut"}                  power on (until the flash is to change once more than cutAt), power off
//   {op: "rx", data}                                  bytes to the board (as characters 0-255), within the window
//   {op: "took", count}                               the PC has taken so many bytes of output
//   {op: "attach", on}                                a program has opened or closed the port
//   {op: "set", index, closed} {op: "fault", index, kind} {op: "wire", pin, cut}
//   {op: "radio", …}                                  what is wrong in the air from now on (radio.mjs)
//   {op: "state", id}                                 answered by {reply: id, …}
// and go {address: port} (where a board with Wi-Fi is reached),
// {ready}, {tx: data}, {took: count} (input left the window), {shown: frames} (the lights are others),
// {tone: [hz, duty]} (so the buzzer is driven from now on), {screen: data} (what it shows, nothing where it is dark), {boot: how}, {note: text}.
// The process ends when its standard input does, whatever the board is doing.

import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { compileProgram, dieTidily } from "./engine.mjs";
import { Pico } from "./pico.mjs";
import { Radio } from "./radio.mjs";
import { operations, OUTPUT_WINDOW, Shared } from "./shared.mjs";

dieTidily();

const CTRL_C = 3;
const WATCHDOG_PERIOD = 20;

const RESETS_KEPT = 16;

// An engine's memory is small but takes gigabytes of addresses until Node's own garbage collection finds it unused,
// for which there is otherwise no reason.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");

class Board {
    constructor(options) {
        this.options = { ...options, program: compileProgram(options.folder, true) };
        const { sensors, buttons, pins, lights } = options.wiring;
        this.layout = Shared.allocate(sensors + buttons.length, pins, lights.count);
        this.shared = new Shared(this.layout);
        this.worker = null;
        this.engine = null;
        this.stops = 0;
        this.frames = 0;
        this.watching = null;
        this.input = [];
        this.credit = OUTPUT_WINDOW;
        this.radio = options.wifi ? new Radio(this.shared, options.wifi, send) : null;
    }

    start(cutAt) {
        return this.#power("power", false, cutAt);
    }

    async #power(how, raw, cutAt = -1) {
        if (this.worker) return;
        const cause = how === "watchdog" ? 3 : 1;
        const options = { ...this.options, cause };
        const worker = new Worker(fileURLToPath(new URL("./worker.mjs", import.meta.url)), {
            workerData: { options, layout: this.layout, raw, cutAt },
            stdout: true,
        });
        this.worker = worker;
        this.fed = { ...this.shared.watchdog, at: Date.now() };
        worker.on("message", (message) => this.#hear(worker, message));
        worker.on("error", (error) => {
            send({ note: `the board crashed: ${error.stack ?? error}` });
            if (this.worker === worker) this.worker = null;
        });
        send({ boot: how });
    }

    async stop() {
        const worker = this.worker;
        this.worker = null;
        this.engine = null;
        if (worker) await worker.terminate();
        if (++this.stops % RESETS_KEPT === 0) collect();
    }

    async cut() {
        await this.stop();
        this.#powerDown();
        this.#feedInput();
        send({ boot: "off" });
    }

    async #reset(how, raw) {
        await this.stop();
        if (how !== "soft") this.#powerDown();
        else this.radio?.powerDown();
        await this.#power(how, raw);
    }

    #powerDown() {
        this.shared.powerDown();
        this.radio?.powerDown();
    }

    #hear(worker, message) {
        if (worker !== this.worker) return;
        if (message.bell) {
            this.shared.heard();
            this.#drainOutput();
            this.#feedInput();
            this.#look();
        } else if (message.reset === "cut") {
            this.cut();
        } else if (message.reset) {
            this.#drainOutput();
            this.#reset(message.reset, message.raw);
        } else if (message.memory) {
            this.engine = message;
            this.#feedInput();
        } else {
            send(message);
        }
    }

    receive(data) {
        for (let i = 0; i < data.length; i++) this.input.push(data.charCodeAt(i));
        const interrupt = this.input.lastIndexOf(CTRL_C);
        if (interrupt >= 0 && this.#interruptible()) {
            // As on a board: what was typed before it goes too.
            this.shared.clearInput();
            send({ took: interrupt + 1 });
            this.input.splice(0, interrupt + 1);
            Pico.interrupt(this.engine.memory, this.engine.statics);
            this.shared.signal();
        }
        this.#feedInput();
    }

    #interruptible() {
        if (!this.engine) return false;
        return Atomics.load(new Int32Array(this.engine.memory.buffer), this.engine.statics.character) === CTRL_C;
    }

    #feedInput() {
        if (!this.input.length) return;
        // Without power the bytes go nowhere.
        const count = this.worker ? Math.min(this.input.length, this.shared.inputRoom) : this.input.length;
        if (!count) return;
        const bytes = this.input.splice(0, count);
        if (this.worker) this.shared.putInput(bytes);
        send({ took: count });
    }

    #drainOutput() {
        if (!this.shared.attached) return;
        const bytes = this.shared.takeOutput(this.credit);
        if (!bytes.length) return;
        this.credit -= bytes.length;
        send({ tx: String.fromCharCode(...bytes) });
    }

    took(count) {
        this.credit += count;
        this.#drainOutput();
    }

    attach(on) {
        this.shared.attach(on);
        this.#drainOutput();
    }

    state(id) {
        const { shared } = this;
        send({
            reply: id,
            worked: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
            running: this.worker !== null,
            ms: shared.awakeMs,
            frames: shared.frames,
            lights: Buffer.from(shared.lights).toString("hex"),
            switches: Buffer.from(shared.switches).toString("hex"),
        });
    }

    /** What the board's thread leaves in the shared memory besides output: another frame of the lights, a watchdog. */
    #look() {
        const { frames, watchdog } = this.shared;
        if (frames !== this.frames) send({ shown: frames });
        this.frames = frames;
        if (watchdog.timeout) this.watching ??= setInterval(() => this.watch(), WATCHDOG_PERIOD);
    }

    watch() {
        const { timeout, fed } = this.shared.watchdog;
        if (!this.worker || !timeout) {
            clearInterval(this.watching);
            this.watching = null;
            return;
        }
        if (fed !== this.fed.fed) this.fed = { fed, at: Date.now() };
        else if (Date.now() - this.fed.at > timeout) this.#reset("watchdog", false);
    }
}

let board = null;

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
let queue = Promise.resolve();
lines.on("line", (line) => {
    const message = JSON.parse(line);
    if (!board) {
        board = new Board(message);
        send({ ready: true });
        return;
    }
    // Power on and off take a moment; what comes after waits for it.
    queue = queue.then(() => operations[message.op](board, message));
});
lines.on("close", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));
