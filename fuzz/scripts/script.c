/* SPDX-License-Identifier: MIT */
#include "script.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/judge/judge.h"
#include "conformance/shrink/shrink.h"
#include "direct.h"
#include "fuzz/findings.h"
#include "fuzz/planted.h"
#include "fuzz/text.h"
#include "script_explain.h"

enum {
    WORK = 2000000, /* ticks of the model, to explain one case */
    A_RUN = 100,    /* ticks that one run of it costs besides */
    TRIES = 1500,   /* to make a failing one smaller */
    LAST = 4096,    /* bytes of a text that are remembered */
};

int script_dialect(void)
{
    const char *name = getenv("FUZZ_DIALECT");
    int dialect = name && *name ? dialect_by_name(name) : -1;

    if (name && *name && dialect < 0)
        fuzz_usage("FUZZ_DIALECT", name, "the name of a dialect");
    return dialect;
}

/* What the model with a planted defect does. */
static bool observe_planted(enum dialect dialect, const struct test_case *c,
                            struct observation *observation)
{
    static struct workspace workspace;
    struct choice_sets sets = {0};

    if (!planted_sets(dialect, &sets))
        return false;
    if (!workspace_fit(&workspace, c))
        fuzz_broken("out of memory");
    choices_begin(&workspace.choices, &sets);
    model_run(&workspace.model, &c->script, &workspace.choices,
              &workspace.outcome, workspace.arena, workspace.arena_size);
    *observation = (struct observation){.outcome = workspace.outcome};
    return true;
}

static uint64_t ticks_of(const struct script *script)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < script->count; i++)
        for (size_t k = 0; k < script->ops[i].tick_count; k++)
            sum += script->ops[i].ticks[k].count;
    return sum;
}

/* Whether one permitted behaviour explains what was seen; true too where there
 * are too many to try. */
static bool explained(enum dialect dialect, const struct test_case *c,
                      const struct outcome *seen)
{
    static struct workspace w;
    /* What explained the last one is tried first: that changes no result. */
    static struct choice_sets guess[DIALECTS];
    const struct choice_sets *allowed = findings_allowed(dialect);
    uint64_t limit = WORK / (A_RUN + ticks_of(&c->script)), runs = 0;

    if (guess[dialect].of[0] == 0)
        guess[dialect] = *allowed;
    if (!workspace_fit(&w, c))
        fuzz_broken("out of memory");
    choices_begin(&w.choices, &guess[dialect]);
    model_run(&w.model, &c->script, &w.choices, &w.outcome, w.arena,
              w.arena_size);
    if (outcome_difference(&w.outcome, seen) < 0)
        return true;
    choices_begin(&w.choices, allowed);
    do {
        model_run(&w.model, &c->script, &w.choices, &w.outcome, w.arena,
                  w.arena_size);
        if (outcome_difference(&w.outcome, seen) >= 0)
            continue;
        for (unsigned r = 0; r < RULES; r++)
            if (rule_set_has(w.choices.asked, r) && !rule_table[r].free)
                guess[dialect].of[r] =
                    choice_bit((enum choice)w.choices.made[r]);
        return true;
    } while (++runs < limit && choices_next(&w.choices));
    return runs >= limit;
}

static bool is_failure(unsigned verdict)
{
    return verdict == VERDICT_FAIL || verdict == VERDICT_CRASH ||
           verdict == VERDICT_INCONSISTENT;
}

/* By itself; with all choices that would explain it. */
static void judge_failing_script(enum dialect dialect,
                                 const struct test_case *c,
                                 const struct observation *o,
                                 struct judgement *judgement,
                                 struct choice_sets *found)
{
    struct judge *judge = judge_new(dialect);
    const struct diagnosis *d;

    if (!judge || !judge_see(judge, c, o) || !judge_conclude(judge))
        fuzz_broken("out of memory");
    judge_case(judge, c, o, judgement);
    d = judge_diagnosis(judge, judgement->interface);
    *found = (struct choice_sets){0};
    for (unsigned k = 0; k < judgement->cause_count; k++) {
        const struct blame *blame = &d->blames[judgement->causes[k]];

        found->of[blame->rule] |= blame->found;
        for (unsigned n = 0; n < blame->other_count; n++)
            if (choice_table[blame->others[n]].rule != RULE_TICKS)
                found->of[choice_table[blame->others[n]].rule] |=
                    choice_bit((enum choice)blame->others[n]);
    }
    judge_free(judge);
}

