// A board on the page: squares, their lights and signs, the pieces on them. Knows no rules and moves nothing.

import { t } from "./language.js";
import { pieceSvg } from "./pieces.js";
import { pieceName, squareName } from "./games.js";
import { svg } from "./charts.js";

// What a light says is said a second time by a sign, for eyes that can't tell the colours.
export const SIGNS = {
  lifted: "↥", move: "●", capture: "✕", win: "★", place: "▼", "take-off": "−",
  missing: "+", extra: "!", offer: "?", shown: "~", number: "#",
};

export const RIM = 256; // and more: squares of the board that the game has no use for
const LAYERS = 4; // of a stack, drawn at most
const THIN = 0.3; // of a square: the width of a row or column that the game has no use for
const GLIDE_MS = 150;
const GLIDES = 4; // pieces that move at once, at most; more is another position
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

export class Board {
  constructor(root) {
    this.root = root;
    this.cells = new Map();
    this.flipped = false;
    this.shape = "";
    this.grid = [[]];
    this.places = new Map();
    this.words = {};
    this.state = { squares: {}, marks: {}, lights: null, ghosts: {}, differing: new Set(), arrows: [], check: [] };
    this.left = []; // pieces that stand nowhere any more, the last one first: [square, letters]
    this.landed = new Set(); // squares where somebody has just put a piece, who saw it go there
    root.setAttribute("role", "grid");
    this.focused = -1;
  }

