"""`python -m app` is `r2t2-captions`."""

import sys

from app.start import main

if __name__ == "__main__":
    sys.exit(main())
