// The board's flash: files that behave as littlefs makes them behave on a Pico.
//
// What a program writes is on flash once the file is flushed or closed, not before, and a flush replaces the whole old
// content at once: a power cut at any moment leaves each file as it was at its last flush. Creating, renaming and
// removing count at once. A store (store.mjs) keeps what is committed; it is read when the board starts.

const BLOCK = 4096;
const FOLDER = 0o40777;
const FILE = 0o100666;

// Emscripten's own error numbers.
const ENOENT = 44;
const EINVAL = 28;
const ENOSPC = 51;
const ENOTEMPTY = 55;
const EISDIR = 31;
const ENOTDIR = 54;

const EMPTY = new Uint8Array(0);

/** A filesystem for Emscripten's FS.mount, kept in `store`; `capacity` is in bytes. */
export class Flash {
    constructor(FS, store, capacity) {
        this.FS = FS;
        this.store = store;
        this.blocks = Math.floor(capacity / BLOCK);
        this.streams = new Set();
        // Called before every change with how many there were since the start: where a test may cut the power.
        this.onChange = () => {};
        this.changes = 0;
        this.node_ops = this.#nodeOps();
        this.stream_ops = this.#streamOps();
    }

    /** Mounts the flash at `place`. */
    attach(place) {
        this.FS.mkdirTree(place);
        this.FS.mount({ mount: () => this.#load() }, {}, place);
        // What was there before belongs to the mount too, or nothing could be renamed from one folder to another.
        const settle = (node) => {
            node.mount = this.root.mount;
            if (node.children) for (const child of node.children.values()) settle(child);
        };
        settle(this.root);
    }

    /** As a soft reset does: what is still open for writing is flushed and closed. */
    closeAll() {
        for (const stream of [...this.streams]) this.#commit(stream);
        this.streams.clear();
    }

    #load() {
        this.root = this.#node(null, "/", FOLDER, "");
        const folders = new Map([["", this.root]]);
        for (const [path, bytes] of this.store.entries()) {
            const cut = path.lastIndexOf("/");
            const parent = folders.get(path.slice(0, Math.max(0, cut)));
            const node = this.#node(parent, path.slice(cut + 1), bytes ? FILE : FOLDER, path);
            if (bytes) node.bytes = bytes;
            else folders.set(path, node);
        }
        return this.root;
    }

    #node(parent, name, mode, path) {
        const node = this.FS.createNode(parent, name, mode, 0);
        node.node_ops = this.node_ops;
        node.stream_ops = this.stream_ops;
        node.path = path;
        node.time = Date.now();
        if (this.FS.isDir(mode)) node.children = new Map();
        else node.bytes = EMPTY;
        if (parent) parent.children.set(name, node);
        return node;
    }

