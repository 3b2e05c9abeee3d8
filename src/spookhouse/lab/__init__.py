"""The lab: many games at once, to measure bots and games."""
