# Shared objects that do what they should not, where hostile_test runs them, set
# apart from the machine; elsewhere they do nothing.  All are of one object, and
# differ by a name.
HOSTILE_SOURCE = conformance/observe/hostile/subjects.c
HOSTILE_OBJECT = $(BUILD)/hostile/subjects.o
HOSTILE = $(patsubst %,$(BUILD)/hostile/%.so, \
    $(shell sed -n 's/^    {"\([a-z_]*\)",.*/\1/p' $(HOSTILE_SOURCE)))

$(HOSTILE_OBJECT): $(HOSTILE_SOURCE)
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -I. $(WARN) -O2 -MMD -MP -fPIC -c -o $@ $<

$(HOSTILE): $(BUILD)/hostile/%.so: $(HOSTILE_OBJECT)
	echo 'const char subject_name[] = "$*";' | \
	    $(CC) -shared -fPIC -fvisibility=hidden -o $@ $< -x c -

-include $(HOSTILE_OBJECT:.o=.d)

check-hostile: tests ## implementations that fork, kill, stop, trace: what is left?
	@HOSTILE_ALL=1 $(BUILD)/conformance/command/hostile_test
	@if [ "$$(id -u)" = 0 ] && command -v setpriv >/dev/null; then \
	    echo "the same as nobody:"; \
	    HOSTILE_ALL=1 setpriv --reuid 65534 --regid 65534 --clear-groups \
	        $(BUILD)/conformance/command/hostile_test; \
	fi
