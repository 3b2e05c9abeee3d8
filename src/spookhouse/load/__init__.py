"""A house under load: simulated people over real sockets, and what they measure. They speak the protocol of docs/protocol.md and nothing else."""
