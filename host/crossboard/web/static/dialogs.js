// Dialogues: which game, who resigns, is it a draw.

import { make } from "./board.js";
import { $ } from "./page.js";
import { GAMES } from "./games.js";

/** Shows `content`; resolves to what a button of it closed the dialogue with, null if it was dismissed. */
function ask(title, build) {
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

function buttons(done, ...given) {
  const row = make("div", "row-end");
  const leave = make("button", "", "Cancel");
  leave.addEventListener("click", () => done(null));
  row.append(leave);
  for (const [text, value, primary] of given) {
    const button = make("button", primary ? "primary" : "", text);
    button.addEventListener("click", () => done(typeof value === "function" ? value() : value));
    row.append(button);
  }
  return row;
}

export function askResign(game) {
  return ask("Who resigns?", (done) => [buttons(done, [`${game.sides[0]} resigns`, 0], [`${game.sides[1]} resigns`, 1])]);
}

export async function askDraw() {
  return ask("A draw?", (done) => [make("p", "", "Both players agree to a draw."), buttons(done, ["It is a draw", true, true])]);
}

/** A game and variant, and who plays: {spec, levels}. (Secret kings are picked on the board.) */
export function askGame(link, game) {
  return ask("New game", (done) => chooser(link, game, done));
}

/** Who plays the game that is on the board: the level of each side, 0 for a player. */
export function askPlayers(game) {
  return ask("Who plays?", (done) => {
    const players = playersChoice(game.levels, game.sides);
    return [players.root, buttons(done, ["Play on", players.levels, true])];
  });
}

const LEVELS = { 1: "level 1, a beginner", 8: "level 8, the strongest" };

/** Two lists, a side each: a player, or Crossboard at a level. */
function playersChoice(levels, sides) {
  const root = make("div", "players");
  const lists = [0, 1].map((side) => {
    const label = make("label", "", `${sides[side]} `);
    const list = document.createElement("select");
    list.name = `side${side}`;
    for (let level = 0; level <= 8; level++) {
      const option = make("option", "", level ? `Crossboard, ${LEVELS[level] || `level ${level}`}` : "a player");
      option.value = level;
      list.append(option);
    }
    list.value = levels[side];
    label.append(list);
    root.append(label);
    return list;
  });
  return { root, lists, levels: () => lists.map((list) => Number(list.value)) };
}

function chooser(link, game, done) {
  const now = game?.spec || "";
  const names = [...new Set(link.specs.map((spec) => spec.split(":")[0]))];
  let chosen = names.includes(now.split(":")[0]) ? now.split(":")[0] : names[0];
  let variant = new Set((now.split(":")[1] || "").split("+").filter(Boolean));
  const cards = make("div", "games");
  const variants = make("div", "variants");
  const players = playersChoice(game?.levels || [0, 0], ["First side", "Second side"]);
  players.root.title = "the first side is White (Red in Card Chess)";
  const spec = () => {
    const order = link.specs.filter((one) => one.split(":")[0] === chosen);
    const wanted = [...variant].sort().join("+");
    return order.find((one) => (one.split(":")[1] || "").split("+").filter(Boolean).sort().join("+") === wanted) || order[0];
  };
  const draw = () => {
    const parts = new Set(link.specs.filter((one) => one.split(":")[0] === chosen).flatMap((one) => (one.split(":")[1] || "").split("+").filter(Boolean)));
    variant = new Set([...variant].filter((part) => parts.has(part)));
    for (const card of cards.children) card.setAttribute("aria-pressed", card.dataset.name === chosen);
    variants.replaceChildren(...[...parts].map(box));
  };
  players.root.hidden = !link.opponent;
  const box = (part) => {
    const label = make("label");
    const input = document.createElement("input");
    input.type = "checkbox";
    input.name = part;
    input.checked = variant.has(part);
    input.addEventListener("change", () => variant[input.checked ? "add" : "delete"](part));
    label.append(input, ` ${GAMES[chosen]?.variants[part] || part}`);
    return label;
  };
  for (const name of [...names, ...link.others]) {
    const card = make("button", "game-card");
    card.dataset.name = name;
    card.disabled = !names.includes(name);
    card.append(make("b", "", GAMES[name]?.title || name));
    const missing = `Needs another board: start crossboard play ${name}`;
    card.append(make("small", "", card.disabled ? missing : GAMES[name]?.line || ""));
    card.addEventListener("click", () => ((chosen = name), draw()));
    cards.append(card);
  }
  draw();
  return [cards, variants, players.root, buttons(done, ["Begin", () => ({ spec: spec(), levels: players.levels() }), true])];
}
