// A board on the page: squares, their lights and signs, the pieces on them. Knows no rules and moves nothing.

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
    this.state = { squares: {}, marks: {}, lights: null, ghosts: {}, differing: new Set(), arrows: [] };
    root.setAttribute("role", "grid");
    this.focused = -1;
  }

  /** The squares there are: columns, rows, a set of holes, the game (games.js), the sides' names, the terrain; `frame` (null if
   * only the game's squares are to be seen) says which squares the board itself has around them (sections.py). */
  lay({ columns, rows, holes, game, sides, terrain, frame = null }) {
    Object.assign(this, { columns, rows, game, sides });
    const shape = JSON.stringify([columns, rows, [...holes], game.name, terrain, frame, this.flipped]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.grid = this.squaresBy(columns, rows, holes, frame);
    const [wide, high] = [this.grid[0].length, this.grid.length];
    this.root.style.setProperty("--columns", wide);
    this.root.style.setProperty("--rows", high);
    this.root.className = `board look-${game.look} game-${game.name}`;
    this.root.setAttribute("aria-label", `${game.title}, ${columns} by ${rows}`);
    this.root.replaceChildren();
    this.cells.clear();
    this.places = new Map();
    const order = [...Array(high).keys()];
    if (!this.flipped) order.reverse();
    const across = [...Array(wide).keys()];
    if (this.flipped) across.reverse();
    for (const row of order) {
      const line = make("div", "row");
      line.setAttribute("role", "row");
      for (const column of across) line.append(this.cell(column, row, terrain));
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
    if (square < RIM && outer(column + toward, row)) cell.dataset.row = name.slice(1);
    if (square < RIM && outer(column, row + toward)) cell.dataset.column = name[0];
    cell.append(make("span", "lamp"), make("span", "stack"), make("span", "sign"));
    this.cells.set(square, cell);
    this.places.set(square, [column, row]);
    return cell;
  }

  name(square) {
    return square >= RIM ? squareName(square - RIM, this.grid[0].length) : squareName(square, this.columns);
  }

  flip(flipped) {
    this.flipped = flipped;
  }

  /** Show: squares (letters by square), marks (names by square), lights ("rrggbb" by square, null if not known), ghosts. */
  show(state) {
    Object.assign(this.state, state);
    this.draw();
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
    const [wide, high] = [this.grid[0].length, this.grid.length];
    const middle = (square) => {
      const [column, row] = this.places.get(square);
      return this.flipped ? [wide - column - 0.5, row + 0.5] : [column + 0.5, high - row - 0.5];
    };
    const drawn = arrows.filter(([from, to]) => this.places.has(from) && this.places.has(to)).map(([from, to]) => arrow(middle(from), middle(to)));
    this.root.append(svg("svg", { class: "arrows", viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...drawn));
  }

  drawSquare(square, cell) {
    const { squares, marks, lights, ghosts, differing, badges } = this.state;
    const letters = squares[square] || "";
    const mark = marks[square] || "";
    const light = lights ? lights[square] || "" : "";
    const ghost = ghosts[square] || "";
    const different = differing.has(square);
    const badge = badges ? badges[square] || "" : "";
    const key = [letters, mark, light, lights === null, ghost, different, square === this.focused, badge].join("|");
    if (cell.dataset.key === key) return;
    const before = cell.dataset.letters;
    cell.dataset.key = key;
    cell.dataset.mark = mark;
    cell.dataset.badge = badge;
    cell.classList.toggle("lit", Boolean(light));
    cell.classList.toggle("marked", lights === null && Boolean(mark));
    cell.classList.toggle("differs", different);
    if (light) cell.style.setProperty("--lamp", `#${light}`);
    else cell.style.removeProperty("--lamp");
    cell.tabIndex = square === this.focused ? 0 : -1;
    cell.setAttribute("aria-label", this.label(square, letters, mark, different));
    cell.children[2].textContent = SIGNS[mark] || "";
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

  label(square, letters, mark, different) {
    const name = square >= RIM ? `${this.name(square)} of the board, beside the game` : this.name(square);
    const top = letters ? pieceName(letters[letters.length - 1], this.game, this.sides) : "empty";
    const under = [...letters.slice(0, -1)].reverse().map((letter) => pieceName(letter, this.game, this.sides));
    const parts = [name, top, ...(under.length ? [`over ${under.join(", ")}`] : [])];
    if (this.words[mark]) parts.push(this.words[mark]);
    if (different) parts.push("differs from the piece in the game");
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
    const [wide, high] = [this.grid[0].length, this.grid.length];
    let column = Math.floor(((x - box.left - left) / (box.width - 2 * left)) * wide);
    let row = high - 1 - Math.floor(((y - box.top - top) / (box.height - 2 * top)) * high);
    if (this.flipped) [column, row] = [wide - 1 - column, high - 1 - row];
    return this.grid[row]?.[column] ?? -1;
  }
}

/** An arrow between two points, in squares. */
function arrow([x, y], [toX, toY]) {
  const far = Math.hypot(toX - x, toY - y) || 1;
  const [ax, ay] = [(toX - x) / far, (toY - y) / far];
  const at = (ahead, aside) => `${(x + ax * ahead - ay * aside).toFixed(3)} ${(y + ay * ahead + ax * aside).toFixed(3)}`;
  const [neck, tip] = [far - 0.36, far - 0.04];
  const corners = [at(0.3, 0.07), at(neck, 0.07), at(neck, 0.2), at(tip, 0), at(neck, -0.2), at(neck, -0.07), at(0.3, -0.07)];
  return svg("path", { d: `M${corners.join(" L")} Z` });
}
