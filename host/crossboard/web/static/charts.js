// Plots as SVG: who was better when, the time spent on each turn, and plain bars.

import { t } from "./language.js";

const NS = "http://www.w3.org/2000/svg";

export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Bars of the turns' times (first side filled, second side hollow), a dot for each refusal; `go(step)` on a click. */
export function timeChart(turns, clock, go) {
  const [width, height, left, bottom] = [360, 130, 34, 16];
  const most = Math.max(1000, ...turns.map((turn) => turn.ms || 0));
  const step = (width - left) / Math.max(1, turns.length);
  const scale = (ms) => ((height - bottom - 12) * Math.sqrt(ms)) / Math.sqrt(most);
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img" });
  const spent = turns.filter((turn) => turn.ms !== null);
  const longest = [...spent].sort((a, b) => b.ms - a.ms)[0];
  chart.setAttribute("aria-label", longest ? t("Longest turn: {turn}, {time}", { turn: `${longest.label} ${longest.text}`, time: clock(longest.ms) }) : t("No times are known"));
  for (const part of [0.25, 1]) {
    const y = height - bottom - scale(most * part);
    chart.append(svg("line", { x1: left, x2: width, y1: y, y2: y }), svg("text", { x: left - 4, y: y + 3, "text-anchor": "end" }, clock(most * part)));
  }
  chart.append(svg("line", { x1: left, x2: width, y1: height - bottom, y2: height - bottom }));
  turns.forEach((turn, i) => {
    const tall = Math.max(1, scale(turn.ms || 0));
    const x = left + i * step;
    const bar = svg("rect", { x: x + step * 0.1, y: height - bottom - tall, width: Math.max(1, step * 0.8), height: tall, class: `bar ${turn.side ? "second" : "first"}` });
    bar.append(svg("title", {}, `${turn.label} ${turn.text}: ${clock(turn.ms) || t("no time known")}`));
    bar.dataset.turn = i;
    bar.addEventListener("click", () => go(turn.step));
    chart.append(bar);
    turn.refused.forEach((_, n) => chart.append(svg("circle", { cx: x + step / 2, cy: height - 6 - n * 5, r: 2.2, class: "dot" })));
  });
  return chart;
}

/** Who was better after each ply: above the middle the first side; a gap where nobody knows. `go(step)` on a click; marked plies have
 * dots. */
export function evalChart(plies, sides, go) {
  const [width, height] = [720, 110];
  const step = width / Math.max(1, plies.length);
  const y = (chance) => (height / 2) * (1 - chance * 0.94);
  const runs = []; // of plies that follow one another and are known
  plies.forEach((ply, i) => {
    if (ply.chance === null) return;
    if (!i || plies[i - 1].chance === null) runs.push([]);
    runs[runs.length - 1].push({ x: (i + 0.5) * step, y: y(ply.chance) });
  });
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "chart eval", role: "img" });
  chart.setAttribute("aria-label", t("Who was better after each move: above the middle {first}, below {second}", { first: sides[0], second: sides[1] }));
  for (const run of runs) {
    const line = run.map((ply) => `${ply.x.toFixed(1)} ${ply.y.toFixed(1)}`).join(" L");
    const [first, last] = [run[0], run[run.length - 1]];
    const [left, right] = [first.x - step / 2, last.x + step / 2]; // a ply's score is that of the whole width of its bar
    chart.append(svg("rect", { x: left, y: 0, width: right - left, height, class: "eval-back" }));
    chart.append(svg("path", { d: `M${left} ${height} L${left} ${first.y} L${line} L${right} ${last.y} L${right} ${height} Z`, class: "eval-first" }));
  }
  chart.append(svg("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2 }));
  plies.forEach((ply, i) => {
    const bar = svg("rect", { x: i * step, y: 0, width: step, height, class: "eval-ply" });
    bar.dataset.step = ply.step;
    bar.append(svg("title", {}, `${ply.words}${ply.mark} ${ply.eval || (ply.chance === null ? t("(not analysed)") : "")}`));
    bar.addEventListener("click", () => go(ply.step));
    chart.append(bar);
    if (ply.mark && ply.chance !== null) chart.append(svg("circle", { cx: (i + 0.5) * step, cy: y(ply.chance), r: 4, class: `eval-dot ${ply.word}` }));
  });
  return chart;
}

/** Rows of a word, a bar and a number. */
export function barRows(rows) {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  const table = document.createElement("table");
  table.className = "bars";
  for (const [words, count, shown] of rows) {
    const row = table.insertRow();
    row.insertCell().textContent = words;
    const cell = row.insertCell();
    const chart = svg("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", class: "chart", "aria-hidden": "true" });
    chart.append(svg("rect", { x: 0, y: 0, width: (100 * count) / most, height: 8, class: "bar now" }));
    cell.append(chart);
    row.insertCell().textContent = shown ?? count;
  }
  return table;
}
