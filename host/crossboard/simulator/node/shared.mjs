// What the two threads of a simulated board share: the serial line's buffers, switches, faults and lights. And what both kinds of
// board, simulated and emulated, are asked by the program that started them.
//
// The board's thread blocks in Atomics.wait whenever MicroPython waits; the main thread wakes it by `signal`.
// In the other direction the board's thread rings `onBell` (a message to the main thread), once until it is heard.
// Sizes are those of a Pico: 512 bytes of input and 256 of output are held on the board, the rest waits outside.

export const INPUT_SIZE = 512;
export const OUTPUT_SIZE = 256;

/** Bytes of output that may be on their way to the program that started the board. */
export const OUTPUT_WINDOW = 1024;

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
const AWAKE = 10; // 0.1 ms for which the board has looked at its buttons, or had nothing to look at
const RESTING = 11; // since when it waits for input, in 0.1 ms of a clock of both threads; 0 = it does not
const RESTS_FOR = 12; // and for how long at most
const RADIO = 13; // the first word of the radio's

/** Connections that the radio has at once, and bytes held for each, either way. */
export const SLOTS = 5; // lwIP's default
const RADIO_SIZE = 1024;

// The radio's words, from RADIO on.
const JOIN = 0; // 1 = the board wants to be in the network that it has named
const JOINED = 1; // 1 = it is
const LISTENING = 2; // 1 = it takes connections
const SLOT = 4; // then of each slot: its state, bytes ever put into and taken from input and output, and from which IPv4 address
const SLOT_WORDS = 6;
const WORDS = RADIO + SLOT + SLOTS * SLOT_WORDS;
const STATE = 0;
const ADDRESS = 5;
const FREE = 0;
const WAITING = 1; // to be accepted
const OPEN = 2;
const ENDED = 3; // the PC has hung up; what came before can still be read
const CLOSED = 4; // the board has

/** Longest pause (ms) between two looks at the buttons that is the board's doing; what is longer a busy PC has kept from it. */
const LONGEST_PAUSE = 20;

/** How a switch is broken; values of Shared.faults. */
export const FAULT_NONE = 0;
export const FAULT_OPEN = 1; // never closes: dead sensor
export const FAULT_CLOSED = 2; // never opens: stuck sensor
export const FAULT_NO_DIODE = 3; // its diode is bridged

