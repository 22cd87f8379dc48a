// What is known of a game besides its moves: players, event, notes; and deleting it, which can be undone.

import { t } from "./language.js";
import { $, fetchJson } from "./page.js";

const NAMES = ["first", "second", "event"];

export class Editing {
  /** `changed` is told what was saved. */
  constructor(root, changed) {
    Object.assign(this, { root, changed });
    this.study = null;
    this.step = 0;
    root.addEventListener("input", () => ($("save").disabled = false));
    $("save").addEventListener("click", () => this.save());
    $("delete").addEventListener("click", () => this.remove(!this.study.deleted));
  }

  field(name) {
    return this.root.querySelector(`[name=${name}]`);
  }

  begin(study) {
    this.study = study;
    const known = { first: study.first, second: study.second, event: (study.tags.Event || "").replace(/^\?$/, "") };
    for (const name of NAMES) this.field(name).value = known[name];
    ["first", "second"].forEach((name, side) => (this.field(name).previousElementSibling.textContent = study.sides[side]));
    this.known = known;
    this.tellDeleted();
  }

  /** The step that is shown: notes are on the ends of turns, and on the start. */
  tell(step) {
    this.step = step;
    const here = this.study.steps[step];
    this.turn = step === 0 ? 0 : 1 + this.study.turns.findIndex((turn) => turn.step === step);
    const able = step === 0 || this.turn > 0;
    this.field("note").value = here.note;
    this.field("note").disabled = !able;
    $("note-of").textContent = !able ? t("(of whole turns)") : step ? t("on {move}", { move: here.words }) : t("on the game");
    $("note").textContent = here.note;
  }

  async save() {
    const wish = {};
    for (const name of NAMES) if (this.field(name).value !== this.known[name]) wish[name] = this.field(name).value;
    const note = this.field("note");
    if (!note.disabled && note.value !== this.study.steps[this.step].note) Object.assign(wish, { note: note.value, turn: this.turn });
    await this.send(wish, t("Saved."));
    this.changed();
  }

  async remove(deleted) {
    await this.send({ deleted }, deleted ? t("Deleted.") : t("It is back."));
    this.study.deleted = deleted;
    this.tellDeleted();
  }

  tellDeleted() {
    $("delete").textContent = this.study.deleted ? t("Undo: bring it back") : t("Delete the game");
    this.root.classList.toggle("deleted", this.study.deleted);
  }

  async send(wish, done) {
    try {
      await fetchJson(`/api/games/${this.study.id}/edit`, wish);
      $("edited").textContent = done;
      $("save").disabled = true;
    } catch (error) {
      $("edited").textContent = error.message;
    }
  }
}
