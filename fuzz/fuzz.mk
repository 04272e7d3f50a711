# The fuzz targets: fuzz/NAME.c each, the rest of fuzz/ is theirs in common.
#
# FUZZ_ENGINE is what drives them: "driver", which needs no particular
# compiler, or the flags that link an engine.

FUZZ_TARGETS = mapping case observed profile_file json
FUZZ_ENGINE ?= driver
FUZZ = $(BUILD)/fuzz
FUZZ_PROGRAMS = $(FUZZ_TARGETS:%=$(FUZZ)/%) $(FUZZ)/empty
FUZZ_COMMON = $(filter-out $(FUZZ_PROGRAMS:$(BUILD)/%=%.c) fuzz/driver.c, \
    $(call sources,fuzz))
FUZZ_DRIVER = $(if $(filter driver,$(FUZZ_ENGINE)),$(FUZZ)/driver.o)
FUZZ_LINK = $(if $(filter driver,$(FUZZ_ENGINE)),,$(FUZZ_ENGINE))

# An archive, so that a target has no more in it than it uses: an engine pays
# for all that is there at each input.
$(FUZZ)/fuzz.a: $(LINKED) $(call objects,$(FUZZ_COMMON))
	@rm -f $@
	ar rcs $@ $^

$(FUZZ_PROGRAMS): $(FUZZ)/%: $(FUZZ)/%.o $(FUZZ_DRIVER) $(FUZZ)/fuzz.a
	$(CC) $(ALL_CFLAGS) $(FUZZ_LINK) $(LDFLAGS) -o $@ $^ $(LDLIBS)

fuzz-programs: $(FUZZ_PROGRAMS)

fuzz-corpora: fuzz-programs ## the seeds of the fuzz targets, without an engine
	@sh fuzz/corpora.sh $(FUZZ) $(FUZZ_TARGETS)

# With libFuzzer.  Where each input is short work it need not look at
# comparisons, for the numbers are made near the edges already, nor at the
# work around; and what judges is not watched at all.
TARGET ?= mapping
SECONDS ?= 60
FUZZ_CC = $(shell command -v clang-19 || echo clang)
FUZZ_SANITIZE = address,undefined
FUZZ_CFLAGS = -O2 -g -fno-sanitize-recover=all \
    -fsanitize=fuzzer-no-link,$(FUZZ_SANITIZE)
FUZZ_OPTIONS_mapping = -max_len=40 -entropic=0

ifneq ($(filter -fsanitize=fuzzer%,$(FUZZ_ENGINE)),)
$(BUILD)/reference/mapping.o $(BUILD)/reference/choices.o: \
    ALL_CFLAGS += -fno-sanitize-coverage=trace-cmp
$(FUZZ)/mapping.o $(BUILD)/impls/family/table.o: ALL_CFLAGS += \
    -fno-sanitize-coverage=inline-8bit-counters,pc-table,indirect-calls,trace-cmp
$(FUZZ)/slow.o: override CFLAGS = -O2 -g
endif

libfuzzer = +@$(MAKE) --no-print-directory -s BUILD=$(BUILD)/libfuzzer \
    CC=$(FUZZ_CC) CFLAGS='$(FUZZ_CFLAGS)' \
    FUZZ_ENGINE=-fsanitize=fuzzer,$(FUZZ_SANITIZE)

fuzz: ## TARGET=mapping SECONDS=60: fuzz it; see fuzz/README.md
	$(libfuzzer) $(BUILD)/libfuzzer/fuzz/$(TARGET)
	@sh fuzz/run.sh $(BUILD)/libfuzzer/fuzz/$(TARGET) fuzz/$(TARGET) \
	    $(SECONDS) $(BUILD)/found/$(TARGET) $(FUZZ_OPTIONS_$(TARGET))

-include $(wildcard $(FUZZ)/*.d)
.PHONY: fuzz fuzz-programs fuzz-corpora
