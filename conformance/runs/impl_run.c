/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/language/case_lex.h"
#include "conformance/language/generate.h"
#include "conformance/language/suite.h"
#include "conformance/observe/host.h"
#include "conformance/observe/probe.h"
#include "conformance/observe/workers.h"
#include "impl_run.h"
#include "recorded.h"

const char *shard_parse(const char *text, struct shard *shard)
{
    const char *slash = strchr(text, '/');
    uint64_t number, of;
    char first[24] = "";

    if (slash && (size_t)(slash - text) < sizeof first)
        memcpy(first, text, (size_t)(slash - text));
    if (!text_number(first, &number) || !text_number(slash + 1, &of))
        return "a shard and the number of shards, as 3/8";
    if (of < 1 || of > SHARDS)
        return "after the slash a number of shards from 1 to 9999";
    if (number < 1 || number > of)
        return "before the slash a shard from 1 to the number of shards";
    *shard = (struct shard){(unsigned)number, (unsigned)of, NULL};
    return NULL;
}

/* The shard with the fewest cases, counted from 0. */
static unsigned lightest(const size_t *held, unsigned of)
{
    unsigned found = 0;

    for (unsigned k = 1; k < of; k++)
        if (held[k] < held[found])
            found = k;
    return found;
}

void shard_choose(struct shard *shard, const size_t *portions, size_t count,
                  bool *mine)
{
    size_t length;

    if (!shard->held)
        shard->held = memory_new(shard->of, sizeof *shard->held);
    for (size_t first = 0; first < count; first += length) {
        unsigned taker = lightest(shard->held, shard->of);

        for (length = 0; first + length < count &&
                         portions[first + length] == portions[first];
             length++)
            mine[first + length] = taker + 1 == shard->number;
        shard->held[taker] += length;
    }
}

static const char *backend_name(const struct observe_options *observe)
{
    return observe->backend == BACKEND_CLOCK    ? "clock"
           : observe->impl->deliver             ? observe->impl->name
           : observe->backend == BACKEND_PTRACE ? "ptrace"
                                                : "signal";
}

/* Who is judged, by what, and where. */
static void impl_run_describe(struct impl_run *run, bool live)
{
    struct results *results = &run->results;
    const struct named *rows =
        environment_describe(&results->environment_count);

    memcpy(run->environment, rows, results->environment_count * sizeof *rows);
    if (run->profil_max) {
        snprintf(run->limit, sizeof run->limit, "%u", run->profil_max);
        run->environment[results->environment_count++] =
            (struct named){"PROFIL_MAX", run->limit};
    }
    results->environment = run->environment;
    results->implementation = run->observe.open.path;
    results->dialect = dialect_table[run->dialect].name;
    results->backend = live ? "clock" : backend_name(&run->observe);
}

void impl_run_begin(struct impl_run *run,
                    const struct impl_run_settings *settings,
                    enum dialect dialect)
{
    const char *name = dialect_table[dialect].name;

    *run =
        (struct impl_run){.dialect = dialect, .constants = impl_defaults(name)};

    unsigned *constants[IMPL_RUN_CONSTANTS] = {
        &run->constants.prof_ushort, &run->constants.prof_uint,
        &run->constants.prof_fast, &run->profil_max, &run->constants.clk_tck};
    for (unsigned k = 0; k < IMPL_RUN_CONSTANTS; k++)
        if (settings->constants[k].is_set)
            *constants[k] = settings->constants[k].value;
    run->observe =
        (struct observe_options){.impl = settings->impl,
                                 .open = {.path = settings->name,
                                          .dialect = name,
                                          .constants = &run->constants},
                                 .timeout_ms = settings->timeout_ms,
                                 .backend = settings->backend};
    impl_run_describe(run, settings->live);
    run->results.chosen = settings->id_count > 0 || !settings->suite;
    run->results.suite = settings->live     ? "live"
                         : settings->laws   ? "laws"
                         : !settings->suite ? "cases"
                         : settings->full   ? "full"
                                            : "quick";
    run->results.tried = settings->tried;
    run->results.control = settings->control;
}

bool impl_run_goes_on(const struct impl_run *run, const struct impl_run *before)
{
    const struct observe_options *one = &run->observe;
    const struct observe_options *other = &before->observe;

    return one->impl == &impl_so && other->impl == &impl_so &&
           strcmp(one->open.path, other->open.path) == 0;
}

void impl_run_probe(struct impl_run *run, const struct impl_run *before)
{
    if (before && impl_run_goes_on(run, before))
        run->observe.learnt.hung = before->observe.learnt.hung;
    run->capabilities = probe_capabilities(&run->observe);
}

