# SPDX-License-Identifier: Apache-2.0
# Every job of the project; each target installs what it needs. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

BUILD ?= build
JOBS ?= $(shell nproc)
# Debian's Python, which has Debian's matplotlib; another one in PATH may not.
PYTHON ?= /usr/bin/python3
CMAKE_ARGS ?=

ifdef SKIP_SETUP
setup = @:
else
setup = @scripts/setup.sh $(1)
endif
# The tests are configured only once they are asked for: the demo needs no GoogleTest.
define configure
@tests=$$(sed -n 's/^CHOKEPOINT_TESTS:BOOL=//p' $(BUILD)/CMakeCache.txt 2>/dev/null || true); \
if [ ! -f $(BUILD)/build.ninja ] || [ -n "$(CMAKE_ARGS)" ] || [ "$(1)$$tests" = ONOFF ]; then \
  mkdir -p $(BUILD); \
  cmake -S . -B $(BUILD) -G Ninja -DCHOKEPOINT_TESTS=$(1) $(CMAKE_ARGS) \
    >$(BUILD)/configure.log 2>&1 || { cat $(BUILD)/configure.log >&2; exit 1; }; \
fi
endef
compile = @scripts/build.sh $(BUILD) $(JOBS) $(1)

.PHONY: help
help: ## this list
	@echo "usage: make TARGET [JOBS=N] [BUILD=DIR] [PYTHON=PATH] [CMAKE_ARGS=...] [SKIP_SETUP=1]"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r t d; do \
	  printf '  make %-11s %s\n' "$$t" "$$d"; done

.PHONY: demo
demo: ## install, build, run the CBCM demo, show its table and plots (results/demo)
	$(call setup,demo)
	$(call configure,OFF)
	$(call compile,chokepoint)
	@$(PYTHON) scripts/demo.py --chokepoint $(BUILD)/chokepoint --jobs $(JOBS)

.PHONY: test
test: ## install, build, run every quick test and the lint: what CI runs
	$(call setup,test)
	$(call configure,ON)
	$(call compile,all variants)
	@$(PYTHON) scripts/run_tests.py --build $(BUILD) --jobs $(JOBS)

.PHONY: build
build: ## install what is missing and build build/chokepoint
	$(call setup,build)
	$(call configure,OFF)
	$(call compile,chokepoint)

.PHONY: lint
lint: ## every RTL module alone as top, in Verilator and Yosys
	$(call setup,build formal)
	@JOBS=$(JOBS) scripts/lint_rtl.sh

.PHONY: formal
formal: ## prove the units' properties by k-induction (Yosys, z3)
	$(call setup,formal)
	@$(PYTHON) scripts/formal.py --jobs $(JOBS) --json results/formal.json \
	  --compare docs/reference/generated/formal.json

.PHONY: synth
synth: ## storage, gates and logic depth of every unit (Yosys); LIBERTY=FILE: area in its cells
	$(call setup,synth build)
	$(call configure,OFF)
	$(call compile,chokepoint)
	@$(PYTHON) scripts/cost.py synth --chokepoint $(BUILD)/chokepoint --jobs $(JOBS) \
	  $(if $(LIBERTY),--liberty $(LIBERTY))

.PHONY: fpga
fpga: ## cells and routed speed of every unit on iCE40, ECP5 and Xilinx
	$(call setup,synth fpga)
	@$(PYTHON) scripts/cost.py fpga --jobs $(JOBS)

.PHONY: asic
asic: ## area and speed of every unit in standard cells (OSU 0.18 um with timing, SkyWater 130 nm)
	$(call setup,synth asic)
	@$(PYTHON) scripts/cost.py asic --jobs $(JOBS)

.PHONY: layout
layout: ## UNIT=name: place and route a small unit in standard cells, with its picture
	@[ -n "$(UNIT)" ] || { echo "usage: make layout UNIT=packet_marker" >&2; exit 2; }
	$(call setup,layout)
	@$(PYTHON) scripts/cost.py layout $(UNIT)

.PHONY: status
status: ## docs/reference/status.md from what make synth, fpga and formal measured
	$(call setup,synth)
	@$(PYTHON) scripts/cost.py status --jobs $(JOBS)

.PHONY: refresh
refresh: ## UNIT=name: measure its proofs, cost, mutants, coverage and page again (SKIP=fpga,...; ANEW=1: whatever is kept)
	@[ -n "$(UNIT)" ] || { echo "usage: make refresh UNIT=token_throttler" >&2; exit 2; }
	$(call setup,test)
	$(call configure,ON)
	$(call compile,chokepoint tb_cbcm tb_ecn tb_srp tb_self_tuned tb_alo tb_recn tb_reference)
	@$(PYTHON) scripts/refresh.py $(UNIT) --build $(BUILD) --jobs $(JOBS) \
	  $(if $(SKIP),--skip $(SKIP)) $(if $(ANEW),--anew)

.PHONY: bench
bench: ## simulation speed of the engines, against the committed baseline
	$(call setup,bench)
	$(call configure,OFF)
	$(call compile,chokepoint)
	@$(PYTHON) scripts/bench.py --chokepoint $(BUILD)/chokepoint \
	  $(if $(BOOKSIM),--booksim $(BOOKSIM))

