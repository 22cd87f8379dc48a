// What the moves of a game were worth: the graph under the board, the marks, and what would have been better, played out.

import { make } from "./board.js";
import { evalChart } from "./charts.js";
import { t, tn } from "./language.js";
import { fetchJson } from "./page.js";

const POLL_MS = 600;
const PLAY_MS = 900; // between two plies of a line that is played out
/** What a mark is called, and how many there are. */
const KINDS = {
  inaccuracy: [t("Inaccuracy"), (count) => tn("{count} inaccuracy", "{count} inaccuracies", count)],
  mistake: [t("Mistake"), (count) => tn("{count} mistake", "{count} mistakes", count)],
  blunder: [t("Blunder"), (count) => tn("{count} blunder", "{count} blunders", count)],
};

export class Analysis {
  /** `graph` and `panel` are elements; `go(step)` shows a step, `show(position, last, words)` another position; `again()` loads
   * the game anew; `improve(side)` begins the search for better moves than that side's mistakes. */
  constructor(graph, panel, { go, show, again, improve }) {
    Object.assign(this, { graph, panel, go, show, again, improve });
    this.study = null;
    this.at = 0;
    this.timer = 0;
    this.polling = 0;
    this.running = null;
  }

  /** A game; `online` says whether there is a server that can analyse it. */
  begin(study, online) {
    Object.assign(this, { study, online });
    const plies = study.analysis.map((ply) => ({ ...ply, words: study.steps[ply.step].words }));
    this.graph.replaceChildren(plies.length ? evalChart(plies, study.sides, this.go) : make("p", "soft", t("Not analysed yet")));
    this.graph.hidden = !plies.length && !online;
    this.tell(this.at);
    if (online) this.poll();
  }

  get complete() {
    return this.study.analysis.length && this.study.analysis.every((ply) => ply.chance !== null);
  }

  /** The ply that a step shows, if it is known. */
  of(step) {
    return this.study?.analysis.find((ply) => ply.step === step);
  }

  /** Another step of the game is shown. */
  tell(step) {
    this.stopLine();
    this.at = step;
    for (const bar of this.graph.querySelectorAll(".eval-ply")) bar.classList.toggle("now", Number(bar.dataset.step) === step);
    this.draw();
  }

  draw() {
    const { study, panel } = this;
    const parts = [make("h2", "", t("Analysis"))];
    const any = study.analysis.length > 0;
    if (any) parts.push(this.here());
    if (this.running) parts.push(this.progress());
    else if (this.online && !this.complete && study.turns.length) parts.push(this.offer(any));
    if (any) parts.push(...this.tally());
    panel.hidden = parts.length < 2;
    panel.replaceChildren(...parts);
  }

  offer(any) {
    const box = make("div", "analysis-offer");
    const { analysis } = this.study;
    const done = analysis.filter((ply) => ply.chance !== null).length;
    const words = any ? tn("{done} of {count} move analysed", "{done} of {count} moves analysed", analysis.length, { done }) : t("What each move was worth, and what would have been better.");
    if (any) box.append(bar(t("Analysed"), analysis.length, done));
    box.append(make("span", "soft", words));
    if (this.problem) box.append(make("p", "wrong", this.problem));
    const button = make("button", "primary", any ? t("Go on") : t("Analyse the game"));
    button.addEventListener("click", () => this.wish("begin"));
    box.append(button);
    return box;
  }

  progress() {
    const box = make("div", "analysis-offer");
    const { state, done, count } = this.running;
    const stop = make("button", "", t("Stop"));
    stop.addEventListener("click", () => this.wish("stop"));
    box.append(bar(t("Analysing"), count, done), make("span", "soft", state === "waiting" ? t("waits for other games") : tn("{done} of {count} position", "{done} of {count} positions", count, { done })), stop);
    return box;
  }

  tally() {
    return this.study.sides.map((name, side) => {
      const all = this.study.analysis.filter((ply) => ply.side === side);
      const own = all.filter((ply) => ply.word);
      const done = all.filter((ply) => ply.chance !== null).length;
      const open = done < all.length;
      const counted = Object.entries(KINDS).map(([kind, [, words]]) => [own.filter((ply) => ply.word === kind).length, words]);
      const found = counted.filter(([count]) => count).map(([count, words]) => words(count));
      const values = { side: name, found: found.join(", ") || t("no mistakes"), done };
      const words = open
        ? tn("{side}: {found} so far ({done} of {count} move analysed)", "{side}: {found} so far ({done} of {count} moves analysed)", all.length, values)
        : found.length ? t("{side}: {found}", values) : t("{side}: no mistakes found", values);
      const line = make("p", "soft tally", words);
      if (this.online && own.some((ply) => ply.best)) {
        const button = make("button", "", t("Find better moves"));
        button.setAttribute("aria-label", t("Find better moves for {side}", { side: name }));
        button.addEventListener("click", () => this.improve(side));
        line.append(button);
      }
      return line;
    });
  }

  /** What is known of the ply that is shown, and the way to the next mark. */
  here() {
    const box = make("div", "analysis-here shown");
    const ply = this.of(this.at);
    if (ply) {
      const words = make("p");
      if (ply.chance === null) words.append(t("Not analysed yet"));
      if (ply.eval) words.append(make("b", "", ply.eval), " ");
      if (ply.word) words.append(make("b", `mark ${ply.word}`, `${ply.mark} ${KINDS[ply.word][0]}`));
      box.append(words);
      if (ply.better) {
        box.append(make("p", "", t("Better: {moves}", { moves: ply.better })));
        const play = make("button", "", t("Play it out"));
        play.addEventListener("click", () => this.playLine(ply));
        box.append(play);
      }
    }
    const next = this.study.analysis.find((one) => one.word && one.step > this.at);
    if (next) {
      const button = make("button", "", t("Next mistake"));
      button.addEventListener("click", () => this.go(next.step));
      box.append(button);
    }
    return box;
  }

  /** Show a line ply by ply, from the position before the ply that it replaces. */
  playLine(ply) {
    this.stopLine();
    let i = -1;
    const on = () => {
      i++;
      const { position, last, ply: text } = ply.line[i];
      this.show(position, last, t("Better: {moves}", { moves: text }));
      if (i + 1 < ply.line.length) this.timer = setTimeout(on, PLAY_MS);
    };
    this.show(this.study.steps[ply.step - 1].position, [], t("What would have been better:"));
    if (ply.line.length) this.timer = setTimeout(on, PLAY_MS);
  }

  stopLine() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  async wish(what) {
    await fetchJson(`/api/games/${this.study.id}/analysis`, { do: what }).catch((error) => (this.problem = error.message));
    this.poll();
  }

  async poll() {
    clearTimeout(this.polling);
    const state = await fetchJson(`/api/games/${this.study.id}/analysis`).catch(() => null);
    if (!state) return;
    const before = this.running;
    this.running = ["running", "waiting"].includes(state.state) ? state : null;
    this.problem = state.problem;
    if (this.running) this.polling = setTimeout(() => this.poll(), POLL_MS);
    if (before && (!this.running || before.done !== this.running.done)) await this.again();
    else if (JSON.stringify(before) !== JSON.stringify(this.running) || this.problem) this.draw();
  }
}

/** How far something is; a `count` of 0 is not known yet. */
function bar(words, count, done) {
  const found = document.createElement("progress");
  found.setAttribute("aria-label", words);
  if (count) Object.assign(found, { max: count, value: done });
  return found;
}
