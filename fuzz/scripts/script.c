/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/export/reason.h"
#include "conformance/export/shrink.h"
#include "conformance/judge/explain.h"
#include "conformance/judge/judge.h"
#include "conformance/language/case.h"
#include "scripts.h"

enum { SHOWN = 6 };

/* As comments, for the first few pcs: how each comes to its counter in each
 * region of the call before it, by the dialect's first choices. */
static void explain_pcs(enum dialect dialect, const struct test_case *c,
                        FILE *out)
{
    const struct call *call = NULL;
    struct formula formula;
    struct memory_stream ways;
    unsigned shown = 0;

    memory_stream(&ways);
    formula_begin(&formula, dialect);
    for (size_t i = 0; i < c->script.count; i++) {
        const struct op *op = &c->script.ops[i];
        bool listed;

        if (op->kind == OP_CALL)
            call = &op->call;
        if (op->kind != OP_TICKS || !call)
            continue;
        listed = call->kind != CALL_PROFIL;
        for (size_t t = 0; t < op->tick_count; t++)
            for (uint32_t k = 0; k < (listed ? call->listed : 1); k++) {
                const struct region_arguments *r =
                    listed ? &call->list[k] : &call->region;
                struct mapping m = {r->offset, r->size,
                                    r->scale,  (uint8_t)stream_width(call),
                                    64,        listed};

                if (r->scale != SCALE_COMPUTED && shown++ < SHOWN)
                    explain_pc(&formula, &m, op->ticks[t].pc, ways.out);
            }
    }
    memory_stream_end(&ways);
    for (char *rest = ways.text, *line; *rest;) {
        line = strsep(&rest, "\n");
        fprintf(out, "# %s\n", line);
    }
    free(ways.text);
}

enum {
    WORK = 2000000, /* ticks of the model, to explain one case */
    A_RUN = 100,    /* ticks that one run of it costs besides */
    TRIES = 1500,   /* to shrink a failing case */
    LAST = 4096,    /* bytes of a text that are remembered */
};

int script_dialect(void)
{
    const char *name = fuzz_setting("FUZZ_DIALECT");
    int dialect = name ? dialect_by_name(name) : -1;

    if (name &&
        (dialect < 0 || !dialect_has_call((enum dialect)dialect, CALL_PROFIL)))
        fuzz_usage("FUZZ_DIALECT", name, "one of aix irix hpux freebsd glibc");
    return dialect;
}

/* Whether one permitted behaviour explains what was seen; true if there are too
 * many to try, too. */
static bool explained(enum dialect dialect, const struct test_case *c,
                      const struct outcome *seen)
{
    static struct workspace w;
    /* What explained the last case is tried first; that changes no result. */
    static struct choice_sets guess[DIALECTS];
    const struct choice_sets *allowed = findings_allowed(dialect);
    size_t limit = WORK / (A_RUN + evaluate_cost(&c->script)), runs = 0;

    if (guess[dialect].of[0] == 0)
        guess[dialect] = *allowed;
    workspace_fit(&w, c);
    workspace_first(&w, c, &guess[dialect]);
    if (outcome_difference(&w.outcome, seen) < 0)
        return true;
    workspace_first(&w, c, allowed);
    do
        if (outcome_difference(&w.outcome, seen) < 0) {
            for (unsigned r = 0; r < RULES; r++)
                if (rule_set_has(w.choices.consulted, r) && !rule_table[r].free)
                    guess[dialect].of[r] =
                        choice_bit((enum choice)w.choices.made[r]);
            return true;
        }
    while (++runs < limit && workspace_next(&w, c));
    return runs >= limit;
}

struct failing {
    enum dialect dialect;
    struct judgement judgement;
    struct choice_sets found; /* what explains it */
    bool stray;               /* bytes were written far outside */
};

/* Judge a case by itself; found gets all choices that explain it. */
static void judge_failing_script(struct failing *f, const struct test_case *c,
                                 const struct observation *o)
{
    struct judge *judge = judge_new(f->dialect);
    const struct diagnosis *d;

    if (direct_rules())
        judge_suspect(judge, direct_rules());
    judge_see(judge, c, o);
    judge_conclude(judge);
    judge_case(judge, c, o, &f->judgement);
    d = judge_diagnosis(judge, f->judgement.interface);
    f->found = (struct choice_sets){0};
    for (unsigned k = 0; k < f->judgement.cause_count; k++) {
        const struct blame *blame = &d->blames[f->judgement.causes[k]];

        f->found.of[blame->rule] |= blame->found;
        for (unsigned n = 0; n < blame->other_count; n++)
            if (choice_table[blame->others[n]].rule != RULE_TICKS)
                f->found.of[choice_table[blame->others[n]].rule] |=
                    choice_bit((enum choice)blame->others[n]);
    }
    judge_free(judge);
}

/* Whether a case fails, and how it was judged then. */
static bool fails(struct failing *f, const struct test_case *c)
{
    struct observation o;
    bool made_up = direct_made_up(f->dialect, c, &o);

    if (!made_up)
        direct_observe(f->dialect, c, &o);
    if (findings_has_stray(f->dialect))
        o.stray = 0;
    f->stray = o.stray > 0;
    f->judgement.verdict = VERDICT_PASS;
    if (((o.ended == ENDED_NORMALLY || o.ended == ENDED_SIGNAL) &&
         !explained(f->dialect, c, &o.outcome)) ||
        o.stray > 0)
        judge_failing_script(f, c, &o);
    if (!made_up)
        observation_free(&o);
    return verdict_is_fault(f->judgement.verdict);
}

