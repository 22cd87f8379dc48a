"""Positions as pictures: SVG, PNG, and the drawings that the build guide shows."""
