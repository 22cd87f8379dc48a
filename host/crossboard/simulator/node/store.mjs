// Where a simulated flash keeps what is committed: a folder of the PC, or nowhere for runs that leave nothing behind.

import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PART = ".part~";
const OWNERS = 0o600; // a game's secret kings are among the files: they are their owner's alone

/** A folder. A file is written beside the old one and put in its place, so that it is never half there. */
export class FolderStore {
    constructor(folder) {
        this.folder = folder;
    }

    /** Every [path, content] there is, folders before what is in them; a folder's content is null. */
    entries() {
        const found = [];
        mkdirSync(this.folder, { recursive: true });
        const visit = (folder) => {
            for (const name of readdirSync(join(this.folder, folder)).sort()) {
                const path = folder ? `${folder}/${name}` : name;
                const place = join(this.folder, path);
                if (name.endsWith(PART)) {
                    unlinkSync(place);
                } else if (statSync(place).isDirectory()) {
                    found.push([path, null]);
                    visit(path);
                } else {
                    chmodSync(place, OWNERS);
                    found.push([path, new Uint8Array(readFileSync(place))]);
                }
            }
        };
        visit("");
        return found;
    }

    write(path, bytes) {
        const place = join(this.folder, path);
        writeFileSync(place + PART, bytes, { mode: OWNERS });
        renameSync(place + PART, place);
    }

    mkdir(path) {
        mkdirSync(join(this.folder, path));
    }

    rename(from, to) {
        renameSync(join(this.folder, from), join(this.folder, to));
    }

    unlink(path) {
        unlinkSync(join(this.folder, path));
    }

    rmdir(path) {
        rmdirSync(join(this.folder, path));
    }
}

/** Holds `files` ({path: base64}) at the start and forgets what is done to them. */
export class MemoryStore {
    constructor(files) {
        this.files = files;
    }

    entries() {
        const found = new Map();
        for (const [path, content] of Object.entries(this.files)) {
            const parts = path.split("/");
            for (let i = 1; i < parts.length; i++) found.set(parts.slice(0, i).join("/"), null);
            found.set(path, new Uint8Array(Buffer.from(content, "base64")));
        }
        return [...found];
    }

    write() {}
    mkdir() {}
    rename() {}
    unlink() {}
    rmdir() {}
}
