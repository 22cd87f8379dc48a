"""Light drivers, a file each: its class `Driver` is made of the profile's settings, has `count` lights, `put(light, red, green,
blue)` (0 to 255) and `show()`, which do not allocate; `one_colour` where colours can't be told apart, and `dim(percent)` if
it sees to brightness itself. display.py says what is shown."""
