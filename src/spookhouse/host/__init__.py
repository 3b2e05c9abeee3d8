"""Live tables in one process: commands, watchers, bots, clocks and compiling; no HTTP."""
