// The library: the games, found by what is typed and chosen, and what they come to.

import { languageChoice, t, tn } from "./language.js";
import { $, fetchJson, themeButton } from "./page.js";
import { make } from "./board.js";
import { barRows } from "./charts.js";
import { clock, gameOf } from "./games.js";

const TYPING_MS = 250;
const ANALYSIS_MS = 2000; // between two looks how far the analysis is
const MOST = 12; // rows of a panel
let page = 0;
let asked = 0;
let looking = 0; // the next look at the analysis

const query = () => new URLSearchParams([...new FormData($("filters"))].filter(([, value]) => value));


function gameTitle(spec) {
  const game = gameOf(spec);
  return game.variant ? `${game.title} (${game.variant})` : game.title;
}

async function load() {
  const mine = ++asked;
  const wish = query();
  history.replaceState(null, "", `/library${wish.size ? `?${wish}` : ""}`);
  try {
    const found = await fetchJson(`/api/games?${wish}&page=${page}`);
    if (mine !== asked) return;
    showList(found);
    showStatistics(await fetchJson(`/api/statistics?${wish}`));
  } catch (error) {
    $("list").replaceChildren(make("p", "wrong", error.message));
    $("statistics").replaceChildren();
  }
}

function showList(found) {
  $("count").textContent = found.found === found.all ? tn("{count} game", "{count} games", found.all) : tn("{found} of {count} game", "{found} of {count} games", found.all, found);
  choices("game", found.specs, gameTitle);
  choices("board", found.boards, (board) => board);
  if (!found.games.length) {
    $("list").replaceChildren(make("p", "soft", found.all ? t("No game matches.") : t("No games yet: play one, and it appears here.")));
    return;
  }
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const name of [t("Game"), t("When"), t("First side"), t("Second side"), t("Result"), t("Plies"), t("Board")]) head.append(make("th", "", name));
  const body = table.createTBody();
  for (const game of found.games) {
    const row = body.insertRow();
    const link = make("a", "", `${game.id} ${gameTitle(game.spec)}`);
    link.href = `/game/${game.id}`;
    row.insertCell().append(link);
    for (const text of [game.date, game.first || "–", game.second || "–", game.outcome || t("unfinished"), game.plies, game.board || t("from a file")]) row.insertCell().textContent = text;
    row.cells[5].dataset.unit = tn("ply", "plies", game.plies); // beside the number where the table has no head
  }
  $("list").replaceChildren(table);
  if (found.pages > 1) $("list").append(pages(found.pages));
}

function pages(count) {
  const row = make("div", "pages");
  for (const [text, step] of [[t("Later"), -1], [t("Earlier"), 1]]) {
    const button = make("button", "", text);
    button.disabled = page + step < 0 || page + step >= count;
    button.addEventListener("click", () => {
      page += step;
      load();
    });
    row.append(button);
  }
  row.children[0].after(make("span", "soft", t("page {number} of {count}", { number: page + 1, count })));
  return row;
}

function choices(name, values, words) {
  const select = $("filters").elements[name];
  const chosen = select.value || new URLSearchParams(location.search).get(name) || "";
  const all = [...new Set([...values, ...(chosen ? [chosen] : [])])];
  select.replaceChildren(new Option(t("all"), ""), ...all.map((value) => new Option(words(value), value)));
  select.value = chosen;
}

function showStatistics(found) {
  if (!found.count) return $("statistics").replaceChildren();
  const results = (row) => [row.first, row.second, row.drawn, row.open];
  const players = [...found.players].sort((one, other) => other.games - one.games).slice(0, MOST);
  const times = found.games.flatMap((row) => row.turn_times.map((time, side) => ({ ...time, name: `${gameTitle(row.spec)}, ${row.sides[side]}` }))).filter((time) => time.turns);
  const squares = [...found.squares].sort((one, other) => other.refused - one.refused).slice(0, MOST);
  const panels = [
    panel(t("Results"), statsTable(["", t("first"), t("second"), t("draw"), t("open")], found.games.map((row) => [gameTitle(row.spec), ...results(row)]))),
    panel(t("Players"), statsTable(["", t("won"), t("lost"), t("drawn"), t("open")], players.map((row) => [row.name, row.won, row.lost, row.drawn, row.open]))),
    panel(t("Time per turn"), barRows(times.map((time) => [time.name, time.median, t("{time}, longest {longest}", { time: clock(time.median), longest: clock(time.longest) })]))),
    panel(t("Refusals"), barRows(found.refusals.slice(0, MOST).map((row) => [row.words, row.count]))),
    panel(t("Squares of refusals"), barRows(squares.map((row) => [`${row.square}, ${gameTitle(row.spec)}`, row.refused]))),
    panel(t("Sensors that flicker"), statsTable(["", t("flickers"), t("changes"), ""], found.sensors.filter((row) => row.flickers).slice(0, MOST).map((row) => [`${row.square}, ${t("board {name}", { name: row.board })}`, row.flickers, row.changes, row.weak ? t("⚠ check it") : ""]))),
  ];
  $("statistics").replaceChildren(...panels.filter((one) => one.querySelector("tbody td")));
}

function panel(title, content) {
  const section = make("section", "panel");
  section.append(make("h2", "", title), content);
  return section;
}

function statsTable(head, rows) {
  const table = make("table", "stats-table");
  const top = table.createTHead().insertRow();
  for (const name of head) top.append(make(name ? "th" : "td", "", name));
  const body = table.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
  return table;
}

/** The analysis of all games: begins and ends it, and says how far it is. */
async function analyseAll(wish) {
  const state = await fetchJson("/api/analysis", wish && { do: wish }).catch(() => null);
  if (!state) return;
  const left = state.waiting + (state.game ? 1 : 0);
  $("analyse").dataset.running = left ? "1" : "";
  $("analyse").textContent = left ? tn("Stop analysing ({count} game left)", "Stop analysing ({count} games left)", left) : t("Analyse all games");
  clearTimeout(looking);
  if (left) looking = setTimeout(analyseAll, ANALYSIS_MS);
}

themeButton($("theme"));
languageChoice($("language"));
$("analyse").addEventListener("click", () => analyseAll($("analyse").dataset.running ? "stop" : "begin"));
analyseAll();
for (const [name, value] of new URLSearchParams(location.search)) {
  const field = $("filters").elements[name];
  if (field instanceof HTMLInputElement) field.value = value;
}
let typing = 0;
$("filters").addEventListener("input", () => {
  page = 0;
  clearTimeout(typing);
  typing = setTimeout(load, TYPING_MS);
});
$("filters").addEventListener("submit", (event) => event.preventDefault());
load();
