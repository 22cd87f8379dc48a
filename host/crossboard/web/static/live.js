// The live page: takes in what the board's program says, shows it, and tells what the hands do.

import { Board, RIM, SIGNS } from "./board.js";
import { boardButtons } from "./buttons.js";
import { Far } from "./far.js";
import { Hands } from "./hands.js";
import { languageChoice, t } from "./language.js";
import { LeadPanel } from "./lead.js";
import { Link } from "./link.js";
import { Panel } from "./panel.js";
import { People } from "./people.js";
import { askDraw, askLeave, askNames, askPlayers, askResign, confirmNew, showKeys, showLessons, showSettings, showWhy } from "./dialogs.js";
import { askGame } from "./newgame.js";
import { $, fullScreenButton, settings, themeButton } from "./page.js";
import { gameOf, pieceName, readPosition } from "./games.js";
import { pieceSvg } from "./pieces.js";

const MARKS = ["", "last-from", "last-to", "lifted", "move", "capture", "win", "place", "take-off", "missing", "extra", "offer", "shown"];
const GONE = t("disconnected: start `crossboard play` again to go on");
const SILENT = t("disconnected: `crossboard play` does not answer. If it was paused (Ctrl-Z in its terminal), type `fg` there; start it again only if it has ended");
const BACK = t("`crossboard play` is back and waits for the board");

const watching = new URLSearchParams(location.search).has("watch");
const NOTHING = { words: {}, game: null, status: null, turns: null, link: null, table: null, lights: null, lead: null, frame: null, puzzle: null, clock: null, match: null, settings: {}, notices: [] };
const state = { ...NOTHING };
let mine = 0;
let program; // which run of the program the page was loaded from
let playing; // the id of the game that is shown
let ended; // as its moves say
let lit = settings.get("crossboard-lights") === "1"; // whether the board's own lights are shown

const board = new Board($("board"));
const hands = new Hands(board, document.querySelector("main"), send);
const panel = new Panel(send);
const people = new People(send);
const leading = new LeadPanel(send);
const far = new Far(send);

function send(message) {
  link.send(message);
}

/** The program is gone, or says nothing any more: the page is dead, says why and looks it. */
function lost(why, silent) {
  hands.reset();
  if (state.link) panel.link({ ...state.link, state: "disconnected" });
  goneBecause(why || (silent ? SILENT : GONE));
  if (!why && !silent) tellRefusal();
}

/** Say that the page is dead, "" if it is alive. */
function goneBecause(words) {
  const dead = Boolean(words);
  $("gone").hidden = !dead;
  if ($("gone").textContent !== words) $("gone").textContent = words;
  document.body.classList.toggle("offline", dead);
  document.querySelector("main").inert = dead;
  disable(dead);
  if (dead) {
    document.title = t("disconnected – Crossboard");
    if ($("dialog").open) $("dialog").close();
    $("more").hidePopover();
  } else panel.title();
}

/** Disable the controls that need the program, or enable again those that were disabled so. */
function disable(dead) {
  for (const one of document.querySelectorAll("main :is(button, input, select)")) {
    if (dead ? one.disabled : !("dead" in one.dataset)) continue;
    one.disabled = dead;
    if (dead) one.dataset.dead = "";
    else delete one.dataset.dead;
  }
}

/** A program that is there and lets this page not in says why: another token, perhaps. */
async function tellRefusal() {
  const answer = await fetch("/api/board").catch(() => null);
  if (answer?.status === 403 && !link.open) goneBecause(t("disconnected: {why}", { why: (await answer.text()).trim() }));
}

function greeted(hello) {
  program ??= hello.program;
  if (program !== hello.program) {
    location.reload(); // another run has this address now, of another version perhaps
    return;
  }
  mine = hello.you;
  Object.assign(state, NOTHING);
  panel.told = null;
  playing = undefined;
}

function take(fresh) {
  Object.assign(state, fresh);
  if ("game" in fresh || $("gone").textContent) goneBecause(state.game ? "" : BACK);
  show(fresh);
}

