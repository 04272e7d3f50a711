# The steps of `make check`.  Each prints, as its last line,
# "STEP: N passed, M failed", or is itself one check.  After what they share is
# built, wide ones run one after the other in several processes, and beside them
# the narrow ones, the longest first.

WIDE = test-others
NARROW = sanitize check-page mutants-some traces memcheck-some vectors \
    test-libraries conformance installed readme tsan fuzz-planted formats \
    library errata formatted schema purity rooms

check: ## in some five minutes on two processors; says what the tests lack and how to get it
	@sh .ci/packages.sh
	$(scripted)sh .ci/check.sh "$(MAKE_COMMAND)" check-parts -- $(WIDE) -- $(NARROW)

# What takes too long to be waited for at each change: more of the same, and
# other compilers, builds and tools.
FULL = test test-all sanitize-all memcheck both-compilers builds stress
FULL_NARROW = mutants mutants-lists recipe systems $(filter-out sanitize mutants-some memcheck-some fuzz-planted,$(NARROW)) fuzz-corpora coverage \
    mcdc teeth prove bench-growth check-gmon check-hosts check-emit check-arch

check-full: ## all that is checked, and other compilers, tools and builds; before a release
	@sh .ci/packages.sh full
	$(scripted)sh .ci/check.sh "$(MAKE_COMMAND)" check-parts tests -- $(FULL) -- $(FULL_NARROW)

# What takes a minute at most, once it is built.
check-quick: ## before each commit: build, formatted, purity, short tests, conformance
	$(scripted)sh .ci/check.sh "$(MAKE_COMMAND)" all -- test-short -- conformance formatted purity

into = +@$(MAKE) --no-print-directory BUILD=$(BUILD)/$(1)

purity: ## the reference uses nothing but itself
	@sh reference/purity.sh

recipe: ## CONTRIBUTING's examples: a rule, a choice, a dialect, an operation are added in a copy
	$(scripted)sh .ci/recipe.sh "$(MAKE_COMMAND)"

rooms: ## every include goes down, from room to room
	@sh .ci/rooms.sh

formatted: ## the code is as `make format` makes it
	@sh .ci/formatted.sh

# What the program prints, before and after its code is moved about.
CORPUS_OF = all any-mutants $(MUTANTS)/some $(BUILD)/page_profil.so \
    $(BUILD)/readme-profil.so

corpus: $(CORPUS_OF) ## what the program prints, into build/corpus; takes some minutes
	@sh .ci/corpus.sh $(BUILD) $(BUILD)/corpus

corpus-compare: $(CORPUS_OF) ## the same, and how it differs from an earlier one, CORPUS=dir
	@[ -d "$(CORPUS)" ] || { echo "corpus-compare: CORPUS=dir: the earlier one" >&2; exit 2; }
	@sh .ci/corpus.sh $(BUILD) $(BUILD)/corpus-now "$(CORPUS)"

# Headless Chromium; the profil is one that does not conform.
check-page: program $(BUILD)/page_profil.so $(BUILD)/reports/html/html_bench ## the HTML page, in a browser
	@$(BUILD)/reports/html/html_bench $(BUILD)/bench.html >/dev/null
	@node reports/page/test.js $(BUILD)/profilcheck \
	    $(BUILD)/page_profil.so $(BUILD)/bench.html

WORKS = $(BUILD)/conformance/judge/growth_bench $(BUILD)/impls/own/tick_bench

bench-check: program $(WORKS) ## instructions that known work takes: no more than recorded?
	@sh conformance/bench.sh $(BUILD) conformance/BENCH.md \
	    "$(CC)"

bench-growth: program $(WORKS) ## do cases, regions and threads grow as they should?
	@sh conformance/growth.sh $(WORKS) $(BUILD)/profilcheck

bench-page: $(BUILD)/reports/html/html_bench ## until a page of ten implementations is seen
	@$(BUILD)/reports/html/html_bench $(BUILD)/bench.html
	@node reports/page/paint.js $(BUILD)/bench.html

$(BUILD)/page_profil.so: reports/page/profil.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -shared -fPIC -o $@ $<

OTHER_CC = $(if $(findstring clang,$(shell $(CC) --version)),gcc,clang)

both-compilers: program tests ## gcc and clang, warnings being errors; no libelf
	$(call into,other) CC=$(OTHER_CC) program compiled
	$(call into,other) CC=$(OTHER_CC) LIBELF=no without-libelf

builds: all ## musl, arm64, other gccs and flags; the same bytes from elsewhere
	$(scripted)COMMIT="$(COMMIT)" sh .ci/builds.sh "$(MAKE_COMMAND)" $(abspath $(BUILD))

# As `tests`, but what the tests are linked to is linked already.
compiled: $(TESTS:=.o) test-parts

without-libelf: program
	@sh .ci/without-libelf.sh $(BUILD)/profilcheck

# A sanitizer's finding ends the process, and so fails its test.
SANITIZE = -O0 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all \
    -fsanitize=address,undefined

