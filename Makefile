# The house's commands. `make play` opens it, `make test` proves it; both set up what they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet

.PHONY: play test check bench prove clean
.DELETE_ON_ERROR:

play: .venv/for-play
	$(BIN)/spookhouse

test: .venv/for-test check
	$(BIN)/python -m pytest --numprocesses=2 --dist=loadgroup tests
	rm -f .coverage*
	SPOOKHOUSE_INTERPRET=1 $(BIN)/python -m coverage run -m pytest --quiet --numprocesses=2 tests/games tests/kernel -m "not compiled"
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --include='*/games/*/rules.py,*/kernel/chance.py' --fail-under=100

check: .venv/for-test
	$(BIN)/python -m pip check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/for-test
	$(BIN)/spookhouse bench

# the long forms, about two hours; what was tried is added to .proof/ledger.jsonl and told in docs/proof.md
prove: .venv/for-test
	mkdir -p .proof
	PROOF=long PROOF_LEDGER=$(CURDIR)/.proof/ledger.jsonl $(BIN)/python -m pytest --numprocesses=2 --dist=loadgroup tests/proof
	$(BIN)/python tests/proof/report.py .proof/ledger.jsonl

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
