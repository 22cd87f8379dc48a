"""How Home Assistant finds the boards that report to a broker it listens to, by its MQTT discovery: a device each, with a sensor
for each thing that happens in the game (docs/events.md).

Keys and topic are those of https://www.home-assistant.io/integrations/mqtt/ ("device discovery", since version 2024.12).
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from crossboard.hub.topics import HELLO, board_topic, discovery_topic

TO_MOVE = "{{ (value_json.names[value_json.side] or value_json.sides[value_json.side])[:250] }}"
SENSORS: Mapping[str, tuple[str, str, str, str]] = {
    "game": ("Game", "position", "{{ value_json.position.split(' ')[0] }}", "mdi:checkerboard"),
    "turn": ("To move", "position", TO_MOVE, "mdi:account-clock"),
    "move": ("Last move", "position", "{{ ((value_json.moves or []) | last | default('', true))[:250] }}", "mdi:arrow-right"),
    "result": ("Result", "result", "{{ (value_json.words or 'in play')[:250] }}", "mdi:trophy"),
    "question": ("Question", "question", "{{ (value_json.heading or 'none')[:250] }}", "mdi:help-circle"),
}  # fmt: skip
"""By the end of its id: what it is called, the kind of event that tells it, its state of that event, its icon."""


def discovery(board: str, firmware: str) -> tuple[str, bytes]:
    """Topic and payload of a board's device."""
    device = f"crossboard_{board}"
    value = {
        "device": {
            "identifiers": [device],
            "name": f"Crossboard {board}",
            "model": "Crossboard",
            "sw_version": firmware,
        },
        "origin": {"name": "Crossboard"},
        "availability_topic": board_topic(board, HELLO),
        "availability_template": "{{ 'online' if value_json.here else 'offline' }}",
        "components": {
            key: {
                "platform": "sensor",
                "unique_id": f"{device}_{key}",
                "name": name,
                "state_topic": board_topic(board, kind),
                "value_template": template,
                "json_attributes_topic": board_topic(board, kind),
                "icon": icon,
            }
            for key, (name, kind, template, icon) in SENSORS.items()
        },
    }
    return discovery_topic(board), json.dumps(value, separators=(",", ":")).encode()
