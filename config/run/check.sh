#!/bin/sh
# Everything that can be said of the source without running the tests; all steps run, then the sum.
set -u
BIN=.venv/bin
export TIRADA_TESTING=1 DATABASE_POOL=0
failed=""

step() {
    name=$1
    shift
    echo "== $name"
    "$@" || failed="$failed, $name"
}

step "lint" $BIN/ruff check .
step "format" $BIN/ruff format --check .
step "import contracts" $BIN/lint-imports
step "types" $BIN/mypy
step "migrations" $BIN/python -m config.run.checks migrations
step "translations" $BIN/python -m config.run.catalogues check
step "production settings" $BIN/python -m config.run.checks deploy
step "ledger vectors" $BIN/python -m rules.ledger verify tests/rules/ledger/vectors.jsonl
step "rules conformance" $BIN/python -m rules.conformance rules/conformance
step "rules coverage" $BIN/python -m rules.conformance --coverage SWADE STO COR docs/rules/savage-worlds-deluxe-play.md

[ -z "$failed" ] || { echo "tirada: not well: ${failed#, }." >&2; exit 1; }
echo "All good."