/* Whether a case fails, and then how the judge puts it. */
static bool fails(enum dialect dialect, const struct test_case *c,
                  struct judgement *judgement, struct choice_sets *found)
{
    struct observation observation;
    bool planted = observe_planted(dialect, c, &observation);

    if (!planted)
        direct_observe(dialect, c, &observation);
    judgement->verdict = VERDICT_PASS;
    if (((observation.ended != ENDED_NORMALLY &&
          observation.ended != ENDED_SIGNAL) ||
         explained(dialect, c, &observation.outcome)) &&
        observation.stray == 0) {
        if (!planted)
            observation_free(&observation);
        return false;
    }
    judge_failing_script(dialect, c, &observation, judgement, found);
    if (!planted)
        observation_free(&observation);
    return is_failure(judgement->verdict);
}

/* Of glibc, where profil and sprofil decide each for itself, a case of both
 * need not be explained by one behaviour. */
static bool mixes(enum dialect dialect, const struct test_case *c)
{
    unsigned kinds = 0;

    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_CALL)
            kinds |= 1u << c->script.ops[k].call.kind;
    return dialect == DIALECT_GLIBC && (kinds & (kinds - 1)) != 0;
}

/* The model takes it that a sweep is of the whole of one element of computed
 * scale and of its buffer, which is on, and that no counter there is full. */
static bool sweeps_well(const struct test_case *c)
{
    const struct region_arguments *r;
    bool counted = false;
    unsigned calls = 0;

    for (size_t k = 0; k < c->script.count; k++) {
        const struct op *op = &c->script.ops[k];
        const struct call *call = k > 0 ? &op[-1].call : NULL;

        calls += op->kind == OP_CALL;
        counted |= op->kind == OP_TICKS || op->fill_width != 0;
        if (op->kind != OP_SWEEP)
            continue;
        if (k == 0 || counted || calls != 1 || op[-1].kind != OP_CALL ||
            call->kind != CALL_PROFIL_LIST || call->listed != 1)
            return false;
        r = &call->list[0];
        if (r->scale != SCALE_COMPUTED || r->size < 2 || op->step != 2 ||
            op->pc != r->offset || op->end != r->high || op->size != r->size ||
            op->at != r->base.at || op->buffer != r->base.buffer ||
            r->base.kind != POINTER_GIVEN)
            return false;
    }
    return true;
}

/* Of several overflow bins, is none too small for a counter without being of
 * size 0?  No manual says whether the next takes its place. */
static bool bins_are_clear(const struct test_case *c)
{
    for (size_t k = 0; k < c->script.count; k++) {
        const struct call *call = &c->script.ops[k].call;
        unsigned bins = 0, small = 0;

        if (c->script.ops[k].kind != OP_CALL)
            continue;
        for (uint32_t i = 0; i < call->listed; i++)
            if (call->list[i].offset == 0 && call->list[i].scale == 2) {
                bins++;
                small += call->list[i].size > 0 && call->list[i].size < 4;
            }
        if (bins > 1 && small > 0)
            return false;
    }
    return true;
}

static bool can(enum dialect dialect, const struct test_case *c)
{
    return sweeps_well(c) && bins_are_clear(c) &&
           (c->dialects >> dialect & 1) && !mixes(dialect, c) &&
           direct_can(dialect, c);
}

struct failing {
    enum dialect dialect;
    struct judgement judgement;
    struct choice_sets found; /* what explains it */
};

static bool failure_holds(void *context, const struct test_case *c)
{
    struct failing *failing = context;
    struct judgement judgement;
    struct choice_sets found;

    if (!can(failing->dialect, c) ||
        !fails(failing->dialect, c, &judgement, &found))
        return false;
    if (strcmp(judgement.why, failing->judgement.why) != 0 ||
        strcmp(judgement.other, failing->judgement.other) != 0)
        return false;
    failing->judgement = judgement;
    return true;
}

