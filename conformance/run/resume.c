/* SPDX-License-Identifier: MIT */
#include "resume.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/base/output.h"
#include "conformance/base/terminal.h"
#include "conformance/base/whole_file.h"
#include "conformance/delivery/observed.h"

static int read_part(struct resume *resume, const struct part *part)
{
    struct whole_file text;
    const char *problem;

    if (!whole_file_read(&text, part->path))
        return complain(STATUS_USAGE, "run: --resume: %s: %s", part->path,
                        strerror(errno));
    problem =
        results_file_read(&resume->file, part->path, text.text, text.length);
    free(text.text);
    if (problem)
        return complain(STATUS_USAGE, "run: --resume: %s", problem);
    if (!resume->file.partial)
        return complain(STATUS_USAGE,
                        "run: --resume: %s: it does not begin with the "
                        "command line of a run that was killed",
                        part->path);
    return STATUS_PASS;
}

/* What of the command is code that somebody else may have written; null: there
 * is none. */
static const char *resume_runs_code(const struct resume *resume)
{
    for (size_t k = 0; resume->arguments[k]; k++) {
        const char *word = resume->arguments[k];
        bool value = k > 0 && resume->arguments[k - 1][0] == '-';

        if (strncmp(word, "exec:", 5) == 0 || (!value && strchr(word, '/')) ||
            (strlen(word) > 3 && strcmp(word + strlen(word) - 3, ".so") == 0))
            return word;
    }
    return NULL;
}

/* On standard error, before it is run. */
static void resume_announce(const struct resume *resume)
{
    fputs("profilcheck: run: --resume: in ", stderr);
    terminal_clean(resume->file.directory, stderr);
    fputs(": profilcheck run", stderr);
    for (size_t k = 0; resume->arguments[k]; k++) {
        putc(' ', stderr);
        terminal_clean(resume->arguments[k], stderr);
    }
    putc('\n', stderr);
}

int resume_begin(struct resume *resume, struct part *part, const char *name,
                 bool sure)
{
    const char *problem = part_resume(part, name);
    const struct results_file *file = &resume->file;
    int status;

    if (problem)
        return complain(STATUS_USAGE, "run: --resume: %s", problem);
    status = read_part(resume, part);
    if (status != STATUS_PASS)
        return status;
    resume->arguments =
        calloc(file->argument_count + 1, sizeof *resume->arguments);
    if (!resume->arguments)
        return out_of_memory();
    for (size_t k = 0; k < file->argument_count; k++)
        resume->arguments[k] = (char *)file->arguments[k];
    if (!sure && !part_is_own(part) && resume_runs_code(resume))
        return complain(STATUS_USAGE,
                        "run: --resume: %s belongs to another user, and goes "
                        "on with %s; add --yes if that may be run here",
                        name, resume_runs_code(resume));
    resume_announce(resume);
    if (chdir(file->directory) != 0)
        return complain(STATUS_USAGE,
                        "run: --resume: the run was begun in %s: %s",
                        file->directory, strerror(errno));
    return STATUS_PASS;
}

void resume_end(struct resume *resume)
{
    results_file_free(&resume->file);
    free(resume->arguments);
}

static const char *resume_value_of(const struct named *list, size_t count,
                                   const char *name)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(list[k].name, name) == 0)
            return list[k].value;
    return NULL;
}

static bool resume_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static int resume_differs(const char *what, const char *was, const char *is)
{
    return complain(STATUS_USAGE,
                    "run: --resume: that would be another run: %s was %s and "
                    "is %s; run it anew",
                    what, was ? was : "not given", is ? is : "not given");
}

/* All that is named in one list has the same value in the other. */
static int check_named(const struct named *was, size_t was_count,
                       const struct named *is, size_t is_count)
{
    int status = STATUS_PASS;

    for (size_t k = 0; status == STATUS_PASS && k < is_count; k++) {
        const char *value = resume_value_of(was, was_count, is[k].name);

        if (!resume_same(value, is[k].value))
            status = resume_differs(is[k].name, value, is[k].value);
    }
    return status;
}