/** What that program's lines ask of a board, by their `op` (board.mjs lists them). */
export const operations = {
    start: (board, { cutAt }) => board.start(cutAt ?? -1),
    cut: (board) => board.cut(),
    rx: (board, { data }) => board.receive(data),
    took: (board, { count }) => board.took(count),
    attach: (board, { on }) => board.attach(on),
    set: (board, { index, closed }) => board.shared.change("switches", index, closed ? 1 : 0),
    fault: (board, { index, kind }) => board.shared.change("faults", index, kind),
    wire: (board, { pin, cut }) => board.shared.change("cuts", pin, cut ? 1 : 0),
    radio: (board, message) => board.radio?.set(message), // an emulated board has none
    state: (board, { id }) => board.state(id),
};

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
        this.radio = new RadioMemory(this.words.subarray(RADIO), Array.from({ length: 2 * SLOTS }, () => area(RADIO_SIZE)));
        this.onBell = () => {};
        this.lookedAt = 0;
    }

    /** What a second thread's Shared is made from. `Memory` is ArrayBuffer where there is only one thread. */
    static allocate(switches, pins, lights, Memory = SharedArrayBuffer) {
        const size = WORDS * 4 + INPUT_SIZE + OUTPUT_SIZE + 2 * switches + pins + 3 * lights + 2 * SLOTS * RADIO_SIZE;
        return { buffer: new Memory(size), switches, pins, lights };
    }

    #get(word) {
        return Atomics.load(this.words, word);
    }

    /** Forgets what a board forgets when its power goes; switches, faults and wires stay. */
    powerDown() {
        for (const word of [IN_HEAD, IN_TAIL, OUT_HEAD, OUT_TAIL, BELL, WATCHDOG, RESTING]) Atomics.store(this.words, word, 0);
        this.lights.fill(0);
        this.radio.powerDown();
    }

    // Waking each other.

    signal() {
        this.#endRest();
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

    /** Blocks as `wait` does, for ms in which the board has nothing to look at: they count as its own time. */
    rest(ticket, ms) {
        Atomics.store(this.words, RESTS_FOR, Math.round(10 * ms));
        Atomics.store(this.words, RESTING, tenths() || 1);
        this.wait(ticket, ms);
        this.#endRest();
        this.lookedAt = performance.now();
    }

    /** Counts a rest that is over, on whichever thread says so first: from a signal on the board is late if it does not look. */
    #endRest() {
        const since = Atomics.exchange(this.words, RESTING, 0);
        if (since) Atomics.add(this.words, AWAKE, this.#rested(since));
    }

    #rested(since) {
        return Math.max(0, Math.min((tenths() - since) | 0, this.#get(RESTS_FOR)));
    }

    /** A square's switch, a sensor's fault or a wire is another from now on. */
    change(what, index, value) {
        this[what][index] = value;
        this.signal();
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

    // The board's own time.

    /** The board looks at a button, `now` in ms by any clock of its thread. */
    look(now) {
        const passed = now - this.lookedAt;
        const counted = Math.round(10 * Math.min(passed, LONGEST_PAUSE));
        this.lookedAt = passed > LONGEST_PAUSE ? now : this.lookedAt + counted / 10;
        Atomics.add(this.words, AWAKE, counted);
    }

    /** ms for which the board has looked at its buttons, or had nothing to look at. */
    get awakeMs() {
        for (;;) {
            const since = this.#get(RESTING);
            const awake = this.#get(AWAKE) + (since ? this.#rested(since) : 0);
            if (since === this.#get(RESTING)) return awake / 10;
        }
    }

    // Lights and watchdog.

    showLights() {
        Atomics.add(this.words, FRAMES, 1);
        this.ring();
    }

    get frames() {
        return this.#get(FRAMES);
    }

    feed(timeout) {
        Atomics.add(this.words, FED, 1);
        if (!timeout) return;
        Atomics.store(this.words, WATCHDOG, timeout);
        this.ring();
    }

    get watchdog() {
        return { timeout: this.#get(WATCHDOG), fed: this.#get(FED) };
    }
}

/** What both threads share of the radio: radio.mjs moves bytes between it and real connections. */
class RadioMemory {
    constructor(words, areas) {
        this.words = words;
        this.areas = areas; // input and output of each slot
    }

    powerDown() {
        for (let i = 0; i < SLOT + SLOTS * SLOT_WORDS; i++) Atomics.store(this.words, i, 0);
    }

    #get(word) {
        return Atomics.load(this.words, word);
    }

    #word(slot, word) {
        return SLOT + slot * SLOT_WORDS + word;
    }

    state(slot) {
        return this.#get(this.#word(slot, STATE));
    }

    #setState(slot, state) {
        Atomics.store(this.words, this.#word(slot, STATE), state);
    }

    // The main thread's.

    /** Whether the board has named this network. Names are compared by their sums: the shared memory holds no text. */
    wantsToJoin(wifi) {
        return this.#get(JOIN) === nameSum(`${wifi.ssid}\n${wifi.password}`);
    }

    setJoined(joined) {
        Atomics.store(this.words, JOINED, joined ? 1 : 0);
    }

    get listening() {
        return this.#get(LISTENING) === 1;
    }

    freeSlot() {
        for (let slot = 0; slot < SLOTS; slot++) if (this.state(slot) === FREE) return slot;
        return -1;
    }

    open(slot, address) {
        for (let word = 1; word < SLOT_WORDS; word++) Atomics.store(this.words, this.#word(slot, word), 0);
        const number = address.split(".").reduce((sum, part) => (sum << 8) | Number(part), 0);
        Atomics.store(this.words, this.#word(slot, ADDRESS), number);
        this.#setState(slot, WAITING);
    }

    put(slot, bytes) {
        return this.#put(slot, 0, bytes);
    }

    takeOutput(slot) {
        return this.#take(slot, 1, RADIO_SIZE);
    }

    /** The PC has hung up: who waits to be accepted waits on, as in a listening socket's backlog, and has ended then. */
    endInput(slot) {
        if (this.state(slot) === OPEN) this.#setState(slot, ENDED);
    }

    closedByBoard(slot) {
        return this.state(slot) === CLOSED;
    }

    free(slot) {
        this.#setState(slot, FREE);
    }

    // The board's thread's.

    join(name) {
        Atomics.store(this.words, JOIN, name === null ? 0 : nameSum(name));
    }

    get joined() {
        return this.#get(JOINED) === 1;
    }

    listen(on) {
        Atomics.store(this.words, LISTENING, on ? 1 : 0);
    }

    /** A slot that waits to be accepted, or -1. */
    waiting() {
        for (let slot = 0; slot < SLOTS; slot++) if (this.state(slot) === WAITING) return slot;
        return -1;
    }

    /** The address that it comes from. */
    accept(slot) {
        Atomics.compareExchange(this.words, this.#word(slot, STATE), WAITING, OPEN);
        const number = this.#get(this.#word(slot, ADDRESS));
        return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
    }

    /** So many bytes put into `bytes`; -1: none now, 0: the PC has hung up. */
    read(slot, bytes) {
        const found = this.#take(slot, 0, bytes.length);
        bytes.set(found);
        return found.length || (this.state(slot) === OPEN ? -1 : 0);
    }

    /** So many bytes taken; -1: no room now, -2: the PC has hung up. */
    write(slot, bytes) {
        if (this.state(slot) !== OPEN) return -2;
        return this.#put(slot, 1, bytes) || -1;
    }

    close(slot) {
        this.#setState(slot, CLOSED);
    }

    // Bytes: `way` 0 is to the board, 1 from it.

    #put(slot, way, bytes) {
        const [area, headWord] = [this.areas[2 * slot + way], this.#word(slot, 1 + 2 * way)];
        const head = this.#get(headWord);
        const count = Math.min(bytes.length, RADIO_SIZE - (head - this.#get(headWord + 1)));
        for (let i = 0; i < count; i++) area[(head + i) % RADIO_SIZE] = bytes[i];
        Atomics.store(this.words, headWord, head + count);
        return count;
    }

    #take(slot, way, most) {
        const [area, headWord] = [this.areas[2 * slot + way], this.#word(slot, 1 + 2 * way)];
        const tail = this.#get(headWord + 1);
        const count = Math.min(most, this.#get(headWord) - tail);
        const bytes = new Uint8Array(count);
        for (let i = 0; i < count; i++) bytes[i] = area[(tail + i) % RADIO_SIZE];
        Atomics.store(this.words, headWord + 1, tail + count);
        return bytes;
    }
}

/** A clock that both threads have, in 0.1 ms, modulo 2**32. */
function tenths() {
    return Number(BigInt.asIntN(32, process.hrtime.bigint() / 100000n));
}

/** FNV-1a of a text, never 0. */
function nameSum(name) {
    let sum = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(name)) sum = Math.imul(sum ^ byte, 0x01000193);
    return sum || 1;
}
