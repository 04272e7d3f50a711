# The fuzz targets: fuzz/NAME.c each; the rest of fuzz/ is theirs in common, and
# what is made of bytes as a script in fuzz/scripts/ (regions and control).
#
# FUZZ_ENGINE is what drives them: "driver", which needs no particular
# compiler, or the flags that link an engine.  FUZZ_LD links them: of C++,
# where the engine is.

FUZZ_TARGETS = mapping regions control mine case observed profile_file json \
    choices names results lying trace
FUZZ_ENGINE ?= driver
FUZZ_LD ?= $(CC) $(ALL_CFLAGS)
FUZZ = $(BUILD)/fuzz
FUZZ_PROGRAMS = $(FUZZ_TARGETS:%=$(FUZZ)/%) $(FUZZ)/empty
FUZZ_COMMON = $(filter-out $(FUZZ_PROGRAMS:$(BUILD)/%=%.c) fuzz/driver.c, \
    $(call sources,fuzz fuzz/scripts))
FUZZ_DRIVER = $(if $(filter driver,$(FUZZ_ENGINE)),$(FUZZ)/driver.o)
FUZZ_LINK = $(if $(filter driver,$(FUZZ_ENGINE)),,$(FUZZ_ENGINE))

# An archive, so that a target has no more in it than it uses: an engine pays
# for all that is there at each input.
$(FUZZ)/fuzz.a: $(LINKED) $(call objects,$(FUZZ_COMMON))
	@rm -f $@
	$(AR) rcs $@ $^

$(FUZZ_PROGRAMS): $(FUZZ)/%: $(FUZZ)/%.o $(FUZZ_DRIVER) $(FUZZ)/fuzz.a
	$(FUZZ_LD) $(FUZZ_LINK) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# See asked.h.
ASKED_FLAGS = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(FUZZ)/results: LDFLAGS += $(ASKED_FLAGS)
$(FUZZ)/results.o: $(JANSSON_SEEN)
ifeq ($(JANSSON),yes)
$(FUZZ)/results.o: ALL_CFLAGS += -DHAVE_JANSSON
endif

fuzz-programs: $(FUZZ_PROGRAMS)

fuzz-list: ## the fuzz targets, each with the options that libFuzzer is given
	@$(foreach t,$(FUZZ_TARGETS),echo $(t) $(FUZZ_OPTIONS_$(t));)

fuzz-corpora: fuzz-programs fuzz-goes-on ## the seeds of the fuzz targets, without an engine
	@sh fuzz/corpora.sh $(FUZZ) $(FUZZ_TARGETS)

fuzz-goes-on: fuzz-programs $(addprefix $(MUTANTS)/,aix.so \
    freebsd-bad-buffer-crashes.so freebsd-product-mod-2^64.so) ## fuzzing of your own says each cause once
	@sh fuzz/goes_on.sh $(FUZZ) $(MUTANTS)

fuzz-coverage: ## every line of the reference, by the seeds of the fuzz targets
	$(call into,fuzz-coverage) CFLAGS='-O0 -g --coverage' fuzz-programs
	@sh fuzz/coverage.sh $(abspath $(BUILD))/fuzz-coverage $(FUZZ_TARGETS)

# With libFuzzer.  Where each input is short work it need not look at
# comparisons, for the numbers are made near the edges already, nor at the
# work around; and what judges is not watched at all.
TARGET ?= mapping
SECONDS ?= 60
FUZZ_CC = $(shell command -v clang-19 || echo clang)
FUZZ_SANITIZE = address,undefined
FUZZ_CFLAGS = -O2 -g -fno-sanitize-recover=all \
    -fsanitize=fuzzer-no-link,$(FUZZ_SANITIZE) -fno-sanitize=function
FUZZ_OPTIONS_mapping = -max_len=40 -entropic=0
FUZZ_OPTIONS_mine = -max_len=64 -entropic=0
FUZZ_OPTIONS_regions = -max_len=160
FUZZ_OPTIONS_control = -max_len=2000
FUZZ_OPTIONS_choices = -max_len=160
FUZZ_OPTIONS_names = -max_len=40
FUZZ_OPTIONS_results = -max_len=8000
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
$(BUILD)/impls/counting/table.o: ALL_CFLAGS += \
    -fno-sanitize=null,pointer-overflow
endif

libfuzzer = +@$(MAKE) --no-print-directory -s BUILD=$(BUILD)/libfuzzer \
    CC=$(FUZZ_CC) CFLAGS='$(FUZZ_CFLAGS)' \
    FUZZ_ENGINE=-fsanitize=fuzzer,$(FUZZ_SANITIZE)

