# The runtime behind -pg.

GMON_PARTS = $(BUILD)/profilcheck any-mutants $(BUILD)/libprofil-freebsd.a \
    $(BUILD)/libprofil-freebsd.so

check-gmon: $(GMON_PARTS) ## the runtime behind -pg: libc's, ours, the mutants; programs compiled with -pg
	@sh impls/gmon.sh $(BUILD)

.PHONY: check-gmon
