# Vectors as their readers find them, and what a wrong table makes of them.

# The same program, but its FreeBSD maps all to one counter by scale 2.
PLANTED_TABLE = $(BUILD)/vectors/profilcheck
PLANTED_RULES = $(BUILD)/vectors/reference/rules.o

$(PLANTED_RULES): $(wildcard reference/*.c reference/*.h reference/*.def \
    reference/dialects/*)
	@rm -rf $(@D)
	@mkdir -p $(BUILD)/vectors
	@cp -r reference $(@D)
	@sed '/^DECIDES(SCALE_TWO,/s/ARITHMETIC/FIRST_COUNTER/' \
	    reference/dialects/freebsd.def >$(@D)/dialects/freebsd.def
	$(CC) -I$(BUILD)/vectors $(ALL_CFLAGS) -c -o $@ $(@D)/rules.c

$(PLANTED_TABLE): $(PROGRAM) $(PLANTED_RULES)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(PLANTED_RULES) \
	    $(filter-out %/reference/rules.o,$(PROGRAM)) $(LDLIBS)

SCHEMA = $(BUILD)/vectors.schema.json
TABLES = reference/dialects.def conformance/language/ops.def \
    conformance/language/events.def

$(SCHEMA): conformance/export/schema.awk $(TABLES) \
    conformance/export/vectors.schema.json.in
	@mkdir -p $(@D)
	@awk -f $^ >$@.new && mv $@.new $@

vectors: program $(PLANTED_TABLE) $(SCHEMA) ## vectors as others read them, and as a wrong table has them
	@sh conformance/export/check_vectors.sh $(BUILD)/profilcheck $(PLANTED_TABLE) \
	    $(SCHEMA)

.PHONY: vectors
