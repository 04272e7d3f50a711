# The mutants: a shared object of each dialect, which conforms, and copies of it,
# into each of which take.sh writes another choice of one rule.

MUTANTS = $(BUILD)/mutants
MUTANT_DIALECTS = $(DIALECTS) gmon
MUTANT_TABLES = $(wildcard reference/*.def reference/dialects/*.def)
MUTANT_SOURCES = $(wildcard impls/mutants/*.h) $(MUTANTS)/tables.o \
    $(patsubst %,impls/mutants/%.c,mutant monitor runtime names)
PLAIN_MUTANTS = $(MUTANT_DIALECTS:%=$(MUTANTS)/%.so)
MUTANT_CC = $(CC) -std=c11 -D_GNU_SOURCE -I. $(WARN) -O1 -fPIC -shared
OF_DIALECT = -DDIALECT=$(subst -,_,$(1)) -DDIALECT_NAME='"$(1)"' $(MUTANTS)/tables.o
MADE_OF_aix-monitor = monitor
MADE_OF_gmon = runtime

# Those that tests use.
MUTANT_NAMES = hpux-fork-child-off aix-list-order-unchecked \
    freebsd-exec-kills freebsd-bad-buffer-crashes freebsd-product-mod-2^64 \
    freebsd-ticks-none freebsd-ticks-ENOSYS glibc-product-mod-2^32 \
    aix-monitor-mon-range-includes-high aix-monitor-mon-call-limit-overruns \
    aix-monitor-mon-file-missing gmon-gmon-arc-count-none gmon-gmon-range-cut \
    gmon-mon-pause-counts gmon-gmon-second-cleanup-crashes \
    glibc-region-tie-last-listed irix-rounding-up

# Which choices there are, and what each dialect and system does; seen by nobody
# outside.
$(MUTANTS)/tables.o: reference/rules.c reference/systems.c $(MUTANT_TABLES)
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -I. -O1 -fPIC -fvisibility=hidden -nostdlib -r \
	    -o $@ $(filter %.c,$^)

$(MUTANTS)/list: $(MUTANT_SOURCES)
	@{ $(foreach d,$(sort $(MUTANT_DIALECTS)),$(CC) -std=c11 -D_GNU_SOURCE \
	    -I. $(call OF_DIALECT,$(d)) -o $@.made impls/mutants/names.c && \
	    $@.made &&) rm $@.made; } >$@.new
	@mv $@.new $@

$(PLAIN_MUTANTS): $(MUTANTS)/%.so: $(MUTANT_SOURCES)
	@mkdir -p $(@D)
	$(MUTANT_CC) $(call OF_DIALECT,$*) -o $@ impls/mutants/$(or $(MADE_OF_$*),mutant).c

# Those that leave something behind when profiling is turned off.
LEAKS = interval_timer posix_timer descriptor thread child zombie quiet_child \
    grandchild interruption
DESTROYED = mask closed_descriptor replaced_descriptor disposition alarms \
    directory variable limit creation_mask mapping error_number
LEAKING_MUTANTS = $(LEAKS:%=$(MUTANTS)/leaves-%.so) \
    $(DESTROYED:%=$(MUTANTS)/destroys-%.so)

# With a clock that the harness does not know: judged by --backend clock.
UNSEEN_MUTANTS = $(addprefix $(MUTANTS)/unseen/,$(DIALECTS:%=%.so) \
    aix-next-even.so)

# They have a defect that is no choice: a dialect, and which, in lists.txt.
LIST_MUTANTS = $(shell awk -v d=$(MUTANTS)/lists \
    '!/^\#/ && NF { print d "/" $$1 "/" $$2 ".so" }' impls/mutants/lists.txt)

# Known systems: each takes the choices of one row of reference/systems.def.
SYSTEMS_LIST := $(shell awk -F "[^A-Za-z0-9_.-]+" \
    '/^SYSTEM/ { print $$3 ":" $$5 }' reference/systems.def)
SYSTEM_OBJECTS = $(foreach s,$(SYSTEMS_LIST),$(MUTANTS)/systems/$(firstword \
    $(subst :, ,$(s))).so)

$(MUTANT_NAMES:%=$(MUTANTS)/%.so) $(LEAKING_MUTANTS) $(UNSEEN_MUTANTS) \
    $(LIST_MUTANTS) $(SYSTEM_OBJECTS): $(MUTANTS)/%.so: $(PLAIN_MUTANTS) \
    $(MUTANTS)/list impls/mutants/take.sh impls/mutants/lists.txt
	@sh impls/mutants/take.sh $(MUTANTS) $*

# Small ones, each odd in one way: by what was called before, until it is asked to
# go on, with a helper that goes on after exec, by turns, or as a system's source.
MOODY = $(MUTANTS)/moody.so
WAITING = $(MUTANTS)/waiting.so
HELPED = $(MUTANTS)/helper.so
FICKLE = $(patsubst %,$(MUTANTS)/fickle-%.so,address call thread chance)
LIKES = $(patsubst %,$(MUTANTS)/like-%.so,arc clib4 nuttx retrobsd glibc_sprofil \
    retrobsd_monitor v7_monitor)
WITH_like-glibc_sprofil = -DWITH_SPROFIL
WITH_like-retrobsd_monitor = -DKIND=like_retrobsd impls/mutants/small_monitor.c
WITH_like-v7_monitor = -DKIND=like_v7 impls/mutants/small_monitor.c

$(MOODY) $(WAITING) $(HELPED) $(FICKLE) $(LIKES): $(MUTANTS)/%.so: \
    impls/mutants/small.c impls/mutants/small_monitor.c
	@mkdir -p $(@D)
	$(MUTANT_CC) $(or $(WITH_$*),-DKIND=$(subst -,_,$*)) -o $@ $< -ldl -lrt

any-mutants: $(PLAIN_MUTANTS) $(MUTANTS)/list

all-mutants: any-mutants
	@sh impls/mutants/take.sh $(MUTANTS)

mutants: $(BUILD)/profilcheck all-mutants ## judge implementations that are wrong on purpose
	sh impls/mutants/judge.sh $(BUILD)/profilcheck $(MUTANTS) $(or $(JOBS),4)

$(MUTANTS)/some: $(MUTANTS)/list impls/mutants/some.sh \
    impls/mutants/seen.sh impls/mutants/equivalent.txt
	sh impls/mutants/some.sh $< >$@.new
	mv $@.new $@

mutants-some: $(BUILD)/profilcheck any-mutants $(MUTANTS)/some ## a wrong choice of each rule: those that make check judges
	@sh impls/mutants/take.sh $(MUTANTS) $$(cut -f1 $(MUTANTS)/some)
	@sh impls/mutants/judge.sh $(BUILD)/profilcheck $(MUTANTS) \
	    $(or $(JOBS),4) $(MUTANTS)/some

# A dialect and what its library is made of.
comma = ,
empty =
MECHANICAL_ROWS = $(foreach d,$(DIALECTS),\
    $(d)=$(subst $(empty) ,$(comma),$(strip $(call LIBRARY_OBJECTS,$(d)))))

# Of each EVERYth only, where that is set.
mutants-mechanical: all ## judge our own profil with one operator or number changed
	@sh impls/mutants/mechanical.sh $(BUILD)/profilcheck $(MUTANTS) 2 \
	    $(or $(EVERY),1) $(MECHANICAL_ROWS)

# N= of them, drawn by SEED=; FILE=, one file's; SLOW=no, by quick tests alone.
JUDGE_TESTS = $(filter $(BUILD)/conformance/diagnosis/% $(BUILD)/conformance/judge/% \
    $(BUILD)/conformance/export/%,$(TESTS))

mutants-judge: program $(LINKED) test-parts ## change one operator, number or statement of the judge: does a test find it?
	@OBJECTS='$(LINKED)' CC='$(CC)' LDLIBS='$(LDLIBS)' \
	    sh conformance/judge/mutants.sh $(BUILD) 2 \
	    '$(if $(filter file,$(origin N)),,$(N))' '$(SEED)' '$(FILE)' \
	    '$(SLOW)' $(JUDGE_TESTS)

# SEED= and N=, of the model; in libraries an eighth of those.  EVERY=1: all
# libraries with a defect that no table has.
N ?= 8
SEED ?= 1
blame: $(BLAMES) $(BUILD)/profilcheck any-mutants ## plant one to four defects at random: are they named, and nothing else?
	@echo "== by the model"; $(BUILD)/conformance/judge/blame_bench $(SEED) $(N)
	@echo "== with defects that no table has"; \
	    $(BUILD)/conformance/judge/blame_bench mixed $(SEED) $(or $(EVERY),5)
	@echo "== in libraries"; sh impls/mutants/blame.sh $(BUILD)/profilcheck \
	    $(MUTANTS) $(BUILD)/conformance/runs/blame_bench $(SEED) \
	    $$((($(N) + 7) / 8)) 2

matrix: $(BUILD)/conformance/judge/separation_test ## cases that could be left out, by what mutants and mutants-mechanical left
	@sh impls/mutants/matrix.sh $(MUTANTS) $<

.PHONY: mutants mutants-some any-mutants all-mutants mutants-mechanical mutants-judge matrix blame

# They overrun a table, where no memory lies beyond it.
OVERRUNS = $(addprefix $(MUTANTS)/overrun-,nothing.so full.so high.so \
    narrower.so odd.so ticks.so past.so resumes.so wider.so early.so \
    as_loaded.so limited.so next_pc.so untruncated.so elsewhere.so)

$(OVERRUNS): $(MUTANTS)/overrun-%.so: impls/mutants/overrun.c
	@mkdir -p $(@D)
	$(MUTANT_CC) -DOVERRUN=$* -o $@ $<

# One that allocates, by each way.
$(MUTANTS)/allocates.so: impls/mutants/allocates.c
	@mkdir -p $(@D)
	$(MUTANT_CC) -o $@ $<

# Used by tests.
test-parts: $(FICKLE) $(OVERRUNS) $(LIKES) $(MUTANT_NAMES:%=$(MUTANTS)/%.so)

mutants-lists: $(BUILD)/profilcheck $(LIST_MUTANTS) ## judge libraries with defects that are no choice
	@sh impls/mutants/lists.sh $(BUILD)/profilcheck $(MUTANTS)/lists

systems: $(BUILD)/profilcheck $(SYSTEM_OBJECTS) ## identify known systems
	@sh impls/mutants/identify.sh $(BUILD)/profilcheck $(MUTANTS)/systems \
	    $(SYSTEMS_LIST)

.PHONY: mutants-lists systems
