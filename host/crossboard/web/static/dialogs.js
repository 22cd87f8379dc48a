// Dialogues: which game, who resigns, is it a draw; how a game is played, and what the keys do.

import { make } from "./board.js";
import { LEVELS, gameOf } from "./games.js";
import { t, tn } from "./language.js";
import { $, fetchJson, settings } from "./page.js";
import { fetchWhy } from "./why.js";
import { SOUNDS, SPEECH, isOn, sound, speak } from "./voice.js";

/** Shows `content`; resolves to what a button of it closed the dialogue with, null if it was dismissed. */
export function ask(title, build) {
  const dialog = $("dialog");
  return new Promise((resolve) => {
    let answer = null;
    const done = (value) => {
      answer = value;
      dialog.close();
    };
    const heading = make("h2", "", title);
    heading.id = "dialog-title";
    dialog.setAttribute("aria-labelledby", heading.id);
    dialog.replaceChildren(heading, ...build(done));
    dialog.addEventListener("close", () => resolve(answer), { once: true });
    dialog.showModal();
  });
}

export function buttons(done, ...given) {
  const row = make("div", "row-end");
  const leave = make("button", "", t("Cancel"));
  leave.addEventListener("click", () => done(null));
  row.append(leave);
  for (const [text, value, primary] of given) {
    const button = make("button", primary ? "primary" : "", text);
    button.addEventListener("click", () => done(typeof value === "function" ? value() : value));
    row.append(button);
  }
  return row;
}

/** Which of the sides that people play here resigns; Crossboard, and a player far away, resign by themselves. */
export function askResign(game) {
  const [side, ...more] = [0, 1].filter((one) => !game.levels[one]);
  if (more.length) return ask(t("Who resigns?"), (done) => [buttons(done, ...[0, 1].map((one) => [t("{side} resigns, {other} wins", { side: game.sides[one], other: game.sides[1 - one] }), one]))]);
  return ask(t("Resign as {side}?", { side: game.sides[side] }), (done) => [make("p", "", t("{side} wins.", { side: game.sides[1 - side] })), buttons(done, [t("Resign"), side, true])]);
}

/** In a match with somebody far away: the side that resigns is one's own; null if it does not. */
export function askLeave(match) {
  return ask(t("Resign?"), (done) => [make("p", "", t("{player} wins.", { player: match.who })), buttons(done, [t("Resign"), match.side, true])]);
}

/** Whether it is to be a draw; `why` says why none can be agreed, "" if one can. */
export async function askDraw(match, claim, why) {
  if (why) return ask(t("No draw now"), (done) => [make("p", "", why), closing(done)]);
  if (claim) return ask(t("Claim a draw?"), (done) => [make("p", "", t("The game ends as a draw: {claim}.", { claim })), buttons(done, [t("Claim it"), true, true])]);
  if (match) return ask(t("A draw?"), (done) => [make("p", "", t("If {player} accepts, the game ends as a draw.", { player: match.who })), buttons(done, [t("Offer a draw"), true, true])]);
  return ask(t("Agree on a draw?"), (done) => [make("p", "", t("If both players agree, the game ends as a draw.")), buttons(done, [t("It is a draw"), true, true])]);
}

/** Whether a game that is under way, of so many turns, may be left for another one. */
export async function confirmNew(game, turns) {
  if (!game || game.ended || !game.plies) return true;
  const words = tn(
    "One turn has been played. The game stays in the library, unfinished; you can play on from its page.",
    "{count} turns have been played. The game stays in the library, unfinished; you can play on from its page.",
    turns,
  );
  return ask(t("Leave the game that is under way?"), (done) => [make("p", "", words), buttons(done, [t("Begin the new game"), true, true])]);
}

export const CLOCKS = [
  ["off", t("no clock")],
  ["5+3", t("5 minutes, and 3 seconds a turn (Fischer)")],
  ["10+5", t("10 minutes, and 5 seconds a turn (Fischer)")],
  ["10d5", t("10 minutes, 5 seconds of each turn free (delay)")],
  ["5", t("5 minutes (sudden death)")],
  ["15", t("15 minutes (sudden death)")],
];

