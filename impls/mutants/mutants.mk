# The mutants: shared objects made of one source, each of which takes one
# choice of one rule; $(DIALECT).so takes none and conforms.

MUTANTS = $(BUILD)/mutants
MUTANT_DIALECTS = $(DIALECTS) gmon
MUTANT_SOURCES = $(wildcard impls/mutants/*.[ch])
MUTANT_TABLES = $(wildcard reference/rules*.def reference/dialects/*.def)
PLAIN_MUTANTS = $(MUTANT_DIALECTS:%=$(MUTANTS)/%.so)
MUTANT_CC = $(CC) -std=c11 -D_GNU_SOURCE -I. $(WARN) -O1 -fPIC -shared

# What a mutant is made of, by its name.
mutant_of = impls/mutants/$(or $(MADE_OF_$(firstword $(1))),mutant).c
MADE_OF_aix-monitor = monitor
MADE_OF_gmon = runtime

# Those that tests use.
MUTANT_NAMES = hpux-fork-child-off aix-list-order-unchecked \
    freebsd-exec-kills freebsd-bad-buffer-crashes freebsd-product-mod-2^64 \
    freebsd-ticks-none freebsd-ticks-ENOSYS glibc-product-mod-2^32

$(MUTANTS)/list: impls/mutants/names.sh $(MUTANT_TABLES)
	@mkdir -p $(@D)
	sh impls/mutants/names.sh >$@.new
	mv $@.new $@

$(PLAIN_MUTANTS): $(MUTANTS)/%.so: $(MUTANT_SOURCES)
	@mkdir -p $(@D)
	$(MUTANT_CC) -DDIALECT=$(subst -,_,$*) -o $@ $(call mutant_of,$*)

# Those that leave something behind when profiling is turned off.
LEAKS = interval_timer posix_timer descriptor thread child zombie quiet_child \
    grandchild interruption
DESTROYED = mask closed_descriptor replaced_descriptor disposition alarms \
    directory variable limit creation_mask mapping error_number
LEAKING_MUTANTS = $(LEAKS:%=$(MUTANTS)/leaves-%.so) \
    $(DESTROYED:%=$(MUTANTS)/destroys-%.so)

# Compiled once for a dialect; take.sh writes the choice into it.
ANY_MUTANTS = $(MUTANT_DIALECTS:%=$(MUTANTS)/any/%.so)
PLAIN_CHOICES = $(MUTANT_DIALECTS:%=$(MUTANTS)/any/%.plain)

$(ANY_MUTANTS): $(MUTANTS)/any/%.so: $(MUTANT_SOURCES)
	@mkdir -p $(@D)
	$(MUTANT_CC) -DTAKEN_BY_NAME -DDIALECT=$(subst -,_,$*) -o $@ \
	    $(call mutant_of,$*)

$(PLAIN_CHOICES): $(MUTANTS)/any/%.plain: $(MUTANT_SOURCES)
	@mkdir -p $(@D)
	@$(CC) -std=c11 -D_GNU_SOURCE -I. -DDIALECT=$(subst -,_,$*) -o $@.made \
	    impls/mutants/plain.c
	@$@.made >$@.new
	@mv $@.new $@

$(MUTANT_NAMES:%=$(MUTANTS)/%.so) $(LEAKING_MUTANTS): $(MUTANTS)/%.so: $(ANY_MUTANTS) \
    $(MUTANTS)/list impls/mutants/take.sh
	@sh impls/mutants/take.sh $(MUTANTS) $*

# With a clock that the harness does not know: judged by --backend clock.
UNSEEN_MUTANTS = $(addprefix $(MUTANTS)/unseen/,$(DIALECTS:%=%.so) \
    aix-next-even.so)
UNSEEN_aix-next-even = -DDIALECT=aix -DTAKEN_RULE=RULE_ROUNDING \
    -DTAKEN_CHOICE=ROUNDING_NEXT_EVEN

$(UNSEEN_MUTANTS): $(MUTANTS)/unseen/%.so: $(MUTANT_SOURCES)
	@mkdir -p $(@D)
	$(MUTANT_CC) -DUNSEEN $(or $(UNSEEN_$*),-DDIALECT=$(subst -,_,$*)) \
	    -o $@ $(call mutant_of,$*)

# One whose choice depends on what was called before.
MOODY = $(MUTANTS)/moody.so

# One that waits until it is told to go on.
WAITING = $(MUTANTS)/waiting.so

# One whose helper goes on after exec.
HELPED = $(MUTANTS)/helper.so

$(MOODY) $(WAITING) $(HELPED): $(MUTANTS)/%.so: impls/mutants/%.c
	@mkdir -p $(@D)
	$(MUTANT_CC) -o $@ $<

any-mutants: $(PLAIN_MUTANTS) $(ANY_MUTANTS) $(PLAIN_CHOICES) $(MUTANTS)/list

all-mutants: any-mutants
	@sh impls/mutants/take.sh $(MUTANTS)

mutants: $(BUILD)/profilcheck all-mutants ## judge implementations that are wrong on purpose
	sh impls/mutants/judge.sh $(BUILD)/profilcheck $(MUTANTS) $(or $(JOBS),4)

$(MUTANTS)/some: $(MUTANTS)/list impls/mutants/some.sh \
    impls/mutants/equivalent.txt
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
JUDGE_TESTS = $(filter $(BUILD)/conformance/inference/% $(BUILD)/conformance/judge/% $(BUILD)/conformance/identify/% \
    $(BUILD)/conformance/shrink/%,$(TESTS))

mutants-judge: $(LINKED) ## change one operator, number or statement of the judge: does a unit test find it?
	@OBJECTS='$(LINKED)' CC='$(CC)' LDLIBS='$(LDLIBS)' \
	    sh conformance/judge/mutants.sh $(BUILD) 2 \
	    '$(if $(filter file,$(origin N)),,$(N))' '$(SEED)' '$(FILE)' \
	    '$(SLOW)' $(JUDGE_TESTS)

# SEED= and N=, of the model; in libraries an eighth of those.
N ?= 32
SEED ?= 1
blame: $(BLAMES) $(BUILD)/profilcheck $(MUTANTS)/list ## plant one to four defects at random: are they named, and nothing else?
	@echo "== by the model"; $(BUILD)/conformance/judge/blame_bench $(SEED) $(N)
	@echo "== beside defects that no table has"; \
	    $(BUILD)/conformance/judge/blame_bench mixed $(SEED)
	@echo "== in libraries"; sh impls/mutants/blame.sh $(BUILD)/profilcheck \
	    $(MUTANTS) $(BUILD)/conformance/run/blame_bench $(SEED) \
	    $$((($(N) + 7) / 8)) 2

matrix: $(BUILD)/conformance/inference/separation_test ## cases that could be left out, by what mutants and mutants-mechanical left
	@sh impls/mutants/matrix.sh $(MUTANTS) $<

.PHONY: mutants mutants-some any-mutants all-mutants mutants-mechanical mutants-judge matrix blame

# They keep to no choice, or, by chance, not even that.
FICKLE = $(MUTANTS)/fickle-address.so $(MUTANTS)/fickle-call.so \
    $(MUTANTS)/fickle-thread.so $(MUTANTS)/fickle-chance.so

$(FICKLE): $(MUTANTS)/fickle-%.so: impls/mutants/fickle.c
	@mkdir -p $(@D)
	$(MUTANT_CC) -DFICKLE=$$(echo $* | tr a-z A-Z) -o $@ $<

# They overrun a table, where no memory lies beyond it.
OVERRUNS = $(addprefix $(MUTANTS)/overrun-,nothing.so full.so high.so \
    narrower.so odd.so ticks.so resumes.so)

$(OVERRUNS): $(MUTANTS)/overrun-%.so: impls/mutants/overrun.c
	@mkdir -p $(@D)
	$(MUTANT_CC) -DOVERRUN=$* -o $@ $<

# They do as a system's source does; one has sprofil alone.
LIKES = $(addprefix $(MUTANTS)/like-,clib4.so nuttx.so glibc_sprofil.so)
WITH_glibc_sprofil = -DWITH_SPROFIL

$(LIKES): $(MUTANTS)/like-%.so: impls/mutants/like.c
	@mkdir -p $(@D)
	$(MUTANT_CC) -DLIKE=$* $(WITH_$*) -o $@ $< -ldl

# One that allocates, by each way.
$(MUTANTS)/allocates.so: impls/mutants/allocates.c
	@mkdir -p $(@D)
	$(MUTANT_CC) -o $@ $<

# Used by tests.
test-parts: $(FICKLE) $(OVERRUNS) $(LIKES) $(MUTANTS)/allocates.so $(MUTANT_NAMES:%=$(MUTANTS)/%.so)
