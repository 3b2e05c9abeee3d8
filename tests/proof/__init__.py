"""Proof that nothing is lost, nothing leaks and nothing breaks: promises of the table and the server as tests against real servers.

The short forms run with all tests; `make prove` runs the long ones and writes docs/records/proof-runs.md.
"""
