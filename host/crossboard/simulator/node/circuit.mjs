// The board's circuit, as its pins see it: a matrix of switches, buttons to ground, a chain of WS2812 lights.
//
// Electrical model: every pin is driven low, driven high, or an input with or without a pull. A closed switch joins its
// row and column; its diode lets current flow from column to row only, and where there is none the current also finds
// the ways round through other closed switches, which is ghosting. An input reads 0 when current can flow from it to
// something driven low, else 1 when something driven high reaches it, else what its pull says (0 without one).

import { FAULT_CLOSED, FAULT_NO_DIODE, FAULT_OPEN } from "./shared.mjs";

export const PIN_IN = 0;
export const PIN_OUT = 1;
export const PIN_OPEN_DRAIN = 2;
export const PULL_NONE = 0;
export const PULL_UP = 1;
export const PULL_DOWN = 2;

const LOW = 0;
const HIGH = 1;
const LOOSE = 2; // not driven

// WS2812B data sheet: high and low times of a 0 and a 1 in ns, each within 150; a low may last up to a reset (50 us).
const WS2812 = { zeroHigh: 400, zeroLow: 850, oneHigh: 800, oneLow: 450, tolerance: 150, reset: 50000 };

/**
 * `wiring` as Wiring.described of wiring.py gives it. A matrix's switch has the number row * columns.length + column; switches
 * under chips are numbered as the chips' inputs; the buttons' numbers follow.
 */
export class Circuit {
    constructor(wiring, shared) {
        this.wiring = wiring;
        this.shared = shared;
        this.columns = wiring.columns.length;
        this.complaint = "";
        this.onTone = () => {}; // the buzzer is driven with so many Hz, and a duty cycle of 0 to 65535
        this.onScreen = () => {}; // the screen shows something else from now on: its bytes, or null where it is dark
        this.screen = new Uint8Array(1024);
        const pins = shared.cuts.length;
        this.rowOf = new Int16Array(pins).fill(-1);
        this.columnOf = new Int16Array(pins).fill(-1);
        this.buttonOf = new Int16Array(pins).fill(-1);
        wiring.rows.forEach((pin, row) => (this.rowOf[pin] = row));
        wiring.columns.forEach((pin, column) => (this.columnOf[pin] = column));
        wiring.buttons.forEach((pin, i) => (this.buttonOf[pin] = wiring.sensors + i));
        this.mode = new Uint8Array(pins);
        this.pull = new Uint8Array(pins);
        this.out = new Uint8Array(pins);
        this.seenRows = new Uint8Array(wiring.rows.length);
        this.seenColumns = new Uint8Array(this.columns);
        this.matrixPins = [...wiring.rows, ...wiring.columns];
        // Rows whose pins are low right now: the usual scan drives one, and then no search is needed.
        this.lowRows = [];
        this.high = false; // whether the pin of a row or column is high
        this.around = true; // whether current finds ways round: a diode is missing
    }

    /** All pins as after a reset. */
    reset() {
        this.mode.fill(PIN_IN);
        this.pull.fill(PULL_NONE);
        this.out.fill(0);
        this.lowRows = [];
        this.high = false;
    }

    setup(pin, mode, pull) {
        this.mode[pin] = mode;
        this.pull[pin] = pull;
        this.#driven(pin);
    }

    write(pin, value) {
        this.out[pin] = value;
        this.#driven(pin);
    }

