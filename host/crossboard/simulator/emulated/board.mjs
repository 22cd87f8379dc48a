// An emulated board as a process: the JSON lines of ../node/board.mjs, with a whole RP2040 behind them.
//
// The first line on standard input is the description (see EmulatedChip in chip.py): wiring, id, `module` (rp2040js),
// `uf2`, `image` (the file that is the flash chip). `cutAt` of {op: "start"} counts erasures and programmings of the flash, and
// the power goes in the middle of the next one.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { dieTidily } from "../node/engine.mjs";
import { operations, OUTPUT_WINDOW, Shared } from "../node/shared.mjs";
import { Chip } from "./chip.mjs";
import { FlashChip } from "./flash.mjs";

dieTidily();

const TURN_MS = 8; // of computing before lines from the PC are looked at
const STEPS = 2000;
const AHEAD_MS = 1; // of the chip's time before it waits for the PC's
const BEHIND_MS = 100; // what a slow PC loses is not made good
const TIMED_OUT = 1; // the watchdog's reason

const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");

class Board {
    constructor(options, emulator) {
        const { sensors, buttons, pins, lights } = options.wiring;
        this.options = options;
        this.emulator = emulator;
        this.shared = new Shared(Shared.allocate(sensors + buttons.length, pins, lights.count));
        this.flash = new FlashChip(options.image, options.uf2);
        this.chip = null;
        this.attached = false;
        this.credit = OUTPUT_WINDOW;
        this.timer = null;
    }

    start(cutAt) {
        if (this.chip) return;
        this.flash.cutAt = cutAt;
        this.flash.changes = 0;
        this.#power("power", null);
    }

    #power(how, reset) {
        const { options, shared, flash } = this;
        this.chip = new Chip(this.emulator, options, shared, flash, reset, {
            onData: (bytes) => this.#send(bytes),
            onTaken: (count) => send({ took: count }),
            note: (note) => send({ note }),
        });
        if (this.attached) this.chip.host.attach(true);
        this.epoch = performance.now();
        this.timer ??= setImmediate(() => this.#turn());
        send({ boot: how });
    }

    #off() {
        const waiting = this.chip?.host.input.length;
        if (waiting) send({ took: waiting }); // without power the bytes go nowhere
        this.chip = null;
    }

    cut() {
        this.#off();
        this.shared.lights.fill(0);
        send({ boot: "off" });
    }

    #turn() {
        this.timer = null;
        const { chip } = this;
        if (!chip) return;
        const until = performance.now() + TURN_MS;
        let now = performance.now();
        while (this.chip === chip && now < until && chip.nanos / 1e6 < now - this.epoch + AHEAD_MS) {
            if (!chip.advance((now - this.epoch + AHEAD_MS) * 1e6, STEPS)) this.cut();
            else if (chip.reset) {
                this.#off();
                this.#power(chip.reset.reason === TIMED_OUT ? "watchdog" : "reset", chip.reset);
                return;
            }
            now = performance.now();
        }
        if (!this.chip) return;
        const ahead = chip.nanos / 1e6 - (now - this.epoch);
        if (ahead < -BEHIND_MS) this.epoch = now - chip.nanos / 1e6;
        this.timer = ahead > 0 ? setTimeout(() => this.#turn(), Math.ceil(ahead)) : setImmediate(() => this.#turn());
    }

    #send(bytes) {
        const count = Math.min(bytes.length, this.credit);
        if (count) {
            this.credit -= count;
            send({ tx: String.fromCharCode(...bytes.slice(0, count)) });
        }
        return count;
    }

    receive(data) {
        const bytes = Uint8Array.from(data, (character) => character.charCodeAt(0));
        if (this.chip) this.chip.host.receive(bytes);
        else send({ took: bytes.length });
    }

    took(count) {
        this.credit += count;
        this.chip?.host.drain();
    }

    attach(on) {
        this.attached = on;
        this.chip?.host.attach(on);
    }

    state(id) {
        const { shared } = this;
        send({
            reply: id,
            worked: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
            running: this.chip !== null,
            ms: (this.chip?.nanos ?? 0) / 1e6,
            changes: this.flash.changes,
            frames: shared.frames,
            lights: Buffer.from(shared.lights).toString("hex"),
            switches: Buffer.from(shared.switches).toString("hex"),
        });
    }
}

let board = null;

let queue = Promise.resolve();

async function obey(message) {
    if (board) {
        operations[message.op](board, message);
        return;
    }
    try {
        board = new Board(message, await import(pathToFileURL(message.module)));
    } catch (error) {
        send({ failed: error.message });
        process.exit(1);
    }
    send({ ready: true });
}

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => (queue = queue.then(() => obey(JSON.parse(line)))));
lines.on("close", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));
