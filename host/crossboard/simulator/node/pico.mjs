// A board as MicroPython sees it: the engine with its clock, pins, serial line and flash. (A Pico, mostly.)
//
// The firmware runs unchanged: what stock MicroPython has on a board and the WebAssembly build lacks comes from the
// modules in overlay/, which call the functions of `natives` below; standard input and output are the serial line.

import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEngine } from "./engine.mjs";
import { Flash } from "./flash.mjs";

const OVERLAY = fileURLToPath(new URL("../overlay/", import.meta.url));
const FLASH = "/flash";

// sys.stdin.buffer and sys.stdout.buffer get file numbers of their own: text is translated, bytes are not.
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const RAW_IN = 1000;
const RAW_OUT = 1001;
const SERIAL = new Set([STDIN, STDOUT, STDERR, RAW_IN, RAW_OUT]);

const POLLIN = 1;
const POLLOUT = 4;
const EINTR = 27;

const CTRL_C = 3;
const CR = 13;
const LF = 10;

// As long as a Pico waits for a host that does not read before it drops output.
const OUTPUT_PATIENCE = 500;
// Where the engine keeps its variables: far below its heap.
const STATICS = 1 << 19;
const BANNER = new TextEncoder().encode("; JS with Emscripten");

export class Pico {
    /** `options`: folder, program (compiled), heap, pystack, capacity (bytes of flash), id (16 hex digits). */
    constructor(options, shared, circuit, clock, store) {
        this.options = options;
        this.shared = shared;
        this.circuit = circuit;
        this.clock = clock;
        this.store = store;
        this.afterCr = false;
        this.swallowed = 0; // bytes of text not to be shown
        this.polls = 0;
        this.asked = 0;
        this.seen = shared.ticket(); // signals up to that one are seen by what the program does next
        this.dateOffset = 0;
        this.onReset = () => {};
    }

