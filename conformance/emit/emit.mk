# Cases as one C89 file.  The program holds the text of its runtime.
$(BUILD)/conformance/emit/parts.o: $(wildcard conformance/emit/runtime/*)
