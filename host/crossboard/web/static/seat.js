// One side of a match, played on this page; the other player has a board, and its lights lead to what is played here.

import { Board, make } from "./board.js";
import { askDraw, askLeave, showLessons } from "./dialogs.js";
import { LOW_MS, gameOf, readPosition, timeLeft } from "./games.js";
import { languageChoice, t } from "./language.js";
import { Link } from "./link.js";
import { $, fetchJson, settings, themeButton } from "./page.js";
import { TAP_WORDS, Taps } from "./taps.js";
import { SOUNDS, isOn, sound } from "./voice.js";

const GONE = t("No connection to the other player's program. Your move is not lost: this page tries again.");

const board = new Board($("board"));
const taps = new Taps(board, $("choices"), (text) => propose("ply", text));
let match = null; // what the program says (hub/remote.py, seat_section)
let state = null; // what /api/try makes of its position
let sent = null; // what was proposed and is not answered: {op, at, text}
let declined = ""; // what was asked last, if the answer was no and the match has not gone on
let clock = null; // of both sides, and when it was true
let low = [true, true]; // whether a side's time was low when it was last looked at
let asked = 0; // the number of the latest request

function send(message) {
  link.send(message);
}

function opened() {
  send({ op: "name", name: $("name").value });
  if (sent) send(sent);
}

function heard(fresh) {
  gone("");
  if (fresh.clock) showClock(fresh.clock);
  if (fresh.seat) take(fresh.seat);
}

function gone(words) {
  $("gone").hidden = !words;
  $("gone").textContent = words;
  document.body.classList.toggle("offline", Boolean(words));
}

async function take(found) {
  const first = !match;
  if (match) hear(match, found);
  const same = match?.at === found.at; // what is agreed to is an entry more
  declined = found.asking || !same ? "" : match.asking || declined;
  match = found;
  if (sent?.op === "resign" && !match.ended) propose("resign"); // whatever was played meanwhile
  else if (sent && sent.at !== match.at) sent = null;
  if (first) board.flip(match.side === 1 && gameOf(match.position.split(" ")[0]).look !== "chess");
  const mine = ++asked;
  const tried = await fetchJson("/api/try", { position: match.position, plies: match.tail });
  if (mine !== asked) return;
  state = tried;
  lay();
  show();
}

/** What has happened since, for those who can't see it, or look elsewhere. */
function hear(before, { count, ended, said, took }) {
  const over = ended && !before.ended;
  if (count === before.count && !over) return;
  $("said").textContent = [count < before.count ? t("Taken back") : count > before.count && said, over && ended].filter(Boolean).join(". ");
  sound(over ? "over" : took && count > before.count ? "capture" : "ply");
}

/** It counts down here by itself until the program says more. */
function showClock(given) {
  if (!clock) low = given.left.map((ms) => ms < LOW_MS);
  clock = { ...given, at: Date.now() };
  drawClock();
}

function drawClock() {
  $("clock").hidden = !clock || !match;
  if (!clock || !match) return;
  const passed = clock.running < 0 ? 0 : Math.max(0, Date.now() - clock.at - clock.delay);
  const one = (side) => {
    const ms = Math.max(0, clock.left[side] - (clock.running === side ? passed : 0));
    const text = make("span", clock.running === side ? "runs" : "", clock.flag === side ? t("{side} {time}, time is up", { side: match.sides[side], time: timeLeft(ms) }) : `${match.sides[side]} ${timeLeft(ms)}`);
    if (ms < LOW_MS && !low[side]) sound("low");
    low[side] = ms < LOW_MS;
    return text;
  };
  $("clock").replaceChildren(one(match.side), make("span", "soft", "–"), one(1 - match.side));
}

function lay() {
  board.lay({ ...readPosition(state.position), game: gameOf(state.position.split(" ")[0]), sides: match.sides, terrain: match.terrain });
}

