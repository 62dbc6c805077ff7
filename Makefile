# SPDX-License-Identifier: Apache-2.0
# The front door. `make run` and `make test` are all a newcomer needs; the work is done by CMake
# (see CMakePresets.json), and what is missing on a Debian machine is installed by
# scripts/bootstrap. Set PAWL_BOOTSTRAP=no to leave the packages alone.

# What `make run` shows: any arguments of pawl.
ARGS ?= infer samples/c/arrays/array_max.c
# How `make test` is built: dev, clang or release-tests.
PRESET ?= dev
JOBS ?= $(shell nproc)
# Seconds that `make fuzz` spends, shared by all drivers.
FUZZ_SECONDS ?= 300
# Random C programs that `make differential` looks at.
SEEDS ?= 1:500
# How many of them have to be finished; more seeds are taken until they are.
FINISH ?= 500
# Cells of depth two (tests/cells), and programs of csmith.
CELLS ?= 5000
CSMITH ?= 1000
# Inference on random programs: no long search.
BOUNDED = --timeout=1 --rlimit=300000 --query-timeout=500
# Where `make install` puts things; DESTDIR is honoured.
PREFIX ?= /usr/local
# The C programs of `make bench-c` (a folder with expected.tsv), and more options for bench/c/run.py.
CORPUS ?= ../shared/benchmarks
# Where attacks/ and benchmarks/conformance/ are.
SHARED ?= ../shared
BENCH_C ?=
# More options for bench/wp/run.py: --rte, --open, ...
WP ?=
# More options for bench/real/run.py.
BENCH_REAL ?=

CONFIGURE = cmake --log-level=WARNING --preset
BUILD = cmake --build -j $(JOBS) --preset

.DEFAULT_GOAL := help
.PHONY: help run test test-all bench bench-c bench-peers bench-real bench-wp conformance differential cross-check fuzz tidy format install clean

help: ## this list
	@echo 'Pawl infers loop invariants. Targets:'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20
	@echo 'Variables: ARGS="$(ARGS)" PRESET=$(PRESET) JOBS=$(JOBS) PREFIX=$(PREFIX)'
	@echo '           FUZZ_SECONDS=$(FUZZ_SECONDS) SEEDS=$(SEEDS) CELLS=$(CELLS) CSMITH=$(CSMITH)'
	@echo '           CORPUS=$(CORPUS) SHARED=$(SHARED) BENCH_C="$(BENCH_C)" WP="$(WP)"'

run: ## build pawl and run it on a sample (ARGS="verify my.gcl" for another)
	@scripts/bootstrap run
	@$(CONFIGURE) release
	@$(BUILD) release --target pawl_cli
	@echo '$$ pawl $(ARGS)'
	@build/release/bin/pawl $(ARGS)

test: ## build with sanitizers, run unit and repository tests (PRESET=clang for the other compiler)
	@scripts/bootstrap test
	@$(CONFIGURE) $(PRESET)
	@$(BUILD) $(PRESET)
	@ctest --preset $(PRESET) -j $(JOBS) -L 'unit|repository'

test-all: ## the same and run all other tests as well: samples, command line, judges, compilers (long)
	@scripts/bootstrap test
	@$(CONFIGURE) $(PRESET)
	@$(BUILD) $(PRESET)
	@ctest --preset $(PRESET) -j $(JOBS) -LE slow

bench: ## build optimised and print the benchmark tables
	@scripts/bootstrap bench
	@$(CONFIGURE) release
	@$(BUILD) release
	@$(BUILD) release --target pawl_bench
	@python3 -B bench/functions/run.py --pawl build/release/bin/pawl -j $(JOBS)
	@python3 -B bench/dataflow/run.py --pawl build/release/bin/pawl --cost
	@if [ -d $(CORPUS) ]; then python3 -B bench/dataflow/run.py --pawl build/release/bin/pawl \
	  --corpus $(CORPUS); fi

bench-c: ## build optimised, verify the C programs in CORPUS and print a table
	@scripts/bootstrap bench
	@$(CONFIGURE) release
	@$(BUILD) release --target pawl_cli
	@python3 -B bench/c/run.py --pawl build/release/bin/pawl --corpus $(CORPUS) -j $(JOBS) \
	  --tsv build/bench-c.tsv $(BENCH_C)

