"""
The audited record of draws, version 1: pure, standard library only.

The server, the command-line verifier and the tests run these same lines; the browser's verifier is
checked against the same vectors. The format is described in docs/ledger.md.
"""
