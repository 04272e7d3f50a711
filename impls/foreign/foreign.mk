# Sources of others behind shim.h, and libraries of others, judged.

check-foreign: program ## the shim for foreign sources; PAPI, mingw-w64
	@sh impls/foreign/check.sh $(BUILD)

.PHONY: check-foreign
