"""`rp2`: what a program may ask of the chip itself. State machines are not simulated."""


def bootsel_button():
    """The BOOTSEL button is never pressed."""
    return 0


def country(code=None):
    """No radio."""
    return ""