/* Whether a case has calls of several functions of glibc: there profil and
 * sprofil may behave differently, so no one behaviour need explain it. */
static bool mixes(enum dialect dialect, const struct test_case *c)
{
    unsigned kinds = test_case_calls(c);

    return dialect == DIALECT_GLIBC && (kinds & (kinds - 1)) != 0;
}

/* The model expects of a sweep that it covers the whole of one element whose
 * scale is computed, and of its buffer, in which no counter is full. */
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

/* Of several overflow bins none may be too small for a counter, unless its size
 * is 0: no manual says whether the next one is used in its place. */
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

static bool failure_holds(void *context, const struct test_case *c)
{
    struct failing *failing = context, now = {.dialect = failing->dialect};

    if (!can(failing->dialect, c) || !fails(&now, c) ||
        strcmp(now.judgement.why, failing->judgement.why) != 0 ||
        strcmp(now.judgement.other, failing->judgement.other) != 0)
        return false;
    *failing = now;
    return true;
}

/* Whether a case fails in a process of its own, too: $FUZZ_RUN, a profilcheck,
 * runs it on $FUZZ_SO.  Without these, true. */
static bool is_confirmed(enum dialect dialect, const struct test_case *c)
{
    char name[] = "/tmp/profilcheck-finding-XXXXXX";
    FILE *out;
    int file, status;

    if (!fuzz_setting("FUZZ_RUN") || !fuzz_setting("FUZZ_SO"))
        return true;
    file = mkstemp(name);
    out = file < 0 ? NULL : fdopen(file, "w");
    if (!out)
        fuzz_broken("no file can be made for a case");
    test_case_print(c, out);
    fclose(out);
    setenv("FUZZ_DIALECT_OF_CASE", dialect_table[dialect].name, 1);
    setenv("FUZZ_CASE", name, 1);
    status = system("exec \"$FUZZ_RUN\" run --quiet --dialect "
                    "\"$FUZZ_DIALECT_OF_CASE\" --cases \"$FUZZ_CASE\" "
                    "\"$FUZZ_SO\" >/dev/null 2>&1");
    unlink(name);
    if (status < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 2)
        fuzz_broken("FUZZ_RUN can't be run");
    return WEXITSTATUS(status) == 1;
}

/* What was seen, and what explains it: a line for each part of a sentence.  The
 * case itself comes after it. */
static void print_finding(const struct failing *failing, FILE *out)
{
    const struct judgement *j = &failing->judgement;
    const char *seen = j->detail, *why;
    size_t end;

    if (*j->input && strstr(seen, j->input) == seen)
        seen += strlen(j->input);
    seen += strspn(seen, ":; ");
    why = *j->why ? strstr(seen, j->why) : NULL;
    fprintf(out, "# finding: %s %s: %.*s\n", verdict_names[j->verdict],
            dialect_table[failing->dialect].name,
            why ? (int)(why - seen) - 2 : (int)strlen(seen), seen);
    while (why) {
        for (end = strcspn(why, ".;"); why[end] && why[end + 1] != ' ';)
            end += 1 + strcspn(why + end + 1, ".;");
        fprintf(out, "#   %.*s\n", (int)end, why);
        why = why[end] ? why + end + 2 : NULL;
    }
}

/* Print a failing case: shrunk, if it fails in a process of its own then. */
static void print_failing(struct failing *failing, const struct test_case *c)
{
    struct shrink s = {
        .holds = failure_holds, .context = failing, .limit = TRIES};
    struct judgement before = failing->judgement;
    struct case_list list = {0};
    const struct test_case *least;

    shrink_case(&s, c, &list);
    least = &list.cases[0];
    if (!is_confirmed(failing->dialect, least)) {
        failing->judgement = before;
        least = c;
    }
    print_finding(failing, stderr);
    test_case_print(least, stderr);
    explain_pcs(failing->dialect, least, stderr);
    case_list_free(&list);
}

/* Whether to print it: only the first of each cause, and only if it fails in a
 * process of its own, too, for an earlier input may have damaged this one. */
static bool is_finding(const struct failing *failing, const struct test_case *c)
{
    const char *like = failing->judgement.cause_count
                           ? failing->judgement.why
                           : failing->judgement.other;

    return !fuzz_setting("FUZZ_GO_ON") ||
           (is_confirmed(failing->dialect, c) &&
            findings_is_first(failing->dialect, like));
}

static void check_in(enum dialect dialect, const struct test_case *c)
{
    struct failing failing = {.dialect = dialect};

    if (!can(dialect, c))
        return;
    if (fuzz_setting("FUZZ_SHOW")) {
        if (!is_confirmed(dialect, c))
            return;
        fprintf(stderr, "# finding: this case %s\n", fuzz_setting("FUZZ_SHOW"));
        test_case_print(c, stderr);
        return;
    }
    if (!fails(&failing, c) || !is_finding(&failing, c))
        return;
    print_failing(&failing, c);
    if (!fuzz_setting("FUZZ_GO_ON"))
        abort();
    findings_add(dialect, &failing.found, failing.stray);
}

/* Write the text to the file $FUZZ_LAST, from which it can be read after the
 * process has died. */
static void remember(const char *text, size_t length)
{
    static char *last;
    static bool tried;
    const char *path = fuzz_setting("FUZZ_LAST");

    if (!tried && path) {
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
