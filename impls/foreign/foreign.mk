# Other people's sources behind shim.h, and their libraries, judged.

check-foreign: program ## the shim for foreign sources; PAPI, mingw-w64
	@sh impls/foreign/check.sh $(BUILD)

.PHONY: check-foreign
