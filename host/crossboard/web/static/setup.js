// Setting up a position: pieces are dragged from boxes to a board; whether one can play from there the game's rules say, on the PC.

import { Board, make } from "./board.js";
import { GAMES, gameOf, pieceName, placementText, readPosition } from "./games.js";
import { t } from "./language.js";
import { actionOf, choice, peopleChoice, wishBefore } from "./newgame.js";
import { $, fetchJson, themeButton } from "./page.js";
import { pieceSvg } from "./pieces.js";

const TAP_PX = 8;
const SIDES = "wb";

const board = new Board($("board"));
let fields = []; // of the position's text, as it was last put here: its side and placement are those of the page
let laid = null; // the board's shape: what /api/position says
let squares = {};
let side = 0;
let asked = 0;
let brush = ""; // the piece that a tap on a square puts there
let lifted = -1; // the square whose piece the next tap or key puts down
let drag = null;
const playable = await fetchJson("/api/board").then(({ games }) => games, () => []);
const wish = wishBefore({ specs: playable, opponent: true }, null);

const game = () => gameOf(fields[0]);
const named = (square) => board.name(square);

/** Put a text here, of our own or of the game's world; what is wrong with it is said, and changes nothing. */
async function put(text, spec) {
  const mine = ++asked;
  const found = await fetchJson("/api/position", { text, spec }).catch((error) => ({ problem: error.message }));
  if (mine !== asked) return;
  const read = found.text?.includes("/") ? readPosition(found.text) : null;
  if (!read || read.columns !== found.columns || read.rows !== found.rows) return tell(found.problem);
  laid = found;
  fields = found.text.split(" ");
  squares = read.squares;
  side = Math.max(0, SIDES.indexOf(fields[2]));
  brush = "";
  lifted = -1;
  wish.spec = found.spec;
  lay();
  show(found);
}

/** What differs with the game: the board, the boxes, the names of the sides. */
function lay() {
  board.lay({ ...laid, holes: new Set(laid.holes), game: game() });
  $("game").value = game().name;
  $("turn").replaceChildren(choice(t("Whose turn is it?"), "turn", laid.sides.map((name, one) => [one, name]), side, (value) => ((side = value), check())));
  const far = board.flipped ? 0 : 1;
  box($("box-far"), far);
  box($("box-near"), 1 - far);
  people.draw();
}

function box(root, of) {
  root.className = `tray of-${game().look}`;
  root.setAttribute("aria-label", t("{side}'s pieces", { side: laid.sides[of] }));
  root.replaceChildren(
    ...Object.keys(game().pieces).map((upper) => {
      const letter = of ? upper.toLowerCase() : upper;
      const button = make("button");
      button.dataset.letter = letter;
      button.setAttribute("aria-label", pieceName(letter, game(), laid.sides));
      button.setAttribute("aria-pressed", String(brush === letter));
      button.innerHTML = pieceSvg(letter, game());
      return button;
    }),
  );
}

/** The position has changed: show it, and ask whether one can play from it. */
async function check() {
  draw();
  const mine = ++asked;
  const text = [fields[0], placementText({ ...laid, holes: new Set(laid.holes), squares }), SIDES[side], ...fields.slice(3)].join(" ");
  const found = await fetchJson("/api/position", { text, spec: fields[0] }).catch((error) => ({ text, problem: error.message, foreign: "" }));
  if (mine === asked) show(found);
}

function show(found) {
  $("text").value = found.text;
  history.replaceState(null, "", `/setup?text=${encodeURIComponent(found.text)}`);
  $("foreign").hidden = !found.foreign;
  $("foreign").dataset.text = found.foreign;
  tell(found.problem);
  draw();
}

function tell(problem) {
  $("problem").textContent = problem ? `${problem[0].toUpperCase()}${problem.slice(1)}.` : t("One can play from here.");
  $("problem").className = problem ? "wrong" : "right";
  $("play").disabled = Boolean(problem) || !playable.includes(game().name);
}

function draw() {
  const marks = lifted >= 0 ? { [lifted]: "lifted" } : {};
  board.show({ squares, marks, lights: null, ghosts: {}, differing: new Set(), arrows: [] });
  for (const button of document.querySelectorAll("[data-letter]")) button.setAttribute("aria-pressed", String(button.dataset.letter === brush));
}

// Pieces

const top = (square) => (squares[square] || "").slice(-1);

function take(square) {
  const letter = top(square);
  squares[square] = squares[square].slice(0, -1);
  if (!squares[square]) delete squares[square];
  return letter;
}

/** Put a piece on a square, on top of others where the game has stacks, else in their place. */
function place(letter, square) {
  squares[square] = (laid.stacking ? squares[square] || "" : "") + letter;
  say(t("{piece} on {square}", { piece: pieceName(letter, game(), laid.sides), square: named(square) }));
}

