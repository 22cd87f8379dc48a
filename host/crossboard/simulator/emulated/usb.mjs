// The PC's end of the emulated chip's USB: finds the serial port (CDC) among what the chip offers, and moves its bytes.
//
// rp2040js's USBCDC asks for the descriptors and configures the chip. It would answer each of the chip's reads at once,
// with nothing if need be, and take all that the chip writes; a PC does neither, so both are done here: a read waits until
// there is something, and what the chip writes stays with it until a program on the PC takes it.

const OPEN = 3; // DTR and RTS
const CLOSED = 0;
const PACKET = 64;

export class UsbHost {
    /** `onData(bytes)` gets what the chip sends and returns how much it takes; `onTaken(count)`: the chip has taken so much. */
    constructor(usb, USBCDC, { onData, onTaken }) {
        this.usb = usb;
        this.onData = onData;
        this.onTaken = onTaken;
        this.cdc = new USBCDC(usb);
        this.input = [];
        this.wanted = 0; // bytes that the chip is ready to read
        this.output = [];
        this.held = false; // a packet of the chip's has not been taken
        this.attached = false;
        this.ready = false;
        this.line = CLOSED;
        this.busy = false; // a request about the line is on its way
        this.#lay();
    }

    #lay() {
        const { usb, cdc } = this;
        const enumerate = usb.onEndpointWrite;
        const transmitted = usb.indicateBufferReady.bind(usb);
        usb.indicateBufferReady = (endpoint, out) => {
            if (out || !this.ready || endpoint !== cdc.inEndpoint) transmitted(endpoint, out);
        };
        usb.onEndpointWrite = (endpoint, buffer) => {
            if (this.ready && endpoint === cdc.inEndpoint) {
                this.output.push(...buffer);
                this.held = true;
                this.drain();
            } else {
                enumerate(endpoint, buffer);
                if (this.ready && endpoint === 0 && this.busy) {
                    this.busy = false;
                    this.#setLine();
                }
            }
        };
        usb.onEndpointRead = (endpoint, size) => {
            if (endpoint !== cdc.outEndpoint) return;
            this.wanted = size;
            this.#feed();
        };
        this.transmitted = () => transmitted(cdc.inEndpoint, false);
        const request = cdc.cdcSetControlLineState.bind(cdc);
        this.request = request;
        // The last step of rp2040js's own: the chip is configured.
        cdc.cdcSetControlLineState = () => {
            cdc.initialized = true;
            this.ready = true;
            this.#setLine();
        };
    }

    /** A program on the PC has opened or closed the port. */
    attach(on) {
        this.attached = on;
        this.#setLine();
        this.drain();
    }

    #setLine() {
        const wanted = this.attached ? OPEN : CLOSED;
        if (!this.ready || this.busy || wanted === this.line) return;
        this.busy = true;
        this.line = wanted;
        this.request(wanted);
    }

    /** Bytes for the chip. */
    receive(bytes) {
        for (const byte of bytes) this.input.push(byte);
        this.#feed();
    }

    #feed() {
        if (!this.wanted || !this.input.length) return;
        const bytes = this.input.splice(0, Math.min(this.wanted, PACKET));
        this.wanted = 0;
        this.usb.endpointReadDone(this.cdc.outEndpoint, Uint8Array.from(bytes));
        this.onTaken(bytes.length);
    }

    /** Gives the PC what it takes. */
    drain() {
        if (!this.attached) return;
        if (this.output.length) this.output.splice(0, this.onData(this.output));
        if (this.held && !this.output.length) {
            this.held = false;
            this.transmitted();
        }
    }
}
