"""Sitting down to play: board, library, face and page put together; the commands play and replay."""
