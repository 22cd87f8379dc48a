"""The drivers that a profile names: class `Driver` of firmware/sensors/NAME.py and firmware/lights/NAME.py.

`crossboard flash` installs the two drivers of the board's profile and no others.
"""

MEMBERS = {"sensors": ("count", "scan"), "lights": ("count", "put", "show")}


def make(kind, settings):
    """The driver for `kind`, sensors or lights, given the profile's table of that name; ValueError if there is none."""
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