  /** The squares there are: columns, rows, a set of holes, the game (games.js), the sides' names, the terrain; `frame` (null if
   * only the game's squares are to be seen) says which squares the board itself has around them (sections.py),
   * which are drawn thin if they are `quiet`. */
  lay({ columns, rows, holes, game, sides, terrain, frame = null, quiet = false }) {
    Object.assign(this, { columns, rows, game, sides });
    const shape = JSON.stringify([columns, rows, [...holes], game.name, terrain, frame, quiet, this.flipped]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.left = [];
    this.landed.clear();
    this.grid = this.squaresBy(columns, rows, holes, frame);
    const [wide, high] = [this.grid[0].length, this.grid.length];
    const size = (line) => (quiet && !line.some((square) => square >= 0 && square < RIM) ? THIN : 1);
    this.across = track([...Array(wide).keys()].map((column) => size(this.grid.map((row) => row[column]))), this.flipped);
    this.down = track(this.grid.map(size), !this.flipped);
    this.root.style.setProperty("--columns", this.across.sum);
    this.root.style.setProperty("--rows", this.down.sum);
    this.root.className = `board look-${game.look} game-${game.name}`;
    this.root.setAttribute("aria-label", t("{game}, {columns} by {rows}", { game: game.title, columns, rows }));
    this.root.replaceChildren();
    this.cells.clear();
    this.places = new Map();
    for (const row of this.down.order) {
      const line = make("div", "row");
      line.style.flex = this.down.sizes[row];
      line.setAttribute("role", "row");
      for (const column of this.across.order) {
        const cell = this.cell(column, row, terrain);
        cell.style.flex = this.across.sizes[column];
        line.append(cell);
      }
      this.root.append(line);
    }
    if (!this.cells.has(this.focused)) this.focused = Math.min(...this.cells.keys());
    this.draw();
  }

  /** The squares row by row from the lowest, -1 where there is none; those from RIM on are beside the game. */
  squaresBy(columns, rows, holes, frame) {
    const { columns: wide, rows: high, left, bottom } = frame || { columns, rows, left: 0, bottom: 0 };
    const rim = new Set(frame?.rim || []);
    return [...Array(high).keys()].map((row) =>
      [...Array(wide).keys()].map((column) => {
        const [c, r] = [column - left, row - bottom];
        const square = r * columns + c;
        if (c >= 0 && r >= 0 && c < columns && r < rows && !holes.has(square)) return square;
        return rim.has(RIM + row * wide + column) ? RIM + row * wide + column : -1;
      }),
    );
  }

  cell(column, row, terrain) {
    const square = this.grid[row][column];
    if (square < 0) return make("div", "hole");
    const cell = make("div", `square ${square >= RIM ? "rim" : (column + row) % 2 ? "pale" : "deep"}`);
    if (square in terrain) cell.classList.add(terrain[square] ? "ground-second" : "ground-first");
    cell.dataset.square = square;
    cell.setAttribute("role", "gridcell");
    const toward = this.flipped ? 1 : -1;
    const outer = (c, r) => !(this.grid[r]?.[c] >= 0 && this.grid[r][c] < RIM);
    const name = this.name(square);
    if (Object.keys(this.game.squares || {}).length) {
      if (square < RIM && name !== squareName(square, this.columns)) cell.dataset.row = name;
    } else {
      if (square < RIM && outer(column + toward, row)) cell.dataset.row = name.slice(1);
      if (square < RIM && outer(column, row + toward)) cell.dataset.column = name[0];
    }
    cell.append(make("span", "lamp"), make("span", "stack"), make("span", "sign"));
    this.cells.set(square, cell);
    this.places.set(square, [column, row]);
    return cell;
  }

  name(square) {
    return square >= RIM ? squareName(square - RIM, this.grid[0].length) : squareName(square, this.columns, this.game);
  }

  flip(flipped) {
    this.flipped = flipped;
  }

  /** Show: squares (letters by square), marks (names by square), lights ("rrggbb" by square, null if not known), ghosts, the
   * squares of kings in check. */
  show(state) {
    const before = this.state.squares;
    Object.assign(this.state, state);
    this.draw();
    if (state.squares) this.glide(before, state.squares);
  }

  /** Pieces that stood elsewhere come from there. */
  glide(before, after) {
    const come = [];
    for (const square of new Set([...Object.keys(before), ...Object.keys(after)].map(Number))) {
      const [was, is] = [before[square] || "", after[square] || ""];
      let same = 0;
      while (same < was.length && was[same] === is[same]) same++;
      if (was.length > same) this.left.unshift([square, was.slice(same)]);
      if (is.length > same) come.push([square, is.slice(same)]);
    }
    if (come.length > GLIDES) this.left = [];
    this.left.length = Math.min(this.left.length, 2 * GLIDES);
    for (const [square, letters] of come) {
      const at = this.left.findIndex((one) => one[1] === letters);
      const landed = this.landed.delete(square);
      if (at < 0) continue;
      const [[from]] = this.left.splice(at, 1);
      if (from !== square && !landed && !calm.matches) this.move(from, square, letters.length);
    }
  }

  move(from, to, count) {
    const [origin, cell] = [this.cells.get(from), this.cells.get(to)];
    if (!origin || !cell) return;
    const [a, b] = [origin.getBoundingClientRect(), cell.getBoundingClientRect()];
    const stack = cell.children[1];
    for (const layer of [...stack.querySelectorAll(".layer")].slice(-count)) {
      const start = { transform: `translate(${a.left - b.left}px, ${a.top - b.top}px)` };
      layer.animate([start, {}], { duration: GLIDE_MS, easing: "ease-out" }).onfinish = () => stack.classList.remove("gliding");
    }
    stack.classList.add("gliding");
  }

  draw() {
    for (const [square, cell] of this.cells) this.drawSquare(square, cell);
    this.drawArrows();
  }

  /** Arrows from square to square, over the pieces. */
  drawArrows() {
    const arrows = this.state.arrows || [];
    const key = JSON.stringify([this.shape, arrows]);
    if (this.arrowsKey === key) return;
    this.arrowsKey = key;
    this.root.querySelector(".arrows")?.remove();
    if (!arrows.length) return;
    const { across, down } = this;
    const middle = (square) => {
      const [column, row] = this.places.get(square);
      return [across.at[column] + across.sizes[column] / 2, down.at[row] + down.sizes[row] / 2];
    };
    const drawn = arrows.filter(([from, to]) => this.places.has(from) && this.places.has(to)).map(([from, to]) => arrow(middle(from), middle(to)));
    this.root.append(svg("svg", { class: "arrows", viewBox: `0 0 ${across.sum} ${down.sum}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...drawn));
  }

  drawSquare(square, cell) {
    const { squares, marks, lights, ghosts, differing, badges, check } = this.state;
    const letters = squares[square] || "";
    const mark = marks[square] || "";
    const light = lights ? lights[square] || "" : "";
    const ghost = ghosts[square] || "";
    const different = differing.has(square);
    const badge = badges ? badges[square] || "" : "";
    const checked = check.includes(square);
    const key = [letters, mark, light, lights === null, ghost, different, square === this.focused, badge, checked].join("|");
    if (cell.dataset.key === key) return;
    const before = cell.dataset.letters;
    cell.dataset.key = key;
    cell.dataset.mark = mark;
    cell.dataset.badge = badge;
    cell.classList.toggle("lit", Boolean(light));
    cell.classList.toggle("marked", lights === null && Boolean(mark));
    cell.classList.toggle("differs", different);
    cell.classList.toggle("check", checked);
    if (light) cell.style.setProperty("--lamp", `#${light}`);
    else cell.style.removeProperty("--lamp");
    cell.tabIndex = square === this.focused ? 0 : -1;
    cell.setAttribute("aria-label", this.label(square, letters, mark, different, checked));
    const sign = make("span", "sign", SIGNS[mark] || ""); // another one each time: none moves
    sign.dataset.sign = mark;
    cell.children[2].replaceWith(sign);
    if (before !== letters + ghost) {
      cell.dataset.letters = letters + ghost;
      cell.children[1].innerHTML = this.stackSvg(letters) + (ghost ? `<span class="ghost">${pieceSvg(ghost, this.game)}</span>` : "");
      cell.children[1].dataset.count = letters.length > 1 ? letters.length : "";
    }
  }

  stackSvg(letters) {
    const shown = letters.slice(-LAYERS);
    return [...shown].map((letter, i) => `<span class="layer layer-${shown.length - 1 - i}">${pieceSvg(letter, this.game)}</span>`).join("");
  }

  label(square, letters, mark, different, checked) {
    const name = square >= RIM ? t("{square} of the board, beside the game", { square: this.name(square) }) : this.name(square);
    const top = letters ? pieceName(letters[letters.length - 1], this.game, this.sides) : t("empty");
    const under = [...letters.slice(0, -1)].reverse().map((letter) => pieceName(letter, this.game, this.sides));
    const parts = [name, top, ...(under.length ? [t("over {pieces}", { pieces: under.join(", ") })] : [])];
    if (checked) parts.push(t("in check"));
    if (this.words[mark]) parts.push(this.words[mark]);
    if (different) parts.push(t("differs from the piece in the game"));
    return parts.join(", ");
  }

  focus(square) {
    if (!this.point(square)) return false;
    this.cells.get(square).focus();
    return true;
  }

  /** Make a square the one that the keys act on; false if there is no such square. */
  point(square) {
    if (!this.cells.has(square)) return false;
    const before = this.focused;
    this.focused = square;
    for (const one of [before, square]) if (this.cells.has(one)) this.drawSquare(one, this.cells.get(one));
    return true;
  }

  /** The next real square from one, in a direction on the screen; over holes. */
  beside(square, dx, dy) {
    const sign = this.flipped ? -1 : 1;
    let [column, row] = this.places.get(square);
    for (;;) {
      column += dx * sign;
      row += dy * sign;
      const found = this.grid[row]?.[column];
      if (found === undefined) return square;
      if (found >= 0) return found;
    }
  }

  /** The square at a point of the window, -1 if there is none. */
  squareAt(x, y) {
    const box = this.root.getBoundingClientRect();
    const [left, top] = [this.root.clientLeft, this.root.clientTop];
    const column = trackAt(this.across, (x - box.left - left) / (box.width - 2 * left));
    const row = trackAt(this.down, (y - box.top - top) / (box.height - 2 * top));
    return this.grid[row]?.[column] ?? -1;
  }
}

/** Where columns or rows of some sizes lie on the screen, in squares. */
function track(sizes, reversed) {
  const order = [...sizes.keys()];
  if (reversed) order.reverse();
  const at = [];
  let sum = 0;
  for (const i of order) {
    at[i] = sum;
    sum += sizes[i];
  }
  return { order, sizes, at, sum };
}

/** Which of them is there, `part` of the way along. */
const trackAt = ({ order, sizes, at, sum }, part) => order.find((i) => part * sum >= at[i] && part * sum < at[i] + sizes[i]) ?? -1;

/** An arrow between two points, in squares. */
function arrow([x, y], [toX, toY]) {
  const far = Math.hypot(toX - x, toY - y) || 1;
  const [ax, ay] = [(toX - x) / far, (toY - y) / far];
  const at = (ahead, aside) => `${(x + ax * ahead - ay * aside).toFixed(3)} ${(y + ay * ahead + ax * aside).toFixed(3)}`;
  const [neck, tip] = [far - 0.36, far - 0.04];
  const corners = [at(0.3, 0.07), at(neck, 0.07), at(neck, 0.2), at(tip, 0), at(neck, -0.2), at(neck, -0.07), at(0.3, -0.07)];
  return svg("path", { d: `M${corners.join(" L")} Z` });
}
