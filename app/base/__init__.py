"""What every package stands on: settings, paths, translation, the events of the engine."""
