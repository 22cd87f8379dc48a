"""The page that flashes: `site` makes its folder on the PC and serves it, `static` has its own files. What runs in it besides is
`crossboard.in_browser`."""
