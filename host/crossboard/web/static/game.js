// The replay of one game: from the library's server, or from the data inside a shared file.

import { t } from "./language.js";
import { $, fetchJson, themeButton } from "./page.js";
import { Analysis } from "./analysis.js";
import { Board, make } from "./board.js";
import { Branch } from "./branch.js";
import { Editing } from "./edit.js";
import { timeChart } from "./charts.js";
import { Improving } from "./improving.js";
import { clock, gameOf, readPosition, squareNumber } from "./games.js";
import { Sharing } from "./sharing.js";
import { TAP_WORDS } from "./taps.js";
import { Why } from "./why.js";

const inside = $("data"); // of a file that needs no server; what a server would do (<!--server--> in game.html) is not in it
const LONGEST_MS = 10000; // nobody wants to watch longer thoughts
const UNTIMED_MS = 1000;

let study = null;
let at = 0;
let timer = 0;
let heat = false;
const board = new Board($("board"));
const branch = new Branch($("trying"), board, (state) => board.show({ ...plain(), ...state }), inside ? null : tryFromHere);

const improving = new Improving($("improving"), branch, { stand: (step) => (stop(), endBranch(), show(step)), leave: (step) => go(step) });

const analysis = new Analysis($("graph"), $("analysis"), {
  go: (step) => go(step), show: showOther, again, improve: (side) => improving.begin(study, side),
});

const editing = inside ? null : new Editing($("edit"), reload);

const sharing = inside ? null : new Sharing($("dialog"));

const why = inside ? null : new Why($("why"), $("whybutton"));

const plain = () => ({ lights: null, ghosts: {}, differing: new Set() });

function begin(found) {
  study = found;
  const game = gameOf(study.spec);
  const [first, second] = [study.first || study.sides[0], study.second || study.sides[1]];
  $("title").textContent = `${first} – ${second}`;
  $("about").textContent = [game.title, game.words.join(", "), study.date, study.board && t("board {name}", { name: study.board })].filter(Boolean).join(" · ");
  document.title = `${first} – ${second}, ${game.title}`;
  $("secrets").textContent = (study.secrets || []).map((one) => secretWords({ ...one, side: study.sides[one.side] })).join("; ");
  $("outcome").textContent = study.problem ? t("{outcome} – this game does not fit the rules from some point on: {problem}", study) : study.outcome;
  $("slider").max = study.steps.length - 1;
  board.words = { ...TAP_WORDS, "last-from": t("last move"), "last-to": t("last move"), extra: t("refused"), offer: t("asked about") };
  layBoard();
  $("note").classList.toggle("some", study.steps.some((step) => step.note));
  document.querySelector("main").style.setProperty("--ratio", study.columns / study.rows);
  analysis.begin(study, !inside);
  why?.begin(study.id);
  editing?.begin(study);
  listSteps();
  $("times").replaceChildren();
  const timed = study.turns.some((turn) => turn.ms !== null);
  for (const option of $("speed").options) option.hidden = option.disabled = option.value.startsWith("real") && !timed;
  if (!timed) $("times").append(make("p", "soft", t("This game has no times.")));
  else $("times").append(timeChart(study.turns, clock, (step) => go(step)));
  const wish = Number(new URLSearchParams(location.search).get("step"));
  show(Number.isInteger(wish) && wish > 0 ? Math.min(wish, study.steps.length - 1) : 0);
  document.querySelector("main").inert = false; // nothing there could answer before
}

/** What is known of a secret king: it was sealed, or has been revealed since. */
function secretWords(one) {
  if (!one.square) return t("{side}'s king is sealed (SHA-256 {commitment})", one);
  return one.kept ? t("{side}'s king from {square}, as sealed (SHA-256 {commitment}, salt {salt})", one) : t("{side}'s king from {square}, NOT as sealed (SHA-256 {commitment}, salt {salt})", one);
}

