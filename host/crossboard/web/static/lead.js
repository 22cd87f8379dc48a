// A replay on the board: what the players are led to, and the buttons that steer it.

import { make } from "./board.js";
import { $ } from "./page.js";

const STEPS = [
  ["|◀", "To the start", () => ({ op: "turn", turn: 0 })],
  ["◀", "Back one ply", () => ({ op: "back" })],
  ["", "", () => ({ op: "ok" })],
  ["▶", "Forward one ply", () => ({ op: "next" })],
  ["▶|", "To the end", (lead) => ({ op: "turn", turn: lead.turns })],
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
    this.on = this.button("Play on from here", "on");
    const end = make("div", "row-end");
    end.append(this.on, this.button("End the replay", "stop"));
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
    this.title.textContent = `Replay of ${lead.heading}`;
    this.place.textContent = `Turn ${lead.turn} of ${lead.turns}, ply ${lead.index} of ${lead.last}; ${lead.running ? "running" : "paused"}`;
    this.steps[2].textContent = lead.running ? "Rest" : "Go on";
    const bounds = [lead.index === 0, lead.index === 0, false, lead.index === lead.last, lead.index === lead.last];
    this.steps.forEach((button, i) => (button.disabled = watching || bounds[i]));
    for (const button of $("lead").querySelectorAll(".row-end button")) button.disabled = watching;
    if (lead.over) this.on.disabled = true;
    this.on.title = lead.over ? "The game is over here" : "A new game from this position";
  }
}
