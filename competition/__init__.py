"""Rubber Knockout: competitions with a draw, on top of the scores of `scoring`."""

__version__ = "1.0.0"
