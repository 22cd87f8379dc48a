"""Measurements, printed and never asserted: `python -m tests.benchmarks --help`."""
