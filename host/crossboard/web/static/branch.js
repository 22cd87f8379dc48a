// Trying other moves from a position of a game: the rules run on the PC, the board here shows what comes of it.

import { make } from "./board.js";
import { t } from "./language.js";
import { fetchJson } from "./page.js";
import { readPosition } from "./games.js";
import { Taps } from "./taps.js";

export class Branch {
  /** `shown` shows a state of the board; `wake()` begins a branch when a piece is touched before there is one. */
  constructor(root, board, shown, wake = null) {
    Object.assign(this, { root, board, shown });
    this.which = make("div", "which");
    const hooks = { lit: () => this.position && this.show(), say: (words) => (this.problem = words), wake };
    this.taps = new Taps(board, this.which, (text) => this.play(text), hooks);
    this.clear();
  }

  clear() {
    Object.assign(this, { position: "", plies: [], state: null, problem: "" });
    this.taps.offer([]);
  }

  /** Moves from a position, to which the squares of `last` led. `judge` says of the first one whether it is to be played. */
  async begin(position, last, judge = null) {
    this.clear();
    Object.assign(this, { position, last, judge });
    this.board.root.classList.add("trying");
    await this.ask();
  }

  end() {
    this.clear();
    this.root.hidden = true;
    this.board.root.classList.remove("trying");
  }

  async ask() {
    const { position, plies } = this;
    let state = null;
    let problem = "";
    try {
      state = await fetchJson("/api/try", { position, plies });
    } catch (error) {
      problem = error.message;
    }
    if (this.position !== position || this.plies !== plies) return; // given up meanwhile
    this.problem = problem;
    if (state) this.state = state;
    else this.plies = plies.slice(0, -1);
    this.taps.offer(this.state?.legal || []);
    this.show();
  }

  show() {
    const { state, root } = this;
    const said = make("p", "wrong", this.problem);
    said.setAttribute("role", "alert");
    this.problem = "";
    root.hidden = false;
    if (!state) return root.replaceChildren(said);
    const last = this.plies.length ? state.last : this.last;
    this.shown({ squares: readPosition(state.position).squares, marks: this.taps.marks(Object.fromEntries(last.map((square) => [square, "last-to"]))) });
    const line = make("div", "line");
    for (const text of this.plies) line.append(make("span", "", text));
    const back = make("button", "", t("Take back"));
    back.disabled = !this.plies.length;
    back.addEventListener("click", () => this.go(this.plies.slice(0, -1)));
    line.append(back);
    const choices = make("div", "choices");
    for (const ply of state.legal) {
      if (this.taps.from >= 0 && ply.from !== this.taps.from) continue;
      const button = make("button", "", ply.notation);
      button.addEventListener("click", () => this.play(ply.text));
      choices.append(button);
    }
    const begun = this.judge ? t("Find it on the board, or among these.") : t("Move a piece on the board, or choose a move.");
    const heading = state.outcome || (this.plies.length ? t("Your line:") : begun);
    root.replaceChildren(make("h2", "", heading), line, said, this.which, choices);
  }

  play(text) {
    if (this.judge && !this.plies.length && !this.judge(text)) return this.taps.lift(-1);
    return this.go([...this.plies, text]);
  }

  go(plies) {
    this.plies = plies;
    return this.ask();
  }
}
