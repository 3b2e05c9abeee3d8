"""Proof that nothing is lost, nothing leaks and nothing breaks, against real servers.

The short forms run with all tests. `make prove` runs the long ones and writes
docs/records/proof-runs.md.

`proof_runs`        how often each test repeats, and the ledger of the results
`report`            writes the page from the ledger
`forkserver`        a process that forks servers
`server_processes`  starts and kills servers through it
`server_patches`    functions that change a forked server
`pinned`            a patch: fixed clock and chance, other worlds, planted leaks
`clients`           a guest's blocking client
`simulated_guests`  guests who play on through every failure
`bystander`         a guest who plays while others disturb the server
`attacks`           what one hostile client does to a server, round by round
`hostile_client`    that client: its address, guests, tables and connections
`innocent_guest`    a guest who measures latency meanwhile
`machine_noise`     what the machine itself does to latency
`hostile_run`       one run of all of them, on cores of their own
`log_checks`        compares logs with what guests received
`raw_sockets`       frames and requests as bytes, also invalid ones
`bad_inputs`        mutated values, corrupted bytes and noise
`network_cuts`      disconnects a server from the network
`faults`            stops databases and fills disks
`twin_servers`      two servers that differ only in what is hidden
`old`               data of earlier versions
"""