function remove(square) {
  if (top(square)) say(t("{piece} taken off {square}", { piece: pieceName(take(square), game(), laid.sides), square: named(square) }));
}

const say = (words) => ($("said").textContent = words);

/** A square was tapped, or Enter pressed on it. */
function tap(square) {
  if (lifted >= 0) {
    if (lifted !== square) place(take(lifted), square);
    lifted = -1;
  } else if (brush && top(square) === brush) remove(square);
  else if (brush) place(brush, square);
  else if (top(square)) lifted = square;
  check();
}

function choose(letter) {
  brush = brush === letter ? "" : letter;
  lifted = -1;
  draw();
}

function down(event) {
  if (event.button > 0 || drag || !laid) return;
  const piece = event.target.closest("[data-letter]");
  const square = piece ? -1 : board.squareAt(event.clientX, event.clientY);
  if (!piece && square < 0) return;
  if (!piece) event.preventDefault();
  if (square >= 0) board.point(square);
  drag = { letter: piece ? piece.dataset.letter : top(square), square, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
}

function move(event) {
  if (!drag || drag.id !== event.pointerId) return;
  if (!drag.ghost && drag.letter && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > TAP_PX) {
    const size = board.root.querySelector(".square").getBoundingClientRect().width;
    drag.ghost = make("div", `carried of-${game().look}`);
    drag.ghost.style.width = drag.ghost.style.height = `${size}px`;
    drag.ghost.innerHTML = pieceSvg(drag.letter, game());
    document.body.append(drag.ghost);
    drag.size = size;
    if (drag.square >= 0) board.cells.get(drag.square).querySelector(".layer:last-child")?.classList.add("gone");
  }
  if (drag.ghost) drag.ghost.style.transform = `translate(${event.clientX - drag.size / 2}px, ${event.clientY - drag.size * 0.62}px)`;
}

function up(event, cancelled) {
  if (!drag || drag.id !== event.pointerId) return;
  const { letter, square, ghost } = drag;
  drag = null;
  ghost?.remove();
  for (const layer of board.root.querySelectorAll(".gone")) layer.classList.remove("gone");
  if (cancelled) return;
  if (!ghost) {
    if (square >= 0) tap(square);
    return; // a tap on a piece of a box is a click
  }
  const target = board.squareAt(event.clientX, event.clientY);
  if (target === square && square >= 0) return draw();
  lifted = -1;
  if (target < 0 && square >= 0) remove(square);
  else if (target >= 0) {
    if (square >= 0) take(square);
    place(letter, target);
  }
  check();
}

function key(event) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const square = board.focused;
  if (steps[event.key]) board.focus(board.beside(square, ...steps[event.key]));
  else if (event.key === "Enter" || event.key === " ") tap(square);
  else if (event.key === "Delete" || event.key === "Backspace") {
    remove(square);
    check();
  } else if (event.key === "Escape" && lifted >= 0) {
    lifted = -1;
    draw();
  } else return;
  event.preventDefault();
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    say(t("Copied"));
  } catch {
    $("text").select(); // to be copied by hand
  }
}

async function begin() {
  const { error } = await fetchJson("/api/action", actionOf(wish, $("text").value)).catch((failure) => ({ error: failure.message }));
  if (error) tell(error);
  else location.href = "/";
}

const people = peopleChoice(wish, true, false, () => null);
$("people").append(people.who, people.side, people.clock);
$("game").append(...Object.entries(GAMES).map(([name, { title }]) => new Option(title, name)));
$("game").addEventListener("change", () => put($("game").value, $("game").value));
$("start").addEventListener("click", () => put(fields[0], fields[0]));
$("clear").addEventListener("click", () => {
  squares = {};
  lifted = -1;
  check();
});
$("read").addEventListener("click", () => put($("text").value.trim(), fields[0]));
$("copy").addEventListener("click", () => copy($("copy"), $("text").value));
$("foreign").addEventListener("click", () => copy($("foreign"), $("foreign").dataset.text));
$("play").addEventListener("click", begin);
$("flip").addEventListener("click", () => {
  board.flip(!board.flipped);
  lay();
  draw();
});
$("place").addEventListener("pointerdown", down);
$("place").addEventListener("click", (event) => {
  const piece = event.target.closest("[data-letter]");
  if (piece) choose(piece.dataset.letter);
});
window.addEventListener("pointermove", move);
window.addEventListener("pointerup", (event) => up(event, false));
window.addEventListener("pointercancel", (event) => up(event, true));
board.root.addEventListener("keydown", key);
board.root.addEventListener("focusin", (event) => board.point(Number(event.target.closest(".square")?.dataset.square ?? -1)));
themeButton($("theme"));
const query = new URLSearchParams(location.search);
const first = query.get("game") || wish.spec || Object.keys(GAMES)[0];
await put(query.get("text") || first, first);
