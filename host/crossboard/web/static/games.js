// What people call things: games, variants, pieces, sides. A game's rules are not here but with the board.

export const GAMES = {
  "charing-cross": {
    title: "Charing Cross",
    look: "chess",
    pieces: { N: "knight", R: "rook" },
    line: "Knights go across, rooks up and down; jump anything. First to reach the other side wins.",
  },
  "kings-crossing": {
    title: "King's Crossing",
    look: "men",
    pieces: { K: "king", M: "man" },
    line: "Slide, jump and trap on four rows. Take the king, or bring yours home.",
  },
  "cross-eyed": {
    title: "Cross-Eyed Chess",
    look: "chess",
    pieces: { K: "king", R: "rook", B: "bishop", N: "knight", C: "camel", M: "Nahbi", P: "pawn" },
    line: "Two armies a side on a cross of 84 squares. Bring down both kings.",
  },
  "card-chess": {
    title: "Card Chess",
    look: "cards",
    pieces: { K: "king", Q: "queen", J: "jack", T: "ten" },
    line: "Cards move like chess pieces and cover one another. Cover both kings.",
  },
};

export const VARIANTS = {
  alternate: "kings face to face",
  longer: "three columns of men",
  backwards: "trap captures backwards too",
  stealth: "secret kings",
  progressive: "cards placed one by one",
  plain: "no terrain",
};

export function gameOf(spec) {
  const [name, variant = ""] = spec.split(":");
  const known = GAMES[name] || { title: name, look: "chess", pieces: {}, line: "" };
  const words = variant ? variant.split("+").map((part) => VARIANTS[part] || part) : [];
  return { ...known, name, variant, words };
}

export function pieceName(letter, game, sides) {
  if (letter === "?") return "a piece";
  const side = sides[letter === letter.toUpperCase() ? 0 : 1];
  return `${side} ${game.pieces[letter.toUpperCase()] || letter}`;
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

/** The surface of each square, where the game has one: Card Chess terrain ("r", "b" or "."). */
export function readTerrain(text) {
  const fields = text.split(" ");
  if (!fields[0].startsWith("card-chess") || !/^[rb.]{12}$/.test(fields[3] || "")) return {};
  const found = {};
  [...fields[3]].forEach((kind, i) => {
    if (kind !== ".") found[(i < 6 ? 18 : 12) + (i % 6)] = kind === "r" ? "red" : "black";
  });
  return found;
}

export function squareName(square, columns) {
  return square < 0 ? "beside the board" : String.fromCharCode(97 + (square % columns)) + (Math.floor(square / columns) + 1);
}

export function squareNumber(name, columns) {
  return (Number(name.slice(1)) - 1) * columns + name.charCodeAt(0) - 97;
}

/** A time spent, in words short enough for a table. */
export function clock(ms) {
  if (ms === null || ms === undefined) return "";
  const s = Math.floor(ms / 1000);
  if (s < 60) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const two = (n) => String(n).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
