# The two commands for newcomers are `make try` and `make test`; the rest is for people who change the code.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
TARGET ?= kontext/process.py:1
REPO   ?= .
export PIP_DISABLE_PIP_VERSION_CHECK := 1

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

test: $(VENV)/.dev ## Units, real repositories, black box (under 5 minutes)
	$(IN_VENV) $(BIN)/python -m pytest -q -n 2 -m "not peers"

test-peers: $(VENV)/.dev ## Slow tests against other programs (under 25 minutes)
	$(IN_VENV) $(BIN)/python -m pytest -q -m peers || test $$? = 5 # 5: there are none yet

lint: $(VENV)/.dev ## ruff, mypy --strict, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

hooks: $(VENV)/.dev ## Have Git run this project's own hooks, in this clone
	$(BIN)/kontext hooks install --checks

clean: ## Remove what the other targets made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
