"""The drivers that a profile names: class `Driver` of firmware/sensors/NAME.py, firmware/lights/NAME.py, firmware/extras/NAME.py.

`crossboard flash` installs the drivers of the board's profile and no others.
"""

MEMBERS = {
    "sensors": ("count", "scan"),
    "lights": ("count", "put", "show"),
    "extras": ("begin", "step", "deadline", "stop"),
}


def make(kind, settings):
    """The driver for `kind`, a folder, given its table of the profile; ValueError if there is none."""
    name = "firmware.%s.%s" % (kind, settings["driver"])
    try:
        module = __import__(name, None, None, ("*",))
    except ImportError as error:
        raise ValueError("this firmware has no driver %s: %s" % (name, error))
    driver = module.Driver(settings)
    for member in MEMBERS[kind]:
        if not hasattr(driver, member):
            raise ValueError("driver %s has no %s" % (name, member))
    return driver
