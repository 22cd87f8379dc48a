"""`machine` for a board of lists: `levels[pin]` is what a pin reads, `closed` the matrix's switches, `sent` the lights, `heard` how
often the buzzer was driven, `shown` the bytes sent to the screen."""

levels = bytearray([1] * 30)
closed = bytearray(64)
sent = bytearray(252)
shows = 0
heard = shown = 0
row = 0  # the one driven low


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, pin, mode=-1, pull=-1, value=None):
        self.pin = pin

    def value(self, level=None):
        global row
        pin = self.pin
        if level is None:
            return 1 - closed[row * 8 + pin - 8] if 8 <= pin < 16 else levels[pin]
        if not level:
            row = pin
        return None


class I2C:
    def __init__(self, bus, sda, scl, freq, timeout):
        self.bus = bus

    def writeto(self, address, data):
        global shown
        shown += len(data)


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self.pin = pin

    def freq(self, hz):
        pass

    def duty_u16(self, duty):
        global heard
        heard += duty != 0


def bitstream(pin, kind, timing, data):
    global shows
    for i in range(len(data)):
        sent[i] = data[i]
    shows += 1


def unique_id():
    return b"\xe6\x61\x64\x08\x43\x73\x53\x2b"
