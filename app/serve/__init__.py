"""The program's web server: captions as a page, and the recogniser for other programs."""
