# Cases as one C89 file.  The program holds the text of its runtime.
$(BUILD)/conformance/emit/parts.o: $(wildcard conformance/emit/runtime/*)

# Wrong ones, of each dialect.
EMIT_MUTANTS = aix-rounding-down aix-list-order-unchecked \
    irix-region-tie-last-listed irix-counter-full-carry hpux-unit-index-of-bytes \
    freebsd-exec-kills freebsd-bad-buffer-crashes freebsd-product-mod-2^64 \
    glibc-region-start-below glibc-fork-regions-child-off

check-emit: all any-mutants ## what emit writes judges as run does: compilers, no libc, other machines
	@sh impls/mutants/take.sh $(MUTANTS) $(EMIT_MUTANTS)
	@sh conformance/emit/check.sh $(BUILD)/profilcheck $(BUILD) "$(MAKE)" \
	    $(EMIT_MUTANTS:%=$(MUTANTS)/%.so)

.PHONY: check-emit
