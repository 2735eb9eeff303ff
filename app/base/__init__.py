"""What every room stands on: settings, paths, translation, the events of the engine."""
