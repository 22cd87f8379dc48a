// A new game: which one, against whom, who has which side, by which clock. What was chosen last is chosen again, so that one tap begins it.

import { make } from "./board.js";
import { CLOCKS, ask } from "./dialogs.js";
import { GAMES, LEVELS, gameOf } from "./games.js";
import { t } from "./language.js";
import { settings } from "./page.js";

const KEPT = "crossboard-new";
const HERE = "here";
const CROSSBOARD = "crossboard";
const FAR = "far";
const LOT = "lot";
const [INVITE, JOIN, AGAIN] = ["invite", "join", "again"];
const GENTLE = 2; // the level that is offered first

const parts = (spec) => (spec.split(":")[1] || "").split("+").filter(Boolean);

/** What was chosen last in this browser, else what is on the board; only what can be played there. */
export function wishBefore(link, game) {
  let kept = {};
  try {
    kept = JSON.parse(settings.get(KEPT)) || {};
  } catch {
    // something else was kept there: then nothing is known
  }
  const level = game?.levels.find((one) => one > 0 && one <= 8);
  const first = { spec: game?.spec || link.specs[0], who: level ? CROSSBOARD : HERE, level: level || GENTLE, side: game?.levels[0] > 0 ? 1 : 0, clock: "off", far: INVITE };
  const found = { ...first, ...kept };
  if (!link.specs.includes(found.spec)) found.spec = link.specs.includes(first.spec) ? first.spec : link.specs[0];
  if (found.who === CROSSBOARD && !link.opponent) found.who = HERE;
  if (!(found.level in LEVELS)) found.level = GENTLE;
  if (![0, 1, LOT].includes(found.side)) found.side = 0;
  if (!CLOCKS.some(([kind]) => kind === found.clock)) found.clock = "off";
  return found;
}

/** A group of choices of which one holds: [value, what stands beside it]…; `chosen(value)` is called with another one. */
export function choice(words, name, options, value, chosen) {
  const group = make("fieldset", `choice-of ${name}`);
  group.append(make("legend", "", words));
  const row = make("div", "options");
  for (const [one, ...shown] of options) {
    const label = make("label", "option");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name, value: one, checked: one === value });
    input.addEventListener("change", () => chosen(one));
    label.append(input, ...shown);
    row.append(label);
  }
  group.append(row);
  return group;
}

/** A new game as an action (play/actions.py): new, or invite or join for a match with somebody far away; null if none is wanted. */
export async function askGame(link, game) {
  if (!link?.specs.length) return null; // nothing is known of the board yet
  const wish = wishBefore(link, game);
  return ask(t("New game"), (done) => {
    const variants = make("div", "variants");
    const far = make("div", "far");
    const summary = make("p", "summary");
    summary.setAttribute("aria-live", "polite");
    const play = make("button", "primary", t("Play"));
    play.autofocus = true;
    const draw = () => {
      drawVariants(variants, link, wish, draw);
      place.href = `/setup?game=${wish.spec}`;
      people.draw();
      tell();
    };
    const tell = () => {
      far.hidden = wish.who !== FAR;
      const theirs = !far.hidden && wish.far !== INVITE;
      for (const one of [cards, variants, place, people.side, people.clock]) one.hidden = theirs;
      place.hidden ||= !far.hidden;
      summary.textContent = theirs ? "" : inWords(wish);
    };
    const cards = choice(
      t("Game"),
      "game",
      Object.keys(GAMES).map((name) => [name, ...card(name, link)]),
      gameOf(wish.spec).name,
      (name) => ((wish.spec = link.specs.find((spec) => spec.split(":")[0] === name)), draw()),
    );
    for (const input of cards.querySelectorAll("input")) {
      input.closest("label").dataset.name = input.value;
      input.disabled = input.value in link.others;
    }
    const people = peopleChoice(wish, link.opponent, true, tell);
    drawFar(far, wish, tell);
    const leave = make("button", "", t("Cancel"));
    leave.addEventListener("click", () => done(null));
    const place = make("a", "", t("Set up a position…"));
    play.addEventListener("click", () => done(actionOf(wish)));
    const end = make("div", "row-end");
    end.append(place, leave, play);
    const foot = make("div", "foot");
    foot.append(summary, end);
    const body = make("div", "new-game");
    body.append(people.who, far, cards, variants, people.side, people.clock);
    draw();
    return [body, foot];
  });
}

/** The picture of a game and a line about it, or why it can't be played here. */
function card(name, link) {
  const picture = make("img");
  Object.assign(picture, { src: `/lesson/${name}/start.svg`, alt: "", width: 64, height: 64 });
  const text = make("span");
  text.append(make("b", "", GAMES[name].title), make("small", "", link.others[name] || GAMES[name].line));
  return [picture, text];
}

