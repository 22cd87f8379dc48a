// What people call things: games, variants, pieces, sides (from the games' packages), and position texts read.

import { CATALOGUE } from "./catalogue.js";
import { t } from "./language.js";

export const GAMES = CATALOGUE;

/** How strong Crossboard is at each level, in a word or two. */
export const LEVELS = { 1: t("a beginner"), 2: t("a learner"), 3: t("a casual player"), 4: t("a regular player"), 5: t("a good player"), 6: t("a strong player"), 7: t("very strong"), 8: t("the strongest") };

export function gameOf(spec) {
  const [name, variant = ""] = spec.split(":");
  const known = GAMES[name] || { title: name, look: "chess", sides: [t("First side"), t("Second side")], typed: ["white", "black"], pieces: {}, variants: {}, line: "" };
  const words = variant ? variant.split("+").map((part) => known.variants[part] || part) : [];
  return { ...known, name, variant, words };
}

export function pieceName(letter, game, sides) {
  if (letter === "?") return t("a piece");
  const side = sides[letter === letter.toUpperCase() ? 0 : 1];
  return t("{side} {piece}", { side, piece: game.pieces[letter.toUpperCase()] || letter });
}

/** A position text's squares: by number (a1 = 0) the letters of what stands there from bottom to top, "*" for a hole. */
export function readPosition(text) {
  const rows = text.split(" ")[1].split("/");
  const cells = rows.map((row) => {
    const found = [];
    for (const [, stack, run, one] of row.matchAll(/\[([A-Za-z]+)\]|(\d+)|([A-Za-z*])/g)) {
      if (run) for (let i = 0; i < Number(run); i++) found.push("");
      else found.push(stack || one);
    }
    return found;
  });
  cells.reverse();
  const squares = {};
  const holes = new Set();
  const columns = cells[0].length;
  cells.forEach((row, r) =>
    row.forEach((cell, c) => {
      if (cell === "*") holes.add(r * columns + c);
      else if (cell) squares[r * columns + c] = cell;
    }),
  );
  return { squares, holes, columns, rows: cells.length };
}

/** The placement of a position text: what readPosition reads. */
export function placementText({ squares, holes, columns, rows }) {
  const lines = [];
  for (let row = rows - 1; row >= 0; row--) {
    const cells = [...Array(columns).keys()].map((column) => {
      const square = row * columns + column;
      const letters = squares[square] || "";
      return holes.has(square) ? "*" : letters.length > 1 ? `[${letters}]` : letters || "1";
    });
    lines.push(cells.join("").replace(/1+/g, (run) => String(run.length)));
  }
  return lines.join("/");
}

/** A square's name, as the players of the game call it. */
export function squareName(square, columns, game = {}) {
  if (square < 0) return t("beside the board");
  const name = String.fromCharCode(97 + (square % columns)) + (Math.floor(square / columns) + 1);
  return game.squares?.[name] || name;
}

export function squareNumber(name, columns) {
  return (Number(name.slice(1)) - 1) * columns + name.charCodeAt(0) - 97;
}

/** A time spent, in words short enough for a table. */
export function clock(ms) {
  if (ms === null || ms === undefined) return "";
  return ms < 60000 ? `${(Math.floor(ms / 100) / 10).toFixed(1)} s` : face(ms);
}

export const LOW_MS = 10000; // left, when tenths are worth showing

/** The time that is left, as chess clocks show it. */
export const timeLeft = (ms) => (ms < LOW_MS ? (Math.floor(ms / 100) / 10).toFixed(1) : face(ms));

function face(ms) {
  const s = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
