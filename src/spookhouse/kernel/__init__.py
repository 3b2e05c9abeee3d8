"""The kernel: what every game stands on, and nothing about any of them. Its modules are imported one by one; none is loaded before it is used."""
