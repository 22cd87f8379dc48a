// Beside the board: whose turn it is, what was refused and why, what is asked, the turns with their times.

import { RIM, make } from "./board.js";
import { t, tn } from "./language.js";
import { $ } from "./page.js";
import { clock, gameOf } from "./games.js";
import { pieceSvg } from "./pieces.js";

const NOTICE_MS = 7000;
const NEAR_PX = 40;
const LIGHTS = t("Lift a piece, and the board shows where it may go. ");
const ARROWS = t("The arrows show two good ways to begin.");

export class Panel {
  constructor(send) {
    this.send = send;
    this.told = null; // the number of the last notice shown
    this.asked = "";
    this.heading = ""; // of the window
    this.flipped = false; // whether the second side sits below
    this.follows = true; // the list of turns shows its end, until somebody scrolls away from there
    const turns = $("turns");
    let height = 0; // as it was when the end was last shown: a list that has just become shorter was not scrolled by anybody
    turns.addEventListener("scroll", () => {
      if (turns.clientHeight === height) this.follows = turns.scrollHeight - turns.scrollTop - height < NEAR_PX;
    });
    new ResizeObserver(() => {
      height = turns.clientHeight;
      this.toEnd();
    }).observe(turns);
    const sheets = [...$("sheet").children];
    const covered = new ResizeObserver(() => {
      const height = sheets.reduce((sum, one) => sum + one.offsetHeight, 0); // what lies over the moves hides none of them
      $("middle").style.setProperty("--sheet", `${height}px`);
      this.toEnd();
    });
    for (const one of sheets) covered.observe(one);
    const players = new ResizeObserver((all) => all.forEach(({ target }) => fit(target)));
    for (const one of document.querySelectorAll(".side > div:first-of-type")) players.observe(one);
  }

  toEnd() {
    const turns = $("turns");
    if (this.follows && turns.querySelector("table") && !turns.querySelector(".now")) turns.scrollTop = turns.scrollHeight;
  }

  /** The puzzle on the board. */
  puzzle(one, watching) {
    const root = $("puzzle");
    root.hidden = !one;
    if (!one) return;
    const [title, words, next] = root.children;
    title.textContent = t("Puzzle {number}", { number: one.number });
    setText(words, one.words);
    next.disabled = watching;
    next.onclick = () => this.send({ op: "puzzle" });
  }

  /** The match with somebody far away: how it stands, and what is asked, of whom. */
  match(match, watching) {
    $("match").hidden = !match;
    if (!match) return;
    const { asking, status, asker, asked } = match;
    setText($("match-status"), asking ? t("{status}; asked {asking}, waiting for the answer", { status, asking }) : status);
    const consent = $("consent");
    $("about-match").hidden = watching || match.here || match.over;
    consent.hidden = !asked;
    setText(consent.querySelector("h2"), asked ? t("{who} asks {what}", { who: asker, what: asked }) : "");
    const [accept, decline] = consent.querySelectorAll("button");
    accept.disabled = decline.disabled = watching;
    accept.onclick = () => this.send({ op: "accept" });
    decline.onclick = () => this.send({ op: "decline" });
    $("against").disabled = true;
    $("new").hidden = watching || !match.over;
    $("hint").disabled = true;
    $("people").disabled = true;
  }

  thinking(words) {
    setText($("thinking"), words || "");
  }

  /** All that is known of the game; `dark` if the lights do not teach. */
  game(game, status, table, watching, link, dark) {
    if (!status) return;
    const known = game ? gameOf(game.spec) : null;
    $("title").textContent = known ? known.title : "Crossboard";
    this.heading = known ? `${status.text} – ${known.title}` : "Crossboard";
    if (!document.body.classList.contains("offline")) this.title();
    $("variant").textContent = known ? known.words.join(", ") : "";
    $("how").hidden = !known?.lessons;
    setText($("status"), status.text);
    $("status").hidden = Boolean(game?.ended) && status.text === game.ended; // the card of the game says it
    const first = game?.first?.length && status.mode === "p" ? (dark ? "" : LIGHTS) + ARROWS : "";
    setText($("expected"), status.expected || first);
    setText($("refusal"), status.refusal);
    $("refusal").className = /[tr]/.test(status.mode) ? "" : "past";
    this.sides(game, known, status.mode === "k");
    this.question(status.question, game, known, watching);
    this.pick(status.mode === "k" && !watching);
    const over = !game || Boolean(game.ended);
    $("takeback").disabled = watching || !game || !game.plies;
    const playing = !watching && !over && status.mode !== "k";
    $("draw").disabled = !playing;
    $("resign").disabled = !playing || game.levels.every(Boolean);
    $("hint").disabled = !playing || !link?.opponent || game.spec.includes("stealth") || game.levels[game.side] > 0;
    $("why").disabled = !game?.number;
    $("against").disabled = watching || !game || !link?.opponent;
    $("new").hidden = watching;
    $("people").disabled = watching || !game || game.side === -1;
    $("tidy").hidden = watching || !table || table.held.length > 0 || (!/[gtr]/.test(status.mode) && !table.differing.length && !Object.keys(table.squares).some((square) => square >= RIM));
    $("whole").hidden = watching || !table?.stacking;
  }

