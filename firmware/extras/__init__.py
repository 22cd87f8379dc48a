"""Drivers of what a board may have besides sensors and lights, a file each: its class `Driver` is made of the profile's settings,
and nothing of the folder is loaded where the profile has none.

`begin(app, values)` gives it the parts of the program, to look at, and what players have set. `step(now)` comes after every round,
`deadline(now)` tells the ms until it has to, -1 for never, and `stop()` comes before the REPL. None of these three allocates or
raises.
"""
