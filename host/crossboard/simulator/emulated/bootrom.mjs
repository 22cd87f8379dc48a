// What the firmware asks of the RP2040's boot ROM, answered here.
//
// Raspberry Pi's boot ROM may not be used on anything but an RP2040 (its floating-point part), so none of it is here and
// none is wanted: this ROM holds the tables of the RP2040 datasheet, 2.8.2 and 2.8.3, whose entries lead to two
// instructions each, BKPT n and BX LR. The emulator stops at BKPT n, `Bootrom.call(n)` does in JavaScript what the datasheet
// says of that function, and the firmware goes on at BX LR. Nothing before the second stage (boot2) is emulated: no
// BOOTSEL drive, no second core.

const SIZE = 16 << 10;
const FIRST_STUB = 0x40;
const VERSION = 3; // as RP2040-B2
const STACK_TOP = 0x20041f00;
const BKPT = 0xbe00;
const BX_LR = 0x4770;

const SECTOR = 4096;
const PAGE = 256;
// W25Q16JV datasheet, typical: a sector's erasure 45 ms, a page's programming 0.4 ms.
const ERASE_NANOS = 45e6;
const PROGRAM_NANOS = 0.4e6;

// CPU cycles, about as the datasheet's 2.8.3.2 gives for floating-point functions.
const QUICK = 15;
const ARITHMETIC = 70;
const FUNCTION = 700;

const words = new DataView(new ArrayBuffer(8));

const floatOf = (word) => {
    words.setUint32(0, word);
    return words.getFloat32(0);
};
const wordOf = (float) => {
    words.setFloat32(0, float);
    return words.getUint32(0);
};
const doubleOf = (low, high) => {
    words.setUint32(0, high);
    words.setUint32(4, low);
    return words.getFloat64(0);
};

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const power = (exponent) => 2 ** (exponent | 0);

/** The largest integer not above `x` that `bits` bits hold, as a BigInt; conversions clamp (2.8.3.2). */
function whole(x, bits, signed) {
    const least = signed ? -(1n << BigInt(bits - 1)) : 0n;
    const most = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
    if (Number.isNaN(x)) return 0n;
    if (x === Infinity) return most;
    if (x === -Infinity) return least;
    const found = BigInt(Math.floor(x));
    return found < least ? least : found > most ? most : found;
}

const wide = (low, high, signed) => {
    const found = (BigInt(high) << 32n) | BigInt(low);
    return Number(signed ? BigInt.asIntN(64, found) : found);
};

/**
 * The floating-point functions in the order of the tables SF and SD, from registers to registers. `size` is the number of words
 * of an operand, `get(i)` reads the operand that begins at register i, `put` gives the result.
 */
function floatingPoint(regs, size, get, put) {
    const fixed = (signed) => power(-regs[1]) * (signed ? regs[0] | 0 : regs[0]);
    const toInteger = (bits, signed, scale) => () => {
        const found = BigInt.asUintN(64, whole(get(0) * (scale ? power(regs[size]) : 1), bits, signed));
        regs[0] = Number(found & 0xffffffffn);
        if (bits === 64) regs[1] = Number(found >> 32n);
    };
    const fromWide = (signed, scale) => () => put(wide(regs[0], regs[1], signed) * (scale ? power(-regs[2]) : 1));
    const two = (operation) => [ARITHMETIC, () => put(operation(get(0), get(size)))];
    const one = (operation) => [FUNCTION, () => put(operation(get(0)))];
    const comparison = [QUICK, () => (regs[0] = compare(get(0), get(size)))];
    const conversion = (work) => [ARITHMETIC, work];
    return [
        two((a, b) => a + b),
        two((a, b) => a - b),
        two((a, b) => a * b),
        two((a, b) => a / b),
        comparison,
        null, // compare into flags: in the tables since version 1, called by no SDK
        one(Math.sqrt),
        conversion(toInteger(32, true, false)),
        conversion(toInteger(32, true, true)),
        conversion(toInteger(32, false, false)),
        conversion(toInteger(32, false, true)),
        conversion(() => put(regs[0] | 0)),
        conversion(() => put(fixed(true))),
        conversion(() => put(regs[0])),
        conversion(() => put(fixed(false))),
        one(Math.cos),
        one(Math.sin),
        one(Math.tan),
        null, // sine and cosine at once: called by no SDK
        one(Math.exp),
        one(Math.log),
        comparison,
        [FUNCTION, () => put(Math.atan2(get(0), get(size)))],
        conversion(fromWide(true, false)),
        conversion(fromWide(true, true)),
        conversion(fromWide(false, false)),
        conversion(fromWide(false, true)),
        conversion(toInteger(64, true, false)),
        conversion(toInteger(64, true, true)),
        conversion(toInteger(64, false, false)),
        conversion(toInteger(64, false, true)),
    ];
}