    /** Starts the engine and lays the overlay under it; the flash is then the root of its files. */
    async start() {
        const { folder, program, heap, pystack, capacity } = this.options;
        const engine = await startEngine({ folder, program, heap, pystack, imports: this.#imports() });
        this.engine = engine;
        this.module = engine._module;
        this.#findStatics();
        this.#loadOverlay();
        this.flash = new Flash(engine.FS, this.store, capacity);
        this.flash.attach(FLASH);
        engine.runPython(`__import__("_start").settle("${FLASH}")`);
    }

    /** Runs a file of the flash as a board does when it starts; returns false if the program wants a soft reset. */
    runFile(name) {
        this.engine.runPython(`__import__("_board").ended(__import__("_start").run("${name}", globals()))`);
        return this.goesOn;
    }

    get view() {
        return new DataView(this.engine.memory.buffer);
    }

    // Interrupts.

    /** Finds the engine's variables by watching them change: where an interrupt is noted, and its character. */
    #findStatics() {
        const words = () => new Int32Array(this.engine.memory.buffer.slice(0, STATICS));
        const changes = (before, after) => [...before.keys()].filter((i) => before[i] !== after[i]);
        const before = words();
        this.module._mp_sched_keyboard_interrupt();
        const after = words();
        const statics = { pending: 0, scheduler: 0, exception: 0, character: 0 };
        for (const i of changes(before, after)) {
            if (before[i] === 0) Object.assign(statics, { pending: i, exception: after[i] });
            else statics.scheduler = i;
        }
        this.statics = statics;
        this.clearInterrupt();
        // Only one word is the one that the engine reads its interrupt character from.
        this.engine.runPython('__import__("micropython").kbd_intr(97)');
        const memory = new Int32Array(this.engine.memory.buffer);
        statics.character = memory.subarray(0, STATICS / 4).findIndex((word, i) => {
            if (word !== 97) return false;
            memory[i] = 98;
            if (this.module._mp_hal_get_interrupt_char() === 98) return true;
            memory[i] = 97;
            return false;
        });
        this.engine.runPython('__import__("micropython").kbd_intr(-1)');
        if (!statics.pending || !statics.scheduler || statics.character < 0) {
            throw new Error("this MicroPython keeps its variables elsewhere");
        }
    }

    /** Notes a KeyboardInterrupt, from any thread that has the engine's memory; the program sees it within a loop. */
    static interrupt(memory, { pending, scheduler, exception }) {
        const words = new Int32Array(memory.buffer);
        words[exception / 4 + 2] = 0;
        Atomics.store(words, pending, exception);
        const halves = new Int16Array(memory.buffer);
        if (Atomics.load(halves, 2 * scheduler) === 1) Atomics.store(halves, 2 * scheduler, 0);
    }

    get interrupted() {
        return new Int32Array(this.engine.memory.buffer)[this.statics.pending] !== 0;
    }

    clearInterrupt() {
        const { pending, scheduler } = this.statics;
        new Int32Array(this.engine.memory.buffer)[pending] = 0;
        new Int16Array(this.engine.memory.buffer)[2 * scheduler] = 1;
    }

    /** A Ctrl-C that came before programs could be interrupted counts from the moment they can. */
    catchUp() {
        for (let i = 0; i < this.shared.inputLength; i++) {
            if (this.shared.peekInput(i) !== CTRL_C) continue;
            while (this.shared.takeInput() !== CTRL_C);
            Pico.interrupt(this.engine.memory, this.statics);
            return;
        }
    }

    // The serial line.

    /** Blocks for a byte; -1 when interrupted. */
    readByte() {
        for (;;) {
            const ticket = this.shared.ticket();
            if (this.interrupted) return -1;
            const byte = this.shared.takeInput();
            if (byte >= 0) return byte;
            this.clock.wait(ticket, Infinity);
        }
    }

    /** Returns how many bytes the host took; fewer than all only when it has not read for a while. */
    writeBytes(bytes) {
        let done = 0;
        let since = this.clock.now();
        for (;;) {
            const ticket = this.shared.ticket();
            const count = this.shared.putOutput(bytes.subarray(done));
            if (!this.shared.attached) return bytes.length;
            done += count;
            if (done === bytes.length || this.interrupted) return done;
            if (count) since = this.clock.now();
            else if (this.clock.now() - since >= OUTPUT_PATIENCE) return done;
            this.clock.wait(ticket, since + OUTPUT_PATIENCE);
        }
    }

    /** Text: a line ends with CR LF. */
    writeText(bytes) {
        const out = [];
        for (const byte of bytes) {
            if (byte === LF && !this.afterCr) out.push(CR);
            out.push(byte);
            this.afterCr = byte === CR;
        }
        this.writeBytes(Uint8Array.from(out));
    }

    #imports() {
        return {
            mp_js_ticks_ms: () => {
                this.asked++;
                return this.clock.now() | 0;
            },
            mp_js_time_ms: () => this.clock.date() + this.dateOffset,
            mp_js_random_u32: (original) => (this.options.seed === undefined ? original() : this.#seeded()),
            fd_read: (original, fd, vectors, count, taken) =>
                SERIAL.has(fd) ? this.#fdRead(fd, vectors, taken) : original(fd, vectors, count, taken),
            fd_write: (original, fd, vectors, count, written) =>
                SERIAL.has(fd) ? this.#fdWrite(fd, vectors, count, written) : original(fd, vectors, count, written),
            fd_sync: (original, fd) => (SERIAL.has(fd) ? 0 : original(fd)),
            fd_close: (original, fd) => (SERIAL.has(fd) ? 0 : original(fd)),
            __syscall_poll: (_original, entries, count) => this.#poll(entries, count),
        };
    }

    #fdRead(fd, vectors, taken) {
        const at = this.view.getUint32(vectors, true);
        const size = this.view.getUint32(vectors + 4, true);
        let done = 0;
        while (done < size && (done === 0 || this.shared.inputLength)) {
            const byte = this.readByte();
            if (byte < 0) return EINTR;
            this.view.setUint8(at + done++, fd === STDIN && byte === CR ? LF : byte);
        }
        this.view.setUint32(taken, done, true);
        return 0;
    }

    #fdWrite(fd, vectors, count, written) {
        let total = 0;
        for (let i = 0; i < count; i++) {
            const at = this.view.getUint32(vectors + 8 * i, true);
            const size = this.view.getUint32(vectors + 8 * i + 4, true);
            const bytes = new Uint8Array(this.engine.memory.buffer, at, size).slice();
            if (fd !== RAW_OUT && this.swallowed > 0) {
                this.swallowed -= size;
                total += size;
            } else if (fd === RAW_OUT) {
                const done = this.writeBytes(bytes);
                total += done;
                if (done < size) break;
            } else {
                this.writeText(this.#translate(bytes));
                total += size;
            }
        }
        this.view.setUint32(written, total, true);
        return 0;
    }

