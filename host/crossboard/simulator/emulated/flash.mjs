// The flash chip of the emulated board: an image in a file that every erasure and programming reaches at once, and the few
// commands that the firmware sends it by itself over the chip's serial interface (SSI).

import { createHash } from "node:crypto";
import { existsSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";

export const FLASH_SIZE = 2 << 20; // a Pico's

const UF2 = { block: 512, magic: [0x0a324655, 0x9e5d5157], end: 0x0ab16f30, header: 32, most: 476, family: 0xe48bff56, familyFlag: 0x2000 };
const FLASH_BASE = 0x10000000;

/** What a UF2 file puts where into an RP2040's flash, as [offset, bytes]; an Error names what is wrong with the file. */
export function readUf2(path) {
    const file = readFileSync(path);
    const blocks = [];
    let all = 0;
    if (!file.length || file.length % UF2.block) throw new Error(`${path} is not a UF2 file`);
    for (let at = 0; at < file.length; at += UF2.block) {
        const word = (i) => file.readUInt32LE(at + 4 * i);
        if (word(0) !== UF2.magic[0] || word(1) !== UF2.magic[1] || file.readUInt32LE(at + UF2.block - 4) !== UF2.end) {
            throw new Error(`${path} is not a UF2 file`);
        }
        if (word(2) & UF2.familyFlag && word(7) !== UF2.family) {
            throw new Error(`${path} is for another chip than the RP2040; take the file for RPI_PICO or RPI_PICO_W`);
        }
        const to = word(3) - FLASH_BASE;
        const size = word(4);
        if (to < 0 || size > UF2.most || to + size > FLASH_SIZE) throw new Error(`${path} does not fit into a Pico's flash`);
        all = Math.max(all, word(6));
        blocks.push([to, file.subarray(at + UF2.header, at + UF2.header + size)]);
    }
    if (blocks.length < all) throw new Error(`${path} is incomplete: ${blocks.length} of ${all} blocks`);
    return blocks;
}

export class PowerCut extends Error {}

export class FlashChip {
    /**
     * `path`: the image's file. The content of the UF2 file is put into it, as when it is dropped on a Pico's drive: what it does
     * not write stays. A file that was the last to be dropped (its hash lies beside the image) is not dropped again. `cutAt`: the
     * power goes in the middle of the change to the flash that comes after so many, -1 = it does not.
     */
    constructor(path, uf2) {
        this.image = new Uint8Array(FLASH_SIZE).fill(0xff);
        this.cutAt = -1;
        this.changes = 0;
        const blocks = readUf2(uf2);
        const fresh = !existsSync(path);
        this.file = openSync(path, fresh ? "wx+" : "r+");
        if (!fresh && readSync(this.file, this.image, 0, FLASH_SIZE, 0) !== FLASH_SIZE) {
            throw new Error(`${path} is not a flash image of ${FLASH_SIZE} bytes`);
        }
        const dropped = createHash("sha256").update(readFileSync(uf2)).digest("hex");
        const last = `${path}.dropped`;
        if (!fresh && existsSync(last) && readFileSync(last, "utf8") === dropped) return;
        for (const [at, bytes] of blocks) this.image.set(bytes, at);
        writeSync(this.file, this.image, 0, FLASH_SIZE, 0);
        writeFileSync(last, dropped);
    }

    erase(at, size) {
        this.#change(at, size, () => 0xff);
    }

    program(at, bytes) {
        this.#change(at, bytes.length, (i) => this.image[at + i] & bytes[i]);
    }

    #change(at, size, byte) {
        if (at + size > FLASH_SIZE) throw new Error("the firmware wrote beyond the end of the flash");
        const cut = this.changes === this.cutAt;
        this.changes++;
        const done = cut ? size >> 1 : size;
        for (let i = 0; i < done; i++) this.image[at + i] = byte(i);
        writeSync(this.file, this.image, at, done, at);
        this.onChange(at, done);
        if (cut) throw new PowerCut();
    }

    onChange() {}
}

// Registers of the SSI (RP2040 datasheet, 4.10.13) that matter to commands, and the commands (W25Q16JV datasheet).
const SSIENR = 0x08;
const SR = 0x28;
const DR0 = 0x60;
const READY = 0x06; // the transmit FIFO is empty and not full
const HAS_DATA = 0x08;
const READ_STATUS_2 = 0x35;
const READ_ID = 0x4b;
const JEDEC_ID = 0x9f;
const ID_FROM = 5; // bytes until the answer begins
const QUAD_ENABLED = 0x02;

/** Puts the flash chip's answers in place of rp2040js's SSI data register; `id`: the 8 bytes of its unique number. */
export function answerCommands(ssi, selected, id) {
    const read = ssi.readUint32.bind(ssi);
    const write = ssi.writeUint32.bind(ssi);
    let sent = [];
    const answers = [];
    const answer = () => {
        const at = sent.length - 1;
        if (sent[0] === READ_STATUS_2 && at) return QUAD_ENABLED;
        if (sent[0] === READ_ID) return id[at - ID_FROM] ?? 0;
        if (sent[0] === JEDEC_ID) return [0, 0xef, 0x40, 0x15][at] ?? 0;
        return 0;
    };
    ssi.readUint32 = (offset) => {
        if (offset === SR) return READY | (answers.length ? HAS_DATA : 0);
        if (offset !== DR0) return read(offset);
        const found = answers.shift() ?? 0;
        if (!answers.length && !selected()) sent = [];
        return found;
    };
    ssi.writeUint32 = (offset, value) => {
        if (offset === SSIENR) {
            sent = [];
            answers.length = 0;
        }
        if (offset !== DR0) {
            write(offset, value);
            return;
        }
        sent.push(value);
        answers.push(answer());
    };
    return () => (sent = []);
}
