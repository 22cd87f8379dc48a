// "Why?": what the board's sensors saw, and by which explanations a move was read, asked about or refused.

import { make } from "./board.js";
import { fetchJson, plural } from "./page.js";

const KEY = "Times are seconds from the first touch that the best explanation is about. What the sensors saw besides a move is taken for a gesture, and rare gestures cost many points: the explanation with the fewest counts, if no other is near.";

/** What is known of all steps of a game: {steps: {STEP: {words, because, explanations}}, lacks}. */
export const fetchWhy = (number) => fetchJson(`/api/games/${number}/why`);

/** The elements that tell one of them. */
export function whyParts(found) {
  const list = make("ol", "why-list");
  for (const { what, points, made, gestures } of found.explanations) {
    const item = make("li");
    const title = make("p");
    title.append(make("b", "", what), ` ${plural(points, "point")}`);
    item.append(title);
    if (made) item.append(make("p", "", made));
    if (gestures.length) {
      const rest = make("ul");
      rest.append(...gestures.map((words) => make("li", "", words)));
      item.append(rest);
    }
    list.append(item);
  }
  const parts = [make("p", "", found.because)];
  if (found.explanations.length) parts.push(list, make("p", "soft", KEY));
  return parts;
}

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
      this.say("Reading what the sensors saw…");
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
    this.root.replaceChildren(make("h2", "", "Why?"), ...words.map((one) => make("p", "", one)));
  }

  /** Another step is shown. */
  tell(step) {
    this.at = step;
    if (this.root.hidden || !this.found) return;
    const found = this.found.steps[step];
    if (found) this.root.replaceChildren(make("h2", "", `Why? ${found.words}`), ...whyParts(found));
    else this.say(this.found.lacks || "The board's sensors did not decide this step, or what they saw is not stored.");
  }
}
