"""`python -m app` is `r2t2-captions`: the command line, whose libraries take a moment to load."""

import sys

from app.leaving import ended_by_interrupt

with ended_by_interrupt():
    from app.cli import main

if __name__ == "__main__":
    sys.exit(main())