fuzz: ## TARGET=mapping SECONDS=60: fuzz it; see fuzz/README.md
	$(libfuzzer) $(BUILD)/libfuzzer/fuzz/$(TARGET)
	@sh fuzz/run.sh $(BUILD)/libfuzzer/fuzz/$(TARGET) fuzz/$(TARGET) \
	    $(SECONDS) $(BUILD)/found/$(TARGET) $(FUZZ_OPTIONS_$(TARGET))

# Code of your own: a mapping, MAP=FILE.c (probes.h says what it defines), or a
# shared object that has the whole of profil, SO=FILE.so.
DIALECT ?= freebsd
MINE = $(FUZZ)/mine-map

$(FUZZ)/my_map.o: $(MAP)
	@mkdir -p $(@D)
	$(CC) -D_GNU_SOURCE -I. $(CFLAGS) -c -o $@ $(MAP)

$(MINE): $(FUZZ)/mine.o $(FUZZ)/my_map.o $(FUZZ_DRIVER) $(FUZZ)/fuzz.a
	$(CC) $(ALL_CFLAGS) $(FUZZ_LINK) $(LDFLAGS) -o $@ $^ $(LDLIBS)

MINE_ENV = FUZZ_GO_ON=1 FUZZ_KNOWN=$(BUILD)/found/mine-known \
    $(if $(WAIVERS),FUZZ_WAIVERS='$(WAIVERS)') FUZZ_DIALECT=$(DIALECT)

fuzz-mine: ## MAP=my_map.c or SO=lib.so, DIALECT=freebsd WAIVERS=file: fuzz your own
	$(if $(MAP)$(SO),,$(error fuzz-mine: MAP=FILE.c or SO=FILE.so is needed))
	@mkdir -p $(BUILD)/found
	@rm -f $(BUILD)/found/mine-known
ifneq ($(MAP),)
	@rm -f $(BUILD)/libfuzzer/fuzz/my_map.o
	$(libfuzzer) MAP='$(MAP)' $(BUILD)/libfuzzer/fuzz/mine-map
	@$(MINE_ENV) sh fuzz/run.sh $(BUILD)/libfuzzer/fuzz/mine-map \
	    fuzz/mine $(SECONDS) $(BUILD)/found/mine $(FUZZ_OPTIONS_mine)
endif
ifneq ($(SO),)
	+@$(MAKE) --no-print-directory -s program
	$(libfuzzer) $(BUILD)/libfuzzer/fuzz/regions $(BUILD)/libfuzzer/fuzz/control
	@status=0; for t in regions control; do \
	    $(MINE_ENV) FUZZ_SO='$(abspath $(SO))' \
	    FUZZ_RUN=$(BUILD)/profilcheck \
	    FUZZ_LAST=$(BUILD)/found/mine-last sh fuzz/run.sh \
	    $(BUILD)/libfuzzer/fuzz/$$t fuzz/$$t $$((($(SECONDS) + 1) / 2)) \
	    $(BUILD)/found/mine-$$t -detect_leaks=0 $(FUZZ_OPTIONS_$$t) || \
	    status=1; \
	done; exit $$status
endif

fuzz-measure: ## how soon each planted defect is found; into fuzz/README.md
	$(libfuzzer) $(BUILD)/libfuzzer/fuzz/mine $(BUILD)/libfuzzer/fuzz/regions
	@sh fuzz/measure.sh $(BUILD)/libfuzzer/fuzz

fuzz-rate: ## inputs a second, as a share of an empty target's
	$(libfuzzer) $(BUILD)/libfuzzer/fuzz/mapping $(BUILD)/libfuzzer/fuzz/empty
	@sh fuzz/rate.sh $(BUILD)/libfuzzer/fuzz

fuzz-afl: ## the fuzz targets for AFL++, in build/afl/fuzz
	+@$(MAKE) --no-print-directory -s BUILD=$(BUILD)/afl CC=afl-clang-fast \
	    CFLAGS='-O2 -g' FUZZ_ENGINE=-fsanitize=fuzzer fuzz-programs

check-oss-fuzz: ## fuzz/oss-fuzz/build.sh, as OSS-Fuzz runs it
	@sh fuzz/oss-fuzz/check.sh $(FUZZ_CC) $(FUZZ_TARGETS)

-include $(wildcard $(FUZZ)/*.d $(FUZZ)/scripts/*.d)
.PHONY: fuzz fuzz-goes-on fuzz-list check-oss-fuzz fuzz-mine fuzz-measure fuzz-rate fuzz-afl fuzz-programs fuzz-corpora \
    fuzz-coverage
