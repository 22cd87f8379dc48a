"""The board as programs for DGT's boards know one: LiveChess' WebSocket and a serial port (docs/dgt.md says what they carry).

Both show the position that the game on the board has, as the stream (boards/stream.py) says it, in games that have FEN.
"""
