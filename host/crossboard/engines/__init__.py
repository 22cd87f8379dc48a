"""Engines that others wrote, in place of Crossboard's own search: programs that speak UCI, by way of python-chess."""
