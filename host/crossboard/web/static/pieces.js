// The pieces as the catalogue draws them; it is made from the games' packages (render/catalogue.py).

import { CATALOGUE } from "./catalogue.js";

const UNKNOWN = `<circle cx="50" cy="50" r="32" stroke-width="3.2"/><path class="line" stroke-width="2.6" d="M40 42 a10 10 0 1 1 12 10 q-2 1 -2 7 M50 66 v1"/>`;

/** The drawing of one piece of a game (games.js): `letter` as in position texts, "?" for an unknown one. */
export function pieceSvg(letter, game) {
  const second = letter !== letter.toUpperCase();
  const inside = CATALOGUE[game.name]?.drawings[letter] || UNKNOWN;
  return `<svg class="piece ${second ? "second" : "first"} ${game.look}" viewBox="0 0 100 100" aria-hidden="true">${inside}</svg>`;
}
