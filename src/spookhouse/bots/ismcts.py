"""Template: information-set Monte Carlo tree search, compiled once a game (see `kernel.specialize`; `heuristic` is the game's policy, `evaluation` its horizon).

Each iteration imagines a world that the observer cannot tell from the real one, walks down the tree as far as it is known, adds one move,
plays on by thumb with some randomness, and lets every move on the way learn what it brought the seat that made it.
"""

from math import sqrt
from typing import Any

from spookhouse.bots.tree import TREE, add_edge, follow, learn, may_widen, next_seat, select_edge
from spookhouse.kernel.chance import CHANCE, pick
from spookhouse.kernel.rule import layout, rule
from spookhouse.kernel.seats import first_seat

rules: Any = globals()["rules"]
heuristic: Any = globals()["heuristic"]
evaluation: Any = globals()["evaluation"]
draw_move: Any = globals()["draw_move"]

DEEPEST = 120  # moves from the root
PER_CENT = 100
FIRST_SAMPLE = 8  # iterations before the returns are compared

DESK = layout(  # what one search needs beside worlds and tree
    [
        ("chance", CHANCE),
        ("tree", TREE),
        ("iterations", "i8"),  # so far
        ("moves", "i8"),  # simulated so far
        ("exploration", "f8"),
        ("gained", "f8"),  # returns of the observer so far, their sum
        ("squares", "f8"),  # and that of their squares
        ("scale", "f8"),  # of the returns, where exploration is relative to it
        ("width", "f8"),
        ("growth", "f8"),
        ("returns", "f8", (8,)),
        ("observer", "i4"),
        ("is_relative", "i4"),  # exploration is multiplied by the scale of the returns
        (
            "randomness",
            "i4",
        ),  # moves of a playout that are drawn instead of chosen by thumb, per cent
        ("horizon", "i4"),  # moves after which a playout stops in any case
        ("patience", "i4"),  # iterations for which one world is believed in
        ("path", "i4", (DEEPEST + 1,)),
        ("actions", "i4", (rules.MAX_ACTIONS,)),
    ]
)


@rule
def search(desk, worlds, nodes, edges, tape, iterations):
    """So many iterations more. Of the three worlds the first is the concealed record, the second is believed in, the third is played in."""
    at = desk[0]
    for _ in range(iterations):
        if at.iterations % at.patience == 0:
            worlds[1] = worlds[0]
            rules.imagine(worlds[1], int(at.observer), at.chance)
            evaluation.believe(worlds[1], int(at.observer), at.chance)
        worlds[2] = worlds[1]
        depth = descend(at, worlds[2], nodes, edges, tape)
        at.moves += depth + play_out(at, worlds[0], worlds[2], tape)
        at.iterations += 1
        learn(edges, at.path, depth, at.returns)
        if at.is_relative:
            measure_scale(at)


@rule
def measure_scale(at):
    """How far the returns of the observer lie apart, as standard deviation: little in an early round, much in the last one."""
    gain = at.returns[at.observer]
    at.gained += gain
    at.squares += gain * gain
    if at.iterations >= FIRST_SAMPLE:
        mean = at.gained / at.iterations
        at.scale = sqrt(max(at.squares / at.iterations - mean * mean, 0.0))


@rule
def descend(at, world, nodes, edges, tape):
    """Play along the tree until something new was tried; gives the number of moves.

    Seats that owe a decision at once decide one after the other, the observer last, and what the others chose leads to the same node: nobody
    can react to what nobody has seen.
    """
    node, depth, pending, hidden = 0, 0, 0, False
    bits = int(rules.waiting(world))
    while bits and depth < DEEPEST:
        if not pending & bits:
            pending = bits
            hidden = bits & (bits - 1) != 0
        seat = next_seat(pending & bits, int(at.observer))
        pending &= ~(1 << seat)
        edge = choose_edge(at, world, nodes[node], edges, seat)
        if edge == 0:
            return depth
        at.path[depth] = edge
        depth += 1
        rules.play(world, seat, int(edges[edge].action), at.chance, tape)
        veiled = hidden and seat != at.observer
        if edges[edge].visits == 0 and not veiled:
            return depth
        node = follow(nodes[node], edges[edge], nodes, at.tree, veiled)
        if node == 0:
            return depth
        bits = int(rules.waiting(world))
    return depth


@rule
def choose_edge(at, world, node, edges, seat):
    """A move not tried yet, the best by thumb, while the node may widen; else the most promising."""
    actions = at.actions[:]
    found = rules.legal(world, seat, actions)
    edge, matched = select_edge(node, edges, seat, actions, found, at.exploration * at.scale)
    if matched < found and may_widen(node, matched, at.width, at.growth):
        fresh = actions[matched:]
        added = add_edge(
            node, edges, at.tree, seat, heuristic(world, seat, fresh, found - matched, at.chance)
        )
        edge = added if added else edge
    node.visits += 1
    return edge


@rule
def play_out(at, known, world, tape):
    """On to the end, or as far as it is worth looking; fills the returns and gives the number of moves."""
    moves = 0
    bits = int(rules.waiting(world))
    while bits and moves < at.horizon and not evaluation.is_far(known, world, moves):
        seat = first_seat(bits)
        rules.play(world, seat, choose_move(at, world, seat), at.chance, tape)
        moves += 1
        bits = int(rules.waiting(world))
    if bits:
        evaluation.expect(world, at.returns[:])
    else:
        rules.outcome(world, at.returns[:])
    return moves


@rule
def choose_move(at, world, seat):
    actions = at.actions[:]
    if pick(at.chance, PER_CENT) < at.randomness:
        return draw_move(world, seat, actions, at.chance)
    found = rules.legal(world, seat, actions)
    return heuristic(world, seat, actions, found, at.chance)
