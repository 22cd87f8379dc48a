// The socket between a page and its program: opened again when it is lost, or when nothing is heard any more.

import { LANGUAGE } from "./language.js";

const RETRY_MS = 500;
const LONGEST_RETRY_MS = 5000;
const SILENT_MS = 12000; // the program says something every few seconds (sockets.py)

export class Link {
  /** `page` has `take(state)`, confirmed when it returns, `lost(why, silent)`, and may have `opened()` and `greeted(hello)`. */
  constructor(path, page) {
    this.path = path;
    this.page = page;
    this.socket = null;
    this.retry = RETRY_MS;
    this.heard = 0; // when the program said something last
    setInterval(() => this.socket && Date.now() - this.heard > SILENT_MS && this.lose("", true), 1000);
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.open) this.socket.send(JSON.stringify(message));
  }

  connect() {
    const url = new URL(this.path, location.href.replace(/^http/, "ws"));
    url.searchParams.set("language", LANGUAGE);
    const line = new WebSocket(url);
    this.socket = line;
    this.heard = Date.now();
    line.addEventListener("open", () => {
      this.retry = RETRY_MS;
      this.page.opened?.();
    });
    line.addEventListener("message", (event) => {
      this.heard = Date.now();
      if (this.socket === line) this.hear(JSON.parse(event.data));
    });
    line.addEventListener("close", (event) => this.socket === line && this.lose(event.reason, false));
  }

  hear({ number, ...state }) {
    if (state.you) this.page.greeted?.(state);
    if (!number) return; // a greeting, or a sign of life
    this.page.take(state);
    this.send({ op: "seen", number });
  }

  lose(why, silent) {
    const line = this.socket;
    this.socket = null;
    line.close();
    this.page.lost(why, silent);
    setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(LONGEST_RETRY_MS, this.retry * 1.6);
  }
}
