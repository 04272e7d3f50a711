# profilcheck.  Needs make and a C compiler; `make help` lists the targets.

CC ?= cc
PREFIX ?= /usr/local
BUILD ?= build
# Backtraces have lines and functions; the variables that `-g` adds took a sixth of
# the build.
CFLAGS ?= -O2 -g1
WARN = -Wall -Wextra -Werror
# What CFLAGS says last holds: -std=gnu17, say.
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -I. $(WARN) $(NAMED) $(HOST) $(CFLAGS)
SHARED = -fPIC -fvisibility=hidden
LDLIBS = -lpthread -ldl -lrt
-include config.mak

# Rooms that spend their time in system calls, or once a run, are optimized less:
# the program is built sooner and takes no more instructions (make bench-check).
# Where CFLAGS is set, it holds for all.  With -Og gcc warns of what it can't
# follow.
ifeq ($(CFLAGS),-O2 -g1)
LESS = -Og -Wno-unknown-warning-option -Wno-maybe-uninitialized
endif
LESS_ROOMS = $(addprefix conformance/,command observe runs export machine prof \
    crosscheck results) $(addprefix impls/,perf ptrace exec libc) \
    reports reports/html

# Before a script that makes something itself, by $(MAKE_COMMAND): it has the jobs
# of this make.  make -n shows it, and does not run it, as it would beside
# $(MAKE).
scripted = $(if $(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),,+)@

# By all processors, unless -j says otherwise; V=1 shows each command.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
ifndef V
.SILENT:
endif

# The same bytes, wherever they are built.  What measures coverage looks for the
# sources by their whole names.
NAMED = $(if $(findstring coverage,$(CFLAGS)),,-ffile-prefix-map=$(CURDIR)=.)

# The tools of the compiler, which may be one for another machine.
tool = $(shell $(CC) -print-prog-name=$(1) 2>/dev/null || echo $(1))
ifeq ($(origin AR),default)
AR := $(call tool,ar)
endif
OBJCOPY ?= $(call tool,objcopy)

# Whether the compiler takes that line of C.
takes = $(shell printf "%s\n" "$(1)" | $(CC) -E -x c - >/dev/null 2>&1 && \
    echo yes)
# A libc that is not glibc lacks some of what is used of it; and one beside the
# host's own has no headers of the kernel, which are those of the host.
hash = \#
KERNEL = $(BUILD)/kernel
ifeq ($(call takes,$(hash)include <gnu/libc-version.h>),)
HOST += -include impls/elsewhere.h
endif
ifeq ($(call takes,$(hash)include <linux/futex.h>),)
HOST += -idirafter $(KERNEL)
KERNEL_SEEN = $(KERNEL)
endif

