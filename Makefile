# Umbel. `make help` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash

B       := build
CC      ?= cc
CFLAGS  ?= -O2 -g
WARN    := -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Wconversion -Werror
SAN     ?=
LIBS    := -lcyaml -lyaml -ljansson -ldl -lm -lpthread
ALLFLAGS = $(WARN) $(CFLAGS) $(SAN) -I. -DUMBEL_ROOT='"$(CURDIR)"' -MMD -MP

# Everything below gen, sw and harness is one library; main.c of a folder is a program of its own.
LIB_SRC  := $(filter-out %/main.c,$(wildcard gen/*/*.c gen/*/*/*.c sw/*/*.c harness/*.c harness/*/*.c))
LIB_OBJ  := $(LIB_SRC:%.c=$(B)/%.o)
LIB      := $(B)/libumbel.a
TEST_SRC := $(wildcard tests/*/test_*.c)
TEST_BIN := $(TEST_SRC:%.c=$(B)/%)
# What several tests share.
AID_OBJ  := $(patsubst %.c,$(B)/%.o,$(wildcard tests/support/*.c))
TEST_AID := $(B)/libtestaid.a
BENCH    := $(patsubst %.c,$(B)/%,$(wildcard tests/bench/bench_*.c))

# Debian packages: what a run needs, and what the tests need besides.
RUN_PACKAGES  := gcc g++ libc6-dev verilator clang libcyaml-dev libyaml-dev libjansson-dev
TEST_PACKAGES := $(RUN_PACKAGES) libcmocka-dev iverilog yosys clang-format clang-tidy \
                 libclang-rt-14-dev

.PHONY: help
help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | \
	    sed -E 's/^([a-z-]+):[^#]*## (.*)/\1|\2/' | while IFS='|' read -r t h; do \
	    printf '  make %-8s %s\n' "$$t" "$$h"; done

# ---- the two commands of the README ----

.PHONY: run
run: run-packages ## install what is missing, build, run sgemm on tsm-4gpu
	@$(MAKE) --no-print-directory -s build
	$(B)/umbel run tsm-4gpu sgemm

.PHONY: test
test: test-packages ## install what is missing, build, pass all tests (long)
	@$(MAKE) --no-print-directory -s -j2 build lint
	@$(MAKE) --no-print-directory -s asan
	@$(MAKE) --no-print-directory -s fuzz FUZZ_SECONDS=60
	@$(MAKE) --no-print-directory -s unit UMBEL_SLOW=1

.PHONY: run-packages test-packages
run-packages:
	@.ci/packages $(RUN_PACKAGES)
test-packages:
	@.ci/packages $(TEST_PACKAGES)

# ---- building ----

# V=1 shows the commands.
Q := $(if $(V),,@)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALLFLAGS) -c $< -o $@

$(LIB): $(LIB_OBJ)
$(TEST_AID): $(AID_OBJ)
$(LIB) $(TEST_AID):
	@rm -f $@
	$(Q)ar rcs $@ $^

$(B)/umbel: $(B)/harness/umbel/main.o $(LIB)
	$(Q)$(CC) $(ALLFLAGS) $< $(LIB) -o $@ $(LIBS)

.PHONY: build
build: $(B)/umbel ## the command, build/umbel

# A unit test: tests/FOLDER/test_NAME.c is one cmocka program over the whole library and what
# tests/support has for all of them.
$(B)/tests/%: tests/%.c $(TEST_AID) $(LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALLFLAGS) $< $(TEST_AID) $(LIB) -o $@ -lcmocka $(LIBS)

# ---- testing ----

.PHONY: check
check: unit ## the everyday tests, minutes

.PHONY: unit
unit: $(B)/umbel $(TEST_BIN) ## the cmocka tests; UMBEL_SLOW=1: the slow ones too
	@UMBEL=$(abspath $(B)/umbel) UMBEL_SLOW=$(UMBEL_SLOW) tests/run $(TEST_BIN)

.PHONY: bench
bench: $(B)/umbel $(BENCH) ## speed: cycles and requests a CPU-second, and what idle-skip gains
	@for b in $(BENCH); do $$b || exit 1; done

.PHONY: clean
clean: ## remove everything built
	rm -rf $(B)

-include $(B)/harness/umbel/main.d $(LIB_OBJ:.o=.d) $(AID_OBJ:.o=.d) $(TEST_BIN:%=%.d)
