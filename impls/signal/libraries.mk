# Our profil as libraries, one static and one shared for each dialect.  They
# export the dialect's functions and nothing else: in the static ones, too,
# all other names are made local.

LIBRARY_DIR = $(BUILD)/libraries
LIBRARIES = $(foreach d,$(DIALECTS),$(BUILD)/libprofil-$(d).a \
    $(BUILD)/libprofil-$(d).so)
LIBRARY_PARTS = $(addprefix counting/,count faults table) \
    $(addprefix own/,engine regions) \
    $(addprefix signal/,engine)
OWN_freebsd = freebsd gmon calls monitoring
OWN_aix-monitor = monitor calls monitoring
LIBRARY_OBJECTS = $(LIBRARY_PARTS:%=$(LIBRARY_DIR)/%.o) \
    $(patsubst %,$(LIBRARY_DIR)/own/%.o,$(or $(OWN_$(1)),$(1)))

all: $(LIBRARIES)

# What runs on a function's entry leaves all registers but these alone, where
# the compiler knows how; elsewhere C has it leave what any call leaves.
GENERAL := $(if $(call links,_Atomic long long n; int main(void) { ++n; }, \
    -mgeneral-regs-only),-mgeneral-regs-only)
$(BUILD)/impls/own/calls.o $(LIBRARY_DIR)/own/calls.o: ALL_CFLAGS += $(GENERAL)

$(LIBRARY_DIR)/%.o: impls/%.c $(BUILT_WITH)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -DLIBRARY -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

define LIBRARY
$(BUILD)/libprofil-$(1).so: $(LIBRARY_OBJECTS)
	@echo "linking $$@"
	$$(CC) $$(ALL_CFLAGS) $$(LDFLAGS) -shared -Wl,-z,nodelete \
	    -Wl,-soname,libprofil-$(1).so -o $$@ $$^ -lpthread -lrt $(ATOMIC)

$(BUILD)/libprofil-$(1).a: $(LIBRARY_OBJECTS)
	$$(CC) -r -nostdlib -o $(LIBRARY_DIR)/profil-$(1).o $$^
	$$(OBJCOPY) --localize-hidden $(LIBRARY_DIR)/profil-$(1).o
	rm -f $$@
	$$(AR) rcD $$@ $(LIBRARY_DIR)/profil-$(1).o
endef
$(foreach d,$(DIALECTS),$(eval $(call LIBRARY,$(d))))

# A program is built as its users would: with the static library, with the
# shared one, and with none, for LD_PRELOAD.  Those of a profil profile
# themselves; that of monitor is one that -p profiles.
BUSIES = $(patsubst %,$(LIBRARY_DIR)/busy-%,$(filter-out %-monitor,$(DIALECTS)))
DEMOS = $(DIALECTS:%=$(LIBRARY_DIR)/busy-%)
PROFIL_aix = mon.h
PROFIL_irix = sys/profil.h
DEMO_CC = $(CC) -D_GNU_SOURCE $(WARN) $(CFLAGS) -O1 -Iimpls/include/$(1) \
    $(if $(filter %-monitor,$(1)),-pg impls/signal/demo/graph.c,-no-pie \
    '-DPROFIL=<$(or $(PROFIL_$(1)),unistd.h)>' impls/signal/demo/busy.c)

$(DEMOS): $(LIBRARY_DIR)/busy-%: $(BUILD)/libprofil-%.a $(BUILD)/libprofil-%.so \
    impls/signal/demo/busy.c impls/signal/demo/graph.c
	$(call DEMO_CC,$*) -o $@ $(BUILD)/libprofil-$*.a -lpthread -lrt $(ATOMIC)
	$(call DEMO_CC,$*) -o $@-shared -L$(BUILD) -lprofil-$* \
	    -Wl,-rpath,$(abspath $(BUILD))
	$(call DEMO_CC,$*) -o $@-host

test-libraries: $(LIBRARIES) $(DEMOS) $(BUILD)/profilcheck ## programs linked with the libraries
	@sh impls/signal/demo/run.sh $(BUILD) $(DIALECTS)
	@sh impls/signal/demo/gmon.sh $(BUILD)

-include $(wildcard $(LIBRARY_DIR)/*/*.d)
.PHONY: test-libraries
