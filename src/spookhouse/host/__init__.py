"""The live tables of one process: commands, watchers, bots, clocks. No HTTP and no SQL here."""
