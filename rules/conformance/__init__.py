"""
Conformance: cases written by people who know the game, run against the real engine.

`python -m rules.conformance PATH...` runs TOML files; `--coverage` lists what nothing asserts.
`docs/conformance.md` describes the format.
"""
