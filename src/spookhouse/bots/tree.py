"""The tree of a search: what every game has in common. Nodes and edges lie in two arrays that are made once a decision and never grow.

A node stands for what the observer may have seen so far: the moves, but not what chance dealt. Which moves there are differs from world to
world, so an edge counts how often it was available beside how often it was taken. An edge belongs to the seat that decides, and its worth
is the sum of that seat's returns. Node 0 is the root and edge 0 is never used: as a child or as an edge, 0 stands for none.
"""

from math import log, sqrt

from spookhouse.kernel.rule import layout, rule
from spookhouse.kernel.seats import first_seat

NODE = layout(
    [("first", "i4"), ("shared", "i4"), ("visits", "i8")]
)  # the first edge; the child behind choices that the observer does not see
EDGE = layout(
    [
        ("worth", "f8"),
        ("action", "i4"),
        ("seat", "i4"),
        ("following", "i4"),
        ("child", "i4"),
        ("visits", "i4"),
        ("available", "i4"),
    ]
)
TREE = layout([("nodes", "i8"), ("edges", "i8")])  # how many are in use


@rule
def select_edge(node, edges, seat, actions, found, exploration):
    """The available edge with the highest upper bound of its worth (UCB1), and how many are available: their actions are brought to the front."""
    best, most, matched = 0, -1e9, 0
    edge = int(node.first)
    while edge:
        at = edges[edge]
        place = find_action(actions, matched, found, int(at.action)) if at.seat == seat else found
        if place < found:
            actions[place] = actions[matched]
            actions[matched] = at.action
            matched += 1
            at.available += 1
            bound = at.worth / at.visits + exploration * sqrt(log(at.available) / at.visits)
            if bound > most:
                best, most = edge, bound
        edge = int(at.following)
    return best, matched


@rule
def find_action(actions, start, end, action):
    place = start
    while place < end and actions[place] != action:
        place += 1
    return place


@rule
def may_widen(node, matched, width, growth):
    """Whether a node that was visited so often may look at one more move."""
    return matched < width * max(int(node.visits), 1) ** growth


@rule
def add_edge(node, edges, tree, seat, action):
    """A new edge, the first of its node; 0 if there is no room."""
    if tree.edges + 1 >= len(edges):
        return 0
    tree.edges += 1
    edge = int(tree.edges)
    edges[edge].action = action
    edges[edge].seat = seat
    edges[edge].available = 1
    edges[edge].following = node.first
    node.first = edge
    return edge


@rule
def follow(node, edge, nodes, tree, hidden):
    """The node behind an edge, made if it is new; behind a hidden choice it is the same whatever was chosen; 0 if there is no room."""
    child = int(node.shared) if hidden else int(edge.child)
    if child == 0 and tree.nodes + 1 < len(nodes):
        tree.nodes += 1
        child = int(tree.nodes)
        if hidden:
            node.shared = child
        else:
            edge.child = child
    return child


@rule
def learn(edges, path, depth, returns):
    """Every edge of the path was taken once more, with these returns."""
    for i in range(depth):
        edge = edges[path[i]]
        edge.visits += 1
        edge.worth += returns[edge.seat]


@rule
def next_seat(bits, observer):
    """The lowest seat of a set, the observer last."""
    others = bits & ~(1 << observer)
    return first_seat(others) if others else observer