    /** The prompt's greeting names the machine; here it names the one that is simulated. */
    #translate(bytes) {
        this.lastText = bytes;
        if (bytes.length !== BANNER.length || bytes.some((byte, i) => byte !== BANNER[i])) return bytes;
        return new TextEncoder().encode(`; ${this.circuit.wiring.machine}`);
    }

    /**
     * select.poll asks one file at a time and, when told to wait, asks again and again, with the time in between. Then it
     * is really made to wait; a program that polls without waiting asks for the time twice between its polls.
     */
    #poll(entries, count) {
        const ticket = this.shared.ticket();
        let ready = 0;
        for (let i = 0; i < count; i++) {
            const entry = entries + 8 * i;
            const wanted = this.view.getInt16(entry + 4, true);
            let state = 0;
            if (this.shared.inputLength) state |= POLLIN;
            if (!this.shared.attached || this.shared.outputRoom) state |= POLLOUT;
            this.view.setInt16(entry + 6, state & wanted, true);
            if (state & wanted) ready++;
        }
        this.polls = !ready && this.asked === 1 ? this.polls + 1 : 0;
        this.asked = 0;
        if (this.polls > 2) this.clock.wait(ticket, this.clock.now() + 1);
        return ready;
    }

    #seeded() {
        this.options.seed = (Math.imul(this.options.seed, 1664525) + 1013904223) >>> 0;
        return this.options.seed;
    }

    // The overlay and what it calls.

    #loadOverlay() {
        const { FS } = this.engine;
        FS.mkdirTree("/overlay");
        for (const name of readdirSync(OVERLAY)) {
            if (name.endsWith(".py")) FS.writeFile(`/overlay/${name}`, readFileSync(join(OVERLAY, name)));
        }
        for (const { model, file } of this.circuit.wiring.chips) {
            FS.writeFile(`/overlay/_chip_${model}.py`, readFileSync(file));
        }
        this.engine.registerJsModule("_board", this.natives());
        this.engine.runPython(`__import__("sys").path.insert(0, "/overlay")\n__import__("_start").lay(${RAW_IN}, ${RAW_OUT})`);
    }

    /** Called from Python as module `_board`; numbers only, so that no call takes heap. */
    natives() {
        const { circuit, clock, shared } = this;
        const { wiring } = circuit;
        return {
            pin_setup: (pin, mode, pull) => circuit.setup(pin, mode, pull),
            pin_write: (pin, value) => circuit.write(pin, value),
            pin_read: (pin) => {
                if (circuit.isButton(pin)) shared.look(performance.now());
                return circuit.read(pin);
            },
            pin_drive: (pin) => circuit.drive(pin),
            port_read: () => circuit.readPort(),
            switch_bits: (first) => circuit.switchBits(first),
            light: (index, red, green, blue) => circuit.light(index, red, green, blue),
            show_lights: () => shared.showLights(),
            screen: (at, byte) => circuit.draw(at, byte),
            tone: (hz, duty) => circuit.onTone(hz, duty),
            cut: (pin) => shared.cuts[pin],
            complain: (text) => (circuit.complaint = text),
            chips: JSON.stringify(wiring.chips),
            platform: wiring.platform,
            machine: wiring.machine,
            build: wiring.build,
            pins: wiring.pins,
            bitstream: (pin, h0, l0, h1, l1, address, length) =>
                circuit.bitstream(pin, h0, l0, h1, l1, new Uint8Array(this.engine.memory.buffer, address, length)),
            // 1 when an interrupt ended the sleep.
            sleep_us: (us) => {
                const until = clock.now() + us / 1000;
                for (;;) {
                    const ticket = shared.ticket();
                    if (this.interrupted) return 1;
                    if (clock.now() >= until) return 0;
                    clock.wait(ticket, until);
                }
            },
            // Until an input changes that the program may not have seen, as it was looked at before; at most so many ms. Not at all
            // while there are bytes to read.
            wait_for_input: (ms) => {
                if (!this.interrupted && ms > 0 && !shared.inputLength) shared.rest(this.seen, ms);
                this.seen = shared.ticket();
            },
            ticks_us: () => Math.floor(clock.now() * 1000) % 2 ** 30,
            date: () => Math.floor((clock.date() + this.dateOffset) / 1000),
            set_date: (seconds) => (this.dateOffset = seconds * 1000 - clock.date()),
            feed: (timeout) => shared.feed(timeout),
            reset: () => this.onReset("hard"),
            poke: (address, value) => this.view.setInt32(address, value, true),
            random_byte: () => (this.options.seed === undefined ? randomBytes(1)[0] : this.#seeded() >>> 24),
            catch_up: () => this.catchUp(),
            ended: (goesOn) => (this.goesOn = goesOn),
            radio: this.options.wifi ? 1 : 0,
            radio_join: (name) => shared.radio.join(name ?? null),
            radio_joined: () => (shared.radio.joined ? 1 : 0),
            radio_listen: (on) => shared.radio.listen(on),
            radio_waiting: () => shared.radio.waiting(),
            radio_accept: (slot) => shared.radio.accept(slot),
            radio_read: (slot, address, size) =>
                shared.radio.read(slot, new Uint8Array(this.engine.memory.buffer, address, size)),
            radio_write: (slot, address, size) =>
                shared.radio.write(slot, new Uint8Array(this.engine.memory.buffer, address, size)),
            radio_close: (slot) => shared.radio.close(slot),
            cause: this.options.cause ?? 1,
            id: this.options.id,
        };
    }
}
