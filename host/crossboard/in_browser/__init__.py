"""`crossboard flash` and `crossboard doctor` in a browser, at a board that a page reaches by Web Serial (flash/page).

Pyodide runs them there as they are: nothing of the two commands is written a second time. `lacking` is what Python in a browser
lacks, `protocol_usb` the page's port as pyserial sees it, `calls` what the page calls.
"""
