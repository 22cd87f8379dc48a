// An emulated RP2040 (rp2040js, instruction by instruction) in the board's circuit, running MicroPython as it is published.
//
// Its boot ROM's calls are answered by bootrom.mjs, its flash is flash.mjs's, its pins are those of the simulated circuit
// (../node/circuit.mjs): rows and columns of switches with their diodes, buttons, and a chain of WS2812 lights whose bits are
// read off the pin by their length. Time is the chip's own and is kept to the PC's where the PC is fast enough.

import { Circuit, PIN_IN, PIN_OUT, PULL_DOWN, PULL_NONE, PULL_UP } from "../node/circuit.mjs";
import { Bootrom } from "./bootrom.mjs";
import { runner } from "./core.mjs";
import { answerCommands, PowerCut } from "./flash.mjs";
import { UsbHost } from "./usb.mjs";

const FLASH_START = 0x10000000;
const SSI = 0x18000;
const IO_QSPI = 0x40018;
const WATCHDOG = 0x40058;
const SELECT_CONTROL = 0x0c; // GPIO_QSPI_SS_CTRL, whose bits 8 and 9 override the flash chip's select pin
const FORCED_LOW = 2;

// The mailbox between the cores, in the SIO block.
const FIFO_STATUS = 0x50;
const FIFO_WRITE = 0x54;
const FIFO_READ = 0x58;
const FIFO_READY = 2;
const FIFO_VALID = 1;
const POWER = 0x40010; // the power-on state machine, which can hold a core in reset
const FORCE_OFF = 4;
const SECOND_CORE = 1 << 16;

// States of a pin as rp2040js names them.
const HIGH = 1;
const PULL_OF = [PULL_NONE, PULL_NONE, PULL_NONE, PULL_UP, PULL_DOWN, PULL_NONE];

// WS2812B data sheet: a 0 is high for 400 ns, a 1 for 800, both within 150; 50 us low end a frame.
const ZERO = 400;
const ONE = 800;
const TOLERANCE = 150;
const LATCH = 50000;

/** Reads the lights' bits off their pin, by the time of its edges in ns. */
class LightReader {
    constructor(wiring, shared, complain) {
        this.colours = wiring.lights.colours;
        this.shared = shared;
        this.complain = complain;
        this.bytes = new Uint8Array(3 * wiring.lights.count);
        this.rise = 0;
        this.fall = 0;
        this.high = false;
        this.bits = 0;
    }

    edge(high, now) {
        if (high === this.high) return;
        this.high = high;
        if (high) {
            this.latch(now);
            this.rise = now;
            return;
        }
        this.fall = now;
        const time = now - this.rise;
        const one = Math.abs(time - ONE) <= TOLERANCE;
        if (!one && Math.abs(time - ZERO) > TOLERANCE) {
            this.complain(`a light bit of ${Math.round(time)} ns is neither a 0 (${ZERO}) nor a 1 (${ONE})`);
        }
        const at = this.bits >> 3;
        if (at < this.bytes.length) this.bytes[at] = ((this.bytes[at] << 1) | (one ? 1 : 0)) & 0xff;
        this.bits++;
    }

    /** Ends the frame if the pin has been low long enough: the lights show it. */
    latch(now) {
        if (!this.bits || this.high || now - this.fall < LATCH) return;
        const out = this.shared.lights;
        const count = Math.min(this.bits >> 3, out.length);
        for (let i = 0; i + 2 < count; i += 3) {
            for (let j = 0; j < 3; j++) out[i + "rgb".indexOf(this.colours[j])] = this.bytes[i + j];
        }
        this.bits = 0;
        this.shared.showLights();
    }
}

