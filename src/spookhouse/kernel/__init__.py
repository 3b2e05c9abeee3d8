"""The kernel: what every game needs, without knowledge of any game.

Import its modules one by one, so that a program loads only what it uses.
"""
