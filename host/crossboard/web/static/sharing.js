// A game for others: a link to the move that is shown, pictures, the record, one page that needs no server.

import { make } from "./board.js";
import { t } from "./language.js";
import { fetchFile } from "./page.js";

export class Sharing {
  /** `dialog` is where it is offered. */
  constructor(dialog) {
    this.dialog = dialog;
    this.said = make("p", "soft");
    this.said.setAttribute("role", "status");
  }

  /** A game's study, the step that is shown, and whether the board is turned round. */
  open(study, step, flipped) {
    const heading = make("h2", "", t("Share this game"));
    heading.id = "share-title";
    const played = study.turns.filter((turn) => turn.step <= step);
    const here = played.length ? `${played[played.length - 1].label} ${played[played.length - 1].text}` : t("the start");
    const [base, seen] = [`/api/games/${study.id}`, flipped ? "flip=1" : ""];
    const file = (text, path, waits = "") => {
      const button = make("button", "", text);
      button.addEventListener("click", () => this.fetch(path, waits));
      return button;
    };
    const files = make("div", "row");
    files.append(
      file(t("Picture: {move}", { move: here }), `${base}/picture.png?turn=${played.length}&${seen}`),
      file(t("Animated GIF"), `${base}/game.gif?${seen}`, t("The moves are being drawn: {seconds} s or more …", { seconds: Math.ceil(study.turns.length / 10) + 1 })),
      file(t("PGN"), `${base}/record`),
      file(t("One page, needs no server"), `${base}/page`),
    );
    const close = make("button", "primary", t("Close"));
    close.addEventListener("click", () => this.dialog.close());
    const end = make("div", "row-end");
    end.append(close);
    const content = make("div", "share");
    content.append(this.link(`${location.origin}/game/${study.id}?step=${step}`), files, this.said);
    this.said.textContent = "";
    this.dialog.replaceChildren(heading, content, end);
    this.dialog.showModal();
  }

  link(url) {
    const row = make("div", "row");
    const field = make("input");
    Object.assign(field, { type: "text", readOnly: true, value: url });
    field.setAttribute("aria-label", t("Link to this move"));
    const copy = make("button", "", t("Copy the link"));
    copy.addEventListener("click", async () => {
      field.select();
      const done = navigator.clipboard ? await navigator.clipboard.writeText(url).then(() => true, () => false) : document.execCommand("copy");
      this.said.textContent = done ? t("Copied. It opens for whoever may open this library.") : t("Press Ctrl and C to copy it.");
    });
    row.append(field, copy);
    return row;
  }

  /** Keep a file; on a phone, hand it to another app. */
  async fetch(path, waits) {
    this.said.className = "soft";
    this.said.textContent = waits;
    try {
      const file = await fetchFile(path);
      this.said.textContent = "";
      if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file] });
      const link = make("a");
      Object.assign(link, { href: URL.createObjectURL(file), download: file.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      this.said.textContent = t("{file} is in your downloads.", { file: file.name });
    } catch (error) {
      if (error.name === "AbortError") return; // it was not shared after all
      this.said.className = "wrong";
      this.said.textContent = error.message;
    }
  }
}
