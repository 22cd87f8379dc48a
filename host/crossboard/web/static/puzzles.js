// The puzzles: a position, the ply that wins is looked for, the answers come by themselves. The rules run on the PC.

import { Board, make } from "./board.js";
import { GAMES, gameOf, readPosition } from "./games.js";
import { t } from "./language.js";
import { $, fetchJson, settings, themeButton } from "./page.js";
import { TAP_WORDS, Taps } from "./taps.js";

const ANSWER_MS = 700;
const KEPT = "crossboard-solved"; // in the browser: which puzzles were solved

const board = new Board($("board"));
const taps = new Taps(board, $("choices"), play);
const solved = new Set((settings.get(KEPT) || "").split(" ").filter(Boolean));
let game = "";
let set = [];
let at = 0;
let plies = []; // played from the puzzle's position on
let state = null; // what /api/try says of them
let asked = 0; // the number of the latest request
let done = false;
let answering = 0;
let playable = []; // the games of the attached board

const puzzle = () => set[at];
const plain = () => ({ lights: null, ghosts: {}, differing: new Set(), arrows: [] });

async function choose(name, number = 0) {
  game = name;
  $("onboard").hidden = !playable.includes(name);
  const found = await fetchJson(`/api/puzzles/${name}`);
  set = found.puzzles;
  for (const button of $("games").children) button.setAttribute("aria-pressed", button.dataset.name === name);
  const first = set.findIndex((one) => !solved.has(`${name}/${one.number}`));
  begin(number ? Math.min(number, set.length) - 1 : Math.max(0, first));
}

function begin(index) {
  at = index;
  plies = [];
  done = false;
  clearTimeout(answering);
  state = null; // nothing is legal before the PC says so
  taps.offer([]);
  $("hint").disabled = $("solution").disabled = true;
  history.replaceState(null, "", `/puzzles?game=${game}&number=${puzzle().number}`);
  const known = gameOf(puzzle().position.split(" ")[0]);
  board.flip(puzzle().side === 1 && known.look !== "chess");
  board.lay({ ...readPosition(puzzle().position), game: known, sides: puzzle().sides, terrain: puzzle().terrain });
  $("heading").textContent = t("{game}, puzzle {number} of {count}", { game: known.title, number: puzzle().number, count: set.length });
  $("task").textContent = puzzle().task;
  document.title = t("Puzzle {number}, {game}", { number: puzzle().number, game: known.title });
  say("", "");
  list();
  return ask();
}

async function ask() {
  const mine = ++asked;
  const found = await fetchJson("/api/try", { position: puzzle().position, plies });
  if (mine !== asked) return;
  state = found;
  show();
}

function show() {
  taps.offer(myTurn() ? state.legal : []);
  light();
  $("line").replaceChildren(...plies.map((text) => make("li", "", text)));
  $("back").disabled = at === 0;
  $("next").disabled = at === set.length - 1;
  $("hint").disabled = $("solution").disabled = done || !myTurn();
  $("again").disabled = !plies.length;
}

function light() {
  const marks = Object.fromEntries(state.last.map((square) => [square, "last-to"]));
  board.show({ ...plain(), squares: readPosition(state.position).squares, marks: taps.marks(marks) });
}

const myTurn = () => state && !done && state.side === puzzle().side && !state.outcome;

async function play(text) {
  const { position, line, side } = puzzle();
  const tried = await fetchJson("/api/try", { position, plies: [...plies, text] });
  const won = tried.outcome && tried.winner === side;
  if (!won && line[plies.length] !== text) {
    say("wrong", t("{move} does not win {soon}. Try another one.", { move: text, soon: puzzle().soon[plies.length] }));
    return show();
  }
  plies.push(text);
  await ask();
  if (won) return solve();
  say("right", t("Right!"));
  answer();
}

/** The other side's answer, and whatever else is not to be found. */
function answer() {
  if (myTurn() || done) return;
  answering = setTimeout(async () => {
    plies.push(puzzle().line[plies.length]);
    await ask();
    answer();
  }, ANSWER_MS);
}

function solve() {
  done = true;
  solved.add(`${game}/${puzzle().number}`);
  settings.set(KEPT, [...solved].join(" "));
  say("right", t("Solved! {outcome}", state));
  list();
  show();
  $("next").focus();
}

function say(kind, words) {
  $("verdict").className = kind;
  $("verdict").textContent = words;
}

function list() {
  $("all").replaceChildren(
    ...set.map((one, i) => {
      const button = make("button", solved.has(`${game}/${one.number}`) ? "solved" : "", String(one.number));
      button.setAttribute("aria-label", button.className ? t("Puzzle {number}, solved", one) : t("Puzzle {number}", one));
      if (i === at) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => begin(i));
      return button;
    }),
  );
  const count = set.filter((one) => solved.has(`${game}/${one.number}`)).length;
  $("count").textContent = t("{count} of {all} solved", { count, all: set.length });
}

/** Show the rest of the line, ply by ply. */
function showSolution() {
  done = true;
  say("", t("The solution: {moves}", { moves: puzzle().line.slice(plies.length).join(" ") }));
  const on = async () => {
    if (plies.length >= puzzle().line.length) return;
    plies.push(puzzle().line[plies.length]);
    await ask();
    answering = setTimeout(on, ANSWER_MS);
  };
  on();
}

function listen() {
  taps.lit = light;
  $("hint").addEventListener("click", () => {
    const ply = state.legal.find((one) => one.text === puzzle().line[plies.length]);
    say("", t("This piece."));
    board.show({ marks: { [ply.from]: "offer" } });
  });
  $("solution").addEventListener("click", showSolution);
  $("again").addEventListener("click", () => begin(at));
  $("back").addEventListener("click", () => begin(at - 1));
  $("next").addEventListener("click", () => begin(at + 1));
  $("flip").addEventListener("click", () => {
    board.flip(!board.flipped);
    board.lay({ ...readPosition(puzzle().position), game: gameOf(puzzle().position.split(" ")[0]), sides: puzzle().sides, terrain: puzzle().terrain });
    show();
  });
  $("onboard").addEventListener("click", async () => {
    try {
      await fetchJson("/api/action", { op: "puzzle", spec: game, number: puzzle().number });
      location.href = "/";
    } catch (error) {
      say("wrong", error.message);
    }
  });
}

async function start() {
  const { sets } = await fetchJson("/api/puzzles");
  const names = Object.keys(sets).filter((name) => sets[name]);
  for (const name of names) {
    const button = make("button", "", GAMES[name].title);
    button.dataset.name = name;
    button.addEventListener("click", () => choose(name));
    $("games").append(button);
  }
  const wish = new URLSearchParams(location.search);
  if (!names.length) return say("wrong", t("There are no puzzles here."));
  await choose(names.includes(wish.get("game")) ? wish.get("game") : names[0], Number(wish.get("number")) || 0);
  const { games } = await fetchJson("/api/board");
  playable = games;
  $("onboard").hidden = !playable.includes(game);
}

board.words = { ...TAP_WORDS, offer: t("the piece to move") };
themeButton($("theme"));
listen();
start().catch((error) => say("wrong", error.message));
