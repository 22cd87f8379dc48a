// The hall: every board live, as large as fits, with pages that turn; pairings and results, which the arbiter gives; standings.

import { OPEN, askResult } from "./arbiter.js";
import { Board, make } from "./board.js";
import { gameOf, readPosition } from "./games.js";
import { LANGUAGE, languageChoice, t, tn } from "./language.js";
import { Link } from "./link.js";
import { $, fullScreenButton, themeButton } from "./page.js";

const LEAST = 300; // px: a smaller board can't be read from the other end of a hall
const NARROW = 700; // px of a window in which boards stand below one another
const GAP = 13;
const FRAME = 26; // px of a tile around a board
const LINES = 3.9; // of a tile's text, by the size of its letters
const LETTER = 0.095; // of a board's side
const SMALLEST = 17; // px of a letter
const NAME = 14; // letters of a name that fit; longer ones are smaller
const TURN_MS = 12000;
const VIEWS = ["boards", "results", "standings"];

const tiles = new Map(); // board -> { value, root, board, … }
let hall = { pairings: [], standings: [], log: [] };
let perPage = Infinity;
let page = 0;
let held = false;

function lost() {
  document.body.classList.add("offline");
  $("alarm").textContent = t("No connection to the hub: what is shown is old. This page tries again.");
}

function take(fresh) {
  document.body.classList.remove("offline");
  let dropped = "";
  for (const [name, value] of Object.entries(fresh)) {
    if (name.startsWith("board/")) {
      if (tiles.get(value.board)?.value.here && !value.here) dropped = value.board;
      show(value);
    } else if (name === "hall") showHall(value);
  }
  arrange();
  if (dropped) turnTo(Math.floor(wanted().indexOf(tiles.get(dropped)) / perPage));
  count();
}

/** table-2 before table-10. */
const byNumber = new Intl.Collator("en", { numeric: true }).compare;

function tileOf(name) {
  if (tiles.has(name)) return tiles.get(name);
  const root = make("a", "tile panel");
  const head = make("h2");
  const last = make("span", "last");
  head.append(make("span", "", name), last);
  const [place, square, band] = [make("div", "square-of"), make("div", "board"), make("p", "band")];
  place.append(square, band);
  const [second, first] = [make("p", "name second"), make("p", "name first")];
  root.append(head, second, place, first);
  const tile = { root, names: [first, second], last, band, board: new Board(square), value: {} };
  tiles.set(name, tile);
  const names = [...tiles.keys()].sort(byNumber);
  const next = names[names.indexOf(name) + 1];
  $("wall").insertBefore(root, next ? tiles.get(next).root : null);
  return tile;
}

function show(value) {
  const tile = tileOf(value.board);
  tile.value = value;
  tile.root.classList.toggle("away", !value.here);
  tile.band.textContent = value.here ? "" : value.gone ? t("Not connected since {time}", { time: clock(value.gone) }) : t("Not connected");
  if (value.number) tile.root.href = `/game/${value.number}`;
  tile.names.forEach((line, side) => {
    line.textContent = [value.first, value.second][side] || "?";
    line.style.fontSize = `${Math.max(0.55, Math.min(1, NAME / line.textContent.length))}em`;
  });
  const ended = value.result !== OPEN;
  tile.last.textContent = ended ? value.result : value.last && `${value.label} ${value.last}`;
  tile.last.classList.toggle("ended", ended);
  tile.root.title = [value.round && t("round {round}", value), ended && value.reason].filter(Boolean).join(": ");
  if (!value.position) return;
  const game = gameOf(value.position.split(" ")[0]);
  tile.root.classList.toggle("discs", game.look === "discs"); // there the first side is the dark one
  tile.board.lay({ ...readPosition(value.position), game, sides: game.sides, terrain: value.terrain });
  tile.board.show({ squares: readPosition(value.position).squares, marks: {}, lights: null, ghosts: {}, differing: new Set() });
}

