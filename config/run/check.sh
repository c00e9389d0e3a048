#!/bin/sh
# Everything that can be said of the source without running the tests.
set -eu
BIN=.venv/bin
export TIRADA_TESTING=1 DATABASE_POOL=0
step() { echo "== $1"; }

step "ruff"
$BIN/ruff check .
$BIN/ruff format --check .
step "import contracts"
$BIN/lint-imports
step "types"
$BIN/mypy
step "migrations"
$BIN/python -m config.run.checks migrations
step "translations"
$BIN/python -m config.run.catalogues check
step "production settings"
$BIN/python -m config.run.checks deploy
step "ledger vectors"
$BIN/python -m rules.ledger verify tests/rules/ledger/vectors.jsonl
step "rules conformance"
$BIN/python -m rules.conformance rules/conformance
echo "All good."
