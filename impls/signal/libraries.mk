# Our profil as libraries, one static and one shared for each dialect.  They
# export the dialect's functions and nothing else: in the static ones, too,
# all other names are made local.

LIBRARY_DIR = $(BUILD)/libraries
LIBRARIES = $(foreach d,$(DIALECTS),$(BUILD)/libprofil-$(d).a \
    $(BUILD)/libprofil-$(d).so)
LIBRARY_PARTS = $(addprefix counting/,count faults guarded table) \
    $(addprefix family/,engine probe regions) \
    $(addprefix signal/,engine ticker export/current)
FAMILY_freebsd = freebsd gmon calls mcount replace
FAMILY_aix-monitor = monitor calls mcount mon_file replace
LIBRARY_OBJECTS = $(LIBRARY_PARTS:%=$(LIBRARY_DIR)/%.o) \
    $(patsubst %,$(LIBRARY_DIR)/family/%.o,$(or $(FAMILY_$(1)),$(1))) \
    $(LIBRARY_DIR)/signal/export/$(subst -,_,$(1)).o

all: $(LIBRARIES)

# What runs on a function's entry leaves all registers but these alone, where
# the compiler knows how; elsewhere C has it leave what any call leaves.
GENERAL := $(if $(call links,_Atomic long long n; int main(void) { ++n; }, \
    -mgeneral-regs-only),-mgeneral-regs-only)
$(foreach f,calls mcount,$(BUILD)/impls/family/$(f).o \
    $(LIBRARY_DIR)/family/$(f).o): ALL_CFLAGS += $(GENERAL)

$(LIBRARY_DIR)/%.o: impls/%.c $(BUILT_WITH)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

define LIBRARY
$(BUILD)/libprofil-$(1).so: $(LIBRARY_OBJECTS)
	$$(CC) $$(ALL_CFLAGS) $$(LDFLAGS) -shared -Wl,-z,nodelete \
	    -Wl,-soname,libprofil-$(1).so -o $$@ $$^ -lpthread -lrt $(ATOMIC)

$(BUILD)/libprofil-$(1).a: $(LIBRARY_OBJECTS)
	$$(CC) -r -nostdlib -o $(LIBRARY_DIR)/profil-$(1).o $$^
	$$(OBJCOPY) --localize-hidden $(LIBRARY_DIR)/profil-$(1).o
	rm -f $$@
	$$(AR) rcD $$@ $(LIBRARY_DIR)/profil-$(1).o
endef
$(foreach d,$(DIALECTS),$(eval $(call LIBRARY,$(d))))

# Each demo is built as its users would: with the static library, with the
# shared one, and with none, for LD_PRELOAD.
DEMO_FLAGS_aix-monitor = -pg
DEMO_CC = $(CC) -D_GNU_SOURCE $(WARN) -O1 $(DEMO_FLAGS_$(1)) \
    -Iimpls/include/$(1) impls/signal/demo/demo_$(1).c
DEMOS = $(DIALECTS:%=$(LIBRARY_DIR)/demo-%)

$(DEMOS): $(LIBRARY_DIR)/demo-%: $(BUILD)/libprofil-%.a \
    $(BUILD)/libprofil-%.so impls/signal/demo/demo_%.c \
    impls/signal/demo/work.h
	$(call DEMO_CC,$*) -o $@ $(BUILD)/libprofil-$*.a -lpthread -lrt $(ATOMIC)
	$(call DEMO_CC,$*) -o $@-shared -L$(BUILD) -lprofil-$* \
	    -Wl,-rpath,$(abspath $(BUILD))
	$(call DEMO_CC,$*) -o $@-host

test-libraries: $(LIBRARIES) $(DEMOS) $(BUILD)/profilcheck ## programs linked with the libraries
	@sh impls/signal/demo/run.sh $(BUILD) $(DIALECTS)
	@sh impls/signal/demo/gmon.sh $(BUILD)

# A real program that profiles itself, with each kind of library, too.
PROFILS = aix irix hpux freebsd glibc
PROFIL_aix = mon.h
PROFIL_irix = sys/profil.h
BUSY_CC = $(CC) -D_GNU_SOURCE $(WARN) $(CFLAGS) -O1 -no-pie -Iimpls/include/$(1) \
    '-DPROFIL=<$(or $(PROFIL_$(1)),unistd.h)>' impls/signal/demo/busy.c
BUSIES = $(PROFILS:%=$(LIBRARY_DIR)/busy-%)

$(BUSIES): $(LIBRARY_DIR)/busy-%: $(BUILD)/libprofil-%.a \
    $(BUILD)/libprofil-%.so impls/signal/demo/busy.c
	$(call BUSY_CC,$*) -o $@ $(BUILD)/libprofil-$*.a -lpthread -lrt $(ATOMIC)
	$(call BUSY_CC,$*) -o $@-shared -L$(BUILD) -lprofil-$* \
	    -Wl,-rpath,$(abspath $(BUILD))
	$(call BUSY_CC,$*) -o $@-host

-include $(wildcard $(LIBRARY_DIR)/counting/*.d $(LIBRARY_DIR)/family/*.d $(LIBRARY_DIR)/signal/*.d \
    $(LIBRARY_DIR)/signal/export/*.d)
.PHONY: test-libraries