bench-peers: ## build optimised and compare with z3 and cvc5, one process at a time; resumes; SUITE=sygus/From2018
	@$(CONFIGURE) release
	@$(BUILD) release --target pawl_cli
	@python3 -B bench/peers/run.py --pawl build/release/bin/pawl --corpus $(CORPUS) \
	  --tsv build/bench-peers.tsv $(foreach suite,$(SUITE),--suite $(suite)) $(BENCH_PEERS)

bench-wp: ## build optimised and count what frama-c -wp proves of C functions, bare and with Pawl
	@scripts/bootstrap wp
	@$(CONFIGURE) release
	@$(BUILD) release --target pawl_cli
	@python3 -B bench/wp/run.py --pawl build/release/bin/pawl $(WP) samples/c/wp/*.c || [ $$? -eq 77 ]

bench-real: ## build optimised, infer for the files of SHARED/benchmarks/real and print a table (goes on where it was)
	@scripts/bootstrap bench
	@$(CONFIGURE) release
	@$(BUILD) release --target pawl_cli
	@python3 -B bench/real/run.py --pawl build/release/bin/pawl --real $(SHARED)/benchmarks/real -j $(JOBS) \
	  --tsv build/bench-real.tsv $(BENCH_REAL)

conformance: ## all programs with known ends in SHARED, against the frontend (goes on where it was)
	@scripts/bootstrap test
	@$(CONFIGURE) release
	@$(BUILD) release --target pawl_cli
	@python3 -B tests/conformance/run.py --pawl build/release/bin/pawl --shared $(SHARED) -j $(JOBS) \
	  --tsv build/conformance.tsv

differential: ## compare pawl with the C compiler on random programs (SEEDS=FIRST:LAST)
	@scripts/bootstrap differential
	@$(CONFIGURE) release
	@$(BUILD) release --target pawl_cli
	@python3 -B tests/cells/run.py --pawl build/release/bin/pawl -j $(JOBS) --two $(CELLS) \
	  --tsv build/cells.tsv --keep build/cells run
	@python3 -B tests/cells/run.py --pawl build/release/bin/pawl -j $(JOBS) --one $(CELLS) --two $(CELLS) \
	  --tsv build/cells.tsv --keep build/cells right wrong
	@python3 -B tests/csmith/run.py --pawl build/release/bin/pawl -j $(JOBS) --seeds 1:$(CSMITH) \
	  --tsv build/csmith.tsv --keep build/csmith
	@python3 -B tests/differential/run.py --pawl build/release/bin/pawl --seeds $(SEEDS) -j $(JOBS) \
	  --finish $(FINISH) --keep build/differential self lowering library
	@python3 -B tests/differential/run.py --pawl build/release/bin/pawl --seeds $(SEEDS) -j $(JOBS) \
	  --finish $(FINISH) --small --timeout 20 --infer='$(BOUNDED)' --verify='$(BOUNDED)' \
	  --keep build/differential invariants verdicts

cross-check: ## verify CORPUS and run what is true or false, compiled with sanitizers (goes on where it was)
	@scripts/bootstrap cross-check
	@$(CONFIGURE) release
	@$(BUILD) release --target pawl_cli
	@python3 -B tests/cross_check/run.py --pawl build/release/bin/pawl --corpus $(CORPUS) -j $(JOBS) \
	  --tsv build/cross-check.tsv

fuzz: ## fuzz the parsers for FUZZ_SECONDS
	@scripts/bootstrap fuzz
	@$(CONFIGURE) fuzz
	@$(BUILD) fuzz
	@scripts/fuzz build/fuzz/fuzz $(FUZZ_SECONDS)

tidy: ## clang-tidy on every source
	@scripts/bootstrap tidy
	@$(CONFIGURE) tidy
	@$(BUILD) tidy

format: ## clang-format every source in place
	@scripts/bootstrap format
	@scripts/format

install: ## install an optimised build under PREFIX (default /usr/local)
	@scripts/bootstrap run
	@$(CONFIGURE) release
	@$(BUILD) release
	@cmake --install build/release --prefix $(PREFIX)

clean: ## remove all build trees
	@rm -rf build
