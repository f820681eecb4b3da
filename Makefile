# Every target sets up what it needs; `make setup` alone makes the virtual environment.
PYTHON ?= python3
BIN := .venv/bin
DATA ?= data
LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-annotate --no-header --extra build pyproject.toml

.PHONY: setup serve test check format lock browser chaos containers bench clean

setup: .venv/ready

# The stamp is newer than the lock file when the environment matches it.
.venv/ready: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

serve: setup
	$(BIN)/meeplog serve --data $(DATA)

test: setup
	$(BIN)/python -m pytest -n auto

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

browser: setup
	$(BIN)/python -m pytest -m browser

chaos: setup
	SHORT=$(SHORT) $(BIN)/python -m pytest -m chaos -s

# Where no Docker engine answers, root on Debian gets one for the run.
containers: setup
	tests/containers/prepare.sh $(BIN)/python -m pytest -m containers -n 2 --dist loadfile

bench: setup
	$(BIN)/python -m tests.bench $(if $(SHORT),--short)

lock:
	$(LOCK) --group dev --output-file requirements.lock
	$(LOCK) --constraints requirements.lock --output-file requirements-runtime.lock

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
