// The players: their clock, the board as text for those who listen, sounds and speech, and the card of a finished game.

import { make } from "./board.js";
import { LOW_MS, pieceName, readPosition, squareName, timeLeft } from "./games.js";
import { t } from "./language.js";
import { $ } from "./page.js";
import { sound, speak } from "./voice.js";

const TICK_MS = 100;

export class People {
  constructor(send) {
    this.send = send;
    this.clock = null;
    this.at = 0; // when the clock was told
    this.heard = { number: null, plies: 0, said: "", ended: "" }; // the game as it was when something was last said
    this.refused = "";
    this.over = "";
    this.low = [true, true]; // whether a side's time was low when it was last looked at: that is heard once
    setInterval(() => this.tick(), TICK_MS);
  }

  /** Another clock, or the same told anew. */
  take(clock) {
    const same = clock && this.clock;
    this.clock = clock;
    this.at = performance.now();
    if (!same) this.low = [0, 1].map((side) => !clock || this.left(side) < LOW_MS);
    this.tick();
  }

  left(side) {
    const { left, running, delay } = this.clock;
    const spent = running === side ? Math.max(0, performance.now() - this.at - delay) : 0;
    return Math.max(0, left[side] - spent);
  }

  tick() {
    if (document.body.classList.contains("offline")) return;
    for (const shown of document.querySelectorAll(".clock[data-side]")) {
      const side = Number(shown.dataset.side);
      shown.hidden = !this.clock;
      if (!this.clock) continue;
      const text = timeLeft(this.left(side));
      if (shown.textContent !== text) shown.textContent = text;
      const low = this.left(side) < LOW_MS;
      if (low && !this.low[side]) sound("low");
      this.low[side] = low;
      shown.classList.toggle("low", low);
      shown.classList.toggle("runs", this.clock.running === side);
    }
  }

  /** What has happened in the game that is shown: said once, to those who can't see it. What stood already in another game is no news. */
  hear(game, status) {
    if (!game) return;
    const { number, plies, said } = game;
    const ended = game.ended.replace(/ \([^)]*\)/, ""); // the result in figures is for the eyes
    const before = this.heard;
    this.heard = { number, plies, said, ended };
    const last = plies < before.plies ? t("Taken back") : said !== before.said && said;
    const news = number === before.number && [last, ended !== before.ended && ended].filter(Boolean).join(". ");
    if (news) {
      $("said").textContent = news;
      sound(ended ? "over" : game.took && plies > before.plies ? "capture" : "ply");
      speak(news);
    }
    const refused = /[tr]/.test(status.mode) && status.refusal; // the mode may be told later than the words
    if (refused && refused !== this.refused) sound("refused");
    this.refused = refused;
  }

  /** The card of a game that has ended: look at it again, play once more, share it. Whose time is up is said as long as it is. */
  end(game, watching, match) {
    const root = $("over");
    this.rematch = match?.rematch;
    const flag = game && this.clock?.flag >= 0 ? t("{player}'s time is up", { player: game.names[this.clock.flag] || game.sides[this.clock.flag] }) : "";
    const words = flag && !game.ended ? t("{flag}: go on without a clock, or resign.", { flag }) : "";
    if ($("time-up").textContent !== words) $("time-up").textContent = words;
    const key = game?.ended ? `${game.number} ${game.ended} ${flag} ${game.levels}` : "";
    root.hidden = !key;
    if (key === this.over) return;
    this.over = key;
    if (!key) return;
    const row = make("div", "row-end");
    const link = (text, path, look = "") => {
      const found = make("a", `button ${look}`, text);
      found.href = path;
      return found;
    };
    row.append(link(t("Review"), `/game/${game.number}`, "primary"));
    const again = make("button", "", t("Rematch"));
    again.disabled = watching;
    again.addEventListener("click", () => this.send(this.rematch ? { op: "rematch" } : { op: "new", spec: game.rematch, levels: game.levels.map((level) => (level > 8 ? 0 : level)), ...(this.clock && { kind: this.clock.kind }) }));
    row.append(again, link(t("Share"), `/api/games/${game.number}/page`));
    root.replaceChildren(make("h2", "", game.ended), ...(flag ? [make("p", "", `${flag}.`)] : []), row);
  }

  /** The position in words, a line for each kind of piece. */
  text(game, status, known) {
    const root = $("as-text");
    if (root.hidden || !game) return;
    const { squares, columns } = readPosition(game.position);
    const found = {};
    const second = ([, letters]) => Number(letters.slice(-1) === letters.slice(-1).toLowerCase());
    for (const [square, letters] of Object.entries(squares).sort((one, other) => second(one) - second(other))) {
      const name = pieceName(letters.slice(-1), known, game.sides);
      const under = [...letters.slice(0, -1)].reverse().map((letter) => pieceName(letter, known, game.sides));
      (found[name] ||= []).push(squareName(Number(square), columns, known) + (under.length ? ` (${t("over {pieces}", { pieces: under.join(", ") })})` : ""));
    }
    const list = make("ul");
    for (const name of Object.keys(found)) list.append(make("li", "", `${name}: ${found[name].join(", ")}`));
    root.replaceChildren(make("h2", "", t("The board as text")), make("p", "", [status.text, status.expected].filter(Boolean).join(" ")), list);
  }

  /** Show the board as text, or no longer. */
  turnText(game, status, known) {
    const root = $("as-text");
    root.hidden = !root.hidden;
    this.text(game, status, known);
    if (!root.hidden) root.focus();
  }
}
