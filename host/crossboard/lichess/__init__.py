"""Games on lichess.org, or another server of its kind, at a real board: its Board API, by way of berserk (the extra `lichess`).

berserk and keyring are loaded by account.py and line.py alone, when the command `crossboard lichess` is used.
"""
