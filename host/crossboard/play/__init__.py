"""A session of play: board, library, user interface and page put together; the commands play and replay."""
