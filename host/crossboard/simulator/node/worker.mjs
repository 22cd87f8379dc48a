// The thread on which a simulated board lives: starts the Pico, runs boot.py and main.py, then its prompt.
//
// It never returns to its event loop: it blocks wherever MicroPython waits. Power cuts and resets end the thread.

import { parentPort, workerData } from "node:worker_threads";
import { Circuit } from "./circuit.mjs";
import { RealClock } from "./clock.mjs";
import { Pico } from "./pico.mjs";
import { Shared } from "./shared.mjs";
import { FolderStore } from "./store.mjs";

const CTRL_A = 1;
const CTRL_B = 2;
const CTRL_C = 3;
const CTRL_D = 4;
const CTRL_E = 5;
const RAW = "R".charCodeAt(0);
const RAW_PASTE = "A".charCodeAt(0);
const PASTE_WINDOW = 128;
const RAW_GREETING = "raw REPL; CTRL-B to exit\r\n>";

const text = (string) => new TextEncoder().encode(string);

// Node refuses to decode text in shared memory, which the engine's is.
const decode = TextDecoder.prototype.decode;
TextDecoder.prototype.decode = function (view, options) {
    return decode.call(this, view?.buffer instanceof SharedArrayBuffer ? new Uint8Array(view) : view, options);
};

const shared = new Shared(workerData.layout);
shared.onBell = () => parentPort.postMessage({ bell: true });
const circuit = new Circuit(workerData.options.wiring, shared);
circuit.onTone = (hz, duty) => parentPort.postMessage({ tone: [hz, duty] });
circuit.onScreen = (bytes) => parentPort.postMessage({ screen: bytes ? Buffer.from(bytes).toString("hex") : "" });
const clock = new RealClock(shared, workerData.options.ticks);
const pico = new Pico(workerData.options, shared, circuit, clock, new FolderStore(workerData.options.flash));

/** Asks for another thread in place of this one, and waits for the end. */
function reset(how, raw = false) {
    if (circuit.complaint) parentPort.postMessage({ note: circuit.complaint });
    parentPort.postMessage({ reset: how, raw });
    for (;;) shared.wait(shared.ticket());
}

function softReset(raw) {
    pico.flash.closeAll();
    pico.writeText(text("MPY: soft reboot\n"));
    reset("soft", raw);
}

/** Takes a program in raw-paste mode, which this engine lacks: in windows, so that no buffer overflows. */
function rawPaste() {
    const code = [];
    pico.writeBytes(Uint8Array.of(RAW, 1, PASTE_WINDOW, 0, 1));
    for (;;) {
        const byte = pico.readByte();
        if (byte < 0 || byte === CTRL_C) {
            pico.clearInterrupt();
            pico.writeText(text("\x04\x04\nKeyboardInterrupt: \n\x04>"));
            return;
        }
        if (byte === CTRL_D) break;
        code.push(byte);
        if (code.length % PASTE_WINDOW === 0) pico.writeBytes(Uint8Array.of(1));
    }
    pico.writeBytes(Uint8Array.of(CTRL_D));
    for (const byte of code) feed(byte);
    // The engine says "OK" to a program that was typed; a pasted one gets none.
    pico.swallowed = 2;
    if (feed(CTRL_D)) softReset(true);
}

const feed = (byte) => pico.module._mp_js_repl_process_char(byte);

/** The prompt, friendly or raw; ends with a soft reset. */
function prompt(raw) {
    pico.swallowed = raw ? Infinity : 0;
    pico.engine.replInit();
    if (raw) feed(CTRL_A);
    pico.swallowed = 0;
    if (raw) pico.writeText(text(RAW_GREETING));
    let typed = 0;
    for (;;) {
        let byte = pico.readByte();
        if (byte < 0) {
            // Ctrl-C that came when the program was just ending.
            pico.clearInterrupt();
            byte = CTRL_C;
        }
        if (raw && typed === 0 && byte === CTRL_E) {
            // A request of the form CTRL-E letter CTRL-A; the one there is is A, raw paste.
            const request = pico.readByte();
            pico.readByte();
            if (request === RAW_PASTE) rawPaste();
            else pico.writeBytes(Uint8Array.of(RAW, 0));
            continue;
        }
        pico.lastText = null;
        if (feed(byte)) softReset(raw);
        if (byte === CTRL_A && pico.lastText?.at(-1) === RAW_GREETING.charCodeAt(RAW_GREETING.length - 1)) raw = true;
        else if (byte === CTRL_B) raw = false;
        typed = byte < 5 ? 0 : typed + 1;
    }
}

pico.onReset = reset;
await pico.start();
pico.flash.onChange = (changes) => {
    if (changes === workerData.cutAt) reset("cut");
};
parentPort.postMessage({ memory: pico.engine.memory, statics: pico.statics });
const { raw } = workerData;
if (!pico.runFile("boot.py") || (!raw && !pico.runFile("main.py"))) softReset(raw);
prompt(raw);
