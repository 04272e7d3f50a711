/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "conformance/base/json_text.h"
#include "conformance/base/sha256.h"
#include "conformance/results/house.h"
#include "reports.h"

/* The lines of one run: each is gathered, summed up and written whole. */
struct lines_shown {
    FILE *out;
    struct sha256 sum;
    FILE *line; /* the one that is gathered */
    char *text;
    size_t length;
    bool good;
};

static FILE *line_begin(struct lines_shown *l, const char *kind)
{
    if (!l->good)
        return NULL;
    l->line = open_memstream(&l->text, &l->length);
    l->good = l->line != NULL;
    if (l->good)
        fprintf(l->line, "{\"line\": \"%s\"", kind);
    return l->line;
}

static void line_end(struct lines_shown *l)
{
    bool whole;

    fputs("}\n", l->line);
    whole = !ferror(l->line);
    l->good = fclose(l->line) == 0 && whole;
    if (l->good) {
        sha256_add(&l->sum, l->text, l->length);
        fwrite(l->text, 1, l->length, l->out);
        fflush(l->out);
    }
    free(l->text);
    l->text = NULL;
}

static void key(const char *name, FILE *out)
{
    fputs(", ", out);
    json_text(name, out);
    fputs(": ", out);
}

/* Left out where it is null. */
static void string(const char *name, const char *value, FILE *out)
{
    if (!value)
        return;
    key(name, out);
    json_text(value, out);
}

static void strings(const char *name, const char *const *list, size_t count,
                    FILE *out)
{
    key(name, out);
    json_list(list, count, out);
}

static void pairs(const char *name, const struct named *list, size_t count,
                  FILE *out)
{
    key(name, out);
    putc('{', out);
    for (size_t k = 0; k < count; k++) {
        fputs(k ? ", " : "", out);
        json_text(list[k].name, out);
        fputs(": ", out);
        json_text(list[k].value, out);
    }
    putc('}', out);
}

static void header(struct lines_shown *l, const struct results *run)
{
    FILE *out = line_begin(l, "header");

    if (!out)
        return;
    string("format", RESULTS_LINES, out);
    string("version", run->version, out);
    string("commit", run->commit, out);
    string("tables", run->tables, out);
    string("date", run->date, out);
    string("implementation", run->implementation, out);
    string("dialect", run->dialect, out);
    string("backend", run->backend, out);
    string("suite", run->suite, out);
    string("command", run->command, out);
    string("source", run->source, out);
    if (run->shard) {
        string("shard", run->shard, out);
        fprintf(out, ", \"whole\": %zu", run->whole);
        string("list", run->list, out);
    }
    if (run->tried)
        fputs(", \"tried\": true", out);
    if (run->control)
        fputs(", \"control\": true", out);
    string("waivers", run->waivers, out);
    string("house_rules", house_policies[run->house_policy], out);
    pairs("identity", run->identity, run->identity_count, out);
    pairs("environment", run->environment, run->environment_count, out);
    line_end(l);
}

static void bins(const struct wrong_buffer *h, FILE *out)
{
    static const char *const names[] = {"at", "expected", "got"};

    for (unsigned part = 0; part < 3; part++) {
        key(names[part], out);
        putc('[', out);
        for (size_t k = 0; k < h->count; k++) {
            const struct wrong_counter *bin = &h->bins[k];

            fputs(k ? ", " : "", out);
            if (part == 0)
                fprintf(out, "%" PRId64, bin->at);
            else
                fprintf(out, "%" PRIu64, part == 1 ? bin->expected : bin->got);
        }
        putc(']', out);
    }
}

/* Addresses and scales are text: a number of JSON has not the 64 bits. */
static void lines_histogram(const struct wrong_buffer *h, FILE *out)
{
    if (!h)
        return;
    key("histogram", out);
    fputs("{\"buffer\": ", out);
    json_text(h->buffer, out);
    fprintf(out,
            ", \"width\": %u, \"size\": %" PRIu64 ", \"offset\": \"0x%" PRIx64
            "\", \"scale\": \"0x%" PRIx64 "\"",
            h->width, h->size, h->offset, h->scale);
    bins(h, out);
    putc('}', out);
}

static void lines_cause_ids(const struct results *run, const struct result *c,
                            FILE *out)
{
    if (!c->cause_count)
        return;
    key("cause", out);
    for (size_t k = 0; k < c->cause_count; k++) {
        fputs(k ? ", " : "[", out);
        json_text(run->causes[c->causes[k]].id, out);
    }
    putc(']', out);
}

