# libprofilcheck, static and shared: the program without its verbs, for authors
# who judge functions linked into a test of their own.  All names but those of
# profilcheck.h are hidden, in the static one made local.  It needs nothing but
# libc, so what reads JSON and names of functions is left out.

LIBCHECK_DIR = $(BUILD)/library
LIBCHECK = $(BUILD)/libprofilcheck.a $(BUILD)/libprofilcheck.so
# A room that none of its functions comes to costs the time to compile it, and
# no more.
LIBCHECK_NOT = $(addprefix $(BUILD)/,impls/own/% impls/signal/% \
    impls/perf/% impls/ptrace/% $(addprefix conformance/,command/% prof/%))
# The objects of the program, but for those that need a library there.
LIBCHECK_AGAIN = $(patsubst $(BUILD)/%,$(LIBCHECK_DIR)/%,$(JSON_READERS))
LIBCHECK_PARTS = $(filter-out $(LIBCHECK_NOT) $(JSON_READERS),$(PROGRAM)) \
    $(LIBCHECK_AGAIN)
LIBCHECK_OWN = $(LIBRARY_ROOM)
LIBCHECK_LIBS = -lpthread -ldl -lrt $(ATOMIC)

all: $(LIBCHECK)

$(LIBCHECK_DIR)/%.o: %.c $(BUILT_WITH)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(SHARED) -MMD -MP -c -o $@ $<

# Of which only what is used is taken.
$(LIBCHECK_DIR)/parts.a: $(LIBCHECK_PARTS)
	@rm -f $@
	@$(AR) rcs $@ $^

$(BUILD)/libprofilcheck.so: $(LIBCHECK_OWN) $(LIBCHECK_DIR)/parts.a \
    conformance/library/names.map
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -shared -Wl,-z,defs \
	    -Wl,--version-script=conformance/library/names.map \
	    -Wl,-soname,libprofilcheck.so -o $@ \
	    $(filter-out %.map,$^) $(LIBCHECK_LIBS)

$(BUILD)/libprofilcheck.a: $(LIBCHECK_OWN) $(LIBCHECK_DIR)/parts.a \
    conformance/library/names.map
	$(CC) -r -nostdlib -o $(LIBCHECK_DIR)/profilcheck.o $(filter-out %.map,$^)
	$(OBJCOPY) --wildcard --keep-global-symbol="profilcheck_*" $(LIBCHECK_DIR)/profilcheck.o
	rm -f $@
	$(AR) rcD $@ $(LIBCHECK_DIR)/profilcheck.o

-include $(patsubst %.o,%.d,$(LIBRARY_ROOM) $(LIBCHECK_AGAIN))

library: all ## libprofilcheck as installed: its header, names, examples
	$(scripted)sh conformance/library/check.sh "$(MAKE_COMMAND)" $(BUILD)

.PHONY: library
