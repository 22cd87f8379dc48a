// What the two threads of a simulated board share: the serial line's buffers, switches, faults and lights.
//
// The board's thread blocks in Atomics.wait whenever MicroPython waits; the main thread wakes it by `signal`.
// In the other direction the board's thread rings `onBell` (a message to the main thread), once until it is heard.
// Sizes are those of a Pico: 512 bytes of input and 256 of output are held on the board, the rest waits outside.

export const INPUT_SIZE = 512;
export const OUTPUT_SIZE = 256;

// Words at the start of the shared memory.
const SIGNAL = 0; // counts wake-ups
const IN_HEAD = 1; // bytes ever put into, taken from the input; main thread puts
const IN_TAIL = 2;
const OUT_HEAD = 3; // the same for the output; the board's thread puts
const OUT_TAIL = 4;
const ATTACHED = 5; // 1 = a program on the PC has the port open
const BELL = 6; // 1 = the main thread has been called
const FRAMES = 7; // light frames shown so far
const WATCHDOG = 8; // ms until the watchdog bites, 0 = off; the main thread counts
const FED = 9; // counts feedings
const WORDS = 16;

/** How a switch is broken; values of Shared.faults. */
export const FAULT_NONE = 0;
export const FAULT_OPEN = 1; // never closes: dead sensor
export const FAULT_CLOSED = 2; // never opens: stuck sensor
export const FAULT_NO_DIODE = 3; // its diode is bridged

export class Shared {
    /** `buffer` comes from Shared.allocate, on either thread. */
    constructor({ buffer, switches, pins, lights }) {
        const area = (size) => {
            const view = new Uint8Array(buffer, this.used, size);
            this.used += size;
            return view;
        };
        this.layout = { buffer, switches, pins, lights };
        this.words = new Int32Array(buffer, 0, WORDS);
        this.used = WORDS * 4;
        this.input = area(INPUT_SIZE);
        this.output = area(OUTPUT_SIZE);
        this.switches = area(switches); // 1 = closed by what stands on the square, or by a finger
        this.faults = area(switches);
        this.cuts = area(pins); // 1 = the wire at that pin is cut
        this.lights = area(3 * lights); // red, green, blue of each light
        this.onBell = () => {};
    }

    /** What a second thread's Shared is made from. `Memory` is ArrayBuffer where there is only one thread. */
    static allocate(switches, pins, lights, Memory = SharedArrayBuffer) {
        const size = WORDS * 4 + INPUT_SIZE + OUTPUT_SIZE + 2 * switches + pins + 3 * lights;
        return { buffer: new Memory(size), switches, pins, lights };
    }

    #get(word) {
        return Atomics.load(this.words, word);
    }

    /** Forgets what a board forgets when its power goes; switches, faults and wires stay. */
    powerDown() {
        for (const word of [IN_HEAD, IN_TAIL, OUT_HEAD, OUT_TAIL, BELL, WATCHDOG]) Atomics.store(this.words, word, 0);
        this.lights.fill(0);
    }

    // Waking each other.

    signal() {
        Atomics.add(this.words, SIGNAL, 1);
        Atomics.notify(this.words, SIGNAL);
    }

    /** A number to give to `wait`: taken before looking at whatever is waited for. */
    ticket() {
        return this.#get(SIGNAL);
    }

    /** Blocks until something was signalled after `ticket`, or for so many ms. */
    wait(ticket, ms = Infinity) {
        Atomics.wait(this.words, SIGNAL, ticket, ms);
    }

    ring() {
        if (Atomics.exchange(this.words, BELL, 1) === 0) this.onBell();
    }

    heard() {
        Atomics.store(this.words, BELL, 0);
    }

    // Input: from the PC to the board.

    get inputLength() {
        return this.#get(IN_HEAD) - this.#get(IN_TAIL);
    }

    get inputRoom() {
        return INPUT_SIZE - this.inputLength;
    }

    putInput(bytes) {
        let head = this.#get(IN_HEAD);
        for (const byte of bytes) this.input[head++ % INPUT_SIZE] = byte;
        Atomics.store(this.words, IN_HEAD, head);
        this.signal();
    }

    /** The next byte, or -1. */
    takeInput() {
        const tail = this.#get(IN_TAIL);
        if (tail === this.#get(IN_HEAD)) return -1;
        const byte = this.input[tail % INPUT_SIZE];
        Atomics.store(this.words, IN_TAIL, tail + 1);
        this.ring();
        return byte;
    }

    /** The byte at `ahead` without taking it, or -1. */
    peekInput(ahead = 0) {
        return ahead < this.inputLength ? this.input[(this.#get(IN_TAIL) + ahead) % INPUT_SIZE] : -1;
    }

    /** Drops all input, as an interrupt does. */
    clearInput() {
        Atomics.store(this.words, IN_TAIL, this.#get(IN_HEAD));
    }

    // Output: from the board to the PC.

    get attached() {
        return this.#get(ATTACHED) === 1;
    }

    /** A program has opened or closed the port; what a closed port had not taken is dropped, as USB does. */
    attach(on) {
        if (!on) Atomics.store(this.words, OUT_TAIL, this.#get(OUT_HEAD));
        Atomics.store(this.words, ATTACHED, on ? 1 : 0);
        this.signal();
    }

    get outputRoom() {
        return OUTPUT_SIZE - (this.#get(OUT_HEAD) - this.#get(OUT_TAIL));
    }

    /** Puts what there is room for and gives how much. With nobody at the port the oldest output makes room. */
    putOutput(bytes) {
        if (!this.attached) {
            const lack = Math.min(bytes.length, OUTPUT_SIZE) - this.outputRoom;
            if (lack > 0) Atomics.add(this.words, OUT_TAIL, lack);
            bytes = bytes.subarray(Math.max(0, bytes.length - OUTPUT_SIZE));
        }
        const count = Math.min(bytes.length, this.outputRoom);
        let head = this.#get(OUT_HEAD);
        for (let i = 0; i < count; i++) this.output[head++ % OUTPUT_SIZE] = bytes[i];
        Atomics.store(this.words, OUT_HEAD, head);
        this.ring();
        return count;
    }

    /** Takes at most `most` bytes of output. */
    takeOutput(most) {
        const tail = this.#get(OUT_TAIL);
        const count = Math.min(most, this.#get(OUT_HEAD) - tail);
        const bytes = new Uint8Array(count);
        for (let i = 0; i < count; i++) bytes[i] = this.output[(tail + i) % OUTPUT_SIZE];
        Atomics.store(this.words, OUT_TAIL, tail + count);
        if (count) this.signal();
        return bytes;
    }

    // Lights and watchdog.

    showLights() {
        Atomics.add(this.words, FRAMES, 1);
    }

    get frames() {
        return this.#get(FRAMES);
    }

    feed(timeout) {
        if (timeout) Atomics.store(this.words, WATCHDOG, timeout);
        Atomics.add(this.words, FED, 1);
    }

    get watchdog() {
        return { timeout: this.#get(WATCHDOG), fed: this.#get(FED) };
    }
}
