// The wall of a hall: every board live, a link to its game each; the pairings below.

import { Board, make } from "./board.js";
import { gameOf, readPosition } from "./games.js";
import { Link } from "./link.js";
import { $, fullScreenButton, plural, themeButton } from "./page.js";

const tiles = new Map(); // board -> { value, root, board, … }
let pairings = [];

function lost() {
  $("count").textContent = "no connection to the hub";
  document.body.classList.add("offline");
}

function take(fresh) {
  document.body.classList.remove("offline");
  for (const [name, value] of Object.entries(fresh)) {
    if (name.startsWith("board/")) show(value);
    else if (name === "hall") showPairings(value.pairings);
  }
  count();
}

function tileOf(name) {
  let tile = tiles.get(name);
  if (tile) return tile;
  const root = make("a", "tile panel");
  const head = make("h2");
  const [title, round] = [make("strong"), make("span")];
  head.append(title, round);
  const square = make("div");
  const [players, last] = [make("p"), make("p", "outcome")];
  root.append(head, players, square, last);
  tile = { root, title, round, players, last, board: new Board(square), value: null };
  tiles.set(name, tile);
  const after = [...tiles.keys()].sort(byNumber);
  const next = after[after.indexOf(name) + 1];
  $("wall").insertBefore(root, next ? tiles.get(next).root : null);
  return tile;
}

/** table-2 before table-10. */
const byNumber = new Intl.Collator("en", { numeric: true }).compare;

function show(value) {
  const tile = tileOf(value.board);
  tile.value = value;
  tile.title.textContent = value.board;
  tile.round.textContent = value.round ? `round ${value.round}` : "";
  tile.root.classList.toggle("away", !value.here);
  if (value.number) tile.root.href = `/game/${value.number}`;
  tile.players.textContent = `${value.first || "?"} – ${value.second || "?"}`;
  const ended = value.result !== "*" ? `${value.result} ${value.reason}` : "";
  tile.last.textContent = ended || (value.last ? `${value.label} ${value.last}` : value.here ? "" : "not connected");
  draw(tile, value);
  tile.root.hidden = !wanted(value);
}

function draw(tile, value) {
  if (!value.position) return;
  const game = gameOf(value.position.split(" ")[0]);
  const { columns, rows, holes, squares } = readPosition(value.position);
  tile.board.lay({ columns, rows, holes, game, sides: game.sides, terrain: value.terrain });
  tile.board.show({ squares, marks: {}, lights: null, ghosts: {}, differing: new Set() });
}

function wanted(value) {
  const round = $("round").value;
  return !round || value.round === round;
}

function showPairings(found) {
  pairings = found;
  const rounds = [...new Set(found.map((one) => one.round))];
  const select = $("round");
  const before = select.value;
  select.replaceChildren(new Option("all", ""), ...rounds.map((name) => new Option(name, name)));
  select.value = rounds.includes(before) ? before : "";
  $("results").hidden = !found.length;
  const rows = found.map((one) => {
    const row = make("tr");
    const result = one.result === "*" ? (one.game ? "playing" : "") : one.result;
    for (const cell of [one.round, one.table, one.first, one.second, result]) row.append(make("td", "", cell));
    return row;
  });
  $("results").querySelector("tbody").replaceChildren(...rows);
}

function count() {
  const all = [...tiles.values()].map((tile) => tile.value);
  const playing = all.filter((value) => value.here && value.number && value.result === "*").length;
  const open = pairings.filter((one) => one.result === "*").length;
  $("count").textContent = `${plural(all.length, "board")}, ${playing} playing${pairings.length ? `, ${plural(open, "result")} to come` : ""}`;
}

$("round").addEventListener("change", () => tiles.forEach((tile) => (tile.root.hidden = !wanted(tile.value))));
themeButton($("theme"));
fullScreenButton($("full"));
new Link("/live?watch", { take, lost });
