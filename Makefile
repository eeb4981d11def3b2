# Umbel. `make help` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash

VERSION := 0.1.0
B       := build
CC      ?= cc
CFLAGS  ?= -O2 -g
WARN    := -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Wconversion -Werror
SAN     ?=
LIBS    := -lcyaml -lyaml -ljansson -lmd -lcadical -lftdi1 -lsqlite3 -lz -lstdc++ -ldl -lm -lpthread
# Others' headers that are not where the compiler looks; their warnings are not ours. The runtime of
# CUDA programs includes what the programs include, below sw/kernels and sw/cuda/include.
INCLUDE := -I. -isystem /usr/include/libftdi1 -isystem /usr/include/suitesparse -isystem sw/kernels
ALLFLAGS = $(WARN) $(CFLAGS) $(SAN) $(INCLUDE) -MMD -MP
# The checkout, for tests and for sw/util/root.c: everything else asks root.h, as an installed
# command's files are elsewhere.
ROOTFLAG := -DUMBEL_ROOT='"$(CURDIR)"'

# Everything below gen, sw, harness, fpga and formal is one library; main.c of a folder is a program of its own.
LIB_SRC  := $(filter-out %/main.c harness/umbel/version.c,$(wildcard gen/*/*.c gen/*/*/*.c sw/*/*.c harness/*.c harness/*/*.c fpga/*/*.c \
                             formal/*/*.c formal/*/*/*.c))