function show(fresh) {
  if ("words" in fresh) board.words = { ...state.words, number: t("which of the offers it is") };
  if ("game" in fresh && state.game?.id !== playing) {
    playing = state.game?.id;
    hands.reset();
  }
  if (state.game && ("game" in fresh || "frame" in fresh || board.shape === "")) layBoard();
  if (["game", "table", "lights", "status", "lead", "clock"].some((name) => name in fresh)) showBoard();
  if (["game", "status", "table", "link", "match", "clock", "settings"].some((name) => name in fresh)) {
    panel.flipped = board.flipped;
    panel.game(state.game, state.status, state.table, watching, state.link, state.settings?.teaching?.value === 0);
    panel.match(state.match, watching);
    panel.legend(marks(), board.words, SIGNS, state.game, state.clock);
  }
  if ("game" in fresh || "status" in fresh) {
    if (!state.lead) people.hear(state.game, state.status); // a replay on the board tells its plies by the status
    if (state.game) people.text(state.game, state.status, gameOf(state.game.spec));
  }
  if ("clock" in fresh) people.take(state.clock);
  else if ("game" in fresh) people.tick(); // whose clock stands where
  if (["game", "clock", "match"].some((name) => name in fresh)) people.end(state.game, watching, state.match);
  if ("lead" in fresh) leading.show(state.lead, watching);
  if ("turns" in fresh || (state.turns && state.game?.ended !== ended)) {
    ended = state.game?.ended;
    panel.turns(state.turns, state.game);
  }
  if ("link" in fresh) panel.link(state.link);
  if ("left" in fresh) $("left").hidden = watching || !state.left;
  if ("puzzle" in fresh) panel.puzzle(state.puzzle, watching);
  if ("thinking" in fresh) panel.thinking(state.thinking);
  const said = "notices" in fresh ? panel.notices(state.notices) : [];
  if ("match" in fresh || said.length) far.take(state.match, said.at(-1));
}

function layBoard() {
  const { game } = state;
  board.lay({
    columns: game.columns,
    rows: game.rows,
    holes: new Set(game.holes),
    game: gameOf(game.spec),
    sides: game.sides,
    frame: state.frame,
    quiet: !lit,
    terrain: game.terrain,
  });
  document.body.style.setProperty("--ratio", board.across.sum / board.down.sum);
}

/** Show the board's own lights, or signs alone. */
function light(on) {
  lit = on;
  settings.set("crossboard-lights", on ? "1" : "");
  $("lights").firstElementChild.checked = on;
  if (!state.game) return;
  layBoard();
  showBoard();
}

/** Whether a mark tells the time, as the board's lights do along an edge (play/clock.py), and not the last move: the page has clocks. */
function tells(square, mark) {
  const { clock, game } = state;
  const side = clock ? Math.max(clock.running, clock.flag) : -1;
  if (side < 0 || !mark.startsWith("last") || !game?.last) return false;
  return Math.floor(square / game.columns) === (side ? game.rows - 1 : 0) && !game.last.includes(square);
}

function marks() {
  const found = {};
  [...(state.status?.marks || "")].forEach((digit, square) => {
    let mark = MARKS[parseInt(digit, 16)];
    if (mark === "place" && state.status.question) mark = "number"; // as many lights as the number of the offer
    if (mark && !tells(square, mark)) found[square] = mark;
  });
  for (const square of Object.keys(state.table?.squares || {})) if (square >= RIM) found[square] = "extra"; // the board says so by its light
  return found;
}

function showBoard() {
  if (!state.game) return;
  const { table } = state;
  const ghosts = {};
  for (const held of table?.held || []) if (!held.hand.startsWith(`${mine}.`) && held.over >= 0) ghosts[held.over] = held.letters.slice(-1);
  for (const [square, letters] of Object.entries((table && state.lead?.wanted) || {})) ghosts[square] ||= letters.slice(-1);
  hands.marks = marks();
  hands.side = state.game.side;
  if (table) hands.see(table, mine);
  hands.active = Boolean(table) && !watching;
  $("lights").hidden = !state.lights;
  hands.secretly = state.status?.mode === "k";
  $("board").classList.toggle("playable", hands.active);
  board.show({
    squares: table ? table.squares : readPosition(state.game.position).squares,
    marks: marks(),
    lights: lit ? state.lights : null,
    check: state.game.check || [],
    ghosts,
    differing: new Set(table?.differing || []),
    arrows: table?.held.length || state.status?.mode !== "p" ? [] : state.game.first || [],
  });
  showTrays();
}