/** The same game with what has been found out about it meanwhile. */
async function again() {
  const found = await fetchJson(`/api/games/${study.id}`);
  study.analysis = found.analysis;
  analysis.begin(study, true);
  listSteps();
  markStep(at);
}

/** The same game after something was changed; the same step is shown. */
async function reload() {
  const [step, found] = [at, await fetchJson(`/api/games/${study.id}`)];
  begin(found);
  show(step);
}

/** A position that is not of the game. */
function showOther(position, last, words) {
  stop();
  endBranch();
  const marks = last.length ? { [last[0]]: "last-from", [last[last.length - 1]]: "last-to" } : {};
  board.show({ ...plain(), squares: readPosition(position).squares, marks });
  $("words").textContent = words;
  $("words").className = "other";
}

function layBoard() {
  const position = readPosition(study.steps[0].position);
  board.lay({ ...position, game: gameOf(study.spec), sides: study.sides, terrain: study.terrain });
}

function listSteps() {
  const labels = {}; // by the step that a turn begins with, times by the one that ends it
  const times = {};
  const seconds = new Set();
  study.turns.forEach((turn) => {
    labels[turn.first] = turn.label;
    times[turn.step] = turn.ms;
    if (turn.side) for (let i = turn.first; i <= turn.step; i++) seconds.add(i);
  });
  const list = make("ol");
  study.steps.forEach((step, i) => {
    const item = make("li");
    const button = make("button", `${step.kind}${seconds.has(i) && step.kind === "ply" ? " second" : ""}`);
    const words = step.kind === t("refused") ? `✗ ${step.words}` : step.kind === "question" ? `? ${step.words}` : step.kind === "takeback" ? `↶ ${step.words}` : step.words;
    const judged = analysis.of(i);
    const what = make("span", "", words);
    if (judged?.mark) what.append(make("b", `mark ${judged.word}`, judged.mark));
    button.append(make("span", "axis", labels[i] || ""), what, make("small", "score", judged?.eval || ""), make("small", "", clock(times[i])));
    button.addEventListener("click", () => go(i));
    item.append(button);
    list.append(item);
  });
  $("steps").replaceChildren(list);
}

function show(index) {
  at = index;
  const step = study.steps[index];
  const { squares } = readPosition(step.position);
  const marks = {};
  if (step.last.length) {
    marks[step.last[0]] = "last-from";
    marks[step.last[step.last.length - 1]] = "last-to";
  }
  for (const name of step.squares) marks[squareNumber(name, study.columns)] = step.kind === "question" ? "offer" : "extra";
  board.show({ ...plain(), squares, marks });
  const words = $("words");
  words.textContent = step.words;
  words.className = step.kind;
  $("slider").value = index;
  $("slider").setAttribute("aria-valuetext", step.words);
  markStep(index);
  analysis.tell(index);
  editing?.tell(index);
  why?.tell(index);
  const turn = study.turns.findIndex((one) => one.step >= index);
  for (const bar of $("times").querySelectorAll(".bar")) bar.classList.toggle("now", Number(bar.dataset.turn) === turn && index > 0);
  if (!inside) $("playon").disabled = step.over;
  showHeat();
}

/** The step that is shown, in the list of them. */
function markStep(index) {
  for (const button of $("steps").querySelectorAll("button")) button.removeAttribute("aria-current");
  const current = $("steps").querySelectorAll("button")[index];
  current.setAttribute("aria-current", "step");
  const root = $("steps");
  if (current.offsetTop < root.scrollTop || current.offsetTop + 40 > root.scrollTop + root.clientHeight) root.scrollTop = current.offsetTop - root.clientHeight / 2;
}

function showHeat() {
  const most = Math.max(1, ...study.heat.moves);
  for (const [square, cell] of board.cells) {
    cell.querySelector(".heat-count")?.remove();
    const count = study.heat.moves[square];
    delete cell.dataset.heat;
    if (!heat || !count) continue;
    cell.dataset.heat = count;
    cell.style.setProperty("--heat", 20 + (70 * count) / most);
    cell.append(make("span", "heat-count", String(count)));
  }
}

