"""Rubber Knockout: competitions with a draw, based on the scores from `scoring`."""

__version__ = "1.0.0"
