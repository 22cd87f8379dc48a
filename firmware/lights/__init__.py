"""Light drivers: `count` lights, `put(light, red, green, blue)` (0 to 255), `show()`; display.py says what is shown."""
