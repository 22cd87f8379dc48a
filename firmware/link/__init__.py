"""The board's end of the wire: its ports, what goes over them in either direction, and what the PC may ask."""
