// A match with somebody far away: begun, waited for, and what the other player takes it up with.

import { make } from "./board.js";
import { ask } from "./dialogs.js";
import { t } from "./language.js";
import { fetchJson } from "./page.js";

export class Far {
  constructor(send) {
    this.send = send;
    this.match = null; // that is not over, as the program has it
    this.tell = () => {}; // the open dialogue
  }

  take(match, said) {
    this.match = match?.over ? null : match;
    this.tell(said);
  }

  /** Begin one as `action` says, or show the one that is waited for; true if another one is to be chosen. */
  async wait(action) {
    const again = await ask(t("A match with somebody far away"), (done) => {
      const words = make("p", "answer", t("One moment…"));
      words.setAttribute("role", "status");
      const links = make("div", "far");
      const button = (text, value, look) => {
        const found = make("button", look, text);
        found.addEventListener("click", () => done(value()));
        return found;
      };
      const stop = button(t("Stop waiting"), () => this.send({ op: "call-off" }));
      const back = button(t("Back"), () => true, "primary");
      const close = button(t("Close"), () => false, "primary");
      const row = make("div", "row-end");
      row.append(stop, back, close);
      let shown = ""; // whose links
      this.tell = async (said) => {
        const { match } = this;
        if (match?.here && !match.coming) return done(false);
        if (said || match) words.textContent = match?.status || said;
        stop.hidden = match ? !match.alone : Boolean(said);
        back.hidden = Boolean(match) || !said;
        close.hidden = !match || match.coming;
        if (!match || match.coming || shown === match.status) return;
        shown = match.status;
        links.replaceChildren(...(await fetchJson("/api/invite").catch(() => ({ links: [] }))).links.flatMap(invite));
      };
      this.tell("");
      if (action) this.send(action);
      return [words, links, row];
    });
    this.tell = () => {};
    return Boolean(again);
  }
}

/** A link, and for whom it is. */
function invite(link) {
  const copy = make("button", "", t("Copy"));
  copy.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(link).catch(() => null);
    copy.textContent = t("Copied");
  });
  const line = make("p", "line");
  line.append(make("code", "", link), copy);
  return [make("p", "", link.startsWith("http") ? t("A friend without a board opens this page:") : t("A friend at a board chooses New game, Somebody far away, and gives this invite:")), line];
}