/** The pieces in the box, each side's on its own side of the board. */
function showTrays() {
  const letters = state.table ? state.table.box : "";
  const game = gameOf(state.game.spec);
  const first = [...letters].filter((letter) => letter === letter.toUpperCase());
  const second = [...letters].filter((letter) => letter !== letter.toUpperCase());
  const trays = board.flipped ? [first, second] : [second, first];
  ["tray-far", "tray-near"].forEach((id, i) => fillTray($(id), trays[i], game));
}

function fillTray(tray, letters, game) {
  const counted = {};
  for (const letter of letters) counted[letter] = (counted[letter] || 0) + 1;
  const key = JSON.stringify([counted, game.look]);
  if (tray.dataset.key === key) return;
  tray.dataset.key = key;
  tray.className = `tray of-${game.look}`;
  tray.replaceChildren(
    ...Object.entries(counted).map(([letter, count]) => {
      const button = document.createElement("button");
      button.className = "piece-button";
      button.dataset.letter = letter;
      button.setAttribute("aria-label", t("{count} {piece} beside the board: take one", { count, piece: pieceName(letter, game, state.game.sides) }));
      button.innerHTML = pieceSvg(letter, game) + (count > 1 ? `<span>${count}</span>` : "");
      return button;
    }),
  );
}

function turnRound(flipped) {
  board.flip(flipped);
  settings.set("crossboard-flipped", flipped ? "1" : "");
  if (state.game) {
    layBoard();
    showBoard();
    show({ status: state.status, game: state.game });
  }
}

async function newGame() {
  const wish = await askGame(state.link, state.game);
  if (!wish || !(await confirmNew(state.game, state.turns.skipped + state.turns.turns.length))) return;
  if (wish.op === "new") send(wish);
  else if (await far.wait(wish)) newGame();
}

themeButton($("theme"));
fullScreenButton($("full"));
languageChoice($("language"));
board.flip(settings.get("crossboard-flipped") === "1");
$("flip").addEventListener("click", () => turnRound(!board.flipped));
$("new").addEventListener("click", newGame);
$("left").addEventListener("click", () => send({ op: "remote" }));
$("about-match").addEventListener("click", () => far.wait());
$("how").addEventListener("click", () => state.game && showLessons(state.game));
$("keys").addEventListener("click", () => showKeys(state.link?.simulated));
$("resign").addEventListener("click", async () => {
  const side = state.match ? await askLeave(state.match) : await askResign(state.game);
  if (side !== null) send({ op: "resign", side: gameOf(state.game.spec).typed[side] });
});
$("draw").addEventListener("click", async () => {
  if (await askDraw(state.match, state.game.claim, state.game.draw_words)) send({ op: "draw" });
});
$("against").addEventListener("click", async () => {
  const levels = await askPlayers(state.game);
  if (levels) send({ op: "against", levels });
});
$("people").addEventListener("click", async () => {
  const wish = await askNames(state.game, state.clock);
  if (!wish) return;
  wish.names.forEach((name, side) => name === state.game.names[side] || send({ op: "name", side: gameOf(state.game.spec).typed[side], name }));
  if (wish.clock !== (state.clock?.kind || "off")) send({ op: "clock", kind: wish.clock });
});
$("settings").addEventListener("click", () => showSettings(state.settings, watching, send));
$("hint").addEventListener("click", () => send({ op: "hint" }));
$("why").addEventListener("click", () => state.game?.number && showWhy(state.game.number, Boolean(state.status?.question)));
$("takeback").addEventListener("click", () => send({ op: "takeback", count: 1 }));
$("tidy").addEventListener("click", () => send({ op: "setup" }));
$("whole").addEventListener("change", (event) => (hands.whole = event.target.checked));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "f") turnRound(!board.flipped);
  if (event.key === "b" && state.game) people.turnText(state.game, state.status, gameOf(state.game.spec));
  if (event.key === "?") showKeys(state.link?.simulated);
});
$("lights").addEventListener("change", (event) => light(event.target.checked));
$("lights").firstElementChild.checked = lit;
boardButtons($("buttons"), (message) => {
  light(true); // by which the board answers
  send(message);
});
$("more").addEventListener("click", (event) => event.target.closest("#more > :is(button, a)") && $("more").hidePopover(), true);
if (watching) document.body.classList.add("watching");
const link = new Link(`/live${watching ? "?watch" : ""}`, { take, lost, greeted });