const clock = (ms) => new Date(ms).toLocaleTimeString(LANGUAGE === "en" ? "en-GB" : LANGUAGE, { hour: "2-digit", minute: "2-digit" });
const stamp = (ms) => `${new Date(ms).toLocaleDateString("en-CA")} ${clock(ms)}`;

/** The tiles of the round that is chosen, in their order. */
function wanted() {
  const round = $("round").value;
  const names = [...tiles.keys()].sort(byNumber);
  return names.map((name) => tiles.get(name)).filter((tile) => !round || tile.value.round === round);
}

/** The side of the boards where so many tiles stand beside and below one another. */
function sideOf(across, down, wide, high) {
  const [w, h] = [(wide - GAP * (across - 1)) / across - FRAME, (high - GAP * (down - 1)) / down - FRAME];
  const side = Math.min(w, h / (1 + LINES * LETTER));
  return side * LETTER >= SMALLEST ? side : Math.min(w, h - LINES * SMALLEST);
}

/** The largest boards that fit, none smaller than LEAST: what has no room is on another page. */
function arrange() {
  const all = wanted();
  const wall = $("wall");
  const { width, height } = $("boards").getBoundingClientRect();
  if (!width) return; // another view is shown
  const grids = [];
  for (let across = 1; across <= 12; across++)
    for (let down = 1; down <= 12; down++) grids.push({ across, down, room: across * down, side: sideOf(across, down, width, height) });
  const readable = grids.filter((grid) => grid.side >= LEAST);
  const enough = readable.filter((grid) => grid.room >= all.length).sort((one, other) => other.side - one.side || one.room - other.room);
  const best = enough[0] || readable.sort((one, other) => other.room - one.room || other.side - one.side)[0];
  const fits = Boolean(best) && innerWidth >= NARROW;
  wall.classList.toggle("fits", fits);
  perPage = fits ? best.room : Infinity;
  if (fits) for (const [name, value] of [["--across", best.across], ["--down", best.down], ["--board", `${Math.floor(best.side)}px`]]) wall.style.setProperty(name, value);
  for (const tile of tiles.values()) tile.root.hidden = !all.includes(tile);
  turnTo(page);
}

function turnTo(index) {
  const all = wanted();
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  page = ((index % pages) + pages) % pages || 0;
  all.forEach((tile, i) => (tile.root.hidden = perPage !== Infinity && Math.floor(i / perPage) !== page));
  $("turner").classList.toggle("needed", pages > 1 && !$("boards").hidden);
  $("place").textContent = t("{number} of {count}", { number: page + 1, count: pages });
}

function turnByItself() {
  if (!held && !$("wall").contains(document.activeElement)) turnTo(page + 1);
}

function showHall(found) {
  hall = found;
  const rounds = [...new Set(found.pairings.map((one) => one.round))];
  const select = $("round");
  const before = select.value;
  select.replaceChildren(new Option(t("all"), ""), ...rounds.map((name) => new Option(name, name)));
  select.value = rounds.includes(before) ? before : "";
  showPairings();
  rows("log", found.log, (one) => [stamp(one.at), one.round, one.table, `${one.first || t("nobody")} – ${one.second || t("nobody")}`, result(one.before), result(one.after), one.by]);
  rows("ranks", found.standings, (one) => [`${one.rank}`, one.name, one.points.toFixed(1), one.buchholz.toFixed(1), one.berger.toFixed(2), `${one.games}`], 2);
  const over = rounds.length > 0 && found.pairings.every((one) => one.round !== rounds[0] || one.result !== OPEN);
  $("rounds").min = rounds.length || 1;
  if (!$("rounds").value) $("rounds").value = rounds.length || "";
  if (over) $("trf").href = `/api/hall/files/tournament.trf?rounds=${$("rounds").value || rounds.length}`;
  else $("trf").removeAttribute("href");
  $("trf").textContent = over ? t("For pairing programs (TRF16)") : t("For pairing programs: once a round is over");
}

const result = (text) => (text === OPEN ? t("open") : text);

