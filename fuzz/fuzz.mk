# The fuzz targets: fuzz/NAME.c each; the rest of fuzz/ is theirs in common, and
# what is made of bytes as a script in fuzz/scripts/ (regions and control).
#
# FUZZ_ENGINE is what drives them: "driver", which needs no particular
# compiler, or the flags that link an engine.  FUZZ_LD links them: of C++,
# where the engine is.

FUZZ_TARGETS = mapping regions control mine case observed profile_file json \
    choices results lying trace vectors waivers shards
FUZZ_ENGINE ?= driver
FUZZ_LD ?= $(CC) $(ALL_CFLAGS)
FUZZ = $(BUILD)/fuzz
FUZZ_PROGRAMS = $(FUZZ_TARGETS:%=$(FUZZ)/%) $(FUZZ)/empty
FUZZ_COMMON = $(filter-out $(FUZZ_PROGRAMS:$(BUILD)/%=%.c) fuzz/driver.c fuzz/rows.c fuzz/right_map.c, \
    $(call sources,fuzz fuzz/scripts))
FUZZ_DRIVER = $(if $(filter driver,$(FUZZ_ENGINE)),$(FUZZ)/driver.o)
FUZZ_LINK = $(if $(filter driver,$(FUZZ_ENGINE)),,$(FUZZ_ENGINE))

# An archive, so that a target has no more in it than it uses: an engine pays
# for all that is there at each input.
$(FUZZ)/fuzz.a: $(LINKED) $(call objects,$(FUZZ_COMMON))
	@rm -f $@
	$(AR) rcs $@ $^

$(FUZZ_PROGRAMS): $(FUZZ)/%: $(FUZZ)/%.o $(FUZZ_DRIVER) $(FUZZ)/fuzz.a
	$(FUZZ_LD) $(FUZZ_LINK) $(LDFLAGS) -o $@ $(filter %.o,$^) $(FUZZ)/fuzz.a \
	    $(LDLIBS)

# These are changed row by row; the others as an engine likes.
FUZZ_OF_ROWS = control results trace vectors waivers shards
$(FUZZ_OF_ROWS:%=$(FUZZ)/%): $(FUZZ)/rows.o

# See results.c.
ASKED_FLAGS = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(FUZZ)/results: LDFLAGS += $(ASKED_FLAGS)

# The words of cases, from their tables.
$(FUZZ)/case.dict: fuzz/case.dict.in conformance/language/ops.def \
    reference/dialects.def
	@mkdir -p $(@D)
	@{ sed -n -e 's/^DIALECT_ROW([A-Z_]*, \("[^"]*"\).*/\1/p' \
	    -e 's/^\(OP\|CALL\)([A-Z_]*, \("[^"]*\)".*/\2 "/p' $(filter %.def,$^); \
	    cat $<; } >$@

fuzz-programs: $(FUZZ_PROGRAMS) $(FUZZ)/case.dict

fuzz-list: ## the fuzz targets, each with the options that libFuzzer is given
	@$(foreach t,$(FUZZ_TARGETS),echo $(t) $(FUZZ_OPTIONS_$(t));)

fuzz-corpora: fuzz-programs fuzz-goes-on $(MUTANTS)/list ## the seeds of the fuzz targets, without an engine
	@LIST=$(MUTANTS)/list sh fuzz/corpora.sh $(FUZZ) $(FUZZ_TARGETS)

# Of check, whose other seeds are run with sanitizers.
fuzz-planted: $(FUZZ)/mine $(FUZZ)/regions fuzz-goes-on ## of these, what finds the defects that are planted
	@sh fuzz/corpora.sh $(FUZZ)

fuzz-goes-on: $(BUILD)/readme-profil.so $(FUZZ)/mine-right $(FUZZ)/regions $(addprefix $(MUTANTS)/,aix.so \
    freebsd-bad-buffer-crashes.so freebsd-product-mod-2^64.so) ## fuzzing of your own says each cause once
	@sh fuzz/goes_on.sh $(FUZZ) $(MUTANTS)

fuzz-coverage: ## lines of the reference that no seed of the fuzz targets reaches: few
	$(call into,fuzz-coverage) CFLAGS='-O0 -g --coverage' fuzz-programs
	@sh fuzz/coverage.sh $(abspath $(BUILD))/fuzz-coverage $(FUZZ_TARGETS)