.PHONY: figures
figures: ## run and draw the papers' figures (FIG=cbcm-f8b: one); PROFILE=scripts/figures/slurm
	$(call setup,figures)
	$(call configure,OFF)
	$(call compile,chokepoint)
	@$(PYTHON) scripts/figures.py --chokepoint $(BUILD)/chokepoint --jobs $(JOBS) \
	  $(if $(FIG),--fig $(FIG)) $(if $(PROFILE),--profile $(PROFILE)) \
	  $(if $(KEEP_POINTS),--keep-points) $(if $(QUICK),--quick)

.PHONY: reproduce
reproduce: ## run the paper's claims and write the reproduction table
	$(call setup,figures)
	$(call configure,OFF)
	$(call compile,chokepoint)
	@$(PYTHON) scripts/reproduce.py --chokepoint $(BUILD)/chokepoint --jobs $(JOBS)

.PHONY: wave
wave: ## open GTKWave on the demo's waveform
	$(call setup,wave)
	@[ -f results/demo/wave/wave.gtkw ] || $(MAKE) demo
	@if [ -z "$${DISPLAY:-}$${WAYLAND_DISPLAY:-}" ]; then \
	  echo "no display; copy results/demo/wave to a machine with one, or draw a picture with" >&2; \
	  echo "  scripts/wave_picture.sh results/demo/wave/wave.fst results/demo/wave/wave.gtkw wave.png" >&2; \
	  exit 1; fi
	@gtkwave results/demo/wave/wave.fst results/demo/wave/wave.gtkw

.PHONY: docs
docs: ## regenerate the reference pages, the diagrams and the demo's pictures in docs/
	$(call setup,docs)
	$(call configure,OFF)
	$(call compile,chokepoint)
	@$(PYTHON) scripts/message_formats.py
	@$(PYTHON) scripts/reference_docs.py
	@$(BUILD)/chokepoint list --markdown >docs/reference/scenario.md
	@$(BUILD)/chokepoint list --messages >docs/reference/messages.md
	@[ -f results/demo/latency_time.png ] || $(MAKE) demo
	@for plot in latency_time latency_load mechanisms; do \
	  cp results/demo/$$plot.png docs/images/demo_$$plot.png; done
	@for dot in docs/images/*.dot; do dot -Tsvg "$$dot" -o "$${dot%.dot}.svg"; done
	@$(PYTHON) scripts/integration_docs.py --render

.PHONY: sensitivity
sensitivity: ## sweep CBCM's parameters against detection delay, false detections, storage
	$(call setup,figures)
	$(call configure,OFF)
	$(call compile,chokepoint)
	@$(PYTHON) scripts/sensitivity.py --chokepoint $(BUILD)/chokepoint --jobs $(JOBS)

.PHONY: fusesoc
fusesoc: ## try every core in FuseSoC (from PyPI, in an environment of its own)
	$(call setup,reuse)
	@scripts/fusesoc.sh

.PHONY: fuzz
fuzz: ## mutate inputs of every reader under sanitizers (RUNS=200000)
	$(call setup,fuzz)
	@JOBS=$(JOBS) $(PYTHON) scripts/fuzz.py --runs $(or $(RUNS),200000)

.PHONY: sanitize
sanitize: ## the test suite under address and undefined-behaviour sanitizers
	$(call setup,test)
	@JOBS=$(JOBS) scripts/sanitize.sh

.PHONY: coverage
coverage: ## line, branch, toggle and cover-point coverage of the RTL, lines of the models
	$(call setup,test)
	@$(PYTHON) scripts/coverage.py run --build $(BUILD)-coverage --jobs $(JOBS)

.PHONY: faults
faults: ## the table of faults: what each mechanism survives (docs/reference/faults.md)
	$(call setup,test)
	$(call configure,ON)
	$(call compile,chokepoint chokepoint_upset)
	@$(PYTHON) scripts/faults.py --program $(BUILD)/chokepoint \
	  --upset-program $(BUILD)/chokepoint_upset

.PHONY: mutate
mutate: ## mutants of the RTL against its unit tests (UNITS=REGEX, MINUTES=N)
	$(call setup,test)
	$(call configure,ON)
	$(call compile,tb_cbcm tb_ecn tb_srp tb_self_tuned tb_alo tb_recn tb_reference)
	@$(PYTHON) scripts/mutate.py run --build $(BUILD) $(if $(UNITS),--units '$(UNITS)') \
	  $(if $(MINUTES),--minutes $(MINUTES))

.PHONY: check-full
check-full: ## what is too long for CI: test, lint, formal, coverage, faults, cost, synth, fpga, threads, bench, reproduce
	@$(MAKE) test
	@$(MAKE) lint
	@$(MAKE) formal
	@$(MAKE) coverage
	@$(MAKE) faults
	@$(PYTHON) scripts/cost.py check --chokepoint $(BUILD)/chokepoint --jobs $(JOBS)
	@$(MAKE) synth
	@$(MAKE) fpga
	@$(PYTHON) scripts/run_tests.py --build $(BUILD) --jobs $(JOBS) --only sanitize
	@$(PYTHON) scripts/run_tests.py --build $(BUILD) --jobs $(JOBS) --only all_bugs
	@$(PYTHON) scripts/lockstep_sweep.py --chokepoint $(BUILD)/chokepoint --jobs $(JOBS)
	@JOBS=$(JOBS) scripts/sanitize.sh --thread
	@python3 scripts/mutate_switch.py --build $(BUILD) --jobs $(JOBS)
	@$(MAKE) bench
	@$(MAKE) reproduce

.PHONY: clean
clean: ## remove what was built (build/) and what was run (results/)
	@rm -rf $(BUILD) $(BUILD)-coverage results
