// Finding a better move than the one that was played: mistake by mistake, the position before it, and what is tried is judged.

import { make } from "./board.js";
import { t } from "./language.js";

export class Improving {
  /** `root` is an element, `branch` plays moves on the board; `stand(step)` shows a step, `leave(step)` goes back to the game there. */
  constructor(root, branch, { stand, leave }) {
    Object.assign(this, { root, branch, stand, leave });
    this.marked = [];
    this.end();
  }

  /** One side's marked moves, from the first on. */
  begin(study, side) {
    this.study = study;
    this.marked = study.analysis.filter((ply) => ply.side === side && ply.word && ply.best);
    this.ask(0);
  }

  end() {
    this.at = -1;
    this.root.hidden = true;
  }

  ask(index) {
    const ply = this.marked[index];
    this.stand(ply.step - 1);
    this.at = index;
    this.solved = false;
    const name = this.study.sides[ply.side];
    this.task = t("{side} played {move}. Which move was better?", { side: name, move: this.study.steps[ply.step].words + ply.mark });
    this.draw("");
    const { position, last } = this.study.steps[ply.step - 1];
    this.branch.begin(position, last, (text) => this.judge(text));
  }

  /** Whether a move is the one that was looked for; only that is played. */
  judge(text) {
    const ply = this.marked[this.at];
    this.solved = this.solved || text === ply.best;
    if (this.solved) this.draw(t("{move} it is: {line}", { move: text, line: ply.better }));
    else if (text === ply.played) this.draw(t("{move} is what was played. Look for a better move.", { move: text }));
    else this.draw(t("{move} is not the best move found. Try another.", { move: text }));
    return this.solved;
  }

  draw(words) {
    const { root, marked, at } = this;
    const box = make("div", "analysis-here");
    const add = (text, look, act) => {
      const button = make("button", look, text);
      button.addEventListener("click", act);
      box.append(button);
    };
    if (!this.solved) add(t("Show it"), "", () => this.branch.play(((this.solved = true), marked[at].best)));
    if (at + 1 < marked.length) add(t("Next one"), this.solved ? "primary" : "", () => this.ask(at + 1));
    add(at + 1 < marked.length ? t("Stop") : t("Done"), "", () => this.leave(marked[at].step));
    const said = make("p", this.solved ? "" : "soft", words);
    said.setAttribute("role", "status");
    root.hidden = false;
    root.replaceChildren(make("h2", "", t("Find a better move: {number} of {count}", { number: at + 1, count: marked.length })), make("p", "", this.task), said, box);
  }
}