/* Whether a case fails in a process where nothing ran before it: asked is
 * $FUZZ_RUN, a profilcheck, of $FUZZ_SO.  Without these, what failed failed. */
static bool is_confirmed(enum dialect dialect, const struct test_case *c)
{
    const char *program = getenv("FUZZ_RUN"), *so = getenv("FUZZ_SO");
    char name[] = "/tmp/profilcheck-finding-XXXXXX";
    FILE *out;
    int file, status = 0;
    pid_t child;

    if (!program || !*program || !so || !*so)
        return true;
    file = mkstemp(name);
    out = file < 0 ? NULL : fdopen(file, "w");
    if (!out)
        fuzz_broken("no file can be made for a case");
    test_case_print(c, out);
    fclose(out);
    child = vfork();
    if (child == 0) {
        execl(program, program, "run", "--quiet", "--dialect",
              dialect_table[dialect].name, "--cases", name, so, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child ||
        !WIFEXITED(status) || WEXITSTATUS(status) > 2)
        fuzz_broken("FUZZ_RUN can't be run");
    unlink(name);
    return WEXITSTATUS(status) == 1;
}

/* As small as it can be, if that fails in a fresh process, too. */
static void tell_failing(struct failing *failing, const struct test_case *c)
{
    struct shrink s = {
        .holds = failure_holds, .context = failing, .limit = TRIES};
    struct judgement before = failing->judgement;
    struct case_list list = {0};
    const struct test_case *least;

    if (!draft_of_case(c, &s.best))
        fuzz_broken("out of memory");
    shrink_all(&s);
    if (!draft_case(&s.best, &list))
        fuzz_broken("out of memory");
    least = &list.cases[0];
    if (!is_confirmed(failing->dialect, least)) {
        failing->judgement = before;
        least = c;
    }
    fprintf(stderr, "# finding: %s %s: %s\n",
            verdict_names[failing->judgement.verdict],
            dialect_table[failing->dialect].name, failing->judgement.detail);
    test_case_print(least, stderr);
    script_explain(failing->dialect, least, stderr);
    draft_free(&s.best);
    case_list_free(&list);
}

/* Whether it is to be said: once of each kind, and only what fails in a process
 * of its own, too: what an input left behind may spoil those after it. */
static bool is_finding(const struct failing *failing, const struct test_case *c)
{
    const char *like = failing->judgement.cause_count
                           ? failing->judgement.why
                           : failing->judgement.other;

    return !findings_go_on() || (is_confirmed(failing->dialect, c) &&
                                 findings_is_first(failing->dialect, like));
}

static void check_in(enum dialect dialect, const struct test_case *c)
{
    struct failing failing = {.dialect = dialect};

    if (!can(dialect, c))
        return;
    if (findings_show()) {
        fprintf(stderr, "# finding: this case ended the process\n");
        test_case_print(c, stderr);
        return;
    }
    if (!fails(dialect, c, &failing.judgement, &failing.found) ||
        !is_finding(&failing, c))
        return;
    tell_failing(&failing, c);
    if (!findings_go_on())
        abort();
    findings_add(dialect, &failing.found);
}

/* The text at hand, in the file $FUZZ_LAST: what is left where the process ends
 * and nobody is asked before. */
static void remember(const char *text, size_t length)
{
    static char *last;
    static bool tried;
    const char *path = getenv("FUZZ_LAST");

    if (!tried && path && *path) {
        int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

        if (file >= 0 && ftruncate(file, LAST) == 0)
            last =
                mmap(NULL, LAST, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (file < 0 || last == MAP_FAILED)
            fuzz_usage("FUZZ_LAST", path, "a file that can be written");
        close(file);
    }
    tried = true;
    if (!last)
        return;
    if (length > LAST)
        length = LAST;
    memcpy(last, text, length);
    memset(last + length, '\n', LAST - length);
}

void script_check(const char *text, size_t length)
{
    int only = script_dialect();
    struct case_list list = {0};
    struct case_error error;

    remember(text, length);
    case_list_parse(&list, "input", text, length, &error);
    for (size_t k = 0; k < list.count; k++)
        for (int d = 0; d < DIALECTS; d++)
            if (only < 0 || d == only)
                check_in((enum dialect)d, &list.cases[k]);
    case_list_free(&list);
}