  title() {
    if (this.heading) document.title = this.heading;
  }

  /** The players, the one who sits below last. */
  sides(game, known, picking) {
    ["player-far", "player-near"].forEach((id, i) => {
      const side = i === Number(this.flipped) ? 1 : 0;
      const root = $(id);
      root.hidden = !game || game.side === -1;
      if (!game) return;
      const [, text, , time] = root.children;
      const turn = !game.ended && game.acting === side ? (picking ? t("picks a king") : t("to move")) : "";
      const what = game.names[side] ? game.sides[side] : turn ? "" : side ? t("second side") : t("first side");
      const name = game.names[side] || game.sides[side];
      root.className = `side ${side ? "second" : "first"} ${known.look}${turn ? " turn" : ""}`;
      root.setAttribute("aria-label", `${name}, ${game.sides[side]}`);
      time.dataset.side = side;
      setText(text.children[0], name);
      setText(text.children[1], [what, turn].filter(Boolean).join(", "));
      const secret = (game.secrets || []).find((one) => one.side === side);
      text.replaceChildren(...[...text.children].slice(0, 2), ...(secret ? [sealed(secret)] : []));
      fit(text);
    });
  }

  /** While kings are picked: the board's buttons. */
  pick(open) {
    const root = $("pick");
    if (root.hidden !== open) return;
    root.hidden = !open;
    const press = (text, button, look) => {
      const found = make("button", look, text);
      found.addEventListener("click", () => this.send({ op: button }));
      return found;
    };
    root.replaceChildren(press(t("OK: that piece"), "ok", "primary"), press(t("Start over"), "back", ""));
  }

  question(asked, game, known, watching) {
    const root = $("question");
    const key = JSON.stringify([asked, watching]);
    if (key === this.asked) return;
    const opened = this.asked === "" || this.asked.startsWith("[null");
    this.asked = key;
    root.hidden = !asked || !game;
    if (!asked || !game) return;
    const choices = make("div", "choices");
    const offers = [...new Set(asked.offers)];
    const place = (offer) => (asked.number - 1 + offers.indexOf(offer)) % asked.count; // as the board offers them from the first on
    for (const offer of [...offers].sort((one, other) => place(one) - place(other))) choices.append(this.choice(offer, offer === asked.offers[0], asked.words?.[offer] || offer, known, watching));
    const back = make("button", "", t("Take it back"));
    back.addEventListener("click", () => this.send({ op: "back" }));
    back.disabled = watching;
    const next = make("button", "", t("Next offer"));
    next.addEventListener("click", () => this.send({ op: "next" }));
    next.disabled = watching;
    const end = make("div", "row-end");
    if (asked.count > offers.length) end.append(next);
    end.append(back);
    root.replaceChildren(make("h2", "", asked.heading || t("Which move was it?")), choices, end);
    if (opened && document.activeElement === document.body) choices.querySelector("button")?.focus({ preventScroll: true });
  }

  choice(offer, offered, name, known, watching) {
    const button = make("button", `choice of-${known.look}${offered ? " offered" : ""}`);
    const kind = /=([A-Za-z])$/.exec(offer) || /^([A-Za-z])@/.exec(offer);
    if (kind) button.innerHTML = pieceSvg(kind[1], known);
    button.append(make("span", "", name));
    button.setAttribute("aria-label", [name, offer, ...(offered ? [t("offered now")] : [])].join(", "));
    button.dataset.ply = offer;
    button.disabled = watching;
    button.addEventListener("click", () => this.send({ op: "answer", ply: offer }));
    return button;
  }