const upper = (text) => text && text[0].toUpperCase() + text.slice(1);
const myTurn = () => !match.ended && match.turn === match.side && sent?.op !== "ply";

function show() {
  const known = gameOf(state.position.split(" ")[0]);
  $("title").textContent = known.title;
  $("goal").textContent = known.goal || known.line;
  $("how").hidden = !known.lessons;
  const task = match.ended || (sent?.op === "ply" ? t("{move}: on its way", { move: state.legal.find((ply) => ply.text === sent.text)?.notation || sent.text }) : myTurn() ? t("Your turn: you play {side}", { side: match.sides[match.side] }) : upper(t("{player} is to move", { player: match.other })));
  if ($("task").textContent !== task) $("task").textContent = task;
  document.title = `${task} – ${known.title}`;
  taps.offer(myTurn() ? state.legal : []);
  light();
  $("line").replaceChildren(...match.plies.map((text) => make("li", "", text)));
  $("line").scrollTop = $("line").scrollHeight;
  $("consent").hidden = !match.asked;
  $("consent").querySelector("h2").textContent = match.asked ? upper(t("{who} asks {what}", { who: match.other, what: match.asked })) : "";
  tellAsked();
  const over = Boolean(match.ended);
  $("takeback").disabled = !match.back || Boolean(match.asking);
  $("draw").disabled = over || !match.draw || Boolean(match.asking);
  $("resign").disabled = over;
}

function tellAsked() {
  $("asking").textContent = upper(match.asking ? t("{who} is asked {what}", { who: match.other, what: match.asking }) : declined ? t("{who} was asked {what} and has declined", { who: match.other, what: declined }) : "");
}

function light() {
  const marks = Object.fromEntries(state.last.map((square) => [square, "last-to"]));
  board.show({ squares: readPosition(state.position).squares, marks: taps.marks(marks), lights: null, ghosts: {}, differing: new Set(), arrows: [] });
}

/** It counts at this length of the match only, so that it is taken once however often it is sent. */
function propose(op, text = "") {
  if (sent?.op === op && sent.at === match.at && op === "resign") return;
  sent = { op, at: match.at, text };
  send(sent);
  if (state) show();
}

/** A ply of one's own that the other has not answered needs no consent; else both last plies are asked back. */
function takeBack() {
  const count = match.own ? 1 : Math.min(2, match.count);
  propose("takeback", match.count - count);
}

taps.lit = () => {
  if (taps.from >= 0) tellAsked();
  light();
};
taps.say = (words) => {
  $("asking").textContent = words;
  sound("refused");
};
board.words = TAP_WORDS;
$("name").value = settings.get("crossboard-name") || "";
$("name").addEventListener("change", () => {
  settings.set("crossboard-name", $("name").value);
  send({ op: "name", name: $("name").value });
});
$("flip").addEventListener("click", () => {
  board.flip(!board.flipped);
  if (!state) return;
  lay();
  show();
});
$("takeback").addEventListener("click", takeBack);
$("draw").addEventListener("click", async () => (await askDraw({ who: match.other })) && propose("draw"));
$("resign").addEventListener("click", async () => (await askLeave({ who: match.other, side: match.side })) !== null && propose("resign"));
const [accept, decline] = $("consent").querySelectorAll("button");
accept.addEventListener("click", () => propose("accept"));
decline.addEventListener("click", () => propose("decline"));
$("how").addEventListener("click", () => showLessons({ spec: match.position.split(" ")[0] }));
const tellSound = () => $("sound").setAttribute("aria-pressed", isOn(SOUNDS));
$("sound").addEventListener("click", () => {
  settings.set(SOUNDS, isOn(SOUNDS) ? "" : "1");
  tellSound();
  sound("ply");
});
tellSound();
themeButton($("theme"));
languageChoice($("language"));
setInterval(drawClock, 200);
const link = new Link("/seat/live", { take: heard, opened, lost: (why) => gone(why || GONE) });
