// The board's three buttons on the page: a tap, or held for a second as on the board.

const HOLD_MS = 1000;

export function boardButtons(root, send) {
  let timer = 0;
  let held = false;
  const press = (button, hold) => send({ op: button.dataset.button, ...(hold && { hold: "hold" }) });
  const release = () => clearTimeout(timer);
  for (const button of root.querySelectorAll("[data-button]")) {
    button.addEventListener("pointerdown", () => {
      held = false;
      timer = setTimeout(() => {
        held = true;
        press(button, true);
      }, HOLD_MS);
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, release);
    button.addEventListener("click", (event) => {
      if (!held || event.detail === 0) press(button, event.detail === 0 && event.shiftKey);
      held = false;
    });
    button.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}