    #fail(number) {
        throw new this.FS.ErrnoError(number);
    }

    #used(node) {
        if (node.bytes) return Math.max(1, Math.ceil(node.bytes.length / BLOCK));
        let blocks = 2;
        for (const child of node.children.values()) blocks += this.#used(child);
        return blocks;
    }

    #free() {
        return this.blocks - this.#used(this.root);
    }

    #operate() {
        this.onChange(this.changes++);
    }

    #commit(stream) {
        if (!stream.changed) return;
        stream.changed = false;
        if (stream.node.gone) return;
        const { node } = stream;
        this.#operate();
        node.bytes = stream.draft.slice(0, stream.size);
        stream.draft = node.bytes;
        node.time = Date.now();
        this.store.write(node.path, node.bytes);
    }

    #moved(node, path) {
        node.path = path;
        if (node.children) for (const [name, child] of node.children) this.#moved(child, `${path}/${name}`);
    }

    #nodeOps() {
        const { FS } = this;
        return {
            getattr: (node) => {
                const size = node.bytes ? node.bytes.length : 0;
                const time = new Date(node.time);
                return {
                    dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
                    atime: time, mtime: time, ctime: time, blksize: BLOCK, blocks: Math.ceil(size / BLOCK),
                };
            },
            setattr: (node, change) => {
                // open(…, "w") comes as a change of size: old content stays on flash until the first flush.
                if (change.size !== undefined) node.cut = true;
            },
            lookup: (parent, name) => parent.children.get(name) ?? this.#fail(ENOENT),
            mknod: (parent, name, mode) => {
                if (this.#free() < (FS.isDir(mode) ? 2 : 1)) this.#fail(ENOSPC);
                this.#operate();
                const path = parent.path ? `${parent.path}/${name}` : name;
                if (FS.isDir(mode)) this.store.mkdir(path);
                else this.store.write(path, EMPTY);
                return this.#node(parent, name, mode, path);
            },
            rename: (node, folder, name) => {
                const path = folder.path ? `${folder.path}/${name}` : name;
                const old = folder.children.get(name);
                if (old && old.children && !node.children) this.#fail(EISDIR);
                if (old && !old.children && node.children) this.#fail(ENOTDIR);
                if (old && old.children && old.children.size) this.#fail(ENOTEMPTY);
                this.#operate();
                this.store.rename(node.path, path);
                if (old) {
                    old.gone = true;
                    FS.hashRemoveNode(old);
                }
                node.parent.children.delete(node.name);
                folder.children.set(name, node);
                node.name = name;
                this.#moved(node, path);
            },
            unlink: (parent, name) => {
                const node = parent.children.get(name);
                this.#operate();
                this.store.unlink(node.path);
                node.gone = true;
                parent.children.delete(name);
            },
            rmdir: (parent, name) => {
                const node = parent.children.get(name);
                if (node.children.size) this.#fail(ENOTEMPTY);
                this.#operate();
                this.store.rmdir(node.path);
                parent.children.delete(name);
            },
            readdir: (node) => [".", "..", ...node.children.keys()],
            statfs: () => {
                const free = this.#free();
                return { bsize: BLOCK, frsize: BLOCK, blocks: this.blocks, bfree: free, bavail: free, namelen: 255 };
            },
        };
    }

    #streamOps() {
        return {
            open: (stream) => {
                const { node } = stream;
                if (node.children) return;
                stream.draft = node.cut ? EMPTY : node.bytes;
                stream.size = stream.draft.length;
                stream.changed = Boolean(node.cut) && node.bytes.length > 0;
                node.cut = false;
                this.streams.add(stream);
            },
            close: (stream) => {
                if (stream.node.children) return;
                this.streams.delete(stream);
                this.#commit(stream);
            },
            fsync: (stream) => {
                if (!stream.node.children) this.#commit(stream);
                return 0;
            },
            read: (stream, buffer, offset, length, position) => {
                const count = Math.max(0, Math.min(length, stream.size - position));
                buffer.set(stream.draft.subarray(position, position + count), offset);
                return count;
            },
            write: (stream, buffer, offset, length, position) => {
                const end = position + length;
                const held = Math.max(1, Math.ceil(stream.node.bytes.length / BLOCK));
                if (Math.ceil(end / BLOCK) - held > this.#free()) this.#fail(ENOSPC);
                // The draft is the committed content itself until it is first written to.
                if (!stream.changed || end > stream.draft.length) {
                    const size = Math.max(end, stream.size);
                    const draft = new Uint8Array(size + Math.min(size, BLOCK));
                    draft.set(stream.draft.subarray(0, stream.size));
                    stream.draft = draft;
                }
                stream.draft.set(buffer.subarray(offset, offset + length), position);
                stream.size = Math.max(stream.size, end);
                stream.changed = true;
                return length;
            },
            llseek: (stream, offset, whence) => {
                const base = whence === 1 ? stream.position : whence === 2 ? stream.size : 0;
                if (base + offset < 0) this.#fail(EINVAL);
                return base + offset;
            },
        };
    }
}
