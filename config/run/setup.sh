#!/bin/sh
# Make .venv with everything in requirements-dev.txt: with uv when it is there, else with a fresh pip.
set -eu
PYTHON="${PYTHON:-python3}"
fail() { echo "tirada: $1" >&2; exit 1; }

command -v "$PYTHON" >/dev/null 2>&1 || fail "Python is missing: install python3 (3.11 or newer)."
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed; this is $("$PYTHON" --version 2>&1)."

unset PYTHONDONTWRITEBYTECODE || true
echo "Setting up .venv (the first time takes about half a minute) …"
if command -v uv >/dev/null 2>&1; then
    [ -x .venv/bin/python ] || uv venv --quiet --python "$PYTHON" .venv
    uv pip install --quiet --python .venv/bin/python --compile-bytecode -r requirements-dev.txt ||
        fail "the packages could not be installed; see above."
else
    if [ ! -x .venv/bin/pip ]; then
        rm -rf .venv
        "$PYTHON" -m venv .venv ||
            fail "venv is missing: on Debian, apt-get install python3-venv."
    fi
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip uv ||
        fail "the package index cannot be reached."
    .venv/bin/uv pip install --quiet --python .venv/bin/python --compile-bytecode -r requirements-dev.txt ||
        fail "the packages could not be installed; see above."
fi
touch .venv/.installed