  /** The turns in pairs, by their number, and how the game ended. */
  turns(told, game) {
    const root = $("turns");
    const table = make("table");
    let row = null;
    const refused = (words) => make("span", "refused", `✗ ${words}`);
    for (const turn of told.turns) {
      const number = turn.label.replace(/\.+$/, "");
      if (!row || turn.side === 0 || row.dataset.number !== number || row.cells[2].hasChildNodes()) {
        row = table.insertRow();
        row.dataset.number = number;
        const head = make("th", "", `${number}.`);
        head.scope = "row";
        row.append(head, make("td"), make("td"));
        if (turn.side) row.cells[1].textContent = "…";
      }
      this.turn(row.cells[turn.side + 1], turn, turn.refused.map(refused));
    }
    if (told.trailing.length) {
      const cell = table.insertRow().insertCell();
      cell.colSpan = 3;
      cell.append(...told.trailing.map(refused));
    }
    root.replaceChildren();
    if (told.skipped) root.append(make("p", "", tn("{count} turn before", "{count} turns before", told.skipped)));
    if (table.rows.length) root.append(table);
    else {
      const goal = make("p", "", game ? gameOf(game.spec).goal : "");
      goal.id = "goal";
      root.append(goal, make("p", "", t("No turn has been played yet.")));
    }
    if (game?.ended) root.append(make("p", "result", game.ended));
    if (game?.number && told.turns.length) {
      const link = make("a", "", t("game {number} in the library", { number: game.number }));
      link.href = `/game/${game.number}`;
      const line = make("p");
      line.append(link);
      root.append(line);
    }
    const now = root.querySelector(".now");
    if (now) root.scrollTop = now.offsetTop - root.clientHeight / 2;
    else this.toEnd();
  }

  /** One turn, in its cell; one of a replay on the board leads there. */
  turn(cell, turn, refused) {
    const text = make("span", "ply", turn.text);
    text.prepend(...refused);
    cell.append(text);
    if (turn.ms !== null) cell.append(make("time", "", clock(turn.ms)));
    if (turn.note) cell.append(make("span", "note", turn.note));
    if (turn.now) {
      cell.className = "now";
      cell.setAttribute("aria-current", "step");
    }
    if (!("turn" in turn)) return;
    cell.tabIndex = 0;
    const go = () => this.send({ op: "turn", turn: turn.turn });
    cell.addEventListener("click", go);
    cell.addEventListener("keydown", (event) => event.key === "Enter" && go());
  }

  link(link) {
    const state = make("b", link.state === "connected" ? "on" : "", link.words || "");
    const parts = [link.board && t("board {name}", { name: link.board }), link.place, link.firmware && t("firmware {version}", { version: link.firmware })];
    if (link.errors) parts.push(tn("{count} disturbance of the connection, nothing lost", "{count} disturbances of the connection, nothing lost", link.errors));
    $("link").replaceChildren(state, ` ${parts.filter(Boolean).join(" · ")}`);
  }

  /** What the signs on the board mean, and the row of lights that is a clock (play/clock.py). */
  legend(marks, words, signs, game, clock) {
    const root = $("legend");
    const shown = [...new Set(Object.values(marks))].filter((mark) => words[mark] && signs[mark]);
    const parts = shown.flatMap((mark) => [make("b", "", signs[mark]), words[mark]]);
    const side = clock && game ? Math.max(clock.running, clock.flag) : -1;
    if (side >= 0 && !game.ended) {
      const values = { row: side ? game.rows : 1, player: game.names[side] || game.sides[side] };
      const words = clock.flag >= 0 ? t("blue lights along row {row}: {player}'s time is up", values) : t("blue lights along row {row}: {player}'s time, bright in the last ten seconds", values);
      parts.push(make("b", "clock-sign", "▬"), words);
    }
    root.replaceChildren(...parts);
  }

  notices(notices) {
    const fresh = notices.filter(([number]) => this.told !== null && number > this.told);
    this.told = notices.length ? notices[notices.length - 1][0] : this.told || 0;
    const lines = fresh.map(([, text]) => make("p", "", text));
    if (lines.length) $("notices").replaceChildren(...lines);
    setTimeout(() => lines.forEach((line) => line.remove()), NOTICE_MS);
    return fresh.map(([, text]) => text);
  }
}

/** No name is cut off: it is written as small as its place wants. */
function fit(text) {
  for (let size = 1; size > 0.4; size -= 0.05) {
    text.style.fontSize = `${size}em`;
    if (text.scrollHeight <= text.clientHeight && text.scrollWidth <= text.clientWidth) return;
  }
}

/** A commitment to a secret king, or what it was to; all of it when one points at it. */
function sealed({ commitment, square, salt, kept }) {
  const told = kept ? t("king from {square}, as sealed", { square }) : t("king from {square}, NOT as sealed", { square });
  const words = square ? told : t("has picked a secret king");
  const found = make("small", `sealed${square && !kept ? " broken" : ""}`, words);
  found.title = salt ? t("sealed as SHA-256 {commitment}, salt {salt}", { commitment, salt }) : t("sealed as SHA-256 {commitment}", { commitment });
  return found;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
