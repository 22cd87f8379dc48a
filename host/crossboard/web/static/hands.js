// Hands: pieces of a simulated board lifted, carried and dropped with mouse, touch or keys. Every finger is a hand of its
// own; what a tap or a key has lifted stays in its hand until the next one (tap a piece, tap where it goes). What is done is
// told by `send`; which pieces are in which hand is what the program says (`see`).

import { make } from "./board.js";

const TAP_PX = 8;
const DOUBLE_MS = 400;
const PICKED_MS = 900;
const SETTLE_MS = 600; // a dropped piece is drawn where it fell until the board's state says so, at most so long

export class Hands {
  constructor(board, box, send) {
    Object.assign(this, { board, box, send });
    this.drags = new Map(); // by pointer id
    this.held = null; // what was lifted by a tap or a key: {hand, letters, origin, ghost}
    this.lately = null; // where a tap has just put something down
    this.side = -1; // to move
    this.marks = {}; // what the board's lights say, by square
    this.active = false;
    this.whole = false;
    this.secretly = false; // a king is being picked: the board's state tells nobody of lifted pieces, so this page shows its own
    this.table = { squares: {}, box: "", held: [] };
    box.addEventListener("pointerdown", (event) => this.down(event));
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.up(event, false));
    window.addEventListener("pointercancel", (event) => this.up(event, true));
    board.root.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && !event.target.closest("dialog") && this.putBack());
    board.root.addEventListener("focusin", (event) => this.focused(event));
    box.addEventListener("keydown", (event) => this.boxKey(event));
  }

  // Pointers

  down(event) {
    if (!this.active || event.button > 0 || this.drags.has(event.pointerId)) return;
    const at = this.place(event);
    if (!at) return;
    if (this.held) {
      this.drags.set(event.pointerId, { putting: true, x: event.clientX, y: event.clientY });
      event.preventDefault();
      return;
    }
    const letters = at.letter || this.letters(at.square, event.shiftKey || this.whole);
    if (!letters) return;
    event.preventDefault();
    if (at.square === this.lately) return; // a double tap puts down, and lifts nothing
    if (!at.letter) this.board.point(at.square); // where the keys go on from
    const hand = this.freeHand();
    const finger = event.pointerType === "touch";
    const drag = { hand, letters, origin: at.square, over: at.square, x: event.clientX, y: event.clientY, moved: false, finger };
    drag.ghost = this.ghost(letters, event);
    this.drags.set(event.pointerId, drag);
    if (at.letter) this.send({ op: "take", hand, letter: at.letter });
    else this.send({ op: "lift", hand, square: at.square, whole: letters.length > 1 });
    this.hide(at.square, letters);
  }

  move(event) {
    const drag = this.drags.get(event.pointerId);
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (drag.putting) return;
    if (far > TAP_PX) drag.moved = true;
    const steps = Math.min(24, Math.ceil(Math.hypot(event.clientX - drag.ghost.x, event.clientY - drag.ghost.y) / 12));
    const [x, y] = [drag.ghost.x, drag.ghost.y];
    for (let i = 1; i <= steps; i++) {
      const t = i / steps;
      this.carry(drag, this.board.squareAt(x + (event.clientX - x) * t, y + (event.clientY - y) * t));
    }
    this.moveGhost(drag.ghost, event.clientX, event.clientY);
  }

  up(event, cancelled) {
    const drag = this.drags.get(event.pointerId);
    if (!drag) return;
    this.drags.delete(event.pointerId);
    this.point(drag, -1);
    const square = this.board.squareAt(event.clientX, event.clientY);
    if (drag.putting) {
      if (!cancelled && this.held) this.putOrTake(square, event.shiftKey || this.whole);
      this.lately = square;
      setTimeout(() => (this.lately = null), DOUBLE_MS);
    } else if (cancelled) {
      this.release(drag, drag.origin);
    } else if (!drag.moved && !this.held) {
      this.tapped(drag);
    } else {
      this.release(drag, square);
    }
  }

  carry(drag, square) {
    if (square === drag.over) return;
    drag.over = square;
    if (!drag.dropped) this.point(drag, square);
    this.send({ op: "carry", hand: drag.hand, square });
  }

  /** Show which square a hand is above, -1 for none. */
  point(drag, square) {
    drag.under?.classList.remove("under", "finger");
    drag.under = this.board.cells.get(square);
    drag.under?.classList.add("under", ...(drag.finger ? ["finger"] : []));
  }

  release(drag, square) {
    this.point(drag, -1);
    if (this.secretly) square = drag.origin;
    this.send({ op: "drop", hand: drag.hand, square });
    drag.dropped = true;
    if (this.secretly) this.unhide(square);
    if (square < 0) return this.away(drag);
    (this.settling ||= new Set()).add(drag);
    if (!drag.tapped) {
      this.board.landed.add(square);
      this.hover(drag, square);
    }
    setTimeout(() => this.away(drag), SETTLE_MS);
  }

  /** Lifted by a tap or a key: it stays in the hand; but what the lights want off the board goes into the tray. */
  tapped(drag) {
    this.held = drag;
    drag.tapped = true; // it glides where the next tap says
    if (this.marks[drag.origin] === "take-off") this.put(-1);
    else this.hover(drag, drag.over);
  }

  /** Put down what was lifted; a piece of the other side goes into the tray when one of the side to move is touched: it is captured. */
  putOrTake(square, whole) {
    const { letters, origin } = this.held;
    const next = this.letters(square, whole);
    const captured = origin >= 0 && square !== origin && next && this.side >= 0 && sideOf(letters) !== this.side && sideOf(next) === this.side;
    if (!captured || this.stacking) return this.put(square);
    this.put(-1);
    this.liftByKey(square, whole);
  }

  /** Put down what a tap or a key has lifted. */
  put(square) {
    const held = this.held;
    this.held = null;
    this.carry(held, square);
    this.release(held, square);
  }

  /** Put what a tap or a key has lifted back where it was. */
  putBack() {
    if (this.held) this.put(this.held.origin);
  }

  // Keys

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const square = this.board.focused;
    if (steps[event.key]) {
      this.board.focus(this.board.beside(square, ...steps[event.key]));
    } else if ((event.key === "Enter" || event.key === " ") && this.active) {
      if (this.held) this.putOrTake(square, event.shiftKey || this.whole);
      else this.liftByKey(square, event.shiftKey || this.whole);
    } else if (["Delete", "Backspace", "x"].includes(event.key) && this.active) {
      if (!this.held) this.liftByKey(square, true);
      if (this.held) this.put(-1);
    } else return;
    event.preventDefault();
  }

  liftByKey(square, whole) {
    const letters = this.letters(square, whole);
    if (!letters) return;
    const hand = this.freeHand();
    const drag = { hand, letters, origin: square, over: square, ghost: this.ghost(letters, { clientX: 0, clientY: 0 }) };
    this.send({ op: "lift", hand, square, whole: letters.length > 1 });
    this.hide(square, letters);
    this.tapped(drag);
  }

  boxKey(event) {
    const piece = event.target.closest("[data-letter]");
    if (!this.active || !piece || this.held || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    const [hand, letters] = [this.freeHand(), piece.dataset.letter];
    this.send({ op: "take", hand, letter: letters });
    this.tapped({ hand, letters, origin: -1, over: -1, ghost: this.ghost(letters, { clientX: 0, clientY: 0 }) });
    this.hover(this.held, this.board.focused);
    this.board.focus(this.board.focused);
  }

  focused(event) {
    const cell = event.target.closest(".square");
    if (!cell) return;
    const square = Number(cell.dataset.square);
    this.board.point(square);
    if (!this.held) return;
    this.carry(this.held, square);
    this.hover(this.held, square);
  }

  // What is seen

  place(event) {
    const piece = event.target.closest("[data-letter]");
    if (piece) return { square: -1, letter: piece.dataset.letter };
    if (!event.target.closest(".hold, .side")) return null; // what lies over the board, or beside it
    const square = this.board.squareAt(event.clientX, event.clientY);
    return square < 0 ? (this.held ? { square } : null) : { square };
  }

  letters(square, whole) {
    const stack = this.table.squares[square] || "";
    return whole ? stack : stack.slice(-1);
  }

  freeHand() {
    const used = new Set([...this.drags.values()].map((drag) => drag.hand));
    for (const drag of this.settling || []) used.add(drag.hand);
    if (this.held) used.add(this.held.hand);
    let hand = 0;
    while (used.has(hand) && hand < 9) hand++;
    return hand;
  }

  ghost(letters, event) {
    const element = make("div", `carried of-${this.board.game.look}`);
    const cell = this.board.root.querySelector(".square:not(.rim)");
    const size = cell.getBoundingClientRect().width;
    element.style.width = element.style.height = `${size}px`;
    element.innerHTML = this.board.stackSvg(letters);
    document.body.append(element);
    const ghost = { element, size, x: event.clientX, y: event.clientY };
    this.moveGhost(ghost, event.clientX, event.clientY);
    return ghost;
  }

  moveGhost(ghost, x, y) {
    Object.assign(ghost, { x, y });
    ghost.element.style.transform = `translate(${x - ghost.size / 2}px, ${y - ghost.size * 0.62}px)`;
  }

  /** Show what a hand holds above a square. */
  hover(drag, square) {
    const cell = this.board.cells.get(square);
    if (!cell) return;
    const box = cell.getBoundingClientRect();
    const lift = drag.dropped ? 0.62 : 0.5;
    this.moveGhost(drag.ghost, box.left + box.width / 2, box.top + box.height * lift);
  }

  hide(square, letters) {
    const cell = this.board.cells.get(square);
    if (!cell) return;
    for (const layer of [...cell.querySelectorAll(".layer")].slice(-letters.length)) layer.classList.add("gone");
  }

  /** A piece lifted to pick a king is back on its square; for a moment that is confirmed, here alone. */
  unhide(square) {
    const cell = this.board.cells.get(square);
    if (!cell) return;
    for (const layer of cell.querySelectorAll(".layer.gone")) layer.classList.remove("gone");
    cell.classList.add("picked");
    setTimeout(() => cell.classList.remove("picked"), PICKED_MS);
  }

  away(drag) {
    drag.ghost.element.remove();
    this.settling?.delete(drag);
  }

  /** The board's state is here: what was dropped is drawn by the board now, and what the program took out of a hand is not in it. */
  see(table, mine) {
    this.table = table;
    this.stacking = table.stacking;
    const still = new Map(table.held.filter((held) => held.hand.startsWith(`${mine}.`)).map((held) => [Number(held.hand.split(".")[1]), held]));
    for (const drag of [...(this.settling || [])]) if (!still.has(drag.hand)) this.away(drag);
    for (const [id, drag] of [...this.drags, ...(this.held ? [[null, this.held]] : [])]) {
      if (drag.putting) continue;
      if (still.has(drag.hand)) drag.seen = true;
      else if (drag.seen) this.lose(id, drag);
    }
    const known = new Set([...this.drags.values(), ...(this.settling || []), ...(this.held ? [this.held] : [])].map((drag) => drag.hand));
    for (const [hand, held] of still) if (!known.has(hand)) this.send({ op: "drop", hand, square: held.from });
  }

  lose(id, drag) {
    this.point(drag, -1);
    drag.ghost.element.remove();
    if (id === null) this.held = null;
    else this.drags.delete(id);
  }

  /** Nothing is held any more: the connection was lost, or another game has begun. */
  reset() {
    for (const drag of [...this.drags.values(), ...(this.settling || []), ...(this.held ? [this.held] : [])]) {
      drag.ghost?.element.remove();
      this.point(drag, -1);
    }
    this.drags.clear();
    this.settling?.clear();
    this.held = null;
    for (const layer of this.board.root.querySelectorAll(".layer.gone")) layer.classList.remove("gone");
  }
}

function sideOf(letters) {
  const top = letters.slice(-1);
  return top === top.toUpperCase() ? 0 : 1;
}
