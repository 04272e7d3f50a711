# Traces, and programs that are driven: see TRACE.md and EXEC.md.

TRACED_SO = $(BUILD)/readme-profil.so $(MUTANTS)/freebsd-exec-kills.so \
    $(MUTANTS)/hpux-fork-child-off.so

# Those that are wrong, in their own dialect and another.
TRACED = signal $(BUILD)/readme-profil.so:freebsd,irix \
    $(MUTANTS)/freebsd-exec-kills.so:freebsd,aix \
    $(MUTANTS)/hpux-fork-child-off.so:hpux,glibc

$(BUILD)/examples/%: conformance/language/examples/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -o $@ $<

traces: program $(TRACED_SO) $(BUILD)/examples/glibc ## recorded runs as traces, and programs that are driven; logs with one false line
	@sh conformance/language/traces.sh $(BUILD) $(TRACED)
	@sh conformance/language/falsify.sh $(BUILD) signal freebsd aix

.PHONY: traces
