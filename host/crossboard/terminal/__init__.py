"""What players see and type in a terminal; the page in the browser is in `web`."""
