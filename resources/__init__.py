"""Data that ships with the program: icons, themes, translations, the starter model, a sample recording."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent
"""The folder that holds the data files."""
