"""`crossboard flash`: finds a board, compares its files with ours and installs what differs; the package for mpremote mip."""