/** To a step, by somebody's wish: what plays by itself stops, what is tried is given up. */
function go(index) {
  stop();
  endBranch();
  show(Math.min(Math.max(index, 0), study.steps.length - 1));
}

function wait() {
  const speed = $("speed").value;
  if (!speed.startsWith("real")) return Number(speed);
  const [here, there] = [study.steps[at].ms || 0, study.steps[at + 1]?.ms];
  const ms = there === null || there === undefined ? UNTIMED_MS : Math.min(Math.max(there - here, 0), LONGEST_MS);
  return ms / (speed === "real4" ? 4 : 1);
}

function run() {
  analysis.stopLine();
  $("run").textContent = t("Pause");
  $("run").setAttribute("aria-pressed", "true");
  timer = setTimeout(() => {
    if (at < study.steps.length - 1) show(at + 1);
    if (at < study.steps.length - 1) run();
    else stop();
  }, wait());
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  $("run").textContent = t("Play");
  $("run").setAttribute("aria-pressed", "false");
}

function endBranch() {
  if (!branch.position) return;
  improving.end();
  branch.end();
  $("branch").setAttribute("aria-pressed", "false");
}

const steps = { first: () => go(0), back: () => go(at - 1), on: () => go(at + 1), last: () => go(study.steps.length - 1) };
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

function listen() {
  for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => steps[button.dataset.go]());
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("run").addEventListener("click", () => {
    if (timer) return stop();
    endBranch();
    if (at === study.steps.length - 1) show(0);
    run();
  });
  $("heat").addEventListener("click", () => {
    heat = !heat;
    $("heat").setAttribute("aria-pressed", heat);
    showHeat();
  });
  $("flip").addEventListener("click", () => {
    board.flip(!board.flipped);
    layBoard();
    show(at);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea, [role=grid]") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (keys[event.key]) steps[keys[event.key]]();
    else if (event.key === " " && !event.target.closest("button, a")) $("run").click();
    else return;
    event.preventDefault();
  });
}

/** What needs a server: a branch's legal moves, the game as a file. */
function listenOnline() {
  $("branch").addEventListener("click", () => (branch.position ? go(at) : tryFromHere()));
  $("share").addEventListener("click", () => sharing.open(study, at, board.flipped));
}

/** Other moves from the position that is shown, which the rules have to know first. */
function tryFromHere() {
  stop();
  $("branch").setAttribute("aria-pressed", "true");
  return branch.begin(study.steps[at].position, study.steps[at].last);
}

/** Where a board is attached, which plays `games`: this position on it. */
function offerBoard({ games }) {
  $("onboard").hidden = !games.includes(study.spec.split(":")[0]);
  $("resume").hidden = study.result !== "*" || !study.board || study.secrets.length > 0; // the board says what else may be in the way
  const begin = async (op, where) => {
    stop();
    try {
      await fetchJson("/api/action", { op, game: study.id, ...where });
      location.href = "/";
    } catch (error) {
      $("onboard-words").textContent = error.message;
    }
  };
  $("setup").addEventListener("click", () => begin("replay", { moment: study.steps[at].moment }));
  $("playon").addEventListener("click", () => begin("play-from", { moment: study.steps[at].moment }));
  $("resume").addEventListener("click", () => begin("resume"));
}

themeButton($("theme"));
listen();
/** There is no such game, or it can't be shown: nothing else is. */
function refuse(error) {
  $("share").remove();
  document.querySelector("main").replaceWith(make("p", "refused-page wrong", error.message));
}

if (inside) {
  begin(JSON.parse(inside.textContent));
} else {
  const number = location.pathname.split("/").pop();
  Promise.all([fetchJson(`/api/games/${number}`), fetchJson("/api/board")]).then(([found, able]) => (begin(found), listenOnline(), offerBoard(able)), refuse);
}