# Not with sanitizers: what finds leaks at exit can't do so under a tracer, and
# takes a thread and memory where these are limited; shared objects can't be
# given names of their own (RTLD_DEEPBIND), nor be linked to what has none; and
# what is compiled so has other functions and instructions.  Nor what takes long
# and runs only what other tests run: real clocks, the two backends against each
# other, and the whole of the model's arithmetic.
NO_SANITIZE = %/base/memory_test %/report_test %/transcripts_test \
    %/agree_test %/clock_agree_test %/alone_test %/hostile_test \
    %/real_program_test %/separation_test %/export/vectors_test \
    %/gprof_test %/corpus_test %/host_test %/interleave_test

# Of what reads other people's bytes, or keeps memory of its own: without processes
# of the program, and what judges thousands of runs of the model, which `make
# sanitize-all` runs too.
SANITIZED = $(filter-out $(NO_SANITIZE) %/causes_test %/plain_test %/diagnosis_test %/generate_test \
    %/identify_test %/vectors_test %/coverage_test \
    %/open_test,$(filter $(foreach r,base language \
    results prof judge export, \
    $(BUILD)/conformance/$(r)/%) \
    $(addprefix $(BUILD)/,reports/% reference/files/% impls/counting/% impls/own/% \
    conformance/observe/observed_test conformance/runs/artifact_test \
    conformance/runs/shard_test),$(TESTS)))

sanitized: $(SANITIZED) $(MUTANTS)/aix.so fuzz-programs
	@sh .ci/tests.sh $(SANITIZED)

# They need neither the verbs nor what those alone use.
SANITIZED_WITHOUT = $(addprefix $(BUILD)/sanitize/conformance/,command/% \
    library/% export/compile.o export/emit% judge/coverage% judge/identify_impl.o \
    judge/judged_trace.o judge/teeth.o runs/compare_run.o runs/programs.o \
    runs/publish.o runs/verify_file.o)

sanitize: ## what reads and keeps memory, and seeds of fuzzing, with AddressSanitizer and UBSan
	$(call into,sanitize) CFLAGS='$(SANITIZE)' \
	    NOT_LINKED='$(SANITIZED_WITHOUT)' sanitized
	@FUZZ_PLANT=no sh fuzz/corpora.sh $(BUILD)/sanitize/fuzz $(FUZZ_TARGETS)

sanitize-all: ## all unit tests but few, and seeds of fuzzing, with the same
	$(call into,sanitize) CFLAGS='$(SANITIZE)' NO_TEST='$(NO_SANITIZE)' test \
	    fuzz-programs
	@FUZZ_PLANT=no sh fuzz/corpora.sh $(BUILD)/sanitize/fuzz $(FUZZ_TARGETS)

MEMCHECK = valgrind -q --error-exitcode=99 --leak-check=full \
    --errors-for-leak-kinds=definite --child-silent-after-fork=yes \
    --suppressions=.ci/valgrind.supp

# Not with valgrind: arithmetic alone, which takes minutes there; tests whose
# children are to die of invalid accesses; tracers, whose registers are not
# those of the machine that it emulates, and perf, whose pcs are those of the
# code that it makes; pinned threads, whose watchers it does not run;
# real clocks; what it does itself at exec; runs of the program alone; and workers, as the run below has them.
NO_MEMCHECK = %/exhaustive/compare_test %/separation_test \
    %/mapping_slow_test %/sequential_test %/judge/identify_test %/laws_test \
    %/workers_test %/alone_test %/observe/host_test \
    %/live_test %/faults_test %/guard_test \
    %/tracer_test %/habits_test \
    %/count_test $(BUILD)/impls/perf/% %/agree_test \
    %/pin_test %/clock_agree_test %/profile_file_test \
    %/prof/symbols_test %/prof/real_program_test %/hostile_test
NO_MEMCHECK += $(BUILD)/impls/ptrace/% %/interleave_test # as the other tracers
# Nor what is about processes, hosts and limits of time or memory, or is the
# pages' own arithmetic.
NO_MEMCHECK += %/export/vectors_test %/library/library_test %/whole_file_test \
    %/host_verb_test %/burst_test \
    $(BUILD)/reference/reading/% %/diagnosis_test

memcheck: tests ## unit tests and a run on signal with valgrind
	@UNDER='$(MEMCHECK)' sh .ci/tests.sh $(filter-out $(NO_MEMCHECK),$(TESTS))
	$(MEMCHECK) $(RUN) --dialect irix --timeout 60 signal

# Of it what takes little: what reads others' files.
MEMCHECKED = $(filter $(addprefix $(BUILD)/,conformance/language/text_test \
    conformance/language/stream_test conformance/observe/written_test \
    reference/files/gmon% reference/files/mon% reference/gmon/%),$(TESTS))

memcheck-some: $(MEMCHECKED) ## of memcheck, what takes seconds
	@UNDER='$(MEMCHECK)' sh .ci/tests.sh $(filter-out $(NO_MEMCHECK),$(MEMCHECKED))

# The unit tests that `make sanitize` does not run.
OTHER_TESTS = $(filter-out $(SANITIZED),$(TESTS))