function drawVariants(root, link, wish, changed) {
  const { name } = gameOf(wish.spec);
  const there = link.specs.filter((spec) => spec.split(":")[0] === name);
  const chosen = new Set(parts(wish.spec));
  const find = () => there.find((spec) => parts(spec).sort().join() === [...chosen].sort().join());
  const boxes = [...new Set(there.flatMap(parts))].map((part) => {
    const label = make("label", "option");
    const input = document.createElement("input");
    Object.assign(input, { type: "checkbox", name: part, checked: chosen.has(part) });
    input.addEventListener("change", () => {
      chosen[input.checked ? "add" : "delete"](part);
      wish.spec = find() || (input.checked ? there.find((spec) => parts(spec).length === 1 && parts(spec)[0] === part) : there[0]);
      changed();
      root.querySelector(`[name="${part}"]`).focus();
    });
    label.append(input, ` ${GAMES[name].variants[part] || part}`);
    return label;
  });
  root.replaceChildren(...boxes);
}

function inWords({ spec, who, level, side, clock }) {
  const known = gameOf(spec);
  const opponent = who === HERE ? t("two people here") : who === FAR ? t("with somebody far away") : t("against Crossboard {level}, {strength}", { level, strength: LEVELS[level] });
  const mine = who === HERE ? [] : [side === LOT ? t("your side by lot") : t("you are {side}", { side: known.sides[side] })];
  return `${[[known.title, ...known.words].join(", "), opponent, ...mine, clock === "off" ? t("no clock") : t("clock {clock}", { clock })].join(" · ")}.`;
}

/** The action that begins what was chosen, which is kept for the next time; at `position` if there is one. */
export function actionOf(wish, position = "") {
  const { spec, who, level, side, clock } = wish;
  settings.set(KEPT, JSON.stringify({ ...wish, invite: undefined }));
  const mine = side === LOT ? Math.floor(2 * Math.random()) : side;
  const { far, invite, broker = "", name = "" } = wish;
  if (who === FAR) return { broker, name, ...(far === JOIN ? { op: "join", invite } : far === AGAIN ? { op: "invite" } : { op: "invite", spec, mine, kind: clock }) };
  const levels = who === CROSSBOARD ? (mine ? [level, 0] : [0, level]) : [0, 0];
  return { op: "new", spec: position || spec, levels, kind: clock };
}

/** Whom one plays, on which side and by which clock, written into `wish`; `draw` after another game was chosen. */
export function peopleChoice(wish, opponent, far, changed) {
  if (wish.who === FAR && !far) wish.who = HERE;
  const level = document.createElement("select");
  level.name = "level";
  level.setAttribute("aria-label", t("How strong Crossboard plays"));
  level.append(...Object.entries(LEVELS).map(([number, words]) => new Option(`${number}, ${words}`, number)));
  level.value = wish.level;
  const tell = () => {
    side.firstChild.disabled = wish.who === HERE;
    changed();
  };
  level.addEventListener("change", () => {
    wish.level = Number(level.value);
    who.querySelector(`[value=${CROSSBOARD}]`).checked = true;
    wish.who = CROSSBOARD;
    tell();
  });
  const options = [[HERE, t("A person here")], ...(opponent ? [[CROSSBOARD, "Crossboard", level]] : []), ...(far ? [[FAR, t("Somebody far away")]] : [])];
  const who = choice(t("Whom do you play?"), "who", options, wish.who, (value) => ((wish.who = value), tell()));
  const side = make("div");
  const kind = document.createElement("select");
  kind.name = "clock";
  kind.append(...CLOCKS.map(([value, words]) => new Option(words, value)));
  kind.value = wish.clock;
  kind.addEventListener("change", () => ((wish.clock = kind.value), tell()));
  const clock = make("label", "field", t("Clock"));
  clock.append(kind);
  const draw = () => {
    const sides = gameOf(wish.spec).sides.map((name, one) => [one, name]);
    side.replaceChildren(choice(t("Your side"), "side", [...sides, [LOT, t("By lot")]], wish.side, (value) => ((wish.side = value), tell())));
    side.firstChild.disabled = wish.who === HERE;
  };
  return { who, side, clock, draw };
}

/** A match with somebody far away: who invites whom, and where they meet. */
function drawFar(root, wish, changed) {
  const text = (words, name, hint) => {
    const label = make("label", "field", words);
    const input = document.createElement("input");
    Object.assign(input, { type: "text", name, placeholder: hint, maxLength: 300, value: wish[name] || "", autocomplete: "off", spellcheck: false });
    input.addEventListener("input", () => (wish[name] = input.value.trim()));
    label.append(input);
    return label;
  };
  const invite = text(t("Their invite"), "invite", "mqtt://HOST:PORT/xxxx-xxxx-xxxx-xxxx");
  const draw = () => (invite.hidden = wish.far !== JOIN);
  const options = [[INVITE, t("Invite them")], [JOIN, t("Take up their invite")], [AGAIN, t("Go on with the match I invited to last")]];
  const how = choice(t("How do you meet?"), "how", options, wish.far, (value) => ((wish.far = value), draw(), changed()));
  draw();
  root.append(how, invite, text(t("Your name"), "name", ""), text(t("Broker"), "broker", t("this PC; or mqtts://NAME:TOKEN@HOST")));
}
