"""Where the program starts: the command line, whose libraries take a moment to load."""

from app.base.leaving import ended_by_interrupt

with ended_by_interrupt():
    from app.cli.main import main

__all__ = ["main"]
