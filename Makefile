# profilcheck. Needs make and a C compiler; see README.md.
# `make help` lists the targets.

CC ?= cc
PREFIX ?= /usr/local
BUILD ?= build
CFLAGS ?= -O2 -g
WARN = -Wall -Wextra -Werror
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -I. $(WARN) $(CFLAGS)
LDLIBS = -lpthread -ldl -lrt
-include config.mak

DIALECTS = aix irix hpux freebsd glibc

sources = $(filter-out %_test.c,$(wildcard $(addsuffix /*.c,$(1))))
objects = $(patsubst %.c,$(BUILD)/%.o,$(1))

REFERENCE = $(call sources,reference)
IMPLS = $(call sources,impls impls/signal impls/libc)
CONFORMANCE = $(call sources,conformance)
REPORTS = $(call sources,reports)
PROGRAM = $(call objects,$(REFERENCE) $(IMPLS) $(CONFORMANCE) $(REPORTS))

all: $(BUILD)/profilcheck

$(BUILD)/profilcheck: $(PROGRAM)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# One test program beside each source: x.c is tested by x_test.c.
TESTS = $(patsubst %.c,$(BUILD)/%,$(wildcard */*_test.c */*/*_test.c))
LIBRARY = $(filter-out %/conformance/main.o,$(PROGRAM))

$(BUILD)/%_test: %_test.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP $(LDFLAGS) -o $@ $< $(LIBRARY) -lcmocka $(LDLIBS)

clean:
	rm -rf $(BUILD)

-include $(PROGRAM:.o=.d)
.PHONY: all clean
