#!/bin/sh
# Make .venv with everything in requirements-dev.txt: by uv, which is fast, else by a fresh pip.
set -eu
PYTHON="${PYTHON:-python3}"
fail() { echo "tirada: $1" >&2; exit 1; }

command -v "$PYTHON" >/dev/null 2>&1 || fail "Python is missing: install python3 (3.11 or newer)."
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed; this is $("$PYTHON" --version 2>&1)."

unset PYTHONDONTWRITEBYTECODE || true
# uv brings its own list of certificate authorities; the machine's may know more.
export UV_SYSTEM_CERTS=1
LOG="${TMPDIR:-/tmp}/tirada-setup-$$.log"
trap 'rm -f "$LOG"' EXIT

by_uv() {
    "$1" pip install --quiet --python .venv/bin/python --compile-bytecode \
        -r requirements-dev.txt >"$LOG" 2>&1
}

by_pip() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        -r requirements-dev.txt >"$LOG" 2>&1
}

echo "Setting up .venv (the first time takes about half a minute) …"
if [ ! -x .venv/bin/pip ] || ! .venv/bin/python -c '' 2>/dev/null; then
    rm -rf .venv
    if ! "$PYTHON" -m venv .venv >"$LOG" 2>&1; then
        rm -rf .venv
        ! grep -q 'No space left' "$LOG" || fail "the disk is full: no room for .venv."
        fail "venv is missing: on Debian, apt-get install python3-venv."
    fi
fi
UV=$(command -v uv || true)
if [ -z "$UV" ]; then
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip uv \
        >"$LOG" 2>&1 && UV=.venv/bin/uv
fi
# pip knows what uv does not read: /etc/pip.conf with an index or a certificate of one's own.
if [ -z "$UV" ] || ! by_uv "$UV"; then
    by_pip || {
        tail -5 "$LOG" >&2
        ! grep -q 'No space left' "$LOG" || fail "the disk is full: no room for .venv."
        fail "the packages could not be installed; see above. Is the package index reachable?"
    }
fi
touch .venv/.installed
