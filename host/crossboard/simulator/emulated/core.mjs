// Runs the chip's instructions, the common ones here and the rest in rp2040js.
//
// rp2040js decodes each instruction by some eighty comparisons. Here those that touch only registers, RAM and flash are taken
// by one table jump, with registers, flags and time in local variables; everything else (peripherals, interrupts, system
// instructions, the boot ROM) goes to rp2040js's own executeInstruction. What it costs in cycles is the same in both;
// tests/firmware/test_emulated_parts.py compares them instruction by instruction.

const NANOS = 8; // a cycle at 125 MHz
const IDLE_NANOS = 1e5; // asleep with no alarm set
const RAM = 0x20000000;
const RETURN = 0xf; // upper bits of an address that means return from an exception

/** `run(until, steps, owner)`: until the chip's time is `until` ns, `steps` instructions are done, or `owner.reset` is set. */
export function runner(chip) {
    const { core, clock } = chip;
    const regs = core.registers;
    const ramSize = chip.sram.length;
    const ram8 = chip.sram;
    const ram16 = new Uint16Array(ram8.buffer);
    const ram32 = new Uint32Array(ram8.buffer);
    const flash8 = chip.flash;
    const flash16 = new Uint16Array(flash8.buffer);
    const flash32 = new Uint32Array(flash8.buffer);

    /** Runs instructions of the common kind from the chip's state on, until `end` ns; returns how many. */
    function common(end, steps) {
        let pc = regs[15];
        let now = clock.nanosCounter;
        let nz = core.Z ? 0 : core.N ? -1 : 1;
        let carry = core.C ? 1 : 0;
        let overflow = core.V;
        let left = steps;
        let a = 0;
        let b = 0;
        let at = 0;
        loop: while (left > 0 && now < end) {
            let op;
            if (pc >>> 24 === 0x10) op = flash16[(pc & 0xffffff) >> 1];
            else if (((pc - RAM) >>> 0) < ramSize) op = ram16[(pc - RAM) >> 1];
            else break;
            let cycles = 1;
            let next = pc + 2;
            switch (op >> 11) {
                case 0: // LSLS, MOVS by immediate
                    a = regs[(op >> 3) & 7];
                    b = (op >> 6) & 31;
                    if (b) carry = (a >>> (32 - b)) & 1;
                    regs[op & 7] = nz = a << b;
                    break;
                case 1: // LSRS
                    a = regs[(op >> 3) & 7];
                    b = (op >> 6) & 31;
                    carry = (a >>> (b ? b - 1 : 31)) & 1;
                    regs[op & 7] = nz = b ? (a >>> b) | 0 : 0;
                    break;
                case 2: // ASRS
                    a = regs[(op >> 3) & 7];
                    b = (op >> 6) & 31;
                    carry = (a >>> (b ? b - 1 : 31)) & 1;
                    regs[op & 7] = nz = a >> (b || 31);
                    break;
                case 3: // ADDS, SUBS of three registers or with 3 bits
                    a = regs[(op >> 3) & 7];
                    b = op & 0x400 ? (op >> 6) & 7 : regs[(op >> 6) & 7];
                    if (op & 0x200) {
                        carry = a >= b ? 1 : 0;
                        nz = (a - b) | 0;
                        overflow = ((a ^ b) & (a ^ nz)) < 0;
                    } else {
                        carry = a + b > 0xffffffff ? 1 : 0;
                        nz = (a + b) | 0;
                        overflow = ((a ^ nz) & (b ^ nz)) < 0;
                    }
                    regs[op & 7] = nz;
                    break;
                case 4: // MOVS
                    regs[(op >> 8) & 7] = nz = op & 0xff;
                    break;
                case 5: // CMP
                    a = regs[(op >> 8) & 7];
                    b = op & 0xff;
                    carry = a >= b ? 1 : 0;
                    nz = (a - b) | 0;
                    overflow = ((a ^ b) & (a ^ nz)) < 0;
                    break;
                case 6: // ADDS
                    a = regs[(op >> 8) & 7];
                    b = op & 0xff;
                    carry = a + b > 0xffffffff ? 1 : 0;
                    nz = (a + b) | 0;
                    overflow = ((a ^ nz) & (b ^ nz)) < 0;
                    regs[(op >> 8) & 7] = nz;
                    break;
                case 7: // SUBS
                    a = regs[(op >> 8) & 7];
                    b = op & 0xff;
                    carry = a >= b ? 1 : 0;
                    nz = (a - b) | 0;
                    overflow = ((a ^ b) & (a ^ nz)) < 0;
                    regs[(op >> 8) & 7] = nz;
                    break;
                case 8:
                    switch ((op >> 6) & 31) {
                        case 0: // ANDS
                            regs[op & 7] = nz = regs[op & 7] & regs[(op >> 3) & 7];
                            break;
                        case 1: // EORS
                            regs[op & 7] = nz = regs[op & 7] ^ regs[(op >> 3) & 7];
                            break;
                        case 8: // TST
                            nz = regs[op & 7] & regs[(op >> 3) & 7];
                            break;
                        case 9: // RSBS
                            b = regs[(op >> 3) & 7];
                            carry = b ? 0 : 1;
                            nz = -b | 0;
                            overflow = (b & nz) < 0;
                            regs[op & 7] = nz;
                            break;
                        case 10: // CMP
                            a = regs[op & 7];
                            b = regs[(op >> 3) & 7];
                            carry = a >= b ? 1 : 0;
                            nz = (a - b) | 0;
                            overflow = ((a ^ b) & (a ^ nz)) < 0;
                            break;
                        case 12: // ORRS
                            regs[op & 7] = nz = regs[op & 7] | regs[(op >> 3) & 7];
                            break;
                        case 13: // MULS
                            regs[op & 7] = nz = Math.imul(regs[op & 7], regs[(op >> 3) & 7]);
                            break;
                        case 14: // BICS
                            regs[op & 7] = nz = regs[op & 7] & ~regs[(op >> 3) & 7];
                            break;
                        case 15: // MVNS
                            regs[op & 7] = nz = ~regs[(op >> 3) & 7];
                            break;
                        case 16:
                        case 17:
                        case 18:
                        case 19: // ADD of any registers
                            a = ((op >> 4) & 8) | (op & 7);
                            b = (op >> 3) & 15;
                            if (a >= 13 || b === 15) break loop;
                            regs[a] += regs[b];
                            break;
                        case 24:
                        case 25:
                        case 26:
                        case 27: // MOV of any registers
                            a = ((op >> 4) & 8) | (op & 7);
                            b = (op >> 3) & 15;
                            if (a === 13 || a === 15) break loop;
                            regs[a] = b === 15 ? pc + 4 : regs[b];
                            break;
                        case 28:
                        case 29: // BX
                            a = regs[(op >> 3) & 15];
                            if (a >>> 28 === RETURN || ((op >> 3) & 15) === 15 || op & 7) break loop;
                            next = a & ~1;
                            cycles = 2;
                            break;
                        case 30:
                        case 31: // BLX
                            if (((op >> 3) & 15) === 15 || op & 7) break loop;
                            a = regs[(op >> 3) & 15];
                            regs[14] = next | 1;
                            next = a & ~1;
                            cycles = 2;
                            break;
                        default:
                            break loop;
                    }
                    break;
                case 9: // LDR from beside the code
                    at = ((pc + 4) & ~3) + ((op & 0xff) << 2);
                    if (at >>> 24 === 0x10) regs[(op >> 8) & 7] = flash32[(at & 0xffffff) >> 2];
                    else if (((at - RAM) >>> 0) < ramSize) regs[(op >> 8) & 7] = ram32[(at - RAM) >> 2];
                    else break loop;
                    cycles = 2;
                    break;
                case 10: // STR, STRH, STRB, LDRSB by two registers
                    at = (regs[(op >> 3) & 7] + regs[(op >> 6) & 7]) >>> 0;
                    b = (op >> 9) & 3;
                    if (b === 3) {
                        if (at >>> 24 === 0x10) a = flash8[at & 0xffffff];
                        else if (((at - RAM) >>> 0) < ramSize) a = ram8[at - RAM];
                        else break loop;
                        regs[op & 7] = (a << 24) >> 24;
                    } else {
                        if (((at - RAM) >>> 0) >= ramSize) break loop;
                        if (b === 2) ram8[at - RAM] = regs[op & 7];
                        else if (b === 1 && !(at & 1)) ram16[(at - RAM) >> 1] = regs[op & 7];
                        else if (b === 0 && !(at & 3)) ram32[(at - RAM) >> 2] = regs[op & 7];
                        else break loop;
                    }
                    cycles = 2;
                    break;
                case 11: // LDR, LDRH, LDRB, LDRSH by two registers
                    at = (regs[(op >> 3) & 7] + regs[(op >> 6) & 7]) >>> 0;
                    b = (op >> 9) & 3;
                    if (at & (b === 0 ? 3 : b === 2 ? 0 : 1)) break loop;
                    if (at >>> 24 === 0x10) {
                        at &= 0xffffff;
                        a = b === 0 ? flash32[at >> 2] : b === 2 ? flash8[at] : flash16[at >> 1];
                    } else if (((at - RAM) >>> 0) < ramSize) {
                        at -= RAM;
                        a = b === 0 ? ram32[at >> 2] : b === 2 ? ram8[at] : ram16[at >> 1];
                    } else break loop;
                    regs[op & 7] = b === 3 ? (a << 16) >> 16 : a;
                    cycles = 2;
                    break;
                case 12: // STR
                    at = (regs[(op >> 3) & 7] + ((op >> 4) & 0x7c)) >>> 0;
                    if (((at - RAM) >>> 0) >= ramSize || at & 3) break loop;
                    ram32[(at - RAM) >> 2] = regs[op & 7];
                    cycles = 2;
                    break;
                case 13: // LDR
                    at = (regs[(op >> 3) & 7] + ((op >> 4) & 0x7c)) >>> 0;
                    if (at & 3) break loop;
                    if (((at - RAM) >>> 0) < ramSize) regs[op & 7] = ram32[(at - RAM) >> 2];
                    else if (at >>> 24 === 0x10) regs[op & 7] = flash32[(at & 0xffffff) >> 2];
                    else break loop;
                    cycles = 2;
                    break;
                case 14: // STRB
                    at = (regs[(op >> 3) & 7] + ((op >> 6) & 31)) >>> 0;
                    if (((at - RAM) >>> 0) >= ramSize) break loop;
                    ram8[at - RAM] = regs[op & 7];
                    cycles = 2;
                    break;
                case 15: // LDRB
                    at = (regs[(op >> 3) & 7] + ((op >> 6) & 31)) >>> 0;
                    if (((at - RAM) >>> 0) < ramSize) regs[op & 7] = ram8[at - RAM];
                    else if (at >>> 24 === 0x10) regs[op & 7] = flash8[at & 0xffffff];
                    else break loop;
                    cycles = 2;
                    break;
                case 16: // STRH
                    at = (regs[(op >> 3) & 7] + ((op >> 5) & 0x3e)) >>> 0;
                    if (((at - RAM) >>> 0) >= ramSize || at & 1) break loop;
                    ram16[(at - RAM) >> 1] = regs[op & 7];
                    cycles = 2;
                    break;
                case 17: // LDRH
                    at = (regs[(op >> 3) & 7] + ((op >> 5) & 0x3e)) >>> 0;
                    if (at & 1) break loop;
                    if (((at - RAM) >>> 0) < ramSize) regs[op & 7] = ram16[(at - RAM) >> 1];
                    else if (at >>> 24 === 0x10) regs[op & 7] = flash16[(at & 0xffffff) >> 1];
                    else break loop;
                    cycles = 2;
                    break;
                case 18: // STR on the stack
                    at = regs[13] + ((op & 0xff) << 2);
                    if (((at - RAM) >>> 0) >= ramSize) break loop;
                    ram32[(at - RAM) >> 2] = regs[(op >> 8) & 7];
                    cycles = 2;
                    break;
                case 19: // LDR from the stack
                    at = regs[13] + ((op & 0xff) << 2);
                    if (((at - RAM) >>> 0) >= ramSize) break loop;
                    regs[(op >> 8) & 7] = ram32[(at - RAM) >> 2];
                    cycles = 2;
                    break;
                case 20: // ADR
                    regs[(op >> 8) & 7] = ((pc + 4) & ~3) + ((op & 0xff) << 2);
                    break;
                case 21: // ADD to the stack pointer, into a register
                    regs[(op >> 8) & 7] = regs[13] + ((op & 0xff) << 2);
                    break;
                case 22: // 1011 0...: SP, extensions, PUSH
                    if (op >> 8 === 0xb0) {
                        b = (op & 0x7f) << 2;
                        regs[13] += op & 0x80 ? -b : b;
                    } else if (op >> 8 === 0xb2) {
                        a = regs[(op >> 3) & 7];
                        switch ((op >> 6) & 3) {
                            case 0:
                                regs[op & 7] = (a << 16) >> 16;
                                break;
                            case 1:
                                regs[op & 7] = (a << 24) >> 24;
                                break;
                            case 2:
                                regs[op & 7] = a & 0xffff;
                                break;
                            default:
                                regs[op & 7] = a & 0xff;
                        }
                    } else if (op >> 9 === 0x5a) {
                        b = 0;
                        for (let i = 0; i < 9; i++) b += (op >> i) & 1;
                        at = regs[13] - 4 * b - RAM;
                        if (at < 0 || at + 4 * b > ramSize) break loop;
                        regs[13] -= 4 * b;
                        for (let i = 0; i < 8; i++) {
                            if ((op >> i) & 1) {
                                ram32[at >> 2] = regs[i];
                                at += 4;
                                cycles++;
                            }
                        }
                        if (op & 0x100) ram32[at >> 2] = regs[14];
                    } else break loop;
                    break;
                case 23: // 1011 1...: POP
                    if (op >> 9 !== 0x5e) break loop;
                    at = regs[13] - RAM;
                    if (at < 0 || at + 36 > ramSize) break loop;
                    if (op & 0x100) {
                        b = at;
                        for (let i = 0; i < 8; i++) if ((op >> i) & 1) b += 4;
                        if (ram32[b >> 2] >>> 28 === RETURN) break loop;
                    }
                    for (let i = 0; i < 8; i++) {
                        if ((op >> i) & 1) {
                            regs[i] = ram32[at >> 2];
                            at += 4;
                            cycles++;
                        }
                    }
                    if (op & 0x100) {
                        next = ram32[at >> 2] & ~1;
                        at += 4;
                        cycles += 2;
                    }
                    regs[13] = at + RAM;
                    break;
                case 26:
                case 27: // B with a condition
                    b = (op >> 8) & 15;
                    if (b >= 14) break loop;
                    switch (b >> 1) {
                        case 0:
                            a = nz === 0 ? 1 : 0;
                            break;
                        case 1:
                            a = carry;
                            break;
                        case 2:
                            a = nz < 0 ? 1 : 0;
                            break;
                        case 3:
                            a = overflow ? 1 : 0;
                            break;
                        case 4:
                            a = carry && nz !== 0 ? 1 : 0;
                            break;
                        case 5:
                            a = nz < 0 === overflow ? 1 : 0;
                            break;
                        default:
                            a = nz < 0 === overflow && nz !== 0 ? 1 : 0;
                    }
                    if (a !== (b & 1)) {
                        next = pc + 4 + (((op & 0xff) << 24) >> 23);
                        cycles = 2;
                    }
                    break;
                case 28: // B
                    next = pc + 4 + (((op & 0x7ff) << 21) >> 20);
                    cycles = 2;
                    break;
                case 30: // BL, 32 bits
                {
                    const low = pc >>> 24 === 0x10 ? flash16[((pc + 2) & 0xffffff) >> 1] : ram16[(pc + 2 - RAM) >> 1];
                    if ((low & 0xd000) !== 0xd000) break loop;
                    const sign = (op >> 10) & 1;
                    const i1 = 1 ^ sign ^ ((low >> 13) & 1);
                    const i2 = 1 ^ sign ^ ((low >> 11) & 1);
                    const offset = ((sign ? 0xff : 0) << 24) | (i1 << 23) | (i2 << 22) | ((op & 0x3ff) << 12) | ((low & 0x7ff) << 1);
                    regs[14] = (pc + 4) | 1;
                    next = pc + 4 + offset;
                    cycles = 3;
                    break;
                }
                default:
                    break loop;
            }
            pc = next >>> 0;
            now += cycles * NANOS;
            left--;
        }
        regs[15] = pc;
        core.N = nz < 0;
        core.Z = nz === 0;
        core.C = carry === 1;
        core.V = overflow;
        core.cycles += (now - clock.nanosCounter) / NANOS;
        clock.tick(now - clock.nanosCounter);
        return steps - left;
    }

    return (until, steps, owner) => {
        while (steps > 0 && clock.nanosCounter < until && !owner.reset) {
            if (core.waiting) {
                const alarm = clock.nanosToNextAlarm || IDLE_NANOS;
                clock.tick(Math.max(1, Math.min(alarm, until - clock.nanosCounter)));
                continue;
            }
            if (!core.interruptsUpdated) {
                const alarm = clock.nextAlarm;
                steps -= common(alarm && alarm.nanos < until ? alarm.nanos : until, steps);
            }
            if (steps > 0 && !core.waiting && clock.nanosCounter < until) {
                clock.tick(core.executeInstruction() * NANOS);
                steps--;
            }
        }
    };
}
