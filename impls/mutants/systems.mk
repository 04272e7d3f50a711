# Known systems: shared objects of the same source, each of which takes the
# choices of one row of reference/systems.def.

SYSTEMS_LIST := $(shell awk -F "[^A-Za-z0-9_.-]+" \
    '/^SYSTEM/ { print $$3 ":" $$2 ":" $$4 ":" $$5 }' \
    reference/systems.def)
SYSTEM_OBJECTS = $(foreach s,$(SYSTEMS_LIST),$(MUTANTS)/systems/$(firstword \
    $(subst :, ,$(s))).so)

$(SYSTEM_OBJECTS): $(MUTANTS)/systems/%.so: $(MUTANT_SOURCES) \
    $(MUTANT_TABLES) reference/systems.def
	@mkdir -p $(@D)
	@set -- $(subst :, ,$(filter $*:%,$(SYSTEMS_LIST))); \
	$(MUTANT_CC) -DDIALECT=$$(echo $$3 | tr A-Z a-z) \
	    -DTAKEN_SYSTEM=SYSTEM_$$2 -o $@ impls/mutants/mutant.c

systems: $(BUILD)/profilcheck $(SYSTEM_OBJECTS) ## identify known systems
	@sh impls/mutants/identify.sh $(BUILD)/profilcheck $(MUTANTS)/systems \
	    $(SYSTEMS_LIST)

.PHONY: systems