static void lines_one_case(struct lines_shown *l, const struct results *run,
                           const struct result *c)
{
    FILE *out = line_begin(l, "case");

    if (!out)
        return;
    string("id", c->id, out);
    if (run->shard)
        fprintf(out, ", \"index\": %zu", c->index);
    string("verdict", verdict_names[c->verdict], out);
    if (c->finding)
        fputs(", \"finding\": true", out);
    strings("rules", c->rules, c->rule_count, out);
    lines_cause_ids(run, c, out);
    string("input", c->input, out);
    string("got", c->got, out);
    string("permitted", c->permitted, out);
    string("detail", c->detail, out);
    string("house", c->house, out);
    string("judged", c->house ? verdict_names[c->judged] : NULL, out);
    string("waived", c->waiver ? verdict_names[c->waived] : NULL, out);
    string("waiver", c->waiver, out);
    string("case", c->text, out);
    string("observed", c->observed, out);
    string("company", c->company, out);
    string("explanation", c->explanation, out);
    string("program", c->program, out);
    lines_histogram(c->histogram, out);
    line_end(l);
}

static void one_rule(struct lines_shown *l, const struct rule_finding *finding)
{
    FILE *out = line_begin(l, "rule");

    if (!out)
        return;
    string("rule", finding->rule, out);
    string("question", finding->question, out);
    strings("choices", finding->choices, finding->choice_count, out);
    string("standing", standing_names[finding->standing], out);
    string("clause", finding->clause, out);
    line_end(l);
}

static void lines_one_cause(struct lines_shown *l, const struct results *run,
                            const struct cause *cause)
{
    FILE *out = line_begin(l, "cause");

    if (!out)
        return;
    string("id", cause->id, out);
    string("rule", cause->rule, out);
    strings("found", cause->found, cause->found_count, out);
    strings("permitted", cause->permitted, cause->permitted_count, out);
    strings("others", cause->others, cause->other_count, out);
    if (cause->telling)
        string("telling", cause->telling, out);
    string("clause", cause->clause, out);
    string("confidence", confidence_names[cause->confidence], out);
    string("sentence", cause->sentence, out);
    key("cases", out);
    for (size_t k = 0; k < cause->case_count; k++) {
        fputs(k ? ", " : "[", out);
        json_text(run->cases[cause->cases[k]].id, out);
    }
    putc(']', out);
    line_end(l);
}

static void footer(struct lines_shown *l, const struct results *run)
{
    struct sha256 sum = l->sum;
    FILE *out = line_begin(l, "footer");
    char digest[SHA256_HEX];

    if (!out)
        return;
    fprintf(out,
            ", \"cases\": %zu, \"rules\": %zu, \"causes\": %zu, \"summary\": {",
            run->case_count, run->behaviour_count, run->cause_count);
    for (size_t k = 0; k < VERDICTS; k++)
        fprintf(out, "%s\"%s\": %zu", k ? ", " : "", verdict_names[k],
                run->summary[k]);
    putc('}', out);
    sha256_end_hex(&sum, digest);
    string("sha256", digest, out);
    line_end(l);
}

bool report_lines_begin(const struct results *run, FILE *out)
{
    struct lines_shown l = {.out = out, .good = true};

    sha256_begin(&l.sum);
    header(&l, run);
    return l.good;
}

bool report_lines_observed(const struct results *run, const struct result *seen,
                           FILE *out)
{
    struct lines_shown l = {.out = out, .good = true};
    FILE *line = line_begin(&l, "observation");

    if (!line)
        return false;
    sha256_begin(&l.sum);
    string("implementation", run->implementation, line);
    string("dialect", run->dialect, line);
    string("id", seen->id, line);
    fprintf(line, ", \"index\": %zu", seen->index);
    string("case", seen->text, line);
    string("observed", seen->observed, line);
    line_end(&l);
    return l.good;
}

bool report_lines(const struct results *run, FILE *out)
{
    struct lines_shown l = {.out = out, .good = true};

    sha256_begin(&l.sum);
    header(&l, run);
    for (size_t k = 0; k < run->case_count; k++)
        lines_one_case(&l, run, &run->cases[k]);
    for (size_t k = 0; k < run->behaviour_count; k++)
        one_rule(&l, &run->behaviour[k]);
    for (size_t k = 0; k < run->cause_count; k++)
        lines_one_cause(&l, run, &run->causes[k]);
    footer(&l, run);
    return l.good;
}
