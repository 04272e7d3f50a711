/* SPDX-License-Identifier: MIT */
#include "fields.h"

#include <stdlib.h>

#include "conformance/base/sha256.h"

/* The lines of one run: each is gathered, summed up and written whole. */
struct lines {
    const struct results *run;
    FILE *out;
    struct sha256 sum;
    struct memory_stream line; /* the one that is gathered */
    struct json json;
};

static void lines_begin(struct lines *l, const struct results *run, FILE *out)
{
    *l = (struct lines){.run = run, .out = out};
    sha256_begin(&l->sum);
}

static void line_begin(struct lines *l, enum results_line kind)
{
    l->json = (struct json){.out = memory_stream(&l->line)};
    json_open(&l->json, NULL, "{", ", ");
    json_put(&l->json, "line", results_line_names[kind]);
}

static void line_end(struct lines *l)
{
    char *text;

    json_close(&l->json, "}\n");
    text = memory_stream_end(&l->line);
    sha256_add(&l->sum, text, l->line.length);
    fwrite(text, 1, l->line.length, l->out);
    fflush(l->out);
    free(text);
}

static void line(struct lines *l, enum results_line kind, unsigned forms,
                 const void *object)
{
    line_begin(l, kind);
    results_write(&l->json, l->run, kind, forms, object);
    line_end(l);
}

static void header(struct lines *l)
{
    line_begin(l, LINE_HEADER);
    json_put(&l->json, "format", RESULTS_LINES);
    results_write(&l->json, l->run, LINE_HEADER, RESULTS_LINE, l->run);
    line_end(l);
}

static void footer(struct lines *l)
{
    struct sha256 sum = l->sum;
    char digest[SHA256_HEX];

    sha256_end_hex(&sum, digest);
    line_begin(l, LINE_FOOTER);
    results_write(&l->json, l->run, LINE_FOOTER, RESULTS_LINE, l->run);
    json_put(&l->json, "sha256", digest);
    line_end(l);
}

void results_write_run(const struct results *run, FILE *out)
{
    struct lines l;

    lines_begin(&l, run, out);
    header(&l);
    for (size_t k = 0; k < run->case_count; k++)
        line(&l, LINE_CASE, RESULTS_LINE | (run->shard ? RESULTS_SHARD : 0),
             &run->cases[k]);
    for (size_t k = 0; k < run->behaviour_count; k++)
        line(&l, LINE_RULE, RESULTS_LINE, &run->behaviour[k]);
    for (size_t k = 0; k < run->cause_count; k++)
        line(&l, LINE_CAUSE, RESULTS_LINE, &run->causes[k]);
    footer(&l);
}

void results_write_command(const struct results_file *file, FILE *out)
{
    struct lines l;

    lines_begin(&l, NULL, out);
    line(&l, LINE_COMMAND, RESULTS_LINE, file);
}

void results_write_plan(const struct results *run,
                        const struct results_left *left, FILE *out)
{
    struct lines l;

    lines_begin(&l, run, out);
    header(&l);
    line(&l, LINE_PLAN, RESULTS_LINE, left);
}

void results_write_observed(const struct results *run,
                            const struct result *seen, FILE *out)
{
    struct lines l;

    lines_begin(&l, run, out);
    line_begin(&l, LINE_OBSERVATION);
    results_write(&l.json, run, LINE_HEADER, RESULTS_WHOSE, run);
    results_write(&l.json, run, LINE_OBSERVATION, RESULTS_LINE, seen);
    line_end(&l);
}