export class Bootrom {
    /** `chip`: an RP2040 of rp2040js. `flash.erase(at, size)` and `flash.program(at, bytes)` change the flash chip. */
    constructor(chip, flash) {
        this.chip = chip;
        this.calls = [];
        this.bytes = new Uint8Array(SIZE);
        this.view = new DataView(this.bytes.buffer);
        this.end = FIRST_STUB;
        const regs = chip.core.registers;
        const code = (name) => name.charCodeAt(0) | (name.charCodeAt(1) << 8);
        const functions = Object.entries({ ...this.#memory(regs), ...this.#flash(regs, flash) });
        const table = this.#table(functions.map(([name, [cycles, work]]) => [code(name), this.#stub(name, cycles, work)]));
        const single = floatingPoint(regs, 1, (i) => floatOf(regs[i]), (x) => (regs[0] = wordOf(x)));
        single.push([ARITHMETIC, () => this.#double(regs, floatOf(regs[0]))]);
        const double = floatingPoint(regs, 2, (i) => doubleOf(regs[i], regs[i + 1]), (x) => this.#double(regs, x));
        double.push([ARITHMETIC, () => (regs[0] = wordOf(doubleOf(regs[0], regs[1])))]);
        const data = this.#table([
            [code("SF"), this.#pointers("float", single)],
            [code("SD"), this.#pointers("double", double)],
        ]);
        const lookup = this.#stub("lookup", QUICK, () => (regs[0] = this.#look(regs[0], regs[1])));
        this.view.setUint32(0, STACK_TOP, true);
        this.bytes.set([0x4d, 0x75, 1, VERSION], 0x10); // "Mu"
        this.view.setUint16(0x14, table, true);
        this.view.setUint16(0x16, data, true);
        this.view.setUint16(0x18, lookup, true);
        chip.loadBootrom(new Uint32Array(this.bytes.buffer));
        chip.onBreak = (number) => this.call(number);
    }

    /** Answers BKPT `number`; an Error if the firmware did not mean the boot ROM. */
    call(number) {
        const call = this.chip.core.PC < SIZE ? this.calls[number] : null;
        if (!call) throw new Error(`breakpoint ${number} at 0x${this.chip.core.PC.toString(16)}`);
        call.work();
        this.chip.clock.tick(call.cycles * 8);
    }

    #double(regs, x) {
        words.setFloat64(0, x);
        regs[1] = words.getUint32(0);
        regs[0] = words.getUint32(4);
    }

    #stub(name, cycles, work) {
        const at = this.end;
        this.view.setUint16(at, BKPT | this.calls.length, true);
        this.view.setUint16(at + 2, BX_LR, true);
        this.calls.push({ name, cycles, work });
        this.end += 4;
        return at | 1;
    }

    /** A table of pairs of half words, as the ROM's own. */
    #table(pairs) {
        const at = this.end;
        for (const pair of [...pairs, [0, 0]]) {
            this.view.setUint16(this.end, pair[0], true);
            this.view.setUint16(this.end + 2, pair[1], true);
            this.end += 4;
        }
        return at;
    }

    /** A table of words that lead to functions; the byte two before it says how many. */
    #pointers(kind, functions) {
        const missing = (i) => () => {
            throw new Error(`boot ROM: ${kind} function ${4 * i} is not emulated`);
        };
        const stubs = functions.map((found, i) => this.#stub(kind, ...(found ?? [0, missing(i)])));
        this.end += 4;
        this.bytes[this.end - 2] = stubs.length;
        const at = this.end;
        for (const stub of stubs) {
            this.view.setUint32(this.end, stub, true);
            this.end += 4;
        }
        return at;
    }

    #look(table, code) {
        for (; ; table += 4) {
            const found = this.chip.readUint16(table);
            if (found === code) return this.chip.readUint16(table + 2);
            if (!found) return 0;
        }
    }

    #memory(regs) {
        const { chip } = this;
        const move = (step, read, write) => () => {
            const [to, from, count] = regs;
            for (let i = 0; i < count; i += step) write(to + i, read(from + i));
            chip.clock.tick((count / step) * 2 * 8);
        };
        const fill = (step, write) => () => {
            const [to, value, count] = regs;
            const byte = value & 0xff;
            for (let i = 0; i < count; i += step) write(to + i, step === 4 ? byte * 0x01010101 : byte);
            chip.clock.tick((count / step) * 8);
        };
        const write32 = (address, value) => chip.writeUint32(address, value);
        const write8 = (address, value) => chip.writeUint8(address, value);
        const bits = (work) => [QUICK, () => (regs[0] = work(regs[0]))];
        return {
            MC: [QUICK, move(1, (at) => chip.readUint8(at), write8)],
            C4: [QUICK, move(4, (at) => chip.readUint32(at), write32)],
            MS: [QUICK, fill(1, write8)],
            S4: [QUICK, fill(4, write32)],
            P3: bits((x) => {
                let count = 0;
                for (; x; x >>>= 1) count += x & 1;
                return count;
            }),
            R3: bits((x) => {
                let reversed = 0;
                for (let i = 0; i < 32; i++) reversed = (reversed << 1) | ((x >>> i) & 1);
                return reversed;
            }),
            L3: bits((x) => Math.clz32(x)),
            T3: bits((x) => (x ? 31 - Math.clz32(x & -x) : 32)),
        };
    }

    #flash(regs, flash) {
        const { chip } = this;
        const nothing = [QUICK, () => {}];
        return {
            IF: nothing, // connect the flash chip
            EX: nothing, // leave execute-in-place
            FC: nothing, // flush the cache
            CX: nothing, // execute in place again
            RE: [
                QUICK,
                () => {
                    const [at, size] = regs;
                    flash.erase(at, size);
                    chip.clock.tick((size / SECTOR) * ERASE_NANOS);
                },
            ],
            RP: [
                QUICK,
                () => {
                    const [at, from, size] = regs;
                    flash.program(at, Uint8Array.from({ length: size }, (_, i) => chip.readUint8(from + i)));
                    chip.clock.tick((size / PAGE) * PROGRAM_NANOS);
                },
            ],
            UB: [
                QUICK,
                () => {
                    throw new Error("the firmware asked for the BOOTSEL drive, which is not emulated");
                },
            ],
        };
    }
}
