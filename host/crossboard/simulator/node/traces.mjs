// Sensor traces through the firmware on a virtual clock, one after the other, as fast as it goes.
//
// Standard input: the board as one JSON line ({folder, wiring, heap, pystack, capacity, id, files: {path: base64}}), then a line
// for each trace: {id, position, closed: [switch], events: [[ms, switch, closed]], actions: [[ms, words]], skip}. Each is answered by a line
// {id, messages: [[ms, kind, payload]], output, files: {path: text}, rounds, error}; ms count as in the trace.

import { createInterface } from "node:readline";
import { Circuit } from "./circuit.mjs";
import { VirtualClock } from "./clock.mjs";
import { compileProgram, dieTidily } from "./engine.mjs";
import { Pico } from "./pico.mjs";
import { Shared } from "./shared.mjs";
import { MemoryStore } from "./store.mjs";

dieTidily();

// From the moment the game is on the board until the first event of the trace.
const LEAD = 1000;

// Of a longer pause the board is spared the rest: it waits for nothing any more, and would only report now and then.
const PAUSE = 3600000;

class Bench {
    constructor(options) {
        this.options = { ...options, program: compileProgram(options.folder) };
    }

    async start(ticks = 0) {
        const { sensors, buttons, pins, lights } = this.options.wiring;
        this.shared = new Shared(Shared.allocate(sensors + buttons.length, pins, lights.count, ArrayBuffer));
        this.shared.attach(true);
        this.clock = new VirtualClock(ticks);
        const circuit = new Circuit(this.options.wiring, this.shared);
        this.pico = new Pico({ ...this.options, seed: 1 }, this.shared, circuit, this.clock, new MemoryStore(this.options.files));
        const natives = this.pico.natives.bind(this.pico);
        this.pico.natives = () => ({ ...natives(), ...this.#natives() });
        await this.pico.start();
        this.pico.engine.runPython("import _board, _drive");
    }

    /** What overlay/_drive.py calls. */
    #natives() {
        return {
            host_read: () => {
                const [byte] = this.shared.takeOutput(1);
                if (byte === undefined) return -1;
                this.output.push(byte);
                return byte;
            },
            host_write: (byte) => this.shared.putInput([byte]),
            message: (kind, payload) => this.messages.push([this.#traceTime(), kind, payload]),
            due: () => Math.min(PAUSE, Math.ceil(this.clock.due - this.clock.time)),
            begin: () => this.#begin(),
            left: () => this.clock.events.length - this.clock.next,
            action: () => this.actions.shift() ?? "",
            ended: (rounds) => (this.rounds = rounds),
        };
    }

    #traceTime() {
        return this.shift === null ? -1 : Math.round(this.clock.time - this.shift);
    }

    /** The game stands on the board: the trace's events and actions begin. */
    #begin() {
        const { events, actions } = this.trace;
        const acts = events.map(([at, index, closed]) => ({ at, act: () => (this.shared.switches[index] = closed) }));
        acts.push(...actions.map(([at, words]) => ({ at, act: () => this.actions.push(words) })));
        acts.sort((one, other) => one.at - other.at);
        let before = events.length ? events[0][0] : 0;
        let shift = (this.shift = this.clock.time + LEAD - before);
        for (const each of acts) {
            shift -= Math.max(0, each.at - before - PAUSE);
            before = each.at;
            const [here, act] = [shift, each.act];
            each.at += here;
            each.act = () => {
                this.shift = here;
                act();
            };
        }
        this.clock.expect(acts);
    }

    #games() {
        const { FS } = this.pico.engine;
        const files = {};
        const folder = "/flash/games";
        if (!FS.analyzePath(folder).exists) return files;
        for (const name of FS.readdir(folder)) {
            if (!name.startsWith(".")) files[name] = FS.readFile(`${folder}/${name}`, { encoding: "utf8" });
        }
        return files;
    }

    run(trace) {
        this.trace = trace;
        this.messages = [];
        this.actions = [];
        this.output = [];
        this.shift = null;
        this.rounds = 0;
        this.clock.restart();
        this.pico.options.seed = 1;
        this.shared.clearInput();
        this.shared.takeOutput(Infinity);
        this.shared.switches.fill(0);
        for (const index of trace.closed) this.shared.switches[index] = 1;
        let error = null;
        try {
            this.pico.engine.globals.set("_position", trace.position);
            this.pico.engine.runPython(`_board.ended(_drive.run(_position, ${trace.skip === false ? "False" : "True"}))`);
        } catch (raised) {
            error = raised.message;
        }
        const output = Buffer.from(this.output).toString("latin1");
        return { id: trace.id, messages: this.messages, output, files: this.#games(), rounds: this.rounds, error };
    }
}

let bench = null;
for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (!bench) {
        bench = new Bench(message);
        await bench.start(message.ticks);
    } else {
        process.stdout.write(JSON.stringify(bench.run(message)) + "\n");
    }
}
