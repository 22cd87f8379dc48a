// The arbiter's word: a dialogue that gives a game its result, or corrects it, and says who has done so.

import { make } from "./board.js";
import { t } from "./language.js";
import { $, fetchJson, settings } from "./page.js";

export const OPEN = "*";
const NAME = "crossboard-arbiter";

/** The results that a pairing may get, each with what it means; a name that stands alone has a bye. */
function choices({ first, second }) {
  const open = [OPEN, t("not known: the board gives it")];
  if (!first || !second) {
    const [whole, none] = first ? ["1-0", "0-1"] : ["0-1", "1-0"];
    return [[whole, t("a bye, a whole point")], ["1/2-1/2", t("a bye, half a point")], [none, t("a bye without points")], open];
  }
  return [
    ["1-0", t("{player} wins", { player: first })], ["1/2-1/2", t("a draw")], ["0-1", t("{player} wins", { player: second })],
    ["+/-", t("{player} did not come", { player: second })], ["-/+", t("{player} did not come", { player: first })], ["-/-", t("neither came")], open,
  ];
}

/** Resolves to what was saved in words, "" if nothing was. */
export function askResult(pairing) {
  const dialog = $("dialog");
  const heading = make("h2", "", t("Round {round}, {table}: {first} – {second}", { ...pairing, first: pairing.first || t("nobody"), second: pairing.second || t("nobody") }));
  heading.id = "dialog-title";
  dialog.setAttribute("aria-labelledby", heading.id);
  const form = make("form");
  const group = make("fieldset");
  group.append(make("legend", "soft", t("Result")));
  for (const [result, meaning] of choices(pairing)) {
    const label = make("label", "choice");
    const input = make("input");
    Object.assign(input, { type: "radio", name: "result", value: result, checked: result === pairing.result, required: true });
    label.append(input, make("b", "", result === OPEN ? t("open") : result), meaning);
    group.append(label);
  }
  const field = make("label", "field", t("Your name, for the log "));
  const name = make("input");
  Object.assign(name, { type: "text", maxLength: 40, required: true, value: settings.get(NAME) || "", autocomplete: "name" });
  field.append(name);
  const problem = make("p", "wrong");
  problem.setAttribute("role", "alert");
  const row = make("div", "row-end");
  const cancel = make("button", "", t("Cancel"));
  cancel.type = "button";
  row.append(cancel, make("button", "primary", t("Save")));
  form.append(group, field, problem, row);
  dialog.replaceChildren(heading, form);
  return new Promise((resolve) => {
    let saved = "";
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => resolve(saved), { once: true });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const result = form.elements.result.value;
      settings.set(NAME, name.value);
      try {
        await fetchJson("/api/hall/result", { round: pairing.round, table: pairing.table, result, by: name.value });
        saved = `${heading.textContent}: ${result === OPEN ? t("open again") : result}`;
        dialog.close();
      } catch (error) {
        problem.textContent = error.message;
      }
    });
    dialog.showModal();
  });
}
