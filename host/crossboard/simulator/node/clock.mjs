// The board's time: milliseconds and microseconds since its power came on, and the date its clock shows.
//
// A clock also says how the board waits: the real one blocks the thread, a virtual one moves on at once.

/** Runs with the PC's clock. `start` is what ticks_ms starts from, so that its wrap at 2**30 can be met early. */
export class RealClock {
    static SHORT = 0.1;

    constructor(shared, start = 0) {
        this.shared = shared;
        this.start = start;
        this.zero = performance.now();
    }

    /** ms since power-up plus `start`, with fractions. */
    now() {
        return performance.now() - this.zero + this.start;
    }

    /** ms since 1970 by the PC. */
    date() {
        return Date.now();
    }

    /** Waits for a signal after `ticket`, at most until `now()` is `until`. */
    wait(ticket, until) {
        const left = until - this.now();
        // Threads are woken late by more than a few microseconds' sleep is worth.
        if (left < RealClock.SHORT) while (this.now() < until);
        else this.shared.wait(ticket, left);
    }
}

/**
 * Time that only passes when the board waits or asks for it. What the board computes takes no time, but asking again
 * and again moves the clock on, so that no loop waits for ever.
 */
export class VirtualClock {
    static PATIENCE = 200;

    constructor(start = 0, date = Date.UTC(2026, 0, 1)) {
        this.start = start;
        this.epoch = date - start;
        this.restart();
    }

    /** Back to the start, with nothing to come. */
    restart() {
        this.time = this.start;
        this.asked = 0;
        this.expect([]);
    }

    /** What is to come from now on: {at, act} in order of time; `act` is called when the clock comes by. */
    expect(events) {
        this.events = events;
        this.next = 0;
    }

    now() {
        if (++this.asked > VirtualClock.PATIENCE) this.advance(this.time + 1);
        return this.time;
    }

    date() {
        return this.epoch + this.time;
    }

    /** When the next event is due; Infinity when none is left. */
    get due() {
        return this.next < this.events.length ? this.events[this.next].at : Infinity;
    }

    /** Moves to `time`, letting happen what is due until then. */
    advance(time) {
        this.asked = 0;
        while (this.due <= time) {
            const event = this.events[this.next++];
            this.time = Math.max(this.time, event.at);
            event.act();
        }
        this.time = Math.max(this.time, time);
    }

    /** Waits for the next event, at most until `until`. */
    wait(_ticket, until) {
        const time = Math.min(this.due, until);
        if (time === Infinity) throw new Error("the board waits for something that never comes");
        this.advance(time);
    }
}
