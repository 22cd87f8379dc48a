"""Boards over a network: the bus (MQTT 5), two boards at one game, and a hall of boards on one hub (docs/hub.md)."""
