// Plies by tapping squares, a piece and where it goes, or by dragging it there. The rules run on the PC (/api/try).

import { make } from "./board.js";
import { t } from "./language.js";

const DRAG_PX = 8; // a finger that moves less taps

export class Taps {
  /** `choices` is where one of several plies is chosen; `play(text)` is called with the ply that is meant, `lit()` when other squares
   * are to be marked, `say(words)` with why nothing is played. `wake()`, if there is one, has the legal plies offered when somebody
   * touches a piece before they are known. */
  constructor(board, choices, play, { lit = () => {}, say = () => {}, wake = null } = {}) {
    Object.assign(this, { board, choices, play, lit, say, wake, from: -1, legal: [], drag: null });
    this.told = make("p", "unseen"); // for those who can't see the marks
    this.told.setAttribute("role", "status");
    board.root.after(this.told);
    board.root.addEventListener("click", (event) => {
      const cell = event.target.closest(".square");
      if (cell && !this.dropped) this.pick(Number(cell.dataset.square));
    });
    board.root.addEventListener("focusin", (event) => {
      const cell = event.target.closest(".square");
      if (cell) board.point(Number(cell.dataset.square));
    });
    board.root.addEventListener("pointerdown", (event) => this.down(event));
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.up(event, this.board.squareAt(event.clientX, event.clientY)));
    window.addEventListener("pointercancel", (event) => this.up(event, -1));
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

  /** Resolves once the legal plies are known, if they can be. */
  async known(square) {
    if (!this.legal.length && this.wake && this.board.state.squares[square]) await (this.waking ||= this.wake().finally(() => (this.waking = null)));
    return this.legal.length > 0;
  }

  down(event) {
    this.dropped = false;
    const square = this.board.squareAt(event.clientX, event.clientY);
    if (event.button > 0 || this.drag || !this.board.state.squares[square]) return;
    this.drag = { id: event.pointerId, square, x: event.clientX, y: event.clientY, ghost: null };
  }

  move(event) {
    const { drag } = this;
    if (drag?.id !== event.pointerId) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= DRAG_PX || !(this.wake || this.legal.length)) return;
      drag.ghost = make("div", `carried of-${this.board.game.look}`);
      drag.size = this.board.cells.get(drag.square).getBoundingClientRect().width;
      drag.ghost.style.width = drag.ghost.style.height = `${drag.size}px`;
      drag.ghost.innerHTML = this.board.stackSvg(this.board.state.squares[drag.square].slice(-1));
      document.body.append(drag.ghost);
      drag.lifted = this.known(drag.square).then(() => this.lift(drag.square));
    }
    drag.ghost.style.transform = `translate(${event.clientX - drag.size / 2}px, ${event.clientY - drag.size * 0.62}px)`;
  }

  async up(event, square) {
    const { drag } = this;
    if (drag?.id !== event.pointerId) return;
    this.drag = null;
    if (!drag.ghost) return; // a tap: the click does it
    this.dropped = true;
    drag.ghost.remove();
    await drag.lifted;
    const fits = square >= 0 && this.legal.some((ply) => ply.from === drag.square && ply.to === square);
    if (fits && this.from === drag.square) return this.pick(square);
    if (square >= 0 && square !== drag.square) this.refuse(drag.square, square);
    this.lift(-1);
  }

  refuse(from, to) {
    this.say(t("{from} can't go to {to} now.", { from: this.board.name(from), to: this.board.name(to) }));
  }

  /** Show and tell where the piece of a square may go, -1 for none. */
  lift(square) {
    const targets = new Set(this.legal.filter((ply) => ply.from === square).map((ply) => this.board.name(ply.to)));
    this.from = targets.size ? square : -1;
    this.told.textContent = targets.size ? t("Put it on {squares}, or back on {origin}.", { squares: [...targets].join(", "), origin: this.board.name(square) }) : "";
    this.choices.hidden = true;
    this.lit();
  }

  /** A square was chosen: a piece, or where it goes. */
  async pick(square) {
    if (!(await this.known(square))) return;
    const { legal, from } = this;
    const meant = legal.filter((ply) => (from >= 0 ? ply.from === from && ply.to === square : ply.from === ply.to && ply.to === square));
    if (meant.length === 1) return this.play(meant[0].text);
    if (meant.length) return this.ask(meant);
    if (from >= 0 && from !== square && !legal.some((ply) => ply.from === square)) this.refuse(from, square);
    this.lift(from === square ? -1 : square);
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

export const TAP_WORDS = { lifted: t("chosen"), move: t("may go here"), capture: t("may capture or jump to here"), place: t("to be placed here") };
