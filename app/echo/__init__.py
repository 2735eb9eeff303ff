"""The computer's sound taken out of the microphone: two clocks kept together, the echo's delay, the canceller. Pure."""