LIB_OBJ  := $(LIB_SRC:%.c=$(B)/%.o)
LIB      := $(B)/libumbel.a
TEST_SRC := $(wildcard tests/*/test_*.c)
# Those that say that they cost minutes, or a minute.
DEAR_SRC := $(shell grep -l 'Costs \(minutes\|a minute\)' $(TEST_SRC))
# The sanitizers leave out units that a test loads, which are Verilator's C++ and not ours to check;
# tests of rtl/, of reach and of the models, which run others' tools; the commands of the pages, which
# other tests run; hostile texts, which are for others' tools, too; the sizes of all that ships, whole
# kernels on the interpreter, and the kernels' oracles, whose generator and interpreter have tests of
# their own; and a search of all orders.
PLAIN_SRC := $(filter tests/cosim/% tests/rtl/% tests/house/% tests/formal/test_reach.c \
                 tests/formal/test_judge.c tests/formal/test_murphi.c tests/formal/test_sizes.c \
                 tests/runtime/test_plain_% tests/runtime/test_places.c tests/runtime/test_kernels.c \
                 tests/locality/test_execution.c tests/litmus/test_paths.c tests/fpga/test_litmus.c \
                 tests/cli/test_readme.c tests/cli/test_shell_%,$(TEST_SRC))
# Programs that take most under the sanitizers. LIGHT=1, as in `make test` and `make test-all`: these
# run without.
HEAVY_SRC := $(if $(LIGHT),$(wildcard tests/cuda/test_bad_programs.c tests/cuda/test_nvcc.c \
                 tests/cuda/test_programs.c tests/cuda/test_races.c tests/cuda/test_thrust.c \
                 tests/cli/test_ends.c tests/cli/test_gen.c tests/cli/test_help.c tests/cli/test_interrupt.c \
                 tests/cli/test_user_kernel.c \
                 tests/dram/test_protocol.c tests/dram/test_rates.c tests/fpga/test_noise.c \
                 tests/fpga/test_rtl_caches.c tests/fpga/test_rtl_noise.c tests/fpga/test_rtl_runs.c \
                 tests/fpga/test_traffic.c tests/host/test_reorder.c tests/net/test_matrix.c \
                 tests/formal/test_bugs.c tests/formal/test_false_provers.c tests/formal/test_prove.c \
                 tests/formal/test_rup.c tests/formal/test_ships.c tests/harness/test_promise.c tests/litmus/test_axioms.c \
                 tests/litmus/test_command.c tests/litmus/test_herd.c tests/litmus/test_model.c \
                 tests/litmus/test_random.c tests/litmus/test_runner.c tests/litmus/test_search.c \
                 tests/observe/test_profile.c tests/observe/test_waves.c tests/ptx/test_lanes.c tests/ptx/test_lines.c \
                 tests/ptx/test_registers.c \
                 tests/runtime/test_gpu_flat.c tests/runtime/test_weak.c tests/settings/test_settings.c tests/sm/test_sm.c \
                 tests/study/test_categories.c tests/study/test_classes.c tests/study/test_definition.c \
                 tests/study/test_papers.c tests/study/test_report.c tests/study/test_resume.c \
                 tests/study/test_rows.c tests/study/test_study.c tests/system/test_draw_all.c \
                 tests/system/test_link_class.c tests/system/test_ranges.c tests/system/test_table.c))
# CHEAP=1: without the dear ones. REST=1: what `make asan CHEAP=1` does not run, or runs in part; with
# UMBEL_SLOW also those that have slow tests, which the sanitizers never run.
ifdef CHEAP
TEST_SRC := $(filter-out $(DEAR_SRC),$(TEST_SRC))
endif
ifdef REST
PARTLY   := SKIPPED: the address sanitizer$(if $(UMBEL_SLOW),\|tests/support/slow.h)
TEST_SRC := $(sort $(PLAIN_SRC) $(HEAVY_SRC) $(DEAR_SRC) $(shell grep -l '$(PARTLY)' $(TEST_SRC)))
endif
TEST_BIN := $(TEST_SRC:%.c=$(B)/%)
# What several tests share.
AID_OBJ  := $(patsubst %.c,$(B)/%.o,$(wildcard tests/support/*.c))
TEST_AID := $(B)/libtestaid.a
BENCH    := $(patsubst %.c,$(B)/%,$(wildcard tests/bench/bench_*.c))

# Debian packages: what a run needs; what a board's bitstream, a picture and the tests need besides.
RUN_PACKAGES  := gcc g++ libc6-dev verilator clang libclc-14 libomp-14-dev libcyaml-dev libyaml-dev libjansson-dev \
                 libcadical-dev libftdi1-dev libmd-dev libsqlite3-dev libsuitesparse-dev zlib1g-dev libthrust-dev libcub-dev
FPGA_PACKAGES := yosys libjemalloc2 nextpnr-ice40 fpga-icestorm fpga-icestorm-chipdb
DRAW_PACKAGES := graphviz gnuplot-nox
TEST_PACKAGES := $(RUN_PACKAGES) $(FPGA_PACKAGES) $(DRAW_PACKAGES) libcmocka-dev iverilog clang-format clang-tidy \
                 libclang-rt-14-dev lld rumur cvc5 cadical mandoc python3-jsonschema
# What slow tests need besides: a job queue of one node, and a browser that shows pages of studies.
SLOW_PACKAGES := slurm-wlm munge chromium

.PHONY: help
help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | \
	    sed -E 's/^([a-z-]+):[^#]*## (.*)/\1|\2/' | while IFS='|' read -r t h; do \
	    printf '  make %-12s %s\n' "$$t" "$$h"; done

# ---- the two commands of the README ----

.PHONY: run
run: run-packages ## install what is missing, build, run sgemm on tsm-4gpu
	@$(MAKE) --no-print-directory -s build
	$(B)/umbel run tsm-4gpu sgemm

# Each part of the tests says how long it took. Each program runs under the sanitizers if they can take
# it; the others, and the slow tests, run as users have them.
PART = @start=$$SECONDS; $(MAKE) --no-print-directory -s $(1) && echo "make $(1): $$((SECONDS - start)) s"

# Tests build many units and let each run for a moment, so their units are optimised less. `make
# test-long` has them as users have them.
check test: export UMBEL_CXX_LEVEL ?= -O0
test-all: export UMBEL_CXX_LEVEL ?= -O1

.PHONY: test test-all test-long
test: test-packages ## install what is missing, build, pass the tests: 20 to 30 minutes
	$(call PART,-j2 build tests lint REST=1 LIGHT=1 LINT_NODES=0)
	$(call PART,asan CHEAP=1 LIGHT=1)
	$(call PART,fuzz FUZZ_SECONDS=4 LIGHT=1)
	$(call PART,prove-ci)
	$(call PART,unit REST=1 LIGHT=1)
test-all: test-packages slow-packages ## install what is missing, build, pass all tests, the slow ones and all proofs too
	$(call PART,-j2 build tests lint LIGHT=1)
	$(call PART,asan CHEAP=1 LIGHT=1)
	$(call PART,fuzz FUZZ_SECONDS=15 LIGHT=1)
	$(call PART,prove)
	$(call PART,wiring SYSTEMS=tiny)
	$(call PART,unit REST=1 LIGHT=1 UMBEL_SLOW=1)
# What repeats it: all kernels on each machine, more seeds, every wiring, the analyzer's own bound, a
# minute of each fuzzer, the sanitizers on what takes most under them.
test-long: test-packages slow-packages ## what repeats test-all with more machines, kernels and seeds: hours
	$(call PART,-j2 build tests lint LINT_NODES=225000)
	$(call PART,asan CHEAP=1)
	$(call PART,fuzz)
	$(call PART,wiring)
	$(call PART,unit REST=1 UMBEL_SLOW=long)

BOARD := hx8k
.PHONY: fpga
fpga: run-packages fpga-packages ## install what is missing, build BOARD's (hx8k) bitstream, report area and clock
	@$(MAKE) --no-print-directory -s build
	$(B)/umbel fpga $(BOARD)

.PHONY: run-packages fpga-packages test-packages slow-packages
fpga-packages:
	@.ci/packages $(FPGA_PACKAGES)
run-packages:
	@.ci/packages $(RUN_PACKAGES)
test-packages:
	@.ci/packages $(TEST_PACKAGES)
slow-packages:
	@.ci/packages $(SLOW_PACKAGES)

# ---- building ----

# V=1 shows the commands.
Q := $(if $(V),,@)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALLFLAGS) -c $< -o $@

# What decides a run besides the Verilog: the models in C. Points of studies that were run with other
# models are run anew. Comments and blanks do not count.
MODELS_SRC := $(sort $(wildcard sw/sm/*.[ch] sw/dram/*.[ch] sw/ptx/*.[ch] sw/runtime/*.[ch] \
                  sw/policy/*.[ch] sw/locality/*.[ch] sw/host/*.[ch] sw/host/driver/*.c harness/engine/*.[ch] harness/machine/*.[ch] \
                  harness/run/run.c harness/run/drive.c harness/run/load.c harness/run/copies.c \
                  harness/run/watch.c gen/system/link_class.[ch] sw/util/rng.h))
# The same of what `umbel run --net-routing` runs: networks alone.
ROUTING_SRC := $(sort $(wildcard harness/net/*.[ch] harness/umbel/routing.c gen/machine/alone.c gen/machine/network.[ch] \
                  gen/net/*.[ch] gen/units/fabric/router*.[ch] gen/units/fabric/hop.[ch]))
# What `umbel --version` says. Rewritten when it changes: a commit rebuilds version.o alone.
.PHONY: FORCE
$(B)/version.h: FORCE
	@mkdir -p $(@D)
	@commit=unknown date=; if [ -e .git ]; then \
	    commit=$$(git describe --always --dirty --abbrev=40 --exclude='*'); \
	    date=$$(git log -1 --format=%cs); fi; \
	sum() { cat "$$@" | cpp -fpreprocessed -dD -P 2>/dev/null | sha256sum | cut -c1-64; }; \
	printf '#define UMBEL_%s "%s"\n' VERSION '$(VERSION)' COMMIT "$$commit" DATE "$$date" \
	    MODELS "$$(sum $(MODELS_SRC))" ROUTING "$$(sum $(ROUTING_SRC))" >$@.tmp; \
	cmp -s $@.tmp $@ && rm $@.tmp || mv $@.tmp $@
VERSION_OBJ := $(B)/harness/umbel/version.o
$(VERSION_OBJ): $(B)/version.h
$(VERSION_OBJ): INCLUDE += -include $(B)/version.h

$(LIB): $(LIB_OBJ)
$(TEST_AID): $(AID_OBJ)
$(LIB) $(TEST_AID):
	@rm -f $@
	$(Q)ar rcs $@ $^

$(B)/sw/util/root.o $(AID_OBJ): INCLUDE += $(ROOTFLAG)

$(B)/umbel: $(B)/harness/umbel/main.o $(VERSION_OBJ) $(LIB)
	$(Q)$(CC) $(ALLFLAGS) $^ -o $@ $(LIBS)

$(B)/reach: $(B)/formal/reach/main.o $(LIB)
	$(Q)$(CC) $(ALLFLAGS) $< $(LIB) -o $@ $(LIBS)

# The runtime that CUDA programs are linked with: a machine in one object, of which programs see
# CUDA's functions alone.
CUDA_NAMES := cuda[A-Z]* __cuda*
CUDA_OBJ   := $(filter $(B)/sw/cuda/%,$(LIB_OBJ)) $(B)/harness/umbel/program.o $(VERSION_OBJ)
$(B)/umbel_cuda.o: $(LIB) $(VERSION_OBJ)
	$(Q)ld -r -o $@.tmp $(CUDA_OBJ) $(LIB)
	$(Q)objcopy -w $(CUDA_NAMES:%=--keep-global-symbol='%') $@.tmp $@
	$(Q)rm $@.tmp

# A folder laid out as CUDA's toolkit is, for Makefiles that ask for one: CUDA_DIR=build/cuda. The
# libraries are scripts for the linker, since objects may be linked by gcc. CMake takes the folder
# that has nvvm/libdevice for the toolkit. The runtime is in an archive,
# so that a link which names both libcudart has it once. TOOLKIT FOLDER SHARE RUNTIME COMMAND
# FOLDER-WHEN-INSTALLED.
NEEDS   := -lcyaml -lyaml -ljansson -lmd -lcadical -lftdi1 -lsqlite3 -lz -lstdc++ -ldl -lm -lpthread
TOOLKIT = rm -rf '$(1)'; mkdir -p '$(1)/bin' '$(1)/lib64' '$(1)/nvvm/libdevice'; ln -s '$(4)' '$(1)/bin/nvcc'; \
	mkdir '$(1)/include'; ln -s $(foreach h,$(HEADERS),'$(2)/$(h)') '$(1)/include'; ln -s lib64 '$(1)/lib'; \
	ar rcs '$(1)/lib64/libumbel_cuda.a' "$(3)"; \
	echo 'INPUT($(5)/lib64/libumbel_cuda.a $(NEEDS))' > '$(1)/lib64/libcudart.so'; \
	cp '$(1)/lib64/libcudart.so' '$(1)/lib64/libcudart_static.a'; \
	echo '/* empty: libcudart has all */' > '$(1)/lib64/libcuda.so'; \
	cp '$(1)/lib64/libcuda.so' '$(1)/lib64/libcudadevrt.a'

HEADERS := $(wildcard sw/cuda/include/* sw/kernels/*.h)

$(B)/umbel-nvcc: $(B)/umbel
	$(Q)ln -sf umbel $@
$(B)/cuda: $(B)/umbel-nvcc $(B)/umbel_cuda.o $(HEADERS) Makefile
	$(Q)$(call TOOLKIT,$@,$(CURDIR),$(abspath $(B)/umbel_cuda.o),$(abspath $(B)/umbel-nvcc),$(abspath $@))
	$(Q)touch $@

.PHONY: build
build: $(B)/umbel $(B)/umbel_cuda.o $(B)/cuda ## the command, build/umbel, umbel-nvcc and the runtime of CUDA programs

# ---- installing ----

PREFIX  ?= /usr/local
DESTDIR ?=
SHARE   := $(PREFIX)/share
# What the command reads of the tree; installed, it has the same layout below share/umbel.
DATA = $(wildcard gen/system/*.yaml gen/system/systems/*.yaml rtl/*.v sw/kernels/*.h sw/kernels/include/* \
           sw/kernels/*/*.yaml sw/kernels/*/*.cu sw/kernels/*/*.c sw/cuda/include/*.h sw/cuda/include/*.hpp sw/cuda/include/*/*.h sw/host/driver/*.c harness/dut.h harness/run/run.schema.json \
           harness/verilator/*.h harness/study/*.yaml harness/study/studies/*.yaml \
           harness/study/inputs/* harness/thermal/*.yaml harness/thermal/floorplans/*.yaml \
           formal/*.yaml formal/units/*.vh formal/units/*.v formal/runs/*.txt formal/litmus/*.litmus \
           fpga/rtl/*.v fpga/boards/*/*)
# The pages keep their places below share/doc/umbel, so that their links work there.
DOC = CHANGELOG.md LICENSE gen/machine/tsm-4gpu.svg \
      $(shell find README.md gen rtl sw harness formal fpga tests -name '*.md' | sort)

# The installed command is linked anew: it knows of PREFIX and of nothing in the checkout.
.PHONY: install uninstall
install: $(B)/umbel $(B)/umbel_cuda.o ## command, data, manual and completion to DESTDIR and PREFIX (/usr/local)
	@set -e; made=$$(mktemp -d); trap 'rm -rf "$$made"' EXIT; \
	$(CC) $(WARN) $(CFLAGS) $(SAN) -I. -DUMBEL_ROOT='"$(SHARE)/umbel"' -c sw/util/root.c -o "$$made/root.o"; \
	$(CC) $(CFLAGS) $(SAN) $(B)/harness/umbel/main.o $(VERSION_OBJ) "$$made/root.o" $(LIB) -o "$$made/umbel" $(LIBS); \
	ld -r -o "$$made/all.o" "$$made/root.o" $(CUDA_OBJ) $(LIB); \
	objcopy -w $(CUDA_NAMES:%=--keep-global-symbol='%') "$$made/all.o" "$$made/umbel_cuda.o"; \
	"$$made/umbel" help --man "$$made/man"; \
	rm -rf '$(DESTDIR)$(SHARE)/umbel'; install -d '$(DESTDIR)$(SHARE)/umbel'; \
	cp -R --parents $(DATA) '$(DESTDIR)$(SHARE)/umbel'; \
	chmod -R u=rwX,go=rX '$(DESTDIR)$(SHARE)/umbel'; \
	install -Dm755 "$$made/umbel" '$(DESTDIR)$(PREFIX)/bin/umbel'; \
	ln -sf umbel '$(DESTDIR)$(PREFIX)/bin/umbel-nvcc'; \
	$(call TOOLKIT,$(DESTDIR)$(SHARE)/umbel/cuda,$(SHARE)/umbel,$$made/umbel_cuda.o,$(PREFIX)/bin/umbel-nvcc,$(SHARE)/umbel/cuda); \
	install -Dm644 -t '$(DESTDIR)$(SHARE)/man/man1' "$$made"/man/*.1; \
	install -Dm644 harness/umbel/umbel.bash \
	    '$(DESTDIR)$(SHARE)/bash-completion/completions/umbel'; \
	rm -rf '$(DESTDIR)$(SHARE)/doc/umbel'; install -d '$(DESTDIR)$(SHARE)/doc/umbel'; \
	cp -R --parents $(DOC) '$(DESTDIR)$(SHARE)/doc/umbel'; \
	chmod -R u=rwX,go=rX '$(DESTDIR)$(SHARE)/doc/umbel'
uninstall: ## remove what install has put there
	rm -f '$(DESTDIR)$(PREFIX)/bin/umbel' '$(DESTDIR)$(PREFIX)/bin/umbel-nvcc' '$(DESTDIR)$(SHARE)/man/man1/umbel.1' \
	    '$(DESTDIR)$(SHARE)/man/man1/'umbel-*.1 \
	    '$(DESTDIR)$(SHARE)/bash-completion/completions/umbel'
	rm -rf '$(DESTDIR)$(SHARE)/umbel' '$(DESTDIR)$(SHARE)/doc/umbel'

# A unit test: tests/FOLDER/test_NAME.c is one cmocka program over the whole library and what
# tests/support has for all of them. There are hundreds, which lld links in a third of the time.
TEST_LD := $(if $(shell command -v ld.lld),-fuse-ld=lld)
$(B)/tests/%: tests/%.c $(TEST_AID) $(LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALLFLAGS) $(TEST_FLAGS) $(TEST_LD) $(ROOTFLAG) $< $(TEST_AID) $(LIB) -o $@ -lcmocka $(LIBS)

# ---- testing ----

.PHONY: check
check: ## the everyday tests, without those that cost minutes: under 5 minutes
	@$(MAKE) --no-print-directory -s -j2 build tests CHEAP=1
	@$(MAKE) --no-print-directory -s unit CHEAP=1

.PHONY: tests unit
tests: $(TEST_BIN)
unit: build $(TEST_BIN) ## the cmocka tests; UMBEL_SLOW=1: the slow ones too, =long: the long ones
	@UMBEL=$(abspath $(B)/umbel) UMBEL_SLOW=$(UMBEL_SLOW) tests/run $(TEST_BIN)

# SUITES: a folder with the suites as they were fetched.
SUITES  ?= ..
$(B)/tests/suites/%: tests/suites/%.c $(LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALLFLAGS) $(ROOTFLAG) $< $(LIB) -o $@ $(LIBS)
.PHONY: suites classes litmus-suites
suites: build $(B)/tests/suites/suites ## other people's CUDA programs, fetched to SUITES (..): which compile, run and are right
	@$(B)/tests/suites/suites tests/suites/polybench.yaml $(SUITES)/PolyBench-ACC; \
	$(B)/tests/suites/suites tests/suites/rodinia.yaml $(SUITES)/gpu-rodinia
classes: build $(B)/tests/suites/classes ## classes of locality in kernels of those suites, beside a person's
	@$(B)/tests/suites/classes tests/suites/classes.yaml $(SUITES)
# Each collection with herd's log if there is one, and with Dat3M's verdicts, that of PTX for its own tests.
VERDICTS := $(SUITES)/Dat3M/dartagnan/src/test/resources
litmus-suites: $(B)/tests/suites/litmus ## public litmus tests of RISC-V, x86 and PTX, fetched to SUITES: which are read, and judged as by herd and Dat3M
	@s=0; try() { [ -e "$$3" ] || set -- "$$1" "$$2"; $(B)/tests/suites/litmus "$$@" || s=1; }; \
	try rvwmo $(SUITES)/litmus-tests-riscv/tests $(SUITES)/litmus-tests-riscv/model-results/herd.logs; \
	try rvwmo $(SUITES)/litmus-tests-riscv/tests $(VERDICTS)/RISCV-expected.csv; \
	try tso $(SUITES)/litmus-tests-x86/tests $(SUITES)/litmus-tests-x86/herd.logs; \
	try ptx $(SUITES)/Dat3M/litmus/PTX $(VERDICTS)/PTXv7_5-expected.csv; exit $$s

.PHONY: bench
bench: $(B)/umbel $(BENCH) ## speed: cycles and requests a CPU-second, and what idle-skip gains
	@for b in $(BENCH); do $$b || exit 1; done

# Two L1s a GPU, so that there are all kinds of placements.
LITMUS_RUNS := 10000
LITMUS_SEED := 1

.PHONY: litmus
litmus: $(B)/umbel ## litmus tests on the RTL of tsm-tiny: all placements, 10,000 runs each
	@for c in sc rc; do $(B)/umbel litmus formal/litmus --system tsm-tiny \
	    --set consistency=$$c --set sm.count=2 --runs $(LITMUS_RUNS) --seed $(LITMUS_SEED) || exit 1; \
	done

# 4-bit timestamps and the smallest caches, so that leases end and lines go in the middle of tests.
LITMUS_RANDOM := 1000
.PHONY: litmus-random
litmus-random: $(B)/umbel ## random litmus tests on that RTL under rc, judged by PTX's memory model: 1,000, 300 runs each
	@$(B)/umbel litmus --random $(LITMUS_RANDOM) --seed $(LITMUS_SEED) --runs 300 --model ptx --system tsm-tiny \
	    --set consistency=rc --set sm.count=2 --set mgcc.ts_bits=4 --set mgcc.rd_lease=5 --set mgcc.wr_lease=3 \
	    --set mgcc.epoch_bits=16 --set l1.bytes=64 --set l2.bytes=64 --set tsu.sets=2

.PHONY: noise
noise: $(B)/tests/fpga/test_rtl_noise ## 10,000 verilated boards behind lines that lose and spoil bytes
	@UMBEL_NOISE_CASES=10000 $<

.PHONY: prove prove-ci wiring bugs mutate
prove: $(B)/umbel ## prove the units' properties on their emitted Verilog
	@$(B)/umbel prove
# SYSTEMS: a part of their names.
wiring: $(B)/umbel ## check the wiring of SYSTEMS (all that ship, which takes hours)
	@$(B)/umbel prove wiring $(SYSTEMS)
prove-ci: $(B)/umbel ## the short set of proofs
	@$(B)/umbel prove --ci --quiet
bugs: $(B)/umbel ## put each mistake of formal/bugs.yaml in: its property must be broken
	@$(B)/umbel prove --bugs --quiet
MUTANTS := 300
mutate: $(B)/umbel ## MUTANTS (300) small mistakes in each proved module: do the proofs notice?
	@$(B)/umbel prove --mutants $(MUTANTS)

.PHONY: reach
reach: $(B)/reach ## litmus outcomes searched for on the RTL, all timings of a family: with and without each rule
	@$(B)/reach

.PHONY: murphi murphi-large
murphi: ## Murphi models of MGCC, of GPU-VI with an RDC and of HMG: every configuration that ends soon
	@formal/murphi/run quick
murphi-large: ## its larger configurations; may need hours and much memory
	@formal/murphi/run large

# ---- quality ----

# All of the C in the tree; kernels are CUDA, for another compiler.
C_FILES    = $(shell find $(wildcard gen sw harness fpga formal tests) -name '*.[ch]' \
                 -not -path 'sw/kernels/*' | sort)
# One build serves the tests and the fuzzers.
SANITIZERS := -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all -fno-omit-frame-pointer
# Tests are compiled once and run for a moment. LIGHT=1: so is the library, of which more than half of the
# time was to optimise it.
ASAN       := build/asan$(if $(LIGHT),-light)
SANITIZED   = B=$(ASAN) CC=clang CFLAGS="$(if $(LIGHT),-O0,-O1) -gline-tables-only" TEST_FLAGS=-O0 SAN="$(SANITIZERS)"

.PHONY: format
format: ## rewrite all C as .clang-format wants it
	$(Q)clang-format -i $(C_FILES)

.PHONY: lint lint-format lint-c lint-verilog
lint: lint-format lint-c lint-verilog ## layout, clang-tidy, Verilator over rtl/
lint-format:
	$(Q)clang-format --dry-run -Werror $(C_FILES)
# Its stderr only counts what it was told to leave out; findings come on stdout. LINT_NODES bounds the
# states that the analyzer visits in a function; most of the time is the analyzer's. `make test` does
# without it (0), `make test-long` has the 225000 that are its own bound.
LINT_NODES := 10000
lint-c:
	$(Q)printf '%s\n' $(filter %.c,$(C_FILES)) | \
	    xargs -P 2 -n 8 sh -c 'exec clang-tidy --quiet $(if $(filter 0,$(LINT_NODES)),--checks=-clang-analyzer-*) "$$@" -- $(filter-out -Werror,$(WARN)) $(INCLUDE) \
	        -Xclang -analyzer-config -Xclang max-nodes=$(LINT_NODES) -DUMBEL_ROOT=\"/\" 2>/dev/null' clang-tidy
lint-verilog:
	$(Q)for f in rtl/*.v fpga/rtl/um_[ehmu]*.v; do verilator --lint-only -Wall -y rtl -y fpga/rtl $$f || exit 1; done

# One run stands for whole kernels. One program more than there are cores runs at a time, as many of
# these wait.
.PHONY: asan
asan: export UMBEL_JOBS ?= $(shell echo $$(($$(nproc) + 1)))
asan: ## unit tests under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory -s -j2 unit $(SANITIZED) \
	    TEST_SRC="$(filter-out $(PLAIN_SRC) $(HEAVY_SRC),$(TEST_SRC))"
	@$(ASAN)/umbel run tsm-tiny vecadd:tiny >$(ASAN)/run.log 2>&1 || \
	    { cat $(ASAN)/run.log; exit 1; }

FUZZ_SECONDS ?= 60
FUZZERS  := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))

.PHONY: fuzz fuzz-run $(FUZZERS:%=fuzz-one-%)
fuzz: ## fuzz each reader of files for FUZZ_SECONDS (60); any finding fails
	@$(MAKE) --no-print-directory -s -j2 fuzz-run $(SANITIZED)

$(B)/tests/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALLFLAGS) -fsanitize=fuzzer $< $(LIB) -o $@ $(LIBS)

# A fuzzer adds what it finds interesting to its corpus: to a copy.
fuzz-run: $(FUZZERS:%=fuzz-one-%)
$(FUZZERS:%=fuzz-one-%): fuzz-one-%: $(B)/tests/fuzz/fuzz_%
	@rm -rf $(B)/corpus/$*; mkdir -p $(B)/corpus; cp -r tests/fuzz/corpus/$* $(B)/corpus/
	@$< $(if $(wildcard tests/fuzz/$*.dict),-dict=tests/fuzz/$*.dict) -max_total_time=$(FUZZ_SECONDS) \
	    -timeout=10 -artifact_prefix=$(B)/$*- $(B)/corpus/$* >$(B)/$*.log 2>&1 || \
	    { tail -n 40 $(B)/$*.log; exit 1; }
	@echo "fuzz $*: $$(tail -n 1 $(B)/$*.log)"

# Units take minutes to verilate; where they are kept, harness/verilator/README.md says.
.PHONY: clean distclean
clean: ## remove everything built but verilated units
	@[ ! -d $(B) ] || find $(B) -mindepth 1 -maxdepth 1 ! -name units -exec rm -rf {} +
	@rmdir $(B) 2>/dev/null || true
distclean: ## remove build/ with all in it; units that other checkouts share stay
	rm -rf $(B)
	@dir=$${UMBEL_CACHE:-$${XDG_CACHE_HOME:-$$HOME/.cache}/umbel/units}; [ ! -d "$$dir" ] || \
	    echo "units that all checkouts share stay in $$dir; to remove them, too: rm -r that folder"

-include $(B)/harness/umbel/main.d $(VERSION_OBJ:.o=.d) $(B)/formal/reach/main.d $(LIB_OBJ:.o=.d) $(AID_OBJ:.o=.d) $(TEST_BIN:%=%.d)
