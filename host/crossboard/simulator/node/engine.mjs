// The MicroPython engine: loads the npm WebAssembly build and stands between it and its host.
//
// Everything the engine imports (clock, files, standard streams, randomness) passes through here, so that the
// loader can replace any of it without a change to the npm module:
//   - `imports`: functions that replace or wrap imported ones, each given the original as `this.original`;
//   - error numbers are turned from Emscripten's into those MicroPython and mpremote know (ENOENT = 2, …);
//   - `shared`: the engine's memory becomes a SharedArrayBuffer, so that another thread can interrupt a busy loop.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Emscripten (WASI) error number -> number in MicroPython's errno module and in mpremote. EINTR stays as it is: the
// engine itself looks for it.
const ERRNO = new Map([
    [2, 13], [3, 98], [6, 11], [7, 114], [8, 9], [10, 16], [20, 17], [28, 22], [29, 5],
    [31, 21], [32, 40], [33, 24], [37, 36], [41, 23], [43, 19], [44, 2], [48, 12], [51, 28], [52, 38],
    [54, 20], [55, 39], [58, 95], [59, 25], [63, 1], [64, 32], [69, 30], [70, 29], [73, 110], [75, 18], [138, 95],
]);

const number = (wasi) => ERRNO.get(wasi) ?? wasi;

/** Ends the process with one line when something goes wrong that nobody expected; Node would print the whole module. */
export function dieTidily() {
    process.on("uncaughtException", (error) => {
        const lines = String(error?.stack ?? error).split("\n");
        process.stderr.write(`${lines.filter((line) => line.length < 1000).join("\n")}\n`);
        process.exit(70);
    });
}

/** The WebAssembly program as bytes; with `shared` its memory is declared as shared between threads. */
export function programBytes(folder, shared = false) {
    const bytes = new Uint8Array(readFileSync(join(folder, "micropython.wasm")));
    if (!shared) return bytes;
    let at = 8;
    const leb = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = bytes[at++];
            value |= (byte & 127) << shift;
            if (byte < 128) return value >>> 0;
        }
    };
    while (at < bytes.length) {
        const section = bytes[at++];
        const size = leb();
        if (section === 5) {
            // One memory, with an upper bound (flags 1): flags 3 is the same, shared.
            if (bytes[at] !== 1 || bytes[at + 1] !== 1) throw new Error("this MicroPython's memory cannot be shared");
            bytes[at + 1] = 3;
            return bytes;
        }
        at += size;
    }
    throw new Error("no memory section in micropython.wasm");
}

/** Compiles once what many boards can share. */
export function compileProgram(folder, shared = false) {
    return new WebAssembly.Module(programBytes(folder, shared));
}

function wrapImports(imports, replacements) {
    const env = { ...imports.env };
    const wasi = { ...imports.wasi_snapshot_preview1 };
    for (const space of [env, wasi]) {
        for (const name of Object.keys(space)) {
            let call = space[name];
            if (replacements[name]) call = replacements[name].bind(null, call);
            if (name.startsWith("__syscall_")) {
                const inner = call;
                call = (...args) => {
                    const result = inner(...args);
                    return result < 0 ? -number(-result) : result;
                };
            } else if (name.startsWith("fd_")) {
                const inner = call;
                call = (...args) => number(inner(...args));
            }
            space[name] = call;
        }
    }
    return { env, wasi_snapshot_preview1: wasi };
}

/**
 * The exports with a table of functions that is read at the cost of an array. The npm module asks the real one at every call
 * that may raise, to check its own copy: that was a fifth of all time.
 */
function withQuickTable(exports) {
    const table = exports.__indirect_function_table;
    const known = [];
    return { ...exports, __indirect_function_table: { get: (index) => (known[index] ??= table.get(index)) } };
}

/** The exports with an engine that leaves so many bytes of memory unused below its heap. */
function withHeapAbove(bytes, exports) {
    function begin(...args) {
        if (!exports.malloc(bytes)) throw new Error("there is no memory for a heap at such addresses");
        return exports.mp_js_init(...args);
    }
    return { ...exports, mp_js_init: begin };
}

const PIECE = 1 << 16;

/** The exports with an engine whose heap stays as it is: once it has begun, all other memory is taken, and no more is given. */
function withFixedHeap(engine, exports) {
    function begin(...args) {
        exports.mp_js_init(...args);
        engine.full = true;
        let last = 0;
        for (let piece; (piece = exports.malloc(PIECE)); ) last = piece;
        exports.free(last); // for what the engine itself needs
    }
    return { ...exports, mp_js_init: begin };
}

/**
 * Starts one MicroPython. Options: folder (of the npm module), program (from compileProgram), heap (bytes),
 * pystack (words), imports ({name: (original, ...args) => result}), above (bytes: all addresses of the heap are greater),
 * fixed (the heap does not grow, as on a Pico).
 * Returns the npm module's interface.
 * Engines of one thread must not run at the same time: the newest owns the JavaScript side of the module.
 */
export async function startEngine({ folder, program, heap, pystack, imports = {}, above = 0, fixed = false }) {
    const real = WebAssembly.instantiate;
    const engine = { memory: null };
    const given = { ...imports, emscripten_resize_heap: (original, size) => (engine.full ? 0 : original(size)) };
    WebAssembly.instantiate = async (binary, wanted) => {
        const instance = await real(program ?? new WebAssembly.Module(binary), wrapImports(wanted, given));
        engine.memory = instance.exports.memory;
        const quick = withQuickTable(instance.exports);
        const begun = above ? withHeapAbove(above, quick) : quick;
        return { instance: { exports: fixed ? withFixedHeap(engine, begun) : begun }, module: program };
    };
    try {
        const { loadMicroPython } = await import(pathToFileURL(join(folder, "micropython.mjs")).href);
        const loaded = await loadMicroPython({ heapsize: heap, pystack, linebuffer: false });
        return Object.assign(loaded, engine);
    } finally {
        WebAssembly.instantiate = real;
    }
}

/** Passes what the engine writes to standard output and error to `write(fd, bytes)`; an import for startEngine. */
export function divertOutput(view, write) {
    return (original, fd, vectors, count, written) => {
        if (fd !== 1 && fd !== 2) return original(fd, vectors, count, written);
        const memory = view();
        let total = 0;
        for (let i = 0; i < count; i++) {
            const at = memory.getUint32(vectors + 8 * i, true);
            const size = memory.getUint32(vectors + 8 * i + 4, true);
            if (size) write(fd, new Uint8Array(memory.buffer, at, size).slice());
            total += size;
        }
        memory.setUint32(written, total, true);
        return 0;
    };
}