# With libFuzzer.  Where each input is short work it need not look at
# comparisons, for the numbers are made near the edges already, nor at the
# work around; and what judges is not watched at all.
TARGET ?= mapping
SECONDS ?= 60
FUZZ_CC = $(shell command -v clang-19 || echo clang)
FUZZ_OPTIONS_mapping = -max_len=40 -entropic=0
FUZZ_OPTIONS_mine = -max_len=64 -entropic=0
FUZZ_OPTIONS_regions = -max_len=160
FUZZ_OPTIONS_control = -max_len=2000
FUZZ_OPTIONS_choices = -max_len=160
FUZZ_OPTIONS_names = -max_len=40
FUZZ_OPTIONS_results = -max_len=8000
FUZZ_OPTIONS_vectors = -max_len=8000
FUZZ_OPTIONS_shards = -max_len=8000
FUZZ_OPTIONS_lying = -max_len=4096

ifneq ($(filter -fsanitize=fuzzer%,$(FUZZ_ENGINE)),)
$(BUILD)/reference/mapping.o $(BUILD)/reference/choices.o: \
    ALL_CFLAGS += -fno-sanitize-coverage=trace-cmp
$(FUZZ)/mapping.o $(BUILD)/impls/counting/table.o: ALL_CFLAGS += \
    -fno-sanitize-coverage=inline-8bit-counters,pc-table,indirect-calls,trace-cmp
$(FUZZ)/slow.o: override CFLAGS = -O3 -g
endif

ifneq ($(findstring undefined,$(CFLAGS)),)
# A counter whose buffer is nowhere, null too, is to fault: that is caught.
$(call objects,$(call sources,impls/counting)): ALL_CFLAGS += \
    -fno-sanitize=null,pointer-overflow
endif

# Into $(BUILD)/$(1), with sanitizers $(2).
with_engine = +@$(MAKE) --no-print-directory -s BUILD=$(BUILD)/$(1) \
    CC=$(FUZZ_CC) CFLAGS='-O2 -g -fno-sanitize-recover=all \
    -fsanitize=fuzzer-no-link,$(2) -fno-sanitize=function' \
    FUZZ_ENGINE=-fsanitize=fuzzer,$(2)
libfuzzer = $(call with_engine,libfuzzer,address$(comma)undefined)

has_engine = @command -v $(FUZZ_CC) >/dev/null || { echo "$@: needs clang with" \
    "libFuzzer (Debian: clang-19 libclang-rt-19-dev)" >&2; exit 2; }

fuzz: ## TARGET=mapping SECONDS=60: fuzz it; see fuzz/README.md
	$(if $(filter $(TARGET),$(FUZZ_TARGETS)),,$(error fuzz: TARGET=$(TARGET): \
	    one of $(FUZZ_TARGETS)))
	$(has_engine)
	$(libfuzzer) $(BUILD)/libfuzzer/fuzz/$(TARGET) \
	    $(BUILD)/libfuzzer/fuzz/case.dict
	@sh fuzz/run.sh $(BUILD)/libfuzzer/fuzz/$(TARGET) fuzz/$(TARGET) \
	    '$(SECONDS)' $(BUILD)/found/$(TARGET) $(FUZZ_OPTIONS_$(TARGET))

# Code of your own: a mapping, MAP=FILE.c (probes.h says what it defines), or a
# shared object that has the whole of profil, SO=FILE.so.
DIALECT ?= freebsd
MINE = $(FUZZ)/mine-map

$(FUZZ)/my_map.o: $(MAP)
	@mkdir -p $(@D)
	$(CC) -D_GNU_SOURCE -I. -Ifuzz $(CFLAGS) -c -o $@ $(MAP)

# Where the file does not define it, the linker names it.
$(MINE): LDFLAGS += -Wl,--defsym=fuzz_mine_needs=my_map
$(MINE): $(FUZZ)/my_map.o
$(FUZZ)/mine-right: $(FUZZ)/right_map.o
$(MINE) $(FUZZ)/mine-right: $(FUZZ)/mine.o $(FUZZ_DRIVER) $(FUZZ)/fuzz.a
	$(CC) $(ALL_CFLAGS) $(FUZZ_LINK) $(LDFLAGS) -o $@ $(filter %.o,$^) \
	    $(FUZZ)/fuzz.a $(LDLIBS)