function field(label, input) {
  const found = make("label", "field", label);
  found.append(input);
  return found;
}

/** Who plays, and by which clock: {names, clock}. */
export function askNames(game, clock) {
  return ask(t("Names and clock"), (done) => {
    const names = [0, 1].map((side) => {
      const input = document.createElement("input");
      Object.assign(input, { type: "text", maxLength: 80, value: game.names[side], disabled: !game.ended && game.levels[side] > 0, name: `name${side}`, autocomplete: "off" });
      return input;
    });
    const kind = document.createElement("select");
    kind.name = "clock";
    const now = clock?.kind || "off";
    const known = CLOCKS.some(([text]) => text === now) ? CLOCKS : [...CLOCKS, [now, now]];
    kind.append(...known.map(([value, words]) => new Option(words, value)));
    kind.value = now;
    const found = () => ({ names: names.map((input) => input.value.trim()), clock: kind.value });
    return [...names.map((input, side) => field(game.sides[side], input)), field(t("Clock"), kind), make("p", "soft", t("The clock begins with the first turn.")), buttons(done, [t("Play on"), found, true])];
  });
}

const TEACHING = [t("no help"), t("where a lifted piece may go"), t("also which pieces must capture")];

/** The board's lights, and what this page lets one hear. */
export function showSettings(board, watching, send) {
  return ask(t("Settings"), (done) => {
    const parts = [];
    const { brightness, teaching, patterns } = board || {};
    if (brightness) {
      const input = document.createElement("input");
      Object.assign(input, { type: "range", min: brightness.least, max: brightness.most, value: brightness.value, disabled: watching, name: "brightness" });
      input.addEventListener("change", () => send({ op: "set", setting: "brightness", value: Number(input.value) }));
      parts.push(field(t("Brightness of the lights"), input));
    }
    if (teaching) {
      const input = document.createElement("select");
      for (let value = teaching.least; value <= teaching.most; value++) input.append(new Option(TEACHING[value] || value, value));
      Object.assign(input, { value: teaching.value, disabled: watching, name: "teaching" });
      input.addEventListener("change", () => send({ op: "set", setting: "teaching", value: Number(input.value) }));
      parts.push(field(t("What the lights show"), input));
    }
    if (patterns) parts.push(box(t("Blink patterns instead of colours alone"), patterns.value === 1, watching, (on) => send({ op: "set", setting: "patterns", value: on ? 1 : 0 })));
    const heard = (key, test) => (on) => {
      settings.set(key, on ? "1" : "");
      if (on) test();
    };
    parts.push(box(t("Sounds"), isOn(SOUNDS), false, heard(SOUNDS, () => sound("ply"))));
    parts.push(box(t("Say each move aloud"), isOn(SPEECH), false, heard(SPEECH, () => speak(t("Moves are said like this")))));
    return [...parts, closing(done)];
  });
}

function box(words, checked, disabled, changed) {
  const label = make("label", "field box");
  const input = document.createElement("input");
  Object.assign(input, { type: "checkbox", checked, disabled });
  input.addEventListener("change", () => changed(input.checked));
  label.append(input, ` ${words}`);
  return label;
}

const KEYS = [
  ["←  →  ↑  ↓", t("move over the board")],
  [t("Enter or Space"), t("lift a piece, put it down")],
  [t("Shift + Enter"), t("lift a whole stack")],
  [t("Delete"), t("put a piece beside the board")],
  [t("Escape"), t("put it back where it was")],
];
const ANYWHERE = [
  ["f", t("turn the board round")],
  ["b", t("the board as text")],
  ["?", t("this list")],
];

