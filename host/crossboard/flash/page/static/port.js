// The board's serial port as Python reads and writes it (in_browser/protocol_usb.py): what arrives is collected until it is taken.
// A board that is unplugged and plugged in again is the same port here; no other port takes its place.

const FULL = 4096;  // bytes under way, with which a port takes no more for now

export class Port {
  #port; #ids; #open = false; #reader = null; #writer = null; #listening = null; #chunks = []; #sending = 0; #waiting = new Set();

  constructor(serial, port) {
    this.lost = false;
    this.#port = port;
    this.#ids = idsOf(port);
    this.name = `usb://${this.#ids}`;
    serial.addEventListener("disconnect", (event) => { if (event.target === this.#port) this.#lose(); });
    serial.addEventListener("connect", (event) => {
      if (!this.lost || idsOf(event.target) !== this.#ids) return;
      this.#port = event.target;
      this.lost = false;
    });
  }

  async open(baudRate) {
    if (this.lost) throw new Error("unplugged");
    await this.#port.open({ baudRate, bufferSize: 16384 });
    this.#chunks = [];
    this.#sending = 0;
    this.#open = true;
    await this.signal(true, true);
    this.#writer = this.#port.writable.getWriter();
    this.#listening = this.#listen();
  }

  async close() {
    this.#open = false;
    await this.#reader?.cancel().catch(() => {});
    await this.#listening;
    if (this.#sending) await this.#writer.abort().catch(() => {});
    this.#writer?.releaseLock();
    this.#writer = null;
    await this.#port.close().catch(() => {});
  }

  // A board on USB sends nothing to a PC that does not say that it is there.
  signal(dataTerminalReady, requestToSend) {
    return this.#port.setSignals({ dataTerminalReady, requestToSend }).catch(() => {});
  }

  async #listen() {
    while (this.#open && this.#port.readable) {  // a new stream takes the place of one that had a fault, as long as the port is there
      this.#reader = this.#port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await this.#reader.read();
          if (done) break;
          this.#chunks.push(value);
          this.#wake();
        }
      } catch { /* it is seen by what `readable` is now */ }
      this.#reader.releaseLock();
      this.#reader = null;
    }
    if (this.#open) this.#lose();
  }

  #lose() {
    this.lost = true;
    this.#wake();
  }

  #wake() { for (const wake of [...this.#waiting]) wake(); }

  // Resolves when `true` holds, the port is lost, or after so many ms; gives whether it holds.
  #until(holds, ms) {
    return new Promise((resolve) => {
      const look = (late) => {
        if (!holds() && !this.lost && !late) return;
        this.#waiting.delete(wake);
        clearTimeout(timer);
        resolve(holds());
      };
      const wake = () => look(false);
      const timer = setTimeout(() => look(true), ms);
      this.#waiting.add(wake);
      wake();
    });
  }

  arrival(ms) { return this.#until(() => this.#chunks.length > 0, ms); }

  sent(ms) { return this.#until(() => this.#sending === 0, ms); }

  take() {
    const chunks = this.#chunks;
    this.#chunks = [];
    const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) { all.set(chunk, at); at += chunk.length; }
    return all;
  }

  get room() { return this.#sending < FULL; }

  send(data) {
    const bytes = new Uint8Array(data.toJs ? data.toJs() : data);
    this.#sending += bytes.length;
    this.#writer.write(bytes).then(() => { this.#sending -= bytes.length; this.#wake(); }, () => this.#lose());
  }
}

function idsOf(port) {
  const { usbVendorId = 0, usbProductId = 0 } = port.getInfo();
  return [usbVendorId, usbProductId].map((id) => id.toString(16).padStart(4, "0")).join(":");
}
