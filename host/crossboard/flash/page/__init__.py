"""The page that flashes: `crossboard flash` and `crossboard doctor` in a browser, at a board that the page reaches by Web Serial.

It is the same Python, run by Pyodide: nothing of the two commands is written a second time. `site` makes the page's folder on the
PC, with the firmware compiled; `lacking` and `in_browser` run in the page, and `protocol_usb` is its port, as pyserial sees it.
"""