test-others: $(OTHER_TESTS) test-parts
	@sh .ci/tests.sh $(OTHER_TESTS)

# What narrow steps would otherwise build, one beside the other.
check-parts: all test-parts $(OTHER_TESTS) $(MEMCHECKED) $(FUZZ)/mine $(FUZZ)/regions \
    any-mutants $(MUTANTS)/some $(PLANTED_TABLE) $(DEMOS) \
    $(BUILD)/examples/glibc $(BUILD)/page_profil.so \
    $(BUILD)/reports/html/html_bench

clocks: tests ## ticks of real clocks count the same, in all cases
	@$(BUILD)/conformance/observe/clock_agree_test all

teeth: program $(BUILD)/conformance/judge/coverage_test ## which case shows which breaking of which sentence; none is credited without
	@$(BUILD)/profilcheck coverage --cases
	@$(BUILD)/conformance/judge/coverage_test all

check-alone: tests ## a case by itself, in a batch, in a shard: the same
	@$(BUILD)/conformance/runs/alone_test all

check-hosts: program ## no fail of a right library under gVisor, qemu, valgrind, UML
	@sh .ci/hosts.sh $(BUILD)/profilcheck

# Only what can be run with ThreadSanitizer, which puts signal handlers off to
# a moment of its own, and knows no mutex that was made anew in a child of
# fork: counting and rings under threads.  Not a whole engine: its tests read
# buffers while it counts, as profiled programs do, and limit what a child may
# open.
TSAN = $(addprefix $(BUILD)/tsan/impls/,counting/table_test \
    perf/sampler_test)
TSAN_LINKED = $$(call objects,$$(call sources,impls $$(IMPLS)))

tsan: ## tests of counting and sampling by threads, with ThreadSanitizer
	$(call into,tsan) CFLAGS='-O1 -g -fsanitize=thread' \
	    'LINKED=$(TSAN_LINKED)' $(TSAN)
	@sh .ci/tests.sh $(TSAN)

# With nothing in line: a header's branches are counted once.
coverage: ## every line and branch of the reference, by its own tests
	$(call into,coverage) REFERENCE_TESTED= CFLAGS='-O0 -g --coverage' coverage-tests
	@sh .ci/coverage.sh $(abspath $(BUILD))/coverage $(call tests_in,coverage)

MCDC = clang-19
MCDC_FLAGS = -O0 -g -fprofile-instr-generate -fcoverage-mapping \
    -fcoverage-mcdc

mcdc: ## every condition of the reference, by its own tests
	$(call into,mcdc) REFERENCE_TESTED= CC=$(MCDC) CFLAGS='$(MCDC_FLAGS)' coverage-tests
	@sh .ci/mcdc.sh $(abspath $(BUILD))/mcdc $(MCDC:clang%=%) $(call tests_in,mcdc)

# But what reads the pages a second time.
COVERAGE_TESTS = $(filter-out $(BUILD)/reference/reading/%,$(REFERENCE_TESTS))
tests_in = $(COVERAGE_TESTS:$(BUILD)/%=$(abspath $(BUILD))/$(1)/%)

coverage-tests: $(COVERAGE_TESTS)

schema: program $(PLAIN_MUTANTS) $(WAITING) ## what run writes is as the schemas say
	@sh .ci/schema.sh $(BUILD)/profilcheck $(BUILD)/mutants/aix.so \
	    $(WAITING)

errata: $(BUILD)/profilcheck ## what is found in this libc is explained
	@sh .ci/errata.sh $(BUILD)/profilcheck

strings: program $(BUILD)/conformance/command/strings_test ## writes the strings of the output into one file, to be reviewed as text
	@$(BUILD)/conformance/command/strings_test --write >conformance/command/strings.txt
	-@$(BUILD)/conformance/command/strings_test --words

transcripts: test-parts $(BUILD)/conformance/command/transcripts_test ## writes what the verbs print now into their transcripts, to be reviewed as text
	@for t in conformance/command/transcripts/*.txt; do \
	    $(BUILD)/conformance/command/transcripts_test --write $$t >$(BUILD)/transcript && \
	    cp $(BUILD)/transcript $$t || exit 1; \
	done

readme: program ## what README.md shows is so
	@sh .ci/readme.sh $(BUILD)/profilcheck

installed: all ## install, use from there, uninstall
	$(scripted)sh .ci/installed.sh "$(MAKE_COMMAND)" $(BUILD)

formats: program $(BUILD)/libprofil-freebsd.so ## reports as other programs read them
	@sh .ci/formats.sh $(BUILD)

# Not a part of check: it starts the daemons of a batch system.
check-cluster: program ## a run in shards, by Slurm and by GNU parallel
	@sh conformance/ci/check.sh $(BUILD)/profilcheck

.PHONY: check check-full check-parts recipe check-quick check-alone check-cluster check-hosts check-page bench-check bench-growth bench-page purity rooms formatted both-compilers builds compiled without-libelf \
    sanitize sanitized sanitize-all test-others tsan memcheck memcheck-some clocks coverage mcdc coverage-tests schema formats \
    errata readme installed teeth transcripts strings corpus corpus-compare
