// Trying other moves from a position of a game: the rules run on the PC, the board here shows what comes of it.

import { make } from "./board.js";
import { fetchJson } from "./page.js";
import { readPosition } from "./games.js";

export class Branch {
  constructor(root, board, shown) {
    Object.assign(this, { root, board, shown });
    this.position = "";
    this.plies = [];
    this.state = null;
    this.from = -1;
    board.root.addEventListener("click", (event) => this.click(event));
    board.root.addEventListener("keydown", (event) => {
      if (this.position && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        this.pick(board.focused);
      }
    });
  }

  /** Moves from a position. `judge` says of the first one whether it is to be played. */
  async begin(position, judge = null) {
    this.position = position;
    this.judge = judge;
    this.plies = [];
    this.board.root.classList.add("trying");
    await this.ask();
  }

  end() {
    this.position = "";
    this.root.hidden = true;
    this.board.root.classList.remove("trying");
  }

  async ask() {
    try {
      this.state = await fetchJson("/api/try", { position: this.position, plies: this.plies });
    } catch (error) {
      this.plies.pop();
      this.root.hidden = false;
      this.root.replaceChildren(make("p", "wrong", error.message));
      return;
    }
    this.from = -1;
    this.show();
  }

  show() {
    const marks = {};
    for (const square of this.state.last) marks[square] = "last-to";
    if (this.from >= 0) {
      marks[this.from] = "lifted";
      for (const ply of this.state.legal) if (ply.from === this.from && ply.to !== this.from) marks[ply.to] = "move";
    }
    this.shown({ squares: readPosition(this.state.position).squares, marks });
    const legal = this.state.legal.filter((ply) => this.from < 0 || ply.from === this.from);
    const line = make("div", "line");
    for (const text of this.plies) line.append(make("span", "", text));
    const back = make("button", "", "Take back");
    back.disabled = !this.plies.length;
    back.addEventListener("click", () => {
      this.plies.pop();
      this.ask();
    });
    line.append(back);
    const choices = make("div", "choices");
    for (const ply of legal) {
      const button = make("button", "", ply.notation);
      button.addEventListener("click", () => this.play(ply.text));
      choices.append(button);
    }
    const begun = this.judge ? "Find it on the board, or among these." : "Try a move on the board, or one of these.";
    const heading = this.state.outcome || (this.plies.length ? "Your line:" : begun);
    this.root.hidden = false;
    this.root.replaceChildren(make("h2", "", heading), line, choices);
  }

  play(text) {
    if (this.judge && !this.plies.length && !this.judge(text)) {
      this.from = -1;
      return this.show();
    }
    this.plies.push(text);
    return this.ask();
  }

  click(event) {
    const cell = event.target.closest(".square");
    if (cell && this.position) this.pick(Number(cell.dataset.square));
  }

  pick(square) {
    if (!this.state) return;
    const to = this.state.legal.filter((ply) => ply.from === this.from && ply.to === square);
    if (this.from >= 0 && to.length === 1) this.play(to[0].text);
    else {
      const from = this.state.legal.filter((ply) => ply.from === square);
      if (from.length === 1 && from[0].to === square) this.play(from[0].text);
      else {
        this.from = this.from === square || !from.length ? -1 : square;
        this.show();
      }
    }
  }
}
