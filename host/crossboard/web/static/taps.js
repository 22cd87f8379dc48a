// Plies by tapping squares: a piece, then where it goes. The rules run on the PC (/api/try).

import { make } from "./board.js";

export class Taps {
  /** `choices` is where one of several plies is chosen; `play(text)` is called with the ply that is meant. */
  constructor(board, choices, play) {
    Object.assign(this, { board, choices, play, from: -1, legal: [] });
    this.lit = () => {};
    board.root.addEventListener("click", (event) => {
      const cell = event.target.closest(".square");
      if (cell) this.pick(Number(cell.dataset.square));
    });
    board.root.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      if (steps[event.key]) board.focus(board.beside(board.focused, ...steps[event.key]));
      else if (event.key === "Enter" || event.key === " ") this.pick(board.focused);
      else return;
      event.preventDefault();
    });
  }

  /** The plies that may be played now, none if it is not the player's turn. */
  offer(legal) {
    this.legal = legal;
    this.from = -1;
    this.choices.hidden = true;
  }

  /** What the squares say about them, laid over `marks`. */
  marks(marks) {
    const { legal, from } = this;
    if (legal.length && legal.every((ply) => ply.from === ply.to)) for (const ply of legal) marks[ply.to] = "place";
    if (from >= 0) {
      marks[from] = "lifted";
      for (const ply of legal) if (ply.from === from) marks[ply.to] = /[x*]/.test(ply.text) ? "capture" : "move";
    }
    return marks;
  }

  /** A square was chosen: a piece, or where it goes. */
  pick(square) {
    const { legal, from } = this;
    if (!legal.length) return;
    const meant = legal.filter((ply) => (from >= 0 ? ply.from === from && ply.to === square : ply.from === ply.to && ply.to === square));
    if (meant.length === 1) return this.play(meant[0].text);
    if (meant.length) return this.ask(meant);
    this.from = from !== square && legal.some((ply) => ply.from === square) ? square : -1;
    this.choices.hidden = true;
    this.lit();
  }

  ask(meant) {
    this.choices.replaceChildren(
      ...meant.map((ply) => {
        const button = make("button", "", ply.words);
        button.addEventListener("click", () => this.play(ply.text));
        return button;
      }),
    );
    this.choices.hidden = false;
    this.choices.firstChild.focus();
  }
}

export const TAP_WORDS = { lifted: "chosen", move: "may go here", capture: "may capture or jump to here", place: "to be placed here" };
