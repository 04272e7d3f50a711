# Shared objects that do what they should not, where hostile_test runs them, set
# apart from the machine; elsewhere they do nothing.
HOSTILE = $(patsubst conformance/delivery/hostile/%.c,$(BUILD)/hostile/%.so, \
    $(wildcard conformance/delivery/hostile/*.c))

$(HOSTILE): $(BUILD)/hostile/%.so: conformance/delivery/hostile/%.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -I. $(WARN) -O2 -MMD -MP -shared -fPIC \
	    -o $@ $<

-include $(HOSTILE:.so=.d)

check-hostile: tests ## implementations that fork, kill, stop, trace: what is left?
	@HOSTILE_ALL=1 $(BUILD)/conformance/whole/hostile_test
	@if [ "$$(id -u)" = 0 ] && command -v setpriv >/dev/null; then \
	    echo "the same as nobody:"; \
	    HOSTILE_ALL=1 setpriv --reuid 65534 --regid 65534 --clear-groups \
	        $(BUILD)/conformance/whole/hostile_test; \
	fi
