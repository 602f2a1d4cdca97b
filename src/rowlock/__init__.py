"""Rowlock: the open home of the Qwixx family of dice games."""

__version__ = "0.1.0"
