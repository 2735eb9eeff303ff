"""`python -m app` is `r2t2-captions`."""

import sys

from app.cli import main

if __name__ == "__main__":
    sys.exit(main())