MINE_ENV = FUZZ_GO_ON=1 FUZZ_KNOWN=$(BUILD)/found/mine-known \
    $(if $(WAIVERS),FUZZ_WAIVERS='$(WAIVERS)') FUZZ_DIALECT=$(DIALECT)

# Without AddressSanitizer: by it a library that calls its own sprofil has
# libc's.
fuzz-mine: ## MAP=my_map.c or SO=lib.so, DIALECT=freebsd WAIVERS=file: fuzz your own
	$(if $(MAP)$(SO),,$(error fuzz-mine: MAP=FILE.c or SO=FILE.so is needed))
	$(has_engine)
	@mkdir -p $(BUILD)/found
	@rm -f $(BUILD)/found/mine-known
ifneq ($(MAP),)
	@rm -f $(BUILD)/libfuzzer/fuzz/my_map.o
	$(libfuzzer) MAP='$(MAP)' $(BUILD)/libfuzzer/fuzz/mine-map
	@$(MINE_ENV) FUZZ_LAST=$(BUILD)/found/mine-last sh fuzz/run.sh \
	    $(BUILD)/libfuzzer/fuzz/mine-map \
	    fuzz/mine '$(SECONDS)' $(BUILD)/found/mine $(FUZZ_OPTIONS_mine)
endif
ifneq ($(SO),)
	+@$(MAKE) --no-print-directory -s program
	$(call with_engine,libfuzzer-so,undefined) \
	    $(BUILD)/libfuzzer-so/fuzz/regions $(BUILD)/libfuzzer-so/fuzz/control
	@status=0; for t in regions control; do \
	    $(MINE_ENV) FUZZ_SO='$(abspath $(SO))' \
	    FUZZ_SHARED_BY=2 FUZZ_RUN=$(BUILD)/profilcheck \
	    FUZZ_LAST=$(BUILD)/found/mine-last sh fuzz/run.sh \
	    $(BUILD)/libfuzzer-so/fuzz/$$t fuzz/$$t '$(SECONDS)' \
	    $(BUILD)/found/mine-$$t -detect_leaks=0 $(FUZZ_OPTIONS_$$t) || \
	    status=$$?; [ $$status -lt 2 ] || break; \
	done; exit $$status
endif

fuzz-measure: $(MUTANTS)/list ## how soon each planted defect is found; into fuzz/README.md
	$(libfuzzer) $(BUILD)/libfuzzer/fuzz/mine $(BUILD)/libfuzzer/fuzz/regions
	@LIST=$(MUTANTS)/list sh fuzz/measure.sh $(BUILD)/libfuzzer/fuzz defects

RUNS ?= 5000
fuzz-reach: ## RUNS=5000: what is taken and covered, changed row by row and byte by byte
	$(libfuzzer) $(FUZZ_OF_ROWS:%=$(BUILD)/libfuzzer/fuzz/%)
	@sh fuzz/measure.sh $(BUILD)/libfuzzer/fuzz reach $(RUNS) $(FUZZ_OF_ROWS)

fuzz-rate: ## inputs a second, as a share of an empty target's
	$(libfuzzer) $(BUILD)/libfuzzer/fuzz/mapping $(BUILD)/libfuzzer/fuzz/empty
	@sh fuzz/measure.sh $(BUILD)/libfuzzer/fuzz rate

fuzz-afl: ## the fuzz targets for AFL++, in build/afl/fuzz
	+@$(MAKE) --no-print-directory -s BUILD=$(BUILD)/afl CC=afl-clang-fast \
	    CFLAGS='-O2 -g' FUZZ_ENGINE=-fsanitize=fuzzer fuzz-programs

check-oss-fuzz: ## fuzz/oss-fuzz/build.sh, as OSS-Fuzz runs it
	@sh fuzz/oss-fuzz/check.sh $(FUZZ_CC) $(FUZZ_TARGETS)

-include $(wildcard $(FUZZ)/*.d $(FUZZ)/scripts/*.d)
.PHONY: fuzz fuzz-reach fuzz-goes-on fuzz-list check-oss-fuzz fuzz-mine fuzz-measure fuzz-rate fuzz-afl fuzz-programs fuzz-corpora fuzz-planted \
    fuzz-coverage
