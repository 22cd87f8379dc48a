"""A stand-in for `navigator.serial`, as no Web Serial port can be plugged into a headless browser: its port is a WebSocket.

At the other end are the bytes of a serial port of this machine, a simulated board's. It keeps the rules of Web Serial that the page
relies on: streams that are locked, a port that can't be opened twice, a lost device. What it can't show: USB itself, the
browser's own list of ports, and its permission to open one.
"""

from __future__ import annotations

import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

from crossboard.boards.ports import SerialPort
from crossboard.errors import LinkError

SCRIPT = """
(() => {
  class StandIn {
    constructor() { this.readable = this.writable = null; this.signals = {}; }
    getInfo() { return { usbVendorId: 0x2e8a, usbProductId: 5 }; }
    async open({ baudRate }) {
      if (!baudRate) throw new TypeError("no baud rate");
      if (this.socket) throw new DOMException("The port is already open.", "InvalidStateError");
      const socket = new WebSocket(ADDRESS);
      socket.binaryType = "arraybuffer";
      await new Promise((opened, failed) => {
        socket.onmessage = opened;  // an empty message says that the port is open
        socket.onclose = () => failed(new DOMException("Failed to open serial port.", "NetworkError"));
      });
      this.socket = socket;
      this.readable = new ReadableStream({ start: (controller) => {
        socket.onmessage = ({ data }) => controller.enqueue(new Uint8Array(data));
        socket.onclose = () => {
          if (this.socket !== socket) return;
          this.socket = this.readable = this.writable = null;
          controller.error(new DOMException("The device has been lost.", "NetworkError"));
          this.tell("disconnect");
        };
      } });
      this.writable = new WritableStream({ write: (bytes) => { socket.send(bytes); } });
    }
    async setSignals(signals) { Object.assign(this.signals, signals); }
    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError("A stream of the port is locked.");
      const socket = this.socket;
      this.socket = this.readable = this.writable = null;
      if (!socket) throw new DOMException("The port is already closed.", "InvalidStateError");
      await new Promise((closed) => { socket.onclose = closed; socket.close(); });
    }
    tell(what) {
      const event = new Event(what);
      Object.defineProperty(event, "target", { value: this });
      serial.dispatchEvent(event);
    }
  }
  const serial = new EventTarget();
  window.standIn = new StandIn();
  serial.requestPort = async () => window.standIn;
  Object.defineProperty(navigator, "serial", { value: serial });
})();
"""


@contextmanager
def stand_in(port: Callable[[], str]) -> Iterator[str]:
    """The script for the page, in whose `navigator.serial` there is then the port that `port` names ("": it is unplugged)."""

    one = threading.Lock()  # the device is closed some moments after its WebSocket

    def bridge(socket: Any) -> None:
        with one:
            carry(socket)

    def carry(socket: Any) -> None:
        try:
            device = SerialPort(port())
        except LinkError:
            return
        over = threading.Event()

        def up() -> None:
            try:
                while not over.is_set():
                    if select.select([device.file()], [], [], 0.1)[0] and (data := device.read()):
                        socket.send(data)
            except (LinkError, ConnectionClosed, OSError):
                socket.close()

        try:
            socket.send(b"")
            thread = threading.Thread(target=up)
            thread.start()
            for data in socket:
                while data:
                    data = data[device.write(data) :]
        except (LinkError, ConnectionClosed):
            pass
        finally:
            over.set()
            thread.join()
            device.close()

    with serve(bridge, "127.0.0.1", 0, compression=None) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        host, number = server.socket.getsockname()[:2]
        try:
            yield SCRIPT.replace("ADDRESS", f'"ws://{host}:{number}"')
        finally:
            server.shutdown()
            thread.join()
