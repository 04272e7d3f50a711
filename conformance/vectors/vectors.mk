# Vectors as their readers find them, and what a wrong table makes of them.

# The same program, but its FreeBSD maps all to one counter by scale 2.
PLANTED_TABLE = $(BUILD)/vectors/profilcheck
PLANTED_RULES = $(BUILD)/vectors/reference/rules.o

$(PLANTED_RULES): $(wildcard reference/*.c reference/*.h reference/*.def \
    reference/dialects/*)
	@rm -rf $(@D)
	@mkdir -p $(BUILD)/vectors
	@cp -r reference $(@D)
	@sed 's/^DECIDES(SCALE_TWO, ARITHMETIC,/DECIDES(SCALE_TWO, FIRST_COUNTER,/' \
	    reference/dialects/freebsd.def >$(@D)/dialects/freebsd.def
	$(CC) -I$(BUILD)/vectors $(ALL_CFLAGS) -c -o $@ $(@D)/rules.c

$(PLANTED_TABLE): $(PROGRAM) $(PLANTED_RULES)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(PLANTED_RULES) \
	    $(filter-out %/reference/rules.o,$(PROGRAM)) $(LDLIBS)

vectors: program $(PLANTED_TABLE) ## vectors as others read them, and as a wrong table has them
	@sh conformance/vectors/check.sh $(BUILD)/profilcheck $(PLANTED_TABLE)

.PHONY: vectors