/** A table's rows: cells of text, or an element; those from `figures` on are numbers. */
function rows(id, values, cells, figures = Infinity) {
  $(id).replaceChildren(
    ...values.map((value) => {
      const row = make("tr");
      cells(value).forEach((cell, i) => {
        const made = make("td", i >= figures ? "figure" : "");
        made.append(cell);
        row.append(made);
      });
      return row;
    }),
  );
}

function focusResult(key) {
  [...document.querySelectorAll("#pairings button")].find((button) => button.dataset.key === key)?.focus();
}

function showPairings() {
  const focused = document.activeElement?.dataset.key;
  const round = $("round").value;
  const shown = hall.pairings.filter((one) => !round || one.round === round);
  rows("pairings", shown, (one) => [one.round, one.table, one.first || t("nobody"), one.second || t("nobody"), one.result === OPEN ? (one.game ? t("playing") : "") : one.result]);
  const arbiter = document.body.classList.contains("arbiter"); // whoever may enter results (hub/command.py)
  [...$("pairings").rows].forEach((row, i) => {
    const one = shown[i];
    if (/^[1+]/.test(one.result) && one.result !== "1/2-1/2") row.cells[2].className = "won";
    if (/^(0-1|-\/\+)/.test(one.result)) row.cells[3].className = "won";
    if (!arbiter) return;
    const button = make("button", "", row.cells[4].textContent || t("enter"));
    button.setAttribute("aria-label", one.result === OPEN ? t("{button}: enter the result of round {round}, {table}", { ...one, button: button.textContent }) : t("{button}: correct the result of round {round}, {table}", { ...one, button: button.textContent }));
    button.dataset.key = `${one.round}/${one.table}`;
    button.addEventListener("click", async () => {
      const saved = await askResult(one);
      if (saved) $("saved").textContent = saved;
      focusResult(button.dataset.key); // another one by now
    });
    row.cells[4].replaceChildren(button);
  });
  if (focused) focusResult(focused);
}

function count() {
  const all = [...tiles.values()].map((tile) => tile.value);
  const playing = all.filter((value) => value.here && value.number && value.result === OPEN).length;
  const open = hall.pairings.filter((one) => one.result === OPEN).length;
  const rounds = new Set(all.map((value) => value.round));
  const round = rounds.size === 1 && [...rounds][0];
  const parts = [tn("{count} board", "{count} boards", all.length), t("{count} playing", { count: playing }), hall.pairings.length && tn("{count} result to come", "{count} results to come", open)];
  const words = parts.filter(Boolean).join(", ");
  $("count").textContent = round ? t("Round {round}: {words}", { round, words }) : words;
  const away = all.filter((value) => value.gone).map((value) => value.board).sort(byNumber);
  $("alarm").textContent = !away.length ? "" : away.length > 6 ? t("Not connected: {boards} and {count} more", { boards: away.slice(0, 6).join(", "), count: away.length - 6 }) : t("Not connected: {boards}", { boards: away.join(", ") });
}

function showView() {
  const view = VIEWS.find((name) => location.hash === `#${name}`) || VIEWS[0];
  for (const name of VIEWS) {
    $(name).hidden = name !== view;
    const link = document.querySelector(`nav a[href="#${name}"]`);
    if (name === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.querySelector("main").scrollTop = 0;
  arrange();
  turnTo(page);
}

$("round").addEventListener("change", () => (arrange(), showPairings()));
$("rounds").addEventListener("change", () => showHall(hall));
$("earlier").addEventListener("click", () => turnTo(page - 1));
$("later").addEventListener("click", () => turnTo(page + 1));
$("hold").addEventListener("click", () => {
  held = !held;
  $("hold").setAttribute("aria-pressed", held);
});
addEventListener("hashchange", showView);
new ResizeObserver(arrange).observe(document.querySelector("main"));
setInterval(turnByItself, TURN_MS);
themeButton($("theme"));
fullScreenButton($("full"));
languageChoice($("language"));
showView();
new Link("/live?watch", { take, lost });
