"""For whoever adds a game: a template that plays (`crossboard game new`), and proof of the contract (`crossboard game check`)."""
