// t("Why?"): what the board's sensors saw, and why a move was read, asked about or refused.

import { make } from "./board.js";
import { t } from "./language.js";
import { fetchJson } from "./page.js";

/** What is known of all steps of a game: {steps: {STEP: {words, because}}, lacks}. */
export const fetchWhy = (number) => fetchJson(`/api/games/${number}/why`);

/** Beside a replay: the answer for the step that is shown, once somebody has asked. */
export class Why {
  constructor(root, button) {
    Object.assign(this, { root, button });
    this.at = 0;
    this.begin(null);
    button.addEventListener("click", () => (root.hidden ? this.open() : this.close()));
  }

  /** Another game, or the same anew. */
  begin(number) {
    this.number = number;
    this.found = null;
    this.close();
  }

  async open() {
    this.button.setAttribute("aria-pressed", "true");
    this.root.hidden = false;
    if (!this.found) {
      this.say(t("Reading what the sensors saw…"));
      const number = this.number;
      const found = await fetchWhy(number).catch((error) => ({ steps: {}, lacks: error.message }));
      if (number !== this.number) return;
      this.found = found;
    }
    this.tell(this.at);
  }

  close() {
    this.root.hidden = true;
    this.button.setAttribute("aria-pressed", "false");
  }

  say(...words) {
    this.root.replaceChildren(make("h2", "", t("Why?")), ...words.map((one) => make("p", "", one)));
  }

  /** Another step is shown. */
  tell(step) {
    this.at = step;
    if (this.root.hidden || !this.found) return;
    const found = this.found.steps[step];
    if (found) this.root.replaceChildren(make("h2", "", t("Why? {what}", { what: found.words })), make("p", "", found.because));
    else this.say(this.found.lacks || t("The board's sensors did not decide this step, or what they saw is not stored."));
  }
}
