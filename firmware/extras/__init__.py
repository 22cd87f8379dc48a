"""Drivers of what a board may have besides sensors and lights, a file each: its class `Driver` is made of the profile's settings,
and nothing of the folder is loaded where the profile has none.

`begin(journal, table, modes, display, values)` gives it what it may look at; `values` are what players have set. `step(now)` comes
after every round, `deadline(now)` tells the ms until it has to, -1 for never, and `stop()` comes before the REPL. None of these
three allocates or raises.
"""
