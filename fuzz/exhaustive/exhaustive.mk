# All points of 16-bit addresses; compare_test.c, the quick part, is run with
# the unit tests.

EXHAUSTIVE = $(BUILD)/fuzz/exhaustive
EXHAUSTIVE_OBJECTS = $(addprefix $(EXHAUSTIVE)/,everywhere.o compare.o whole.o)

# What is to be vectorised, or made anew for each choice.
$(addprefix $(EXHAUSTIVE)/,everywhere.o compare.o): ALL_CFLAGS += -O3

# Sanitizers would take it for a minute; they see the reference elsewhere.
$(EXHAUSTIVE)/everywhere.o: override CFLAGS = -g

$(EXHAUSTIVE)/compare_test: $(EXHAUSTIVE_OBJECTS)

$(EXHAUSTIVE)/exhaustive: $(EXHAUSTIVE)/main.o $(EXHAUSTIVE_OBJECTS) $(LINKED)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# ROUNDING=up: that one alone.  WHOLE=--whole: all choices through the model too,
# which takes an hour.
exhaustive: $(EXHAUSTIVE)/exhaustive ## the mapping at every 16-bit distance and scale: minutes
	@jobs=$$($< $(WHOLE) $(ROUNDING)) && \
	    echo "$$jobs" | xargs -P "$$(nproc)" -L 1 $<

-include $(wildcard $(EXHAUSTIVE)/*.d)
.PHONY: exhaustive
