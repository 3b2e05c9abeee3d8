"""Rules of thumb."""
from spookhouse.kernel.chance import pick
from spookhouse.kernel.rule import rule


@rule
def thumb(state, seat, actions, found, chance):
    return int(actions[pick(chance, found)])
