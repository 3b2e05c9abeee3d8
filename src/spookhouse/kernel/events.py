"""The tape: the events that a move caused, as rows of small numbers.

Row 0 holds the number of rows that follow. A row is (kind, seat, four numbers whose meaning depends
on the kind, audience). Search passes a tape without rows, and nothing is written.
"""

import struct

import numpy as np

from spookhouse.kernel.rule_decorator import rule

COLUMNS = 7
KIND, SEAT, DATA, AUDIENCE = 0, 1, 2, 6
EVERYBODY = -1  # as an audience; any other audience is a set of seats as bits

_row = struct.Struct(f"={COLUMNS}h")
read_row, iterate_rows = _row.unpack, _row.iter_unpack
ROW = 2 * COLUMNS  # bytes

SILENT = np.zeros((0, COLUMNS), np.int16)


@rule
def write_row(tape, kind, seat, a, b, c, d, audience):
    """Append one row, unless the tape is silent."""
    if tape.shape[0] == 0:
        return
    row = tape[0, 0] + 1
    tape[0, 0] = row
    tape[row, 0] = kind
    tape[row, 1] = seat
    tape[row, 2] = a
    tape[row, 3] = b
    tape[row, 4] = c
    tape[row, 5] = d
    tape[row, 6] = audience


@rule
def emit(tape, kind, seat, a, b, c, d):
    """Append an event that everybody sees."""
    write_row(tape, kind, seat, a, b, c, d, EVERYBODY)


@rule
def emit_secret(tape, kind, seat, a, b, c, d):
    """Append an event that only the seat itself sees."""
    write_row(tape, kind, seat, a, b, c, d, 1 << seat)
