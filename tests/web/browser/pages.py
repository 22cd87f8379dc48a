"""What tests ask of any page: whether axe finds something, and how much its layout has moved by itself."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

SHIFTS = """() => {
  window.shifts = [];
  const told = (node) => (node.id ? `#${node.id}` : `${node.nodeName}.${node.className}`);
  new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: "layout-shift" });
  const at = ({ x, y, width, height }) => `${x} ${y} ${width}x${height}`;
  const moved = ({ node, previousRect, currentRect }) => `${node && told(node)} from ${at(previousRect)} to ${at(currentRect)}`;
  window.shifted = () => shifts.map((one) => `${one.value}: ${one.sources.map(moved)}`);
}"""
"""From now on shifts of the layout are collected, whoever causes them."""


def violations(page: Any) -> list[str]:
    """What axe finds."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]


def shifted(page: Any) -> float:
    """The sum of the layout's shifts since SHIFTS; what moved is printed."""
    page.wait_for_timeout(300)  # two frames, for the observer
    for line in page.evaluate("shifted()"):
        print(line)
    return page.evaluate("shifts.reduce((sum, one) => sum + one.value, 0)")


def unasked(page: Any) -> int:
    """How many of the layout's shifts since SHIFTS came of nothing that somebody did on the page just before."""
    return page.evaluate("shifts.filter((one) => !one.hadRecentInput).length")
