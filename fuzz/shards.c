/* SPDX-License-Identifier: MIT */
/*
 * The shards of a run: files of results with a row "--" between them.  They are
 * merged, or refused in a line; the result is read as a run that is no shard,
 * and does not depend on the order of the files.
 */
#include "conformance/runs/shards.h"
#include "conformance/base/output.h"
#include "conformance/runs/recorded.h"
#include "lines.h"

enum { FILES_MOST = 8 };

static bool add_file(struct shards *shards, const char *text, size_t size)
{
    struct memory_stream filled = lines_fill(text, size);
    struct results_file *file = &shards->files[shards->count];
    bool good = !results_file_read(file, "shard", filled.text, filled.length);

    free(filled.text);
    if (good)
        lines_adopt(file);
    if (good && file->partial) /* if it cannot be judged, that frees it */
        good = !results_file_judge(file, "shard");
    if (good)
        shards->names[shards->count++] = "shard";
    return good;
}

static bool add_files(struct shards *shards, const char *text, size_t size)
{
    const char *at = text, *end = text + size, *next;
    bool good = true;

    shards->files = memory_new(FILES_MOST, sizeof *shards->files);
    shards->names = memory_new(FILES_MOST, sizeof *shards->names);
    for (; good && at < end && shards->count < FILES_MOST; at = next) {
        const char *line = memmem(at, (size_t)(end - at), "\n--\n", 4);

        next = line ? line + 4 : end;
        good = add_file(shards, at, (size_t)((line ? line + 1 : end) - at));
    }
    return good && shards->count > 0;
}

/* Merge the runs.  False: they cannot be merged, and a line says why. */
static bool merge_all(struct shards *shards, struct memory_stream *merged)
{
    static const char begin[] = "profilcheck: merge: ";
    struct memory_stream said;
    FILE *loud = complaints_begin(&said);
    int status = shards_check(shards);

    memory_stream(merged);
    for (size_t k = 0; status != STATUS_USAGE && k < shards->files->count;
         k++) {
        struct waivers none = {0};

        status = merge_run(shards, k, &none, merged->out);
    }
    memory_stream_end(merged);
    complaints_end(&said, loud);
    text_must((status == STATUS_USAGE) == (said.length > 0) &&
                  !strncmp(said.text, begin, said.length ? strlen(begin) : 0),
              "refused without a reason", said.text, said.length);
    free(said.text);
    if (status == STATUS_USAGE)
        free(merged->text);
    return status != STATUS_USAGE;
}

static void check_merged(const struct shards *shards,
                         const struct memory_stream *t)
{
    struct results_file again;
    const char *problem =
        results_file_read(&again, "merged", t->text, t->length);

    text_must(!problem, problem, t->text, t->length);
    text_must(again.count == shards->files->count, "other runs", t->text,
              t->length);
    for (size_t k = 0; k < again.count; k++) {
        size_t whole = shards->files->runs[k].whole;

        text_must(!again.runs[k].shard, "still a shard", t->text, t->length);
        text_must(again.runs[k].case_count <= whole, "more cases than all",
                  t->text, t->length);
        if (!shards->files->partial && shards->count == 1)
            text_must(again.runs[k].case_count == whole, "fewer cases", t->text,
                      t->length);
    }
    results_file_free(&again);
}

static void turn_round(struct shards *shards)
{
    for (size_t k = 0; k < shards->count / 2; k++) {
        struct results_file file = shards->files[k];
        size_t other = shards->count - 1 - k;

        shards->files[k] = shards->files[other];
        shards->files[other] = file;
    }
}

bool fuzz_rows(const char *text, size_t size, bool check)
{
    struct shards shards = {0};
    struct memory_stream first, second;
    bool good = add_files(&shards, text, size);

    if (!check)
        good = good && shards_check(&shards) == STATUS_PASS;
    else if ((good = good && merge_all(&shards, &first))) {
        check_merged(&shards, &first);
        turn_round(&shards);
        text_must(merge_all(&shards, &second) &&
                      strcmp(first.text, second.text) == 0,
                  "the order of the files matters", first.text, first.length);
        free(first.text);
        free(second.text);
    }
    shards_free(&shards);
    return good;
}
