// Calls our boot ROM as firmware does: by the tables whose addresses stand at 0x14 to 0x18 (RP2040 datasheet, 2.8). Arguments:
// the module rp2040js, our bootrom.mjs. Prints what the functions answer as JSON.

import { pathToFileURL } from "node:url";

const [module, bootrom] = process.argv.slice(2);
const { RP2040 } = await import(pathToFileURL(module));
const { Bootrom } = await import(pathToFileURL(bootrom));

const RAM = 0x20000000;
const chip = new RP2040();
const flash = [];
new Bootrom(chip, {
    erase: (at, size) => flash.push(["erase", at, size]),
    program: (at, bytes) => flash.push(["program", at, ...bytes]),
});
const { core } = chip;

/** Runs the function at `address` with these registers; returns the first two afterwards. */
function call(address, ...registers) {
    core.registers.set(registers);
    core.LR = RAM | 1;
    core.PC = address & ~1;
    while (core.PC !== RAM) core.executeInstruction();
    return [core.registers[0], core.registers[1]];
}

const lookUp = (table, name) =>
    call(chip.readUint16(0x18), chip.readUint16(table), name.charCodeAt(0) | (name.charCodeAt(1) << 8))[0];
const rom = (name, ...registers) => call(lookUp(0x14, name), ...registers);
const entry = (table, offset, ...registers) => call(chip.readUint32(lookUp(0x16, table) + offset), ...registers);
const bits = (float) => new Uint32Array(Float32Array.of(float).buffer)[0];
const float = (word) => new Float32Array(Uint32Array.of(word).buffer)[0];
const pair = (double) => [...new Uint32Array(Float64Array.of(double).buffer)];
const double = (words) => new Float64Array(Uint32Array.from(words).buffer)[0];
const text = "boot ROM";

for (let i = 0; i < text.length; i++) chip.writeUint8(RAM + 0x100 + i, text.charCodeAt(i));
rom("MC", RAM + 0x201, RAM + 0x100, text.length);
rom("S4", RAM + 0x300, 0xa5, 8);
rom("RE", 0x1000, 4096);
rom("RP", 0x1000, RAM + 0x100, 4);
console.log(
    JSON.stringify({
        magic: String.fromCharCode(chip.readUint8(0x10), chip.readUint8(0x11)),
        nothing: lookUp(0x14, "??"),
        copied: Array.from({ length: text.length }, (_, i) => String.fromCharCode(chip.readUint8(RAM + 0x201 + i))).join(""),
        filled: chip.readUint32(RAM + 0x304),
        bits: ["P3", "L3", "T3", "R3"].map((name) => rom(name, 0x00f00000)[0]),
        flash,
        sum: float(entry("SF", 0x00, bits(1.5), bits(-4))[0]),
        root: float(entry("SF", 0x18, bits(2))[0]),
        down: entry("SF", 0x1c, bits(-1.5))[0] | 0,
        clamped: entry("SF", 0x1c, bits(1e20))[0],
        fixed: entry("SF", 0x20, bits(1.25), 4)[0],
        wide: entry("SF", 0x6c, bits(-1)),
        widened: double(entry("SF", 0x7c, bits(0.5))),
        product: double(entry("SD", 0x08, ...pair(1e100), ...pair(-2))),
        narrowed: float(entry("SD", 0x7c, ...pair(0.1))[0]),
    }),
);