static int resume_check(const struct results *was, const struct results *is)
{
    const struct {
        const char *name, *was, *is;
    } rows[] = {{"the version of profilcheck", was->version, is->version},
                {"the hash of its tables", was->tables, is->tables},
                {"the suite", was->suite, is->suite},
                {"the backend", was->backend, is->backend},
                {"the shard", was->shard, is->shard}};
    int status;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (!resume_same(rows[k].was, rows[k].is))
            return resume_differs(rows[k].name, rows[k].was, rows[k].is);
    status = check_named(was->identity, was->identity_count, is->identity,
                         is->identity_count);
    return status != STATUS_PASS
               ? status
               : check_named(was->environment, was->environment_count,
                             is->environment, is->environment_count);
}

int resume_find(const struct resume *resume, const struct results *run,
                size_t cases, const char *list, const struct results **found)
{
    const struct results_file *file = &resume->file;
    size_t k = 0;
    int status;

    *found = NULL;
    while (k < file->count &&
           (!resume_same(file->runs[k].implementation, run->implementation) ||
            !resume_same(file->runs[k].dialect, run->dialect)))
        k++;
    if (k == file->count)
        return STATUS_PASS;
    status = resume_check(&file->runs[k], run);
    if (status == STATUS_PASS && file->left[k].unjudged &&
        (file->left[k].planned != cases ||
         !resume_same(file->left[k].list, list)))
        status = resume_differs("the list of cases", file->left[k].list, list);
    if (status == STATUS_PASS)
        *found = &file->runs[k];
    return status;
}

bool resume_is_over(const struct resume *resume, const struct results *found)
{
    return !resume->file.left[found - resume->file.runs].unjudged;
}

/* The record of a case; null: there is none. */
static const struct result *record_of(const struct resume_cases *known,
                                      const struct assessed *cases, size_t k)
{
    const struct results *found = known->found;
    size_t number = known->numbers ? known->numbers[k] : k;

    for (size_t at = 0; at < found->case_count; at++)
        if (found->cases[at].index == number &&
            strcmp(found->cases[at].id, cases[k].c->id) == 0)
            return &found->cases[at];
    return NULL;
}

static bool recall_one(const struct resume_cases *known, struct assessed *cases,
                       size_t k, bool shared)
{
    const struct result *record = record_of(known, cases, k);
    struct observation observation;
    struct observed_error error;
    const char *text;

    if (!record || (!shared && !record->company))
        return false;
    text = shared && record->company ? record->company : record->observed;
    if (!observed_parse(text, strlen(text), &observation, &error))
        return false;
    *(shared ? &cases[k].observation : &cases[k].alone) = observation;
    cases[k].has_alone = !shared;
    return true;
}

/* How many of the indices belong to one process. */
static size_t resume_company(const struct resume_cases *known,
                             const size_t *indices, size_t count, bool shared)
{
    size_t length = 1;

    while (shared && length < count &&
           known->portions[indices[length]] == known->portions[indices[0]])
        length++;
    return length;
}

size_t resume_recall(const struct resume_cases *known, struct assessed *cases,
                     size_t *indices, size_t count, bool shared)
{
    size_t left = 0, length;

    for (size_t first = 0; known->found && first < count; first += length) {
        size_t recalled = 0;

        length = resume_company(known, indices + first, count - first, shared);
        while (recalled < length &&
               recall_one(known, cases, indices[first + recalled], shared))
            recalled++;
        if (recalled == length)
            continue;
        for (size_t k = 0; k < recalled && shared; k++)
            observation_free(&cases[indices[first + k]].observation);
        for (size_t k = 0; k < length; k++)
            indices[left++] = indices[first + k];
    }
    return known->found ? left : count;
}