/** The chip from one power-on or reset to the next. */
export class Chip {
    /**
     * `emulator`: the module rp2040js. `reset`: what a watchdog left behind ({reason, scratch}), null after power-on.
     * `hooks`: onData, onTaken of the USB host, and note(text).
     */
    constructor(emulator, options, shared, flash, reset, hooks) {
        const { wiring, id } = options;
        this.shared = shared;
        this.circuit = new Circuit(wiring, shared);
        this.notes = new Set();
        const chip = new emulator.RP2040();
        this.chip = chip;
        this.reset = null; // set when the chip has reset itself
        const complain = (text) => {
            if (this.notes.has(text)) return;
            this.notes.add(text);
            hooks.note(text);
        };
        chip.logger = { debug() {}, info() {}, warn() {}, error: (part, text) => complain(`${part}: ${text}`) };
        new Bootrom(chip, flash);
        chip.flash.set(flash.image);
        flash.onChange = (at, size) => chip.flash.set(flash.image.subarray(at, at + size), at);
        this.#watchdog(reset);
        this.#flashPort(Uint8Array.from(Buffer.from(id, "hex")));
        this.#pins(wiring, complain);
        this.host = new UsbHost(chip.usbCtrl, emulator.USBCDC, hooks);
        chip.core.PC = FLASH_START;
        this.run = runner(chip);
    }

    #watchdog(reset) {
        const watchdog = this.chip.peripherals[WATCHDOG];
        if (reset) {
            watchdog.reason = reset.reason;
            watchdog.scratchData.set(reset.scratch);
        }
        watchdog.onWatchdogTrigger = () => {
            this.reset = { reason: watchdog.reason, scratch: watchdog.scratchData };
        };
    }

    #flashPort(id) {
        const registers = new Map();
        const select = this.chip.peripherals[IO_QSPI];
        const forced = () => ((registers.get(SELECT_CONTROL) >> 8) & 3) === FORCED_LOW;
        const release = answerCommands(this.chip.peripherals[SSI], forced, id);
        select.readUint32 = (offset) => registers.get(offset) ?? 0;
        select.writeUint32 = (offset, value) => {
            registers.set(offset, value);
            if (offset === SELECT_CONTROL) release();
        };
    }

    #pins(wiring, complain) {
        const { chip, circuit, shared } = this;
        this.lights = new LightReader(wiring, shared, complain);
        circuit.reset();
        for (const pin of chip.gpio) {
            const set = (state) => {
                if (state > HIGH) circuit.setup(pin.index, PIN_IN, PULL_OF[state]);
                else {
                    circuit.out[pin.index] = state;
                    circuit.setup(pin.index, PIN_OUT, PULL_NONE);
                }
            };
            set(pin.value);
            pin.addListener(set);
        }
        const light = wiring.lights.pin;
        if (light >= 0) {
            chip.gpio[light].addListener((state) => {
                if (state <= HIGH && !shared.cuts[light]) this.lights.edge(state === HIGH, chip.clock.nanos);
            });
        }
        this.#secondCore();
        Object.defineProperty(chip, "gpioValues", {
            get: () => {
                let bits = circuit.readPort();
                for (const pin of chip.gpio) if (!pin.inputEnable) bits &= ~(1 << pin.index);
                return bits >>> 0;
            },
        });
    }

    /** The second core, which stays in its boot ROM: when it leaves its reset it puts a 0 into the mailbox, and it takes all. */
    #secondCore() {
        const { sio, peripherals } = this.chip;
        const read = sio.readUint32.bind(sio);
        const write = sio.writeUint32.bind(sio);
        let letters = 0;
        let held = false;
        sio.readUint32 = (offset) => {
            if (offset === FIFO_STATUS) return FIFO_READY | (letters ? FIFO_VALID : 0);
            if (offset !== FIFO_READ) return read(offset);
            letters = 0;
            return 0;
        };
        sio.writeUint32 = (offset, value) => {
            if (offset !== FIFO_STATUS && offset !== FIFO_WRITE) write(offset, value);
        };
        const power = peripherals[POWER];
        const set = power.writeUint32.bind(power);
        power.writeUint32 = (offset, value) => {
            set(offset, value);
            if (offset !== FORCE_OFF) return;
            const off = (value & SECOND_CORE) !== 0;
            if (held && !off) letters = 1;
            held = off;
        };
    }

    get nanos() {
        return this.chip.clock.nanos;
    }

    /**
     * Runs until the chip's time is `nanos`, or `steps` instructions are done, or it has reset itself; true if power is still on.
     */
    advance(nanos, steps) {
        try {
            this.run(nanos, steps, this);
        } catch (error) {
            if (error instanceof PowerCut) return false;
            throw error;
        }
        this.lights.latch(this.nanos);
        return true;
    }
}
