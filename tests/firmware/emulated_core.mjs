// Runs random instructions on two chips, one by rp2040js alone and one by our decoder of the common ones, and compares all that
// they leave behind. Arguments: the module rp2040js, our core.mjs, how many, a seed. Prints how many the decoder ran by itself.

import { pathToFileURL } from "node:url";

const [module, core, count, seed] = process.argv.slice(2);
const { RP2040 } = await import(pathToFileURL(module));
const { runner } = await import(pathToFileURL(core));

console.warn = console.error = () => {}; // rp2040js about addresses where nothing is

const RAM = 0x20000000;
const CODE = 0x1000;
const BLX_LR = 0x47f0; // rp2040js sets LR before it reads the target there
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

let state = Number(seed) >>> 0;
function random(below) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
}

function chip() {
    const made = new RP2040();
    made.logger = quiet;
    made.onBreak = () => {};
    for (let i = 0; i < made.sram.length; i++) made.sram[i] = (i * 167) & 0xff;
    for (let i = 0; i < 1 << 16; i++) made.flash[i] = (i * 91) & 0xff;
    return made;
}

/** Something near where code, data or numbers with awkward signs are. */
function value() {
    switch (random(6)) {
        case 0:
            return random(2 ** 32);
        case 1:
            return [0, 1, 31, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff][random(8)];
        case 2:
            return 0x10000000 + random(1 << 15);
        case 3:
            return (0x10000000 + random(1 << 15)) & ~3;
        default:
            return (RAM + random(1 << 17)) & (random(4) ? ~3 : ~0);
    }
}

const left = chip();
const right = chip();
const run = runner(right);
let alone = 0;
const execute = right.core.executeInstruction.bind(right.core);
let asked = 0;
right.core.executeInstruction = () => {
    asked++;
    return execute();
};

for (let number = 0; number < Number(count); number++) {
    const at = CODE + 2 * random(256);
    const opcode = random(1 << 16);
    if (opcode === BLX_LR) continue;
    const second = random(1 << 16);
    const flags = random(16);
    const registers = Array.from({ length: 15 }, value);
    registers[13] = RAM + 0x20000 + 4 * random(1 << 12);
    for (const { core, sram, clock } of [left, right]) {
        new DataView(sram.buffer).setUint16(at, opcode, true);
        new DataView(sram.buffer).setUint16(at + 2, second, true);
        core.registers.set(registers);
        core.PC = RAM + at;
        core.N = (flags & 1) !== 0 && (flags & 2) === 0;
        core.Z = (flags & 2) !== 0;
        core.C = (flags & 4) !== 0;
        core.V = (flags & 8) !== 0;
        core.waiting = core.interruptsUpdated = core.pendingSVCall = core.PM = false;
        clock.nanosCounter = 0;
    }
    left.clock.tick(left.core.executeInstruction() * 8);
    asked = 0;
    run(1e9, 1, { reset: null });
    alone += asked ? 0 : 1;
    const shown = ({ core, clock }) => {
        const { N, Z, C, V, waiting, registers: found } = core;
        return JSON.stringify([[...found], N, Z, C, V, waiting, clock.nanosCounter]);
    };
    const same = shown(left) === shown(right) && Buffer.compare(left.sram, right.sram) === 0;
    if (!same) {
        console.log(`opcode 0x${opcode.toString(16)} 0x${second.toString(16)}: ${shown(left)} became ${shown(right)}`);
        process.exit(1);
    }
}
console.log(alone);