/* Where the first of its calls is in its source; null: unknown. */
static const char *source_of(struct impl_run *run)
{
    char calls[sizeof run->calls], *rest = calls, *name;

    if (run->observe.impl != &impl_so)
        return NULL;
    memcpy(calls, run->calls, sizeof calls);
    while ((name = strsep(&rest, " ")))
        if (artifact_source(run->observe.open.path, name, run->source,
                            sizeof run->source))
            return run->source;
    return NULL;
}

void impl_run_identify(struct impl_run *run,
                       const struct impl_run_settings *settings,
                       const char *date)
{
    struct results *results = &run->results;

    artifact_of(&run->artifact, run->observe.impl, run->observe.open.path);
    snprintf(run->date, sizeof run->date, "%s", date);
    results->identity = run->artifact.rows;
    results->identity_count = run->artifact.count;
    results->version = PROFILCHECK_VERSION;
    results->commit = environment_commit();
    results->command = settings->command;
    results->source = settings->source ? settings->source : source_of(run);
    results->tables = rederive_tables();
    results->date = *run->date ? run->date : NULL;
}

void impl_run_add_calls(struct impl_run *run)
{
    static const struct {
        unsigned can;
        const char *name;
    } rows[] = {
        {IMPL_CAN_PROFIL, "profil"},
        {IMPL_CAN_SPROFIL, "sprofil"},
        {IMPL_CAN_MONITOR, "monitor"},
        {IMPL_CAN_MONSTARTUP, "monstartup"},
        {IMPL_CAN_MONCONTROL, "moncontrol"},
        {IMPL_CAN_COUNT, "mcount"},
        {IMPL_CAN_MCLEANUP, "_mcleanup"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (run->capabilities & rows[k].can) {
            strcat(run->calls, *run->calls ? " " : "");
            strcat(run->calls, rows[k].name);
        }
    run->environment[run->results.environment_count++] =
        (struct named){"calls", run->calls};
}

/* The ways in which ticks came, known when all cases ran. */
void impl_run_add_delivery(struct impl_run *run)
{
    environment_delivery(run->cases, run->count, run->delivery);
    run->environment[run->results.environment_count++] =
        (struct named){"delivery", run->delivery};
}

void impl_run_free(struct impl_run *run)
{
    for (size_t k = 0; k < run->count; k++) {
        observation_free(&run->cases[k].observation);
        observation_free(&run->cases[k].alone);
        free(run->cases[k].unsupported);
    }
    free(run->cases);
    free(run->portions);
    free(run->indices);
    free(run->look.indices);
    results_free(&run->results);
    case_list_free(&run->list);
    case_list_free(&run->full);
}

/* A hash of the ids of all cases, in order. */
static void sum_up(struct impl_run *run)
{
    struct sha256 sum;

    sha256_begin(&sum);
    for (size_t k = 0; k < run->count; k++)
        sha256_add(&sum, run->cases[k].c->id, strlen(run->cases[k].c->id) + 1);
    sha256_end_hex(&sum, run->digest);
}

/* Only the cases of a shard stay. */
static void keep_shard(struct impl_run *run, struct shard *shard)
{
    bool *mine = memory_new(run->count, sizeof *mine);
    size_t kept = 0;

    shard_choose(shard, run->portions, run->count, mine);
    snprintf(run->shard, sizeof run->shard, "%u/%u", shard->number, shard->of);
    run->results.shard = run->shard;
    run->results.whole = run->whole;
    run->results.list = run->digest;
    for (size_t k = 0; k < run->count; k++)
        if (mine[k]) {
            run->cases[kept] = run->cases[k];
            run->portions[kept] = run->portions[k];
            run->indices[kept++] = k;
        }
    run->count = kept;
    free(mine);
}

/* A part of it: into portions, which depend on all cases, and of those only
 * the shard's stay. */
static void impl_run_cut(struct impl_run *run, struct shard *shard)
{
    const struct test_case **cases = memory_new(run->count, sizeof *cases);

    run->whole = run->count;
    sum_up(run);
    run->portions = memory_new(run->count, sizeof *run->portions);
    run->indices = memory_new(run->count, sizeof *run->indices);
    for (size_t k = 0; k < run->count; k++) {
        cases[k] = run->cases[k].c;
        run->indices[k] = k;
    }
    task_cut(&run->observe, cases, run->count, run->portions);
    free(cases);
    if (shard->of)
        keep_shard(run, shard);
}

bool impl_run_wants(struct impl_run_settings *settings, const char *name)
{
    bool match = settings->id_count == 0;

    for (size_t k = 0; k < settings->id_count; k++)
        if (strcmp(settings->ids[k], name) == 0)
            match = settings->id_found[k] = true;
    return match;
}

/* With lists of as many regions as a PROFIL_MAX that was given permits, and of
 * one more, which the quick suite has of the usual one. */
static bool load_all(struct impl_run *run, bool full, struct case_error *error)
{
    char name[24];

    if (!suite_load(&run->list, run->dialect, full, error))
        return false;
    for (uint32_t k = 0; run->profil_max && k < 2; k++) {
        snprintf(name, sizeof name, "count-%u", run->profil_max + k);
        if (!case_list_find(&run->list, name))
            generate_count(&run->list, run->profil_max + k);
    }
    return true;
}

/* Of the full suite, what the quick one does not have is made only where a
 * case is asked for that is not in that. */
static bool load_suite(struct impl_run *run,
                       const struct impl_run_settings *settings,
                       struct case_error *error)
{
    bool full = settings->full && settings->id_count == 0;

    if (!load_all(run, full, error))
        return false;
    for (size_t k = 0; settings->full && k < settings->id_count; k++)
        full = full || !case_list_find(&run->list, settings->ids[k]);
    if (!full || settings->id_count == 0)
        return true;
    case_list_free(&run->list);
    run->list = (struct case_list){0};
    return load_all(run, true, error);
}

int impl_run_load(struct impl_run *run, struct impl_run_settings *settings)
{
    struct case_error error;
    bool good = true;

    run->checks = impl_run_checks(run, settings);
    if (settings->live || settings->laws)
        return STATUS_PASS;
    if (settings->suite && !load_suite(run, settings, &error))
        return complain(STATUS_HARNESS, "%s", error.text);
    suite_for_addresses(&run->list, 8 * sizeof(void *));
    for (size_t k = 0; good && k < settings->file_count; k++)
        good = suite_load_file(&run->list, settings->files[k], &error);
    if (!good)
        return complain(STATUS_USAGE, "%s", error.text);
    run->cases = memory_new(run->list.count, sizeof *run->cases);
    for (size_t k = 0; k < run->list.count; k++) {
        struct test_case *c = &run->list.cases[k];
        bool by_id = impl_run_wants(settings, c->id);
        bool by_name = impl_run_wants(settings, c->slug);

        c->script.profil_max = run->profil_max;
        if ((by_id || by_name) && c->dialects >> run->dialect & 1)
            run->cases[run->count++].c = c;
    }
    impl_run_cut(run, &settings->shard);
    return STATUS_PASS;
}

/* The case of the full suite that a cause names; null where there is none that
 * can be run, or it was. */
static const struct test_case *reported_case(const struct impl_run *run,
                                             const struct cause *cause)
{
    const char *colon = cause->telling ? strchr(cause->telling, ':') : NULL;
    char id[CASE_ID] = "";
    const struct test_case *c;

    if (!colon || (size_t)(colon - cause->telling) >= sizeof id)
        return NULL;
    memcpy(id, cause->telling, (size_t)(colon - cause->telling));
    c = case_list_find(&run->full, id);
    if (!c || !(c->dialects >> run->dialect & 1) ||
        probe_lacks(c, run->dialect, run->capabilities, &run->constants))
        return NULL;
    for (size_t k = 0; k < run->count; k++)
        if (strcmp(run->cases[k].c->id, id) == 0)
            return NULL;
    return c;
}

/* One more case, in a process of its own. */
static void impl_run_separate_add(struct impl_run *run,
                                  const struct test_case *c)
{
    size_t n = run->count;

    run->cases =
        memory_got(reallocarray(run->cases, n + 1, sizeof *run->cases));
    run->portions =
        memory_got(reallocarray(run->portions, n + 1, sizeof *run->portions));
    run->indices =
        memory_got(reallocarray(run->indices, n + 1, sizeof *run->indices));
    run->look.indices = memory_got(
        reallocarray(run->look.indices, n + 2, sizeof *run->indices));
    run->cases[n] = (struct assessed){.c = c};
    run->portions[n] = n ? run->portions[n - 1] + 1 : 0;
    run->indices[n] = n;
    run->look.indices[run->look.count++] = n;
    run->look.shared = true;
    run->count = run->whole = n + 1;
}

static void load_full(struct impl_run *run)
{
    struct case_error error;

    if (run->full.count)
        return;
    if (!suite_load(&run->full, run->dialect, true, &error))
        memory_out();
    suite_for_addresses(&run->full, 8 * sizeof(void *));
    for (size_t k = 0; k < run->full.count; k++)
        run->full.cases[k].script.profil_max = run->profil_max;
}

/* For the causes of a run that was judged, the cases that separate them are
 * added at its end, and are what it wants to see. */
static void impl_run_separate(struct impl_run *run)
{
    const struct results *results = &run->results;

    if (results->cause_count)
        load_full(run);
    for (size_t k = 0; k < results->cause_count; k++) {
        const struct test_case *c = reported_case(run, &results->causes[k]);

        if (c)
            impl_run_separate_add(run, c);
    }
}

enum { ROUNDS = 4 };

int impl_run_try(const struct impl_run *run, bool *alive)
{
    const char *why = run->observe.learnt.why;
    enum smoke smoke = run->observe.learnt.smoke;

    if (smoke == SMOKE_USAGE)
        return complain(STATUS_USAGE, "%s: %s", run->observe.open.path, why);
    if (smoke == SMOKE_HARNESS)
        return complain(STATUS_HARNESS, "%s: it could not be tried: %s",
                        run->observe.open.path, why);
    if (smoke == SMOKE_SILENT)
        complain(STATUS_FAIL, "%s as %s: %s", run->observe.open.path,
                 run->observe.open.dialect, why);
    *alive = smoke == SMOKE_READY || smoke == SMOKE_SILENT;
    return STATUS_PASS;
}

/* The process ended when it was opened: so does each case. */
static void impl_run_note_deaths(struct impl_run *run)
{
    const struct learnt *learnt = &run->observe.learnt;
    struct observation death = {.ended = learnt->ended,
                                .status = learnt->status};

    if (learnt->ended != ENDED_SIGNAL && learnt->ended != ENDED_EXIT)
        snprintf(death.note, sizeof death.note, "%.190s", learnt->why);
    for (size_t k = 0; k < run->count; k++)
        run->cases[k].observation = death;
}

/* All that can be run. */
static int look_at_all(struct impl_run *run)
{
    struct impl_run_look *look = &run->look;
    bool alive;
    int status = impl_run_try(run, &alive);

    if (status != STATUS_PASS)
        return status;
    look->indices = memory_new(run->count, sizeof *look->indices);
    look->shared = true;
    if (run->observe.learnt.smoke == SMOKE_DIED) {
        impl_run_note_deaths(run);
        return STATUS_PASS;
    }
    for (size_t k = 0; k < run->count; k++) {
        struct assessed *a = &run->cases[k];
        const char *lacks =
            alive ? probe_lacks(a->c, run->dialect, run->capabilities,
                                &run->constants)
                  : run->observe.learnt.why;

        if (!lacks)
            lacks = host_breaks(a->c, run->observe.backend);
        if (lacks)
            a->unsupported = memory_text(lacks);
        else
            look->indices[look->count++] = k;
    }
    return STATUS_PASS;
}

static void look_at_batches(struct impl_run *run)
{
    struct impl_run_look *look = &run->look;

    look->shared = false;
    for (size_t k = 0; k < run->count; k++)
        if (run->cases[k].observation.batched)
            look->indices[look->count++] = k;
}

static void judge_shard(struct impl_run *run)
{
    assess(run->dialect, run->cases, run->count, &run->results);
    for (size_t k = 0; k < run->count; k++)
        run->results.cases[k].index = run->indices[k];
}

/* Where it is over, that is the next step. */
static void impl_run_judge(struct impl_run *run)
{
    struct impl_run_look *look = &run->look;

    look->shared = false;
    assess_step(run->dialect, run->cases, run->count, &run->assessing,
                look->indices, &run->results);
    look->count = run->assessing.wanted;
    if (run->assessing.step == ASSESS_OVER)
        run->step = IMPL_RUN_JUDGED;
}

static void impl_run_separate_round(struct impl_run *run)
{
    if (run->rounds++ < ROUNDS)
        impl_run_separate(run);
    if (run->look.count) {
        results_free(&run->results);
        run->assessing = (struct assess_state){0};
        run->recording = NULL; /* they are in no plan */
        run->step = IMPL_RUN_SEEN;
    }
}

int impl_run_next(struct impl_run *run, bool separate)
{
    int status = STATUS_PASS;

    run->look.count = 0;
    while (status == STATUS_PASS && !run->look.count &&
           run->step != IMPL_RUN_OVER)
        switch (run->step) {
        case IMPL_RUN_NEW:
            status = look_at_all(run);
            run->step = *run->shard ? IMPL_RUN_SHARD : IMPL_RUN_SEEN;
            break;
        case IMPL_RUN_SHARD:
            look_at_batches(run);
            run->step = IMPL_RUN_SHARD_ALONE;
            break;
        case IMPL_RUN_SHARD_ALONE:
            judge_shard(run);
            run->step = IMPL_RUN_OVER;
            break;
        case IMPL_RUN_SEEN: impl_run_judge(run); break;
        case IMPL_RUN_JUDGED:
            run->step = IMPL_RUN_OVER;
            if (separate)
                impl_run_separate_round(run);
            break;
        case IMPL_RUN_OVER: break;
        }
    return status;
}
