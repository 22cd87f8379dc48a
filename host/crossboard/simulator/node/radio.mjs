// The radio of a simulated board with Wi-Fi: real TCP connections on this machine for the sockets of its MicroPython.
//
// Runs in the main thread; the board's thread sees it through shared memory (shared.mjs, `radio`). What can be wrong in the air:
// the access point is gone (nothing comes through, nobody is told, and later it goes on where it was), connections are reset,
// everything is slow and some of it is lost and sent again after a while, the board gets another address.

import { createServer } from "node:net";

const JOIN_MS = 100;
const LOOK_MS = 5;
const AGAIN_MS = 300; // after which TCP sends again what was lost
const QUEUE = 64; // connections for which the board has no slot yet; a real one's first packets are dropped, and sent again

class Connection {
    constructor(socket, slot) {
        this.socket = socket;
        this.slot = slot;
        this.input = []; // {at, bytes}: on the way to the board
        this.output = []; // on the way to the PC
        this.ended = false;
    }
}

export class Radio {
    /** `wifi`: ssid and password of the network there is; `say` tells the program that simulates. */
    constructor(shared, wifi, say) {
        this.shared = shared;
        this.wifi = wifi;
        this.say = say;
        this.on = true; // the access point
        this.delay = 0;
        this.loss = 0;
        this.joiningSince = 0;
        this.connections = new Set();
        this.queue = []; // the oldest first
        this.server = null;
        this.#move();
        setInterval(() => this.pump(), LOOK_MS).unref();
    }

    /** {on} {drop} {delay, loss} {move}: what is wrong from now on. */
    set({ on, drop, delay, loss, move }) {
        if (on !== undefined) this.on = on;
        if (delay !== undefined) this.delay = delay;
        if (loss !== undefined) this.loss = loss;
        if (drop) for (const one of this.connections) one.socket.resetAndDestroy();
        if (move) {
            this.connections.clear(); // they are for nobody now: silence at both ends
            this.#move();
        }
    }

    /** The board has lost its power: nobody tells the PC. */
    powerDown() {
        this.connections.clear();
        this.queue = [];
        this.joiningSince = 0;
    }

    #move() {
        this.server?.close();
        const server = createServer((socket) => this.#connect(socket));
        this.server = server;
        server.listen(0, "127.0.0.1", () => this.say({ address: server.address().port }));
    }

    #connect(socket) {
        socket.on("error", () => {});
        const { radio } = this.shared;
        if (!this.on || !radio.joined) return; // into the void
        if (!radio.listening || this.queue.length >= QUEUE) {
            socket.resetAndDestroy();
            return;
        }
        this.queue.push(socket);
        socket.on("close", () => (this.queue = this.queue.filter((one) => one !== socket)));
        this.#admit();
    }

    /** The next one waits to be accepted, if none does and there is a slot. */
    #admit() {
        const { radio } = this.shared;
        const slot = radio.waiting() < 0 ? radio.freeSlot() : -1;
        const socket = slot < 0 ? undefined : this.queue.shift();
        if (!socket) return;
        socket.setNoDelay(true);
        const made = new Connection(socket, slot);
        made.ended = socket.destroyed;
        this.connections.add(made);
        radio.open(slot, socket.remoteAddress ?? "127.0.0.1");
        socket.on("data", (bytes) => this.#queue(made.input, bytes));
        socket.on("close", () => (made.ended = true));
        socket.on("end", () => (made.ended = true));
    }

    #queue(queue, bytes) {
        const stall = Math.random() < this.loss ? AGAIN_MS : 0;
        const at = Math.max(Date.now() + this.delay + stall, queue.at(-1)?.at ?? 0);
        queue.push({ at, bytes: Uint8Array.from(bytes) });
    }

    /** Moves what is due. */
    pump() {
        const { radio } = this.shared;
        const now = Date.now();
        const wanted = this.on && radio.wantsToJoin(this.wifi);
        this.joiningSince = wanted ? this.joiningSince || now : 0;
        radio.setJoined(wanted && now - this.joiningSince >= JOIN_MS);
        if (!this.on) return;
        this.#admit();
        for (const one of this.connections) {
            this.#toBoard(one, now);
            this.#toPc(one, now);
        }
    }

    #toBoard(one, now) {
        const { radio } = this.shared;
        let moved = false;
        while (one.input.length && one.input[0].at <= now) {
            const { bytes } = one.input[0];
            const count = radio.put(one.slot, bytes);
            moved ||= count > 0;
            if (count < bytes.length) {
                one.input[0].bytes = bytes.subarray(count);
                break;
            }
            one.input.shift();
        }
        if (one.ended && !one.input.length) radio.endInput(one.slot);
        if (moved) this.shared.signal();
    }

    #toPc(one, now) {
        const { radio } = this.shared;
        const bytes = radio.takeOutput(one.slot);
        if (bytes.length) this.#queue(one.output, bytes);
        while (one.output.length && one.output[0].at <= now) one.socket.write(one.output.shift().bytes);
        if (radio.closedByBoard(one.slot) && !one.output.length) {
            one.socket.end();
            radio.free(one.slot);
            this.connections.delete(one);
        }
    }
}
