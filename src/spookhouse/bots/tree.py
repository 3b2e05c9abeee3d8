"""The tree of a search, in two arrays that are allocated once per decision and never grow.

A node stands for what the observer may have seen so far: the moves, but not what chance dealt.
The legal moves of a node differ from world to world. So an edge counts how often it was available
beside how often it was visited. An edge belongs to the seat that decides, and `total_return` is the
sum of that seat's returns. Node 0 is the root. Edge 0 is never used: 0 stands for "none" both as a
child and as an edge.
"""

from math import log, sqrt

from spookhouse.kernel.rule_decorator import rule
from spookhouse.kernel.seats import first_seat
from spookhouse.kernel.state_layout import layout

NODE = layout(
    [
        ("first", "i4"),  # the first edge
        ("shared", "i4"),  # the child behind choices that the observer does not see
        ("visits", "i8"),
    ]
)
EDGE = layout(
    [
        ("total_return", "f8"),
        ("action", "i4"),
        ("seat", "i4"),
        ("next_edge", "i4"),
        ("child", "i4"),
        ("visits", "i4"),
        ("available", "i4"),
    ]
)
TREE = layout([("nodes", "i8"), ("edges", "i8")])  # the last ones in use


@rule
def select_edge(node, edges, seat, actions, count, exploration):
    """Return the available edge with the highest upper confidence bound (UCB1).

    The second result is the number of available edges. Their actions move to the front of
    `actions`.
    """
    best, highest, matched = 0, -1e9, 0
    edge = int(node.first)
    while edge:
        at = edges[edge]
        place = find_action(actions, matched, count, int(at.action)) if at.seat == seat else count
        if place < count:
            actions[place] = actions[matched]
            actions[matched] = at.action
            matched += 1
            at.available += 1
            bound = at.total_return / at.visits + exploration * sqrt(log(at.available) / at.visits)
            if bound > highest:
                best, highest = edge, bound
        edge = int(at.next_edge)
    return best, matched


@rule
def find_action(actions, start, end, action):
    """Return the place of an action between `start` and `end`, or `end` if it is not there."""
    place = start
    while place < end and actions[place] != action:
        place += 1
    return place


@rule
def may_widen(node, matched, width, growth):
    """Return whether a node has enough visits for one more edge (progressive widening)."""
    return matched < width * max(int(node.visits), 1) ** growth


@rule
def add_edge(node, edges, tree, seat, action):
    """Add an edge in front of the others of its node; return it, or 0 if there is no room."""
    if tree.edges + 1 >= len(edges):
        return 0
    tree.edges += 1
    edge = int(tree.edges)
    edges[edge].action = action
    edges[edge].seat = seat
    edges[edge].available = 1
    edges[edge].next_edge = node.first
    node.first = edge
    return edge


@rule
def child_of(node, edge, nodes, tree, is_hidden):
    """Return the node behind an edge, added if it is new, or 0 if there is no room.

    All hidden choices lead to the same node.
    """
    child = int(node.shared) if is_hidden else int(edge.child)
    if child == 0 and tree.nodes + 1 < len(nodes):
        tree.nodes += 1
        child = int(tree.nodes)
        if is_hidden:
            node.shared = child
        else:
            edge.child = child
    return child


@rule
def backpropagate(edges, path, depth, returns):
    """Count one more visit with these returns on every edge of the path."""
    for i in range(depth):
        edge = edges[path[i]]
        edge.visits += 1
        edge.total_return += returns[edge.seat]


@rule
def next_seat(bits, observer):
    """Return the lowest seat of a set, the observer last."""
    others = bits & ~(1 << observer)
    return first_seat(others) if others else observer
