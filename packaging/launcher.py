"""Where the packaged program starts: the command line, and the windows' entry on systems that keep the two apart."""

import multiprocessing
import sys

if __name__ == "__main__":
    # Converting a model runs in a second process of this very program.
    multiprocessing.freeze_support()
    from app.start import main

    sys.exit(main())
