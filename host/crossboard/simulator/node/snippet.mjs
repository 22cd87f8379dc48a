// Runs pieces of Python under MicroPython and ends: the job comes as JSON on standard input, what the code prints goes
// to standard output, a traceback to standard error with exit status 1.
//
// Job: {folder, heap, above, fixed, pystack, mounts: [[board path, PC path], …], pieces: [source, …]}. Between two pieces the
// engine is at rest, which is when it collects garbage.

import { readFileSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { compileProgram, dieTidily, divertOutput, startEngine } from "./engine.mjs";

dieTidily();

function copyIn(FS, from, to) {
    if (!statSync(from).isDirectory()) {
        FS.mkdirTree(to.slice(0, to.lastIndexOf("/")) || "/");
        FS.writeFile(to, readFileSync(from));
        return;
    }
    FS.mkdirTree(to);
    for (const name of readdirSync(from)) {
        if (name !== "__pycache__") copyIn(FS, join(from, name), `${to}/${name}`);
    }
}

function writeAll(fd, bytes) {
    for (let at = 0; at < bytes.length; ) {
        try {
            at += writeSync(fd, bytes, at);
        } catch (error) {
            if (error.code !== "EAGAIN") throw error;
        }
    }
}

const job = JSON.parse(readFileSync(0, "utf8"));
let engine = null;
let early = null;
const started = performance.now();
const memory = () => new DataView((engine ?? early).memory.buffer);
engine = await startEngine({
    folder: job.folder,
    program: compileProgram(job.folder),
    heap: job.heap,
    above: job.above,
    fixed: job.fixed,
    pystack: job.pystack,
    imports: {
        fd_write: divertOutput(memory, writeAll),
        mp_js_ticks_ms: () => performance.now() - started,
    },
});
for (const [to, from] of job.mounts) copyIn(engine.FS, from, to);
/** Runs a piece; one for which a fixed heap has no room is left out. */
function runPiece(piece) {
    try {
        engine.runPython(piece);
    } catch (error) {
        if (!job.fixed || error.type !== "MemoryError") throw error;
    }
}

try {
    job.pieces.forEach(runPiece);
} catch (error) {
    if (error.name !== "PythonError") throw error;
    if (error.type !== "SystemExit") {
        writeAll(2, Buffer.from(error.message));
        process.exitCode = 1;
    }
}
