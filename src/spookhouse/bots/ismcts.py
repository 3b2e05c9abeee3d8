"""Template: information-set Monte Carlo tree search, compiled once per game.

`kernel.specialize` supplies the globals `rules`, `heuristic`, `evaluation` and `draw_move`.

Each iteration imagines a world that the observer cannot tell from the real one and walks down the
known part of the tree. It adds one move, plays on by the heuristic with some randomness, and counts
the returns on every edge of the way.
"""

from math import sqrt

from spookhouse.bots.tree import (
    TREE,
    add_edge,
    backpropagate,
    child_of,
    may_widen,
    next_seat,
    select_edge,
)
from spookhouse.kernel.chance import CHANCE, pick
from spookhouse.kernel.contract import Choose, DrawMove, Evaluation, Rules
from spookhouse.kernel.rule_decorator import rule
from spookhouse.kernel.seats import first_seat
from spookhouse.kernel.state_layout import layout

rules: Rules = globals()["rules"]
heuristic: Choose = globals()["heuristic"]
evaluation: Evaluation = globals()["evaluation"]
draw_move: DrawMove = globals()["draw_move"]

MAX_DEPTH = 120  # moves from the root
HUNDRED = 100
FIRST_SAMPLE = 8  # iterations before the deviation of the returns is used

WORKSPACE = layout(  # what one search needs beside its worlds and its tree
    [
        ("chance", CHANCE),
        ("tree", TREE),
        ("iterations", "i8"),  # so far
        ("moves", "i8"),  # simulated so far
        ("exploration", "f8"),
        ("sum_of_returns", "f8"),  # of the observer, so far
        ("sum_of_squares", "f8"),
        ("scale", "f8"),  # standard deviation of the returns, where exploration is relative to it
        ("width", "f8"),
        ("growth", "f8"),
        ("returns", "f8", (8,)),
        ("observer", "i4"),
        ("is_relative", "i4"),  # exploration is multiplied by the scale of the returns
        ("randomness", "i4"),  # percentage of moves in a playout that are drawn at random
        ("horizon", "i4"),  # maximum number of moves of a playout
        ("world_lifetime", "i4"),  # iterations before a new world is imagined
        ("path", "i4", (MAX_DEPTH + 1,)),
        ("actions", "i4", (rules.MAX_ACTIONS,)),
    ]
)


@rule
def search(workspace, worlds, nodes, edges, tape, iterations):
    """Run this many iterations.

    The first of the three worlds is the concealed record, the second the imagined world, and the
    third the world in which moves are played.
    """
    at = workspace[0]
    for _ in range(iterations):
        if at.iterations % at.world_lifetime == 0:
            worlds[1] = worlds[0]
            rules.imagine(worlds[1], int(at.observer), at.chance)
            evaluation.believe(worlds[1], int(at.observer), at.chance)
        worlds[2] = worlds[1]
        depth = descend(at, worlds[2], nodes, edges, tape)
        at.moves += depth + play_out(at, worlds[0], worlds[2], tape)
        at.iterations += 1
        backpropagate(edges, at.path, depth, at.returns)
        if at.is_relative:
            measure_scale(at)


@rule
def measure_scale(at):
    """Update the standard deviation of the observer's returns.

    It is small in an early round and large in the last one.
    """
    own = at.returns[at.observer]
    at.sum_of_returns += own
    at.sum_of_squares += own * own
    if at.iterations >= FIRST_SAMPLE:
        mean = at.sum_of_returns / at.iterations
        at.scale = sqrt(max(at.sum_of_squares / at.iterations - mean * mean, 0.0))


@rule
def descend(at, world, nodes, edges, tape):
    """Play along the tree until a new edge was tried; return the number of moves.

    Seats that decide at the same time decide one after the other, the observer last. All choices of
    the others lead to the same node: nobody can react to a choice that is still hidden.
    """
    node, depth, pending, is_simultaneous = 0, 0, 0, False
    bits = int(rules.waiting(world))
    while bits and depth < MAX_DEPTH:
        if not pending & bits:
            pending = bits
            is_simultaneous = bits & (bits - 1) != 0
        seat = next_seat(pending & bits, int(at.observer))
        pending &= ~(1 << seat)
        edge = choose_edge(at, world, nodes[node], edges, seat)
        if edge == 0:
            return depth
        at.path[depth] = edge
        depth += 1
        rules.play(world, seat, int(edges[edge].action), at.chance, tape)
        is_hidden = is_simultaneous and seat != at.observer
        if edges[edge].visits == 0 and not is_hidden:
            return depth
        node = child_of(nodes[node], edges[edge], nodes, at.tree, is_hidden)
        if node == 0:
            return depth
        bits = int(rules.waiting(world))
    return depth


@rule
def choose_edge(at, world, node, edges, seat):
    """Return a new edge while the node may widen, else the most promising one.

    The heuristic chooses the move of a new edge.
    """
    actions = at.actions[:]
    count = rules.legal(world, seat, actions)
    edge, matched = select_edge(node, edges, seat, actions, count, at.exploration * at.scale)
    if matched < count and may_widen(node, matched, at.width, at.growth):
        fresh = actions[matched:]
        action = heuristic(world, seat, fresh, count - matched, at.chance)
        added = add_edge(node, edges, at.tree, seat, action)
        edge = added if added else edge
    node.visits += 1
    return edge


@rule
def play_out(at, known, world, tape):
    """Play to the end or to the horizon, fill in the returns, return the number of moves."""
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
    """Return a move of a playout: by the heuristic, or at random."""
    actions = at.actions[:]
    if pick(at.chance, HUNDRED) < at.randomness:
        return draw_move(world, seat, actions, at.chance)
    count = rules.legal(world, seat, actions)
    return heuristic(world, seat, actions, count, at.chance)
