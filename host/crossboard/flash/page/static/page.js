// The page: buttons, questions and progress. What is done with the board is Python's (in_browser/calls.py), which calls `page` below.

import { Port } from "./port.js";

const $ = (id) => document.getElementById(id);
const UNABLE = "This browser can't reach a board: use Chrome or Edge, version 137 or newer, on a computer; or the command crossboard flash.";

let python = null;
let skipped = false, stopped = false;
let fitted = "";

const timer = new Worker("timer.js");
const sleeping = new Map();
let sleeps = 0;
timer.onmessage = ({ data: id }) => {
  sleeping.get(id)();
  sleeping.delete(id);
};

const page = {
  port: null,
  sleep: (ms) => new Promise((resolve) => {
    sleeping.set(++sleeps, resolve);
    timer.postMessage({ id: sleeps, ms });
  }),
  say(text) {
    const line = document.createElement("li");
    line.textContent = text;
    $("log").append(line);
    line.scrollIntoView({ block: "nearest" });
  },
  progress(done, of) {
    $("bar").hidden = false;
    $("bar").max = of;
    $("bar").value = done;
  },
  takeStop() { const was = stopped; stopped = false; return was; },
  takeSkip() { const was = skipped; skipped = false; return was; },
  // Buttons as JSON, [answer, word] each; none: a field. `hint` says what was wrong with the answer before.
  ask(question, buttons, expected, hint) {
    $("asked").textContent = question;
    $("hint").textContent = hint;
    $("answers").replaceChildren(...answers(JSON.parse(buttons), expected));
    $("question").hidden = false;
    $("skip").hidden = true;
    ($("answers").querySelector("input, .primary") ?? $("answers").firstChild).focus();
    return new Promise((resolve) => {
      const done = (answer) => {
        $("question").hidden = true;
        $("skip").hidden = false;
        $("question").onsubmit = $("stop").onclick = null;
        resolve(answer);
      };
      $("question").onsubmit = (event) => {
        event.preventDefault();
        done(event.submitter?.value || $("answers").querySelector("input")?.value || "");
      };
      $("stop").onclick = () => done("");
    });
  },
};

function answers(buttons, expected) {
  const made = buttons.map(([answer, word]) => {
    const button = Object.assign(document.createElement("button"), { type: "submit", value: answer, textContent: word });
    if (answer === expected) button.className = "primary";
    return button;
  });
  if (made.length) return made;
  const field = Object.assign(document.createElement("input"), { type: "text", value: expected, size: 6, autocomplete: "off" });
  field.setAttribute("aria-labelledby", "asked");
  return [field, Object.assign(document.createElement("button"), { type: "submit", className: "primary", textContent: "Answer" })];
}

async function load() {
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const [pyodide, archive] = await Promise.all([
    loadPyodide({ env: { HOME: "/home/pyodide", XDG_CACHE_HOME: "/python/cache" } }),
    fetch("python.zip").then((answer) => answer.arrayBuffer()),
  ]);
  pyodide.unpackArchive(archive, "zip", { extractDir: "/python" });
  pyodide.registerJsModule("crossboard_page", page);
  const module = pyodide.runPython("import sys\nsys.path.insert(0, '/python')\nfrom crossboard.in_browser import lacking\nfrom crossboard.in_browser import calls\ncalls");
  const { firmware, profiles } = JSON.parse(module.about());
  $("version").textContent = `firmware ${firmware}`;
  for (const [name, title] of profiles) offer(name, `${name}: ${title}`);
  return { module, files: pyodide.FS };
}

function offer(value, text) {
  const known = [...$("profile").options].find((option) => option.value === value);
  (known ?? $("profile").appendChild(new Option(text, value))).textContent = text;
  return value;
}

// Does something of Python's, with everything else on the page at rest; gives what came of it, null if it was an error.
async function perform(title, name, ...words) {
  $("log").replaceChildren();
  $("error").textContent = "";
  stopped = skipped = false;
  busy(true, title);
  $("skip").hidden = name !== "examine";
  try {
    const { module } = await python;
    const found = JSON.parse(await module[name].callPromising(...words));
    if (!found.error) return found;
    $("error").textContent = found.error;
  } catch (error) {
    $("error").textContent = `This should not happen: ${String(error).trim().split("\n").at(-1)}`;
    console.error(error);
  } finally {
    busy(false, "Nothing is under way");
  }
  return null;
}

function busy(on, title) {
  window.onbeforeunload = on ? (event) => event.preventDefault() : null;
  $("task").textContent = title;
  $("stop").hidden = !on;
  $("bar").hidden = $("skip").hidden = $("question").hidden = true;
  for (const id of ["choose", "install", "examine", "fit", "profile", "own"]) $(id).disabled = on;
  $("install").disabled = $("examine").disabled = on || !page.port;
}

async function install() {
  const found = await perform("Installing", "install", $("profile").value);
  if (!found) return;
  found.lines.forEach(page.say);
  $("task").textContent = "Installed";
}

async function examine() {
  $("result").hidden = true;
  const own = $("profile").value.endsWith(".toml") ? $("profile").value : "";
  const found = await perform("Testing the board", "examine", own);
  if (!found) return;
  $("task").textContent = "Tested";
  $("report").textContent = found.report;
  $("save").href = download($("save").href, found.report);
  fitted = found.fitted;
  $("fit").hidden = $("save-fitted").hidden = !fitted;
  if (fitted) {
    $("save-fitted").download = fitted;
    $("save-fitted").href = download($("save-fitted").href, (await python).files.readFile(fitted, { encoding: "utf8" }));
    offer(fitted, fitted);
  }
  $("result").hidden = false;
  $("report").focus();
}

function download(before, text) {
  if (before) URL.revokeObjectURL(before);
  return URL.createObjectURL(new Blob([text], { type: "text/plain" }));
}

async function useOwn() {
  const [file] = $("own").files;
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  $("own").value = "";  // so that the same file, changed, can be chosen again
  const { files } = await python;
  files.writeFile(file.name, bytes);
  if (await perform("Reading the profile", "check", file.name)) $("profile").value = offer(file.name, file.name);
}

async function choose() {
  let port;
  try {
    port = await navigator.serial.requestPort();
  } catch {
    return;  // nothing was chosen
  }
  page.port = new Port(navigator.serial, port);
  $("port").textContent = page.port.name.replace("usb://", "USB ");
  busy(false, "Nothing is under way");
}

if ("serial" in navigator && "Suspending" in WebAssembly) {
  python = load();
  python.catch((error) => {
    $("unable").textContent = `The page can't be loaded: ${String(error).trim().split("\n").at(-1)}`;
    $("unable").hidden = false;
    console.error(error);
  });
  $("choose").onclick = choose;
  $("install").onclick = install;
  $("examine").onclick = examine;
  $("own").onchange = useOwn;
  $("fit").onclick = () => { $("profile").value = fitted; install(); };
  $("skip").onclick = () => { skipped = true; };
  $("stop").addEventListener("click", () => { stopped = true; });
} else {
  $("unable").textContent = UNABLE;
  $("unable").hidden = false;
  $("choose").disabled = true;
}