    #driven(pin) {
        const row = this.rowOf[pin];
        if (row < 0 && this.columnOf[pin] < 0) return;
        this.high = this.matrixPins.some((other) => this.drive(other) === HIGH);
        if (row < 0) return;
        this.lowRows = [];
        for (let other = 0; other < this.seenRows.length; other++) {
            if (this.drive(this.wiring.rows[other]) === LOW) this.lowRows.push(other);
        }
    }

    /** What the pin itself does to its wire. */
    drive(pin) {
        if (this.mode[pin] === PIN_OUT) return this.out[pin];
        return this.mode[pin] === PIN_OPEN_DRAIN && !this.out[pin] ? LOW : LOOSE;
    }

    #rowDrive(row) {
        const pin = this.wiring.rows[row];
        return this.shared.cuts[pin] ? LOOSE : this.drive(pin);
    }

    #columnDrive(column) {
        const pin = this.wiring.columns[column];
        return this.shared.cuts[pin] ? LOOSE : this.drive(pin);
    }

    #closed(index) {
        const fault = this.shared.faults[index];
        return fault === FAULT_CLOSED || (this.shared.switches[index] === 1 && fault !== FAULT_OPEN);
    }

    #bothWays(index) {
        return !this.wiring.diodes || this.shared.faults[index] === FAULT_NO_DIODE;
    }

    isButton(pin) {
        return this.buttonOf[pin] >= 0;
    }

    /** 0 or 1 as the pin reads it. */
    read(pin) {
        this.#lookForWaysRound();
        return this.#read(pin);
    }

    #lookForWaysRound() {
        this.around = !this.wiring.diodes || this.shared.faults.includes(FAULT_NO_DIODE);
    }

    #read(pin) {
        const driven = this.drive(pin);
        if (driven !== LOOSE) return driven;
        const rest = this.pull[pin] === PULL_UP ? HIGH : LOW;
        if (this.shared.cuts[pin]) return rest;
        const button = this.buttonOf[pin];
        if (button >= 0 && this.#closed(button)) return LOW;
        const column = this.columnOf[pin];
        const row = this.rowOf[pin];
        if (column < 0 && row < 0) return rest;
        this.seenRows.fill(0);
        this.seenColumns.fill(0);
        if (column >= 0 ? this.#columnSinks(column) : this.#rowSinks(row)) return LOW;
        if (rest === HIGH || !this.high) return rest;
        this.seenRows.fill(0);
        this.seenColumns.fill(0);
        return (column >= 0 ? this.#columnFed(column) : this.#rowFed(row)) ? HIGH : LOW;
    }

    /** Can current flow from this column to something driven low? */
    #columnSinks(column) {
        this.seenColumns[column] = 1;
        if (this.#columnDrive(column) === LOW) return true;
        for (const row of this.lowRows) {
            if (this.#closed(row * this.columns + column) && this.#rowDrive(row) === LOW) return true;
        }
        if (!this.around) return false;
        for (let row = 0; row < this.seenRows.length; row++) {
            if (!this.seenRows[row] && this.#closed(row * this.columns + column) && this.#rowSinks(row)) return true;
        }
        return false;
    }

    #rowSinks(row) {
        this.seenRows[row] = 1;
        if (this.#rowDrive(row) === LOW) return true;
        if (!this.around) return false;
        for (let column = 0; column < this.columns; column++) {
            const index = row * this.columns + column;
            if (this.seenColumns[column] || !this.#closed(index) || !this.#bothWays(index)) continue;
            if (this.#columnSinks(column)) return true;
        }
        return false;
    }

    /** Can current flow to this column from something driven high? Only against the diodes' direction. */
    #columnFed(column) {
        this.seenColumns[column] = 1;
        if (this.#columnDrive(column) === HIGH) return true;
        if (!this.around) return false;
        for (let row = 0; row < this.seenRows.length; row++) {
            const index = row * this.columns + column;
            if (this.seenRows[row] || !this.#closed(index) || !this.#bothWays(index)) continue;
            if (this.#rowFed(row)) return true;
        }
        return false;
    }

    #rowFed(row) {
        this.seenRows[row] = 1;
        if (this.#rowDrive(row) === HIGH) return true;
        for (let column = 0; column < this.columns; column++) {
            if (this.seenColumns[column] || !this.#closed(row * this.columns + column)) continue;
            if (this.#columnFed(column)) return true;
        }
        return false;
    }

    /** Eight switches from `first` on as bits, 1 = closed: what a chip's inputs see. */
    switchBits(first) {
        let bits = 0;
        for (let i = 0; i < 8 && first + i < this.wiring.sensors; i++) if (this.#closed(first + i)) bits |= 1 << i;
        return bits;
    }

    /** A light that a chip drives. */
    light(index, red, green, blue) {
        this.shared.lights.set([red, green, blue], 3 * index);
    }

    /** Eight pixels of the screen, above one another; at -1 all of them are shown, or none if `byte` is 0. */
    draw(at, byte) {
        if (at < 0) this.onScreen(byte ? this.screen : null);
        else this.screen[at] = byte;
    }

    /** The Pico's pins at once, bit n = pin n. */
    readPort() {
        this.#lookForWaysRound();
        let bits = 0;
        for (let pin = 0; pin < 30; pin++) if (this.#read(pin)) bits |= 1 << pin;
        return bits;
    }

    /** machine.bitstream with the four times in ns: the bytes reach the lights if they hang on that pin. */
    bitstream(pin, zeroHigh, zeroLow, oneHigh, oneLow, bytes) {
        const { lights } = this.wiring;
        if (lights.pin !== pin || this.mode[pin] !== PIN_OUT || this.shared.cuts[pin]) return;
        const near = (time, right) => Math.abs(time - right) <= WS2812.tolerance;
        const rest = (time, right) => time >= right - WS2812.tolerance && time < WS2812.reset;
        const good =
            near(zeroHigh, WS2812.zeroHigh) && near(oneHigh, WS2812.oneHigh) &&
            rest(zeroLow, WS2812.zeroLow) && rest(oneLow, WS2812.oneLow);
        if (!good) {
            this.complaint = `bit times ${zeroHigh}, ${zeroLow}, ${oneHigh}, ${oneLow} ns are not a WS2812's`;
            return;
        }
        const out = this.shared.lights;
        for (let i = 0; i + 2 < bytes.length && i + 2 < out.length; i += 3) {
            for (let j = 0; j < 3; j++) out[i + 'rgb'.indexOf(lights.colours[j])] = bytes[i + j];
        }
        this.shared.showLights();
    }
}
