"""What is not the same in two records."""

from spookhouse.kernel.rule import rule


@rule
def differing(pair, ranges):
    """Which ranges of bytes are not the same in both rows, as bits."""
    bits = 0
    for number in range(ranges.shape[0]):
        for place in range(ranges[number, 0], ranges[number, 1]):
            if pair[0, place] != pair[1, place]:
                bits |= 1 << number
                break
    return bits
