# Traces, and programs that are driven: see TRACE.md and EXEC.md.

TRACED = signal $(BUILD)/readme-profil.so $(MUTANTS)/freebsd-exec-kills.so \
    $(MUTANTS)/hpux-fork-child-off.so

$(BUILD)/examples/%: conformance/trace/examples/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -o $@ $<

traces: program $(filter %.so,$(TRACED)) $(BUILD)/examples/glibc ## recorded runs as traces, and programs that are driven
	@sh conformance/trace/test.sh $(BUILD) $(TRACED)

.PHONY: traces
