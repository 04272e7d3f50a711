/* SPDX-License-Identifier: MIT */
#include "fields.h"

#include <stdlib.h>

#include "conformance/base/sha256.h"

/* The lines of one run, with the sum of those so far. */
struct lines {
    const struct results *run;
    FILE *out;
    struct sha256 sum;
};

static struct lines lines_begin(const struct results *run, FILE *out)
{
    struct lines l = {.run = run, .out = out};

    sha256_begin(&l.sum);
    return l;
}

/* Of the lines so far and this one as far as it is gathered. */
static void put_sum(struct json *json, struct memory_stream *stream,
                    struct sha256 sum)
{
    char digest[SHA256_HEX];

    fflush(stream->out);
    sha256_add(&sum, stream->text, stream->length);
    sha256_end_hex(&sum, digest);
    digest[RESULTS_SUM] = '\0';
    json_put(json, "sum", digest);
}

/* Gathered first, and written whole. */
static void line(struct lines *l, enum results_line kind, const void *object)
{
    bool shard = l->run && l->run->shard;
    struct sha256 sum = l->sum;
    char digest[SHA256_HEX], *text;
    struct memory_stream stream;
    struct json json = {.out = memory_stream(&stream)};

    json_open(&json, NULL, "{", ", ");
    json_put(&json, "line", results_line_names[kind]);
    if (kind == LINE_HEADER)
        json_put(&json, "format", RESULTS_LINES);
    if (kind == LINE_OBSERVATION)
        results_write(&json, l->run, LINE_HEADER, RESULTS_WHOSE, l->run);
    results_write(&json, l->run, kind,
                  RESULTS_LINE | (shard ? RESULTS_SHARD : 0), object);
    if (kind == LINE_PLAN || kind == LINE_OBSERVATION)
        put_sum(&json, &stream, sum);
    if (kind == LINE_FOOTER) {
        sha256_end_hex(&sum, digest);
        json_put(&json, "sha256", digest);
    }
    json_close(&json, "}\n");
    text = memory_stream_end(&stream);
    sha256_add(&l->sum, text, stream.length);
    fwrite(text, 1, stream.length, l->out);
    fflush(l->out);
    free(text);
}

void results_write_run(const struct results *run, FILE *out)
{
    struct lines l = lines_begin(run, out);

    line(&l, LINE_HEADER, run);
    for (size_t k = 0; k < run->case_count; k++)
        line(&l, LINE_CASE, &run->cases[k]);
    for (size_t k = 0; k < run->behaviour_count; k++)
        line(&l, LINE_RULE, &run->behaviour[k]);
    for (size_t k = 0; k < run->cause_count; k++)
        line(&l, LINE_CAUSE, &run->causes[k]);
    line(&l, LINE_FOOTER, run);
}

void results_write_command(const struct results_file *file, FILE *out)
{
    struct lines l = lines_begin(NULL, out);

    line(&l, LINE_COMMAND, file);
}

void results_write_plan(const struct results *run,
                        const struct results_left *left, FILE *out)
{
    struct lines l = lines_begin(run, out);

    line(&l, LINE_HEADER, run);
    line(&l, LINE_PLAN, left);
}

void results_write_observed(const struct results *run,
                            const struct result *seen, FILE *out)
{
    struct lines l = lines_begin(run, out);

    line(&l, LINE_OBSERVATION, seen);
}
