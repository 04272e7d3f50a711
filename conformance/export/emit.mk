# Cases as one C89 file.  The program holds the text of its runtime.
$(BUILD)/conformance/export/emit.o: $(wildcard conformance/export/runtime/*)

# Wrong ones, of each dialect.
EMIT_MUTANTS = aix-rounding-down aix-list-order-unchecked \
    irix-region-tie-last-listed irix-counter-full-carry hpux-unit-index-of-bytes \
    freebsd-exec-kills freebsd-bad-buffer-crashes freebsd-product-mod-2^64 \
    glibc-region-start-below glibc-fork-regions-child-off

# Runs what is linked with a subject as a case is run.
CONTAINED = $(BUILD)/contained

$(CONTAINED): conformance/export/contained/contained.c $(BUILD)/linked.a
	$(LINK) $(LDLIBS)

test-parts: $(CONTAINED)

check-emit: all $(CONTAINED) any-mutants ## what emit writes judges as run does: compilers, no libc
	@sh impls/mutants/take.sh $(MUTANTS) $(EMIT_MUTANTS)
	@sh conformance/export/check_emit.sh $(BUILD)/profilcheck $(BUILD) \
	    $(EMIT_MUTANTS:%=$(MUTANTS)/%.so)

.PHONY: check-emit
