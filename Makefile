# The two commands for newcomers are `make try` and `make test`; the rest is for people who change the code.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
TARGET ?= kontext/process.py:1
REPO   ?= .
# Of the tests: another Git, another form of references (reftable), and whether a peer that is not there is a failure.
GIT    ?=
REFS   ?=
PEERS  ?=
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export GIT REFS PEERS

# What an editable install copies: when one of these changes, it has to be made again.
COPIED := pyproject.toml $(wildcard git-commands/git-* git-commands/man/* git-commands/completions/*/*)
IN_VENV = PATH="$(abspath $(BIN)):$$PATH"

.PHONY: help try test test-peers lint hooks check-tools clean

help: ## What can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST))

check-tools:
	@command -v git >/dev/null || { echo "missing: git (apt install git)" >&2; exit 2; }
	@command -v $(PYTHON) >/dev/null || { echo "missing: $(PYTHON) (apt install python3)" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "missing: Python 3.11 or newer (make PYTHON=/path/to/python3.11 ...)" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "missing: the venv module (apt install python3-venv)" >&2; exit 2; }

$(BIN)/python: | check-tools
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(COPIED) | $(BIN)/python
	@echo "installing kontext into $(VENV) ..."
	@$(BIN)/python -m pip install -q --compile -e .
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.installed
	@echo "installing what the tests need into $(VENV) ..."
	@$(BIN)/python -m pip install -q --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install -q --compile --group dev
	@touch $@

try: $(VENV)/.installed ## Install into .venv and answer a real `git why` (TARGET=path:line REPO=dir)
	@echo; echo '$$ git -C $(REPO) why $(TARGET)'; echo
	@$(IN_VENV) git -C $(REPO) why $(TARGET)

$(VENV)/.peers: pyproject.toml $(VENV)/.dev
	@echo "installing what make test-peers tests against into $(VENV) ..."
	@if $(BIN)/python -m pip install -q --compile --group peers; then touch $@; else \
		echo "NOT INSTALLED: the dependency group peers. What needs it is NOT TESTED." >&2; test "$(PEERS)" != required; fi

test: $(VENV)/.dev ## Units, real repositories, black box (under 5 minutes; GIT=/path/to/git for another Git)
	$(IN_VENV) $(BIN)/python -m pytest -q -n 2 -m "not peers"

test-peers: $(VENV)/.peers ## Slow tests against other programs (under 25 minutes; PEERS=required: all must be there)
	$(IN_VENV) $(BIN)/python -m pytest -q -n 2 -m peers

lint: $(VENV)/.dev ## ruff, mypy --strict, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

hooks: $(VENV)/.dev ## Have Git run this project's own hooks, in this clone: checks by pre-commit, the refresh by files
	$(BIN)/pre-commit install
	$(BIN)/kontext hooks install --only post-commit,post-merge,post-checkout,post-rewrite

clean: ## Remove what the other targets made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
