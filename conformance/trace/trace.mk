# Traces: see TRACE.md.

TRACED = signal $(BUILD)/readme-profil.so $(MUTANTS)/freebsd-exec-kills.so \
    $(MUTANTS)/hpux-fork-child-off.so

traces: program $(filter %.so,$(TRACED)) ## recorded runs as traces: the same verdicts
	@sh conformance/trace/test.sh $(BUILD)/profilcheck $(TRACED)

.PHONY: traces
