"""A match played by people: commands, typed log, decisions, views. No network and no database."""
