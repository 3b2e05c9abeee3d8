"""Measurements: engine speed, search speed, GPU, load driver, profile, soak."""
