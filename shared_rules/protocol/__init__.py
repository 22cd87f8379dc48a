"""How board and PC talk: frames, the channel over them, and the numbers that pass in them."""