/** What the keys do; `hands` says whether pieces can be moved on the page. */
export function showKeys(hands) {
  return ask(t("Keys"), (done) => {
    const table = make("table", "keys");
    for (const [keys, words] of [...(hands ? KEYS : KEYS.slice(0, 1)), ...ANYWHERE]) {
      const row = table.insertRow();
      const cell = row.insertCell();
      cell.append(make("kbd", "", keys));
      row.insertCell().textContent = words;
    }
    return [table, closing(done)];
  });
}

function closing(done) {
  const row = make("div", "row-end");
  const close = make("button", "primary", t("Close"));
  close.addEventListener("click", () => done(null));
  row.append(close);
  return row;
}

/** Why the board read, asked about or refused what was done last in a game; `asked` says that a question is open. */
export async function showWhy(number, asked) {
  const { steps, lacks } = await fetchWhy(number).catch((error) => ({ steps: {}, lacks: error.message }));
  const found = steps[Math.max(...Object.keys(steps).map(Number))];
  return ask(found ? t("Why? {what}", { what: found.words }) : t("Why?"), (done) => {
    const parts = [make("p", "", found ? found.because : lacks)];
    if (asked) parts.unshift(make("p", "", t("The open question can be explained once it is answered: until then the board keeps what its sensors saw.")));
    const box = make("div", "why");
    box.tabIndex = 0; // a long answer scrolls, by keyboard too
    box.append(...parts);
    return [box, closing(done)];
  });
}

/** The rules of a game as it is played, in pictures, one after the other. */
export async function showLessons(game) {
  const known = gameOf(game.spec);
  const lessons = await fetchJson(`/lesson/${game.spec}`);
  return ask(t("How to play {game}", { game: [known.title, ...known.words].join(", ") }), (done) => {
    const title = make("h3");
    const text = make("p", "lesson-text");
    const picture = make("img", "lesson-picture");
    const place = make("span", "soft");
    const [back, next, close] = [make("button", "", t("Back")), make("button", "primary", t("Next")), make("button", "", t("Close"))];
    let at = 0;
    const show = () => {
      const lesson = lessons[at];
      title.textContent = lesson.title;
      text.textContent = lesson.text;
      picture.src = `/lesson/${game.spec}/${at}.svg`;
      picture.alt = t("A board that shows it: {title}", { title: lesson.title });
      place.textContent = t("{number} of {count}", { number: at + 1, count: lessons.length });
      back.disabled = at === 0;
      next.textContent = at + 1 < lessons.length ? t("Next") : t("Play");
    };
    back.addEventListener("click", () => (at--, show()));
    next.addEventListener("click", () => (++at < lessons.length ? show() : done(null)));
    close.addEventListener("click", () => done(null));
    const row = make("div", "row-end");
    row.append(place, close, back, next);
    const words = make("div", "lesson-words");
    words.setAttribute("aria-live", "polite");
    words.append(title, text);
    const lesson = make("div", "lesson");
    lesson.append(picture, words);
    show();
    return [lesson, row];
  });
}

/** Who plays the game that is on the board: the level of each side, 0 for a player. */
export function askPlayers(game) {
  return ask(t("Who plays?"), (done) => {
    const players = playersChoice(game.levels, game.sides);
    return [players.root, buttons(done, [t("Play on"), players.levels, true])];
  });
}

/** Two lists, a side each: a player, or Crossboard at a level. */
function playersChoice(levels, sides) {
  const root = make("div", "players");
  const lists = [0, 1].map((side) => {
    const label = make("label", "", `${sides[side]} `);
    const list = document.createElement("select");
    list.name = `side${side}`;
    for (let level = 0; level <= 8; level++) {
      const option = make("option", "", level ? t("Crossboard {level}, {strength}", { level, strength: LEVELS[level] }) : t("a player"));
      option.value = level;
      list.append(option);
    }
    list.value = levels[side] > 8 ? 0 : levels[side]; // 9: a remote player, whose match is not played here
    label.append(list);
    root.append(label);
    return list;
  });
  return { root, lists, levels: () => lists.map((list) => Number(list.value)) };
}
