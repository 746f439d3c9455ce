"""Tile sets."""
