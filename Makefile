# One virtual environment serves everything; stamp files say what is installed in it.

PYTHON ?= python3
BIN := .venv/bin
PIP := PYTHONWARNINGS=ignore $(BIN)/python -m pip install -q --disable-pip-version-check

.PHONY: serve test test-slow check lock docs wheel

## Run the server; settings come from the environment, see README.md.
serve: .venv/stamp-serve
	@exec $(BIN)/tengen serve

## Run all tests but the slow ones. TESTS chooses some: make test TESTS=tests/server
test: .venv/stamp-dev
	$(BIN)/python -m compileall -q gomoku bots server lab # once, and not by every server that a test starts
	$(BIN)/python -m bots.warm # likewise
	@# three files at a time: they wait for one another; their bytecode is kept, or each of the three compiles all of it
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -m "not slow" -n 3 --dist loadfile $(TESTS)

## Run the slow tests.
test-slow: .venv/stamp-dev
	$(BIN)/python -m bots.warm
	$(BIN)/python -m pytest -m slow $(TESTS)

## Everything that a machine can say about the code without running it.
check: .venv/stamp-dev node_modules/.package-lock.json
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m server.protocol.describe --check
	npm run --silent check

## Write PROTOCOL.md and the client's types anew.
docs: .venv/stamp-dev
	$(BIN)/python -m server.protocol.describe

## Choose the versions of all packages anew.
COMPILE = $(BIN)/pip-compile -q --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-find-links --no-header \
	--strip-extras --build-deps-for editable
lock: .venv/stamp-dev
	$(COMPILE) -o requirements.txt pyproject.toml
	$(COMPILE) --extra oidc --extra push --extra cluster --extra speed -o requirements-extras.txt pyproject.toml
	$(COMPILE) --extra dev -o requirements-dev.txt pyproject.toml

.venv/stamp-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tengen needs Python 3.11 or newer; name one: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python lacks venv; on Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/stamp-serve: requirements.txt pyproject.toml | .venv/stamp-venv
	@$(PIP) --require-hashes -r requirements.txt
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.venv/stamp-dev: requirements-dev.txt pyproject.toml | .venv/stamp-venv
	@$(PIP) --require-hashes -r requirements-dev.txt
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

## Cut the pages' font anew: the letters of English and German, the õ of Soosõrv, figures; weights 400 to 700.
FONT = @fontsource-variable/inter@5.3.0
LETTERS = U+20-7E,U+A0,U+AB,U+B1,U+B7,U+BB,U+C4,U+D6,U+D7,U+DC,U+DF,U+E4,U+F5,U+F6,U+FC,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026,U+2212
font:
	@rm -rf build/font && mkdir -p build/font web_client/fonts
	cd build/font && npm pack --silent $(FONT) && tar xzf *.tgz
	$(PYTHON) -m venv build/font/venv && build/font/venv/bin/pip install -q fonttools==4.68.0 brotli==1.2.1
	build/font/venv/bin/fonttools varLib.instancer -q build/font/package/files/inter-latin-wght-normal.woff2 wght=400:700 \
	  --no-recalc-timestamp -o build/font/inter.ttf
	build/font/venv/bin/pyftsubset build/font/inter.ttf --unicodes=$(LETTERS) --layout-features=kern,tnum --no-hinting \
	  --no-recalc-timestamp --flavor=woff2 --output-file=web_client/fonts/inter.woff2
	cp build/font/package/LICENSE web_client/fonts/inter-license.txt

## A wheel and an sdist in dist/.
wheel: .venv/stamp-dev
	@rm -rf dist build
	@$(BIN)/python -W ignore -m build --no-isolation
