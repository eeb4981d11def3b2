# Umbel. `make help` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash

B       := build
CC      ?= cc
CFLAGS  ?= -O2 -g
WARN    := -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Wconversion -Werror
SAN     ?=
PKGS    := libcyaml yaml-0.1 jansson
LIBS    := $(shell pkg-config --libs $(PKGS) 2>/dev/null || echo -lcyaml -lyaml -ljansson) -ldl -lm -lpthread
ALLFLAGS = $(WARN) $(CFLAGS) $(SAN) -I. -DUMBEL_ROOT='"$(CURDIR)"' -MMD -MP

# Everything below gen, sw and harness is one library; main.c of a folder is a program of its own.
LIB_SRC  := $(filter-out %/main.c,$(wildcard gen/*/*.c gen/*/*/*.c sw/*/*.c harness/*.c harness/*/*.c))
LIB_OBJ  := $(LIB_SRC:%.c=$(B)/%.o)
LIB      := $(B)/libumbel.a
TEST_SRC := $(wildcard tests/*/test_*.c)
TEST_BIN := $(TEST_SRC:%.c=$(B)/%)
# What several tests share.
TEST_SUPPORT := $(patsubst %.c,$(B)/%.o,$(wildcard tests/support/*.c))

.PHONY: help
help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1|/' | column -t -s '|'

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -c $< -o $@

$(LIB): $(LIB_OBJ)
	@rm -f $@
	ar rcs $@ $^

$(B)/umbel: $(B)/harness/umbel/main.o $(LIB)
	$(CC) $(ALLFLAGS) $< $(LIB) -o $@ $(LIBS)

.PHONY: build
build: $(B)/umbel ## the command, build/umbel

# A unit test: tests/FOLDER/test_NAME.c is one cmocka program over the whole library.
$(B)/tests/%: tests/%.c $(TEST_SUPPORT) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) $< $(TEST_SUPPORT) $(LIB) -o $@ -lcmocka $(LIBS)

.PHONY: unit
unit: $(TEST_BIN) ## unit tests (cmocka)
	@set -e; for t in $(TEST_BIN); do $$t; done

.PHONY: clean
clean: ## remove everything built
	rm -rf $(B)

-include $(B)/harness/umbel/main.d $(LIB_OBJ:.o=.d) $(TEST_SUPPORT:.o=.d) $(TEST_BIN:%=%.d)
