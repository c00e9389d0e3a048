# Every command a developer needs. Nothing has to be installed before but Python 3.11+ and make.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
PORT ?= 8000
HOST ?= 127.0.0.1
export PORT HOST
# Some images forbid bytecode; without it each start takes three times as long.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run manage test check fix bench messages demo clean

setup: $(STAMP)

$(STAMP): requirements.txt requirements-dev.txt
	@PYTHON="$(PYTHON)" sh config/run/setup.sh

run: setup  ## Serve the site with its demo campaign.
	@exec $(BIN)/python -m config.run site

manage: setup  ## make manage DO="createsuperuser"
	@exec $(BIN)/python -m config.run manage $(DO)

test: setup  ## Run every test, browser tests included, on real servers.
	@$(BIN)/python -m config.run.testing $(ARGS)

check: setup  ## Lint, types, contracts, migrations, translations, rules coverage.
	@sh config/run/check.sh

fix: setup  ## Mend what the linter can mend.
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

messages: setup  ## Bring the catalogues up to date with the source.
	@$(BIN)/python -m config.run.catalogues update

bench: setup  ## Timings, as ratios against a floor measured in the same run.
	@$(BIN)/python -m bench

demo: setup  ## Load the demo campaign into the site's database again.
	@$(BIN)/python -m config.run manage load_demo

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
