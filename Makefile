# Two commands do all the set-up on a machine with Python 3.11, git and make:
#   make nightly   the environment, then the main job on the sample sites
#   make test      the environment, then the tests
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: nightly test lint bench test-older-duckdb test-older-client lock clean

nightly: $(READY)
	$(BIN)/deckcensus nightly --sample

test: $(READY)
	$(BIN)/pytest -n 2 --dist loadfile

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The same warehouse on the oldest DuckDB that is supported, which stands before the environment's own.
# Every step once, and the judge in all its rules by its agreement with the reference judge.
OLDER := 1.5.5
STEPS := $(foreach step,database load resolve checks marts what_if publish export storage_version,tests/warehouse/test_$(step).py)
test-older-duckdb: $(READY) .duckdb-older/.ready
	PYTHONPATH=.duckdb-older $(BIN)/python -c 'import duckdb; assert duckdb.__version__ == "$(OLDER)"'
	PYTHONPATH=.duckdb-older $(BIN)/pytest -n 2 --dist loadfile $(STEPS) tests/truth/test_agreement.py

.duckdb-older/.ready: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --upgrade --target .duckdb-older duckdb==$(OLDER)
	touch $@

# The published file, opened by a client as old as people have.
CLIENT := 1.1.3
test-older-client: $(READY) .venv-client/.ready
	DECKCENSUS_OLD_DUCKDB=$(CURDIR)/.venv-client/bin/python $(BIN)/pytest tests/warehouse/test_publish.py

.venv-client/.ready:
	$(PYTHON) -m venv --clear .venv-client
	.venv-client/bin/pip install --quiet --disable-pip-version-check duckdb==$(CLIENT)
	touch $@

bench: $(READY)
	$(BIN)/python -m tests.bench

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

# New versions of everything; needs uv.
lock:
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate --no-emit-index-url --upgrade -o requirements.lock

clean:
	rm -rf $(VENV) .duckdb-older .venv-client census .pytest_cache .mypy_cache .ruff_cache
