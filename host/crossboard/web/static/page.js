// What every page does: dark or light, full screen, small helpers.

import { t } from "./language.js";

export const $ = (id) => document.getElementById(id);

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing: then it is not kept
  }
}

export const settings = { get: stored, set: store };

/** Dark, light, or as the system has it: the button goes through them. */
export function themeButton(button) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const now = () => document.documentElement.dataset.theme || (system.matches ? "dark" : "light");
  const tell = () => {
    button.setAttribute("aria-label", now() === "dark" ? t("Light colours") : t("Dark colours"));
    button.title = button.getAttribute("aria-label");
    button.dataset.shows = now();
  };
  const chosen = stored("crossboard-theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = now() === "dark" ? "light" : "dark";
    store("crossboard-theme", now());
    tell();
  });
  system.addEventListener("change", tell);
  tell();
}

export function fullScreenButton(button) {
  if (!document.fullscreenEnabled) {
    button.hidden = true;
    return;
  }
  button.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

/** JSON from our own server; an Error with its words if it says no. */
export async function fetchJson(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, options);
  const text = await answer.text();
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error(text.trim() || t("the server answered {status}", { status: answer.status }));
  }
  if (!answer.ok) throw new Error(found.error || t("the server answered {status}", { status: answer.status }));
  return found;
}

/** A file from our own server, under the name that it gives; an Error with its words if it says no. */
export async function fetchFile(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error || t("the server answered {status}", { status: answer.status }));
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") || "")?.[1] || "crossboard";
  return new File([await answer.blob()], name, { type: answer.headers.get("Content-Type") });
}
