// A replay on the board: what the players are led to, and the buttons that steer it.

import { make } from "./board.js";
import { t } from "./language.js";
import { $ } from "./page.js";

const STEPS = [
  ["|◀", t("To the start"), () => ({ op: "turn", turn: 0 })],
  ["◀", t("Back one ply"), () => ({ op: "back" })],
  ["", "", () => ({ op: "ok" })],
  ["▶", t("Forward one ply"), () => ({ op: "next" })],
  ["▶|", t("To the end"), (lead) => ({ op: "turn", turn: lead.turns })],
];

export class LeadPanel {
  constructor(send) {
    this.send = send;
    this.lead = null;
    const root = $("lead");
    const row = make("div", "lead-steps");
    this.steps = STEPS.map(([sign, name, wish]) => {
      const button = make("button", "", sign);
      if (name) {
        button.setAttribute("aria-label", name);
        button.title = name;
      }
      button.addEventListener("click", () => this.send(wish(this.lead)));
      row.append(button);
      return button;
    });
    this.steps[2].className = "primary";
    this.title = make("h2");
    this.place = make("p", "soft");
    this.on = this.button(t("Play on from here"), "on");
    const end = make("div", "row-end");
    end.append(this.on, this.button(t("End the replay"), "stop"));
    root.append(this.title, this.place, row, end);
  }

  button(text, wish) {
    const button = make("button", "", text);
    button.addEventListener("click", () => this.send({ op: wish }));
    return button;
  }

  show(lead, watching) {
    this.lead = lead;
    $("lead").hidden = !lead;
    document.body.classList.toggle("leading", Boolean(lead));
    if (!lead) return;
    this.title.textContent = t("Replay of {game}", { game: lead.heading });
    this.place.textContent = lead.running ? t("Turn {turn} of {turns}, ply {index} of {last}; running", lead) : t("Turn {turn} of {turns}, ply {index} of {last}; paused", lead);
    this.steps[2].textContent = lead.running ? t("Rest") : t("Go on");
    const bounds = [lead.index === 0, lead.index === 0, false, lead.index === lead.last, lead.index === lead.last];
    this.steps.forEach((button, i) => (button.disabled = watching || bounds[i]));
    for (const button of $("lead").querySelectorAll(".row-end button")) button.disabled = watching;
    if (lead.over) this.on.disabled = true;
    this.on.title = lead.over ? t("The game is over here") : t("A new game from this position");
  }
}