# What is built by another compiler, or with other flags, is built again.
SAID = $(CC) $(ALL_CFLAGS) $(SHARED) $(LDFLAGS)
BUILT_WITH := $(BUILD)/with-$(firstword $(shell printf %s \
    '$(subst ','\'',$(SAID))' | cksum))

# Whether the compiler makes a program of that C, with those options before it
# and after.  Not into /dev/null: as root, some compilers remove that first.
links = $(shell made=$$(mktemp) && echo "$(1)" | $(CC) $(2) -x c -o "$$made" - \
    $(3) 2>/dev/null && echo yes; rm -f "$$made")

# Whether a program of that header and library, with that expression, can be
# made for the machine that is built for.
has = $(call links,int main(void) { return !($(3)); },$(filter -m% \
    --sysroot% --target% -I% -L%,$(CFLAGS) $(LDFLAGS)) -include $(1),-l$(2))

# Where the machine has no such operation on part of a word.
ATOMIC := $(if $(call has,stddef.h,c,++*(_Atomic short *)0),,-latomic)
LDLIBS += $(ATOMIC)

IMPLS = $(addprefix impls/,counting own signal perf ptrace libc exec)
DIALECTS = aix irix hpux freebsd glibc aix-monitor
OURS = signal perf ptrace
RUN = $(BUILD)/profilcheck run
# Cases at a time: some wait.
SOME_WAIT = $(shell expr $$(nproc 2>/dev/null || echo 1) + 1)

sources = $(filter-out %_test.c %_bench.c,$(wildcard $(addsuffix /*.c,$(1))))
objects = $(patsubst %.c,$(BUILD)/%.o,$(1))

# Where libelf is found, `prof` reads the names of functions with it.
LIBELF := $(call has,libelf.h,elf,elf_version(EV_CURRENT))
# Where jansson is found, reports are read with it.
JANSSON := $(call has,jansson.h,jansson,json_object() != 0)
# The commit that it is built of, where this is a repository of git.
COMMIT := $(shell [ -n "$$(git rev-parse --show-prefix 2>&1)" ] || \
    echo "$$(git rev-parse --short=12 HEAD)$$(git diff --quiet HEAD || \
    echo +changes)")
COMMIT_SEEN = $(BUILD)/commit-$(or $(COMMIT),none)
ifneq ($(COMMIT),)
$(BUILD)/conformance/command/main.o: ALL_CFLAGS += \
    -DPROFILCHECK_COMMIT='"$(COMMIT)"'
endif
JSON_READERS = $(BUILD)/conformance/base/json_value.o
JANSSON_SEEN = $(BUILD)/jansson-$(or $(JANSSON),no)
ifeq ($(JANSSON),yes)
LDLIBS += -ljansson
$(JSON_READERS): ALL_CFLAGS += -DHAVE_JANSSON
endif
LIBELF_READERS = $(addprefix $(BUILD)/conformance/prof/,symbols.o program.o)
LIBELF_SEEN = $(BUILD)/libelf-$(or $(LIBELF),no)
ifeq ($(LIBELF),yes)
LDLIBS += -lelf
$(LIBELF_READERS): ALL_CFLAGS += -DHAVE_LIBELF
endif

REFERENCE = $(call objects,$(call sources,reference reference/files \
    reference/gmon))
$(call objects,$(call sources,$(LESS_ROOMS))): ALL_CFLAGS += $(LESS)
PROGRAM = $(REFERENCE) $(call objects,$(call sources, \
    impls $(IMPLS) conformance conformance/* reports reports/html))
LIBRARY_ROOM = $(call objects,$(call sources,conformance/library))
LINKED := $(filter-out %/conformance/command/main.o $(NOT_LINKED),$(PROGRAM))
PROGRAM := $(filter-out $(LIBRARY_ROOM),$(PROGRAM))
programs = $(patsubst %.c,$(BUILD)/%,$(wildcard */*$(1).c */*/*$(1).c))
# Those that take seconds, the longest first: begun first, and left to `make
# test` by `make check-quick`.
LONG_TESTS = $(addprefix $(BUILD)/conformance/,command/transcripts_test command/hostile_test \
    observe/clock_agree_test crosscheck/live_test \
    observe/habits_test observe/hung_test diagnosis/unexplained_test \
    judge/plain_test runs/alone_test prof/real_program_test observe/agree_test \
    judge/separation_test diagnosis/diagnosis_test \
    prof/corpus_test command/report_test export/vectors_test \
    crosscheck/laws_test judge/identify_test command/strings_test \
    library/library_test observe/workers_test prof/gprof_test) \
    $(addprefix $(BUILD)/reference/,reading/hpux_test reading/irix_test \
    mapping_slow_test reading/aix_test reading/monitor_test) \
    $(addprefix $(BUILD)/impls/,perf/engine_test ptrace/engine_test \
    signal/engine_test perf/sampler_test)
SHORT_TESTS = $(filter-out $(LONG_TESTS),$(call programs,_test))
TESTS = $(filter $(call programs,_test),$(LONG_TESTS)) $(SHORT_TESTS)
BLAMES = $(addprefix $(BUILD)/conformance/,judge/blame_bench \
    runs/blame_bench)
BENCHES = $(filter-out $(BLAMES),$(call programs,_bench))
# Those of the model are text, which the reader of cases reads; what a page leaves
# open is tried by a test of the judge.
REFERENCE_TESTS = $(filter $(BUILD)/reference/%,$(TESTS)) \
    $(addprefix $(BUILD)/conformance/judge/,model_test open_test)

all: program ## the program and the libraries
program: $(BUILD)/profilcheck

-include impls/signal/libraries.mk
include impls/mutants/mutants.mk
include impls/foreign/foreign.mk
include impls/gmon.mk
include conformance/observe/hostile/hostile.mk
include conformance/machine/arch.mk
include conformance/export/vectors.mk
include conformance/language/trace.mk
include conformance/library/library.mk
include fuzz/fuzz.mk
include fuzz/exhaustive/exhaustive.mk
include fuzz/prove/prove.mk
include conformance/export/emit.mk
include .ci/install.mk
include .ci/checks.mk

$(BUILD)/profilcheck: $(PROGRAM)
	@echo "linking $@"
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# As libprofilcheck.so needs them, which is linked from the same.
$(BUILD)/%.o: %.c $(BUILT_WITH)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(SHARED) -MMD -MP -c -o $@ $<

$(KERNEL):
	@mkdir -p $@
	@for d in linux asm-generic asm; do \
	    for at in /usr/include /usr/include/$$($(CC) -dumpmachine); do \
		[ ! -d $$at/$$d ] || ln -sf $$at/$$d $@/; \
	    done; \
	done

$(BUILT_WITH): | $(KERNEL_SEEN)
	@echo "compiling with $(CC) $(CFLAGS); make V=1 shows each command"
	$(call note,with)

# A file whose name says what was found: where it is another one, what depends on
# it is made again.
note = mkdir -p $(@D); rm -f $(BUILD)/$(1)-*; touch $@

$(LIBELF_READERS): $(LIBELF_SEEN)
$(BUILD)/conformance/command/main.o: $(COMMIT_SEEN)
$(JSON_READERS): $(JANSSON_SEEN)
$(LIBELF_SEEN) $(COMMIT_SEEN) $(JANSSON_SEEN):
	$(call note,$(firstword $(subst -, ,$(@F))))

# The page has its looks and its script from there.
$(BUILD)/reports/html/html.o: $(wildcard reports/html/*.js reports/html/*.css)

# Its text holds that of the suites.
$(BUILD)/conformance/language/suite.o: $(wildcard conformance/suites/*)

# Beside x.c are its test, x_test.c, and its benchmark, x_bench.c.  The
# reference is tested alone: it uses nothing else of the project; with all of it,
# so that what no test reaches is seen.  The others are linked with an archive:
# to link all of it took each longer than to compile.
LINK = $(CC) $(ALL_CFLAGS) -MMD -MP -MF $@.d -MT $@ $(LDFLAGS) -o $@ $< \
    $(filter %.o,$^) $(filter %.a,$^)

$(BUILD)/linked.a: $(LINKED)
	@echo "linking the tests"
	@rm -f $@
	$(AR) qcs $@ $^

# Their own code takes longer to optimize than to run.
REFERENCE_TESTED ?= -Og

$(BUILD)/reference/%_test: reference/%_test.c $(REFERENCE)
	@mkdir -p $(@D)
	$(LINK) $(REFERENCE_TESTED) -lcmocka $(LDLIBS)

# Its texts are kept as others are.
$(BUILD)/reference/sentences_test: $(call objects,conformance/base/memory.c \
    conformance/base/whole_file.c)
$(addprefix $(BUILD)/reference/,choices_test wide_test): $(call objects,conformance/base/memory.c \
    conformance/language/stream.c)

# These read their scripts as the cases are read.
$(BUILD)/reference/reading/%_test: reference/reading/%_test.c $(BUILD)/linked.a
	@mkdir -p $(@D)
	$(LINK) $(REFERENCE_TESTED) -lcmocka $(LDLIBS)

$(BUILD)/%_test: %_test.c $(BUILD)/linked.a
	@mkdir -p $(@D)
	$(LINK) -O0 -lcmocka $(LDLIBS)

$(BUILD)/%_bench: %_bench.c $(BUILD)/linked.a
	@mkdir -p $(@D)
	$(LINK) $(LDLIBS)

# A program to be profiled, as the host does it.  With etext there, glibc has
# a scale of a half, and gprof's arithmetic is exact.
SUBJECTS = $(BUILD)/busy-pg $(BUILD)/busy-pg-pie
BUSY = $(CC) -D_GNU_SOURCE $(WARN) -O1 impls/signal/demo/busy.c

$(BUILD)/busy-pg: HOW = -no-pie -Wl,--defsym=etext=0x403000
$(BUILD)/busy-pg-pie: HOW = -fPIE -pie
$(SUBJECTS): impls/signal/demo/busy.c
	@mkdir -p $(@D)
	$(BUSY) -pg $(HOW) -o $@

# The same by our FreeBSD's.
$(BUILD)/busy-pg-freebsd: $(BUILD)/libprofil-freebsd.a impls/signal/demo/busy.c
	$(BUSY) $(CFLAGS) -O1 -pg -no-pie -o $@ $< -lpthread -lrt

# Some tests run the program, or load an implementation; the short ones few.
tests: $(TESTS) test-parts
short-parts: $(MUTANTS)/aix.so $(MUTANTS)/allocates.so
test-parts: short-parts $(BUILD)/profilcheck $(PLAIN_MUTANTS) $(SUBJECTS) \
    $(BUILD)/busy-pg-freebsd $(LEAKING_MUTANTS) $(UNSEEN_MUTANTS) $(MOODY) \
    $(WAITING) $(HELPED) $(HOSTILE) $(BUILD)/readme-profil.so $(BUSIES)

# The example of README.md.
$(BUILD)/readme-profil.so: README.md
	@mkdir -p $(@D)
	awk '/^```c$$/ { inside = 1; next } /^```/ { inside = 0 } inside' $< | \
	    $(CC) -O2 -shared -fPIC -o $@ -x c -

# What is found in the host's libc (exit status 1) is the purpose of the run.
conformance: program ## judge our own profil, and the host's
	@echo "== our own: $(OURS)"; $(RUN) --jobs $(SOME_WAIT) $(OURS)
	@echo; echo "== the host's libc"; report=$(BUILD)/libc.txt; \
	$(RUN) --dialect glibc --dialect freebsd --dialect gmon libc >$$report; status=$$?; \
	cat $$report; [ $$status -le 1 ] || exit 3; \
	echo; sed -n 's/^libc as \(.*\): does not conform: /As \1: /p' $$report; \
	echo "impls/libc/ERRATA.md explains what was found in this libc."

# What fails in the host's libc is what the reports are about.
report: all ## every report of every implementation here, in build/report
	@$(RUN) --report $(BUILD)/report $(OURS) libc >$(BUILD)/report.log; \
	[ $$? -le 1 ] || exit 3
	@ls $(BUILD)/report/*

test: tests ## the unit tests
	@sh .ci/tests.sh $(filter-out $(NO_TEST),$(TESTS))

# Those that take one in so many of their inputs, unless their argument is "all".
SAMPLING_TESTS = $(filter $(BUILD)/reference/reading/%,$(TESTS)) \
    $(addprefix $(BUILD)/,reference/mapping_slow_test \
    $(addprefix conformance/,crosscheck/live_test \
    judge/identify_test \
    judge/separation_test export/vectors_test observe/agree_test \
    observe/clock_agree_test diagnosis/diagnosis_test))

test-all: $(SAMPLING_TESTS) test-parts ## with all inputs, those unit tests that take samples
	@ARGUMENT=all sh .ci/tests.sh $(SAMPLING_TESTS)

test-short: $(SHORT_TESTS) short-parts ## those that take no seconds
	@sh .ci/tests.sh $(SHORT_TESTS)

stress: tests ## kill processes of runs at random: what is left?
	STRESS_KILLS=200 $(BUILD)/conformance/command/hostile_test

bench: $(BENCHES) program ## measure; REPEAT=, so often
	@BUILD=$(BUILD) sh conformance/bench_table.sh conformance/BENCH.md \
	    $(or $(REPEAT),3) $(BENCHES) conformance/cores.sh

format: ## as .clang-format says
	find reference impls conformance fuzz reports -name '*.[ch]' \
	    -exec clang-format -i {} +

clean: ## remove what was built
	rm -rf $(BUILD)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/    \1 - \2/p' $(MAKEFILE_LIST)

-include $(PROGRAM:.o=.d) $(addsuffix .d,$(TESTS) $(BENCHES) $(BLAMES))
.PHONY: all program tests test-parts short-parts conformance report test test-all test-short stress bench \
    format clean help
