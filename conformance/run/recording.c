/* SPDX-License-Identifier: MIT */
#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/base/json_text.h"
#include "conformance/delivery/observed.h"
#include "reports/reports.h"

/* Lines that are written in one piece, for others append to the same file. */
struct piece {
    FILE *out;
    char *text;
    size_t length;
};

static bool piece_begin(struct piece *piece)
{
    *piece = (struct piece){0};
    piece->out = open_memstream(&piece->text, &piece->length);
    return piece->out != NULL;
}

/* What is short is a disk that is full, or so: the rest tells why. */
static bool recording_write_whole(int file, const char *text, size_t length)
{
    while (length) {
        ssize_t written = write(file, text, length);

        if (written < 0) {
            int error = errno;

            written = write(file, "\n", 1); /* for what comes next */
            errno = error;
            return false;
        }
        text += written;
        length -= (size_t)written;
    }
    return true;
}

static bool piece_end(struct piece *piece, bool good, int file)
{
    good = good && !ferror(piece->out);
    good = fclose(piece->out) == 0 && good;
    errno = ENOMEM;
    good = good && recording_write_whole(file, piece->text, piece->length);
    free(piece->text);
    return good;
}

/* As long as no more than this is in it, nothing was observed. */
static void recording_note_silence(struct part *part)
{
    struct stat about;

    if (part->silent >= 0 && fstat(part->lock, &about) == 0)
        part->silent = about.st_size;
}

bool recording_command(struct part *part, char *const *arguments)
{
    char *directory = getcwd(NULL, 0);
    struct piece piece;
    bool good;

    if (!part->path || !piece_begin(&piece)) {
        free(directory);
        return !part->path;
    }
    fputs("{\"line\": \"command\", \"directory\": ", piece.out);
    json_text(directory ? directory : "", piece.out);
    fputs(", \"arguments\": [", piece.out);
    for (size_t k = 0; arguments[k]; k++) {
        fputs(k ? ", " : "", piece.out);
        json_text(arguments[k], piece.out);
    }
    fputs("]}\n", piece.out);
    good = piece_end(&piece, true, part->lock);
    recording_note_silence(part);
    free(directory);
    return good;
}

void recording_begin(struct recording *recording, const struct results *run,
                     const struct recording_plan *plan)
{
    struct part *part = recording->part;
    struct stat before;
    struct piece piece;
    bool good, silent;

    recording->run = run;
    recording->cases = plan->cases;
    recording->indices = plan->indices;
    recording->count = plan->count;
    if (!part->path)
        return;
    silent = part->silent >= 0 && fstat(part->lock, &before) == 0 &&
             before.st_size <= part->silent;
    if (!piece_begin(&piece))
        return;
    good = report_lines_begin(run, piece.out);
    fprintf(piece.out,
            "{\"line\": \"plan\", \"cases\": %zu, \"list\": ", plan->count);
    json_text(plan->list, piece.out);
    fputs("}\n", piece.out);
    piece_end(&piece, good, part->lock);
    if (silent)
        recording_note_silence(part);
}

static size_t index_of(const struct recording *recording,
                       const struct test_case *c)
{
    size_t k = 0;

    while (k < recording->count && recording->cases[k].c != c)
        k++;
    return recording->indices && k < recording->count ? recording->indices[k]
                                                      : k;
}

static bool recording_put(const struct recording *recording,
                          const struct test_case *c,
                          const struct observation *seen, FILE *out)
{
    struct result line = {.id = c->id,
                          .index = index_of(recording, c),
                          .text = test_case_text(c),
                          .observed = observed_text(seen)};
    bool good = line.text && line.observed &&
                report_lines_observed(recording->run, &line, out);

    free(line.text);
    free(line.observed);
    return good;
}

void recording_observed(const void *context,
                        const struct test_case *const *cases,
                        const struct observation *observations, size_t count)
{
    const struct recording *recording = context;
    const char *path = recording->part->path;
    int file = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    bool good = true;
    struct piece piece;

    if (file < 0)
        return;
    if (piece_begin(&piece)) {
        for (size_t k = 0; good && k < count; k++)
            good =
                recording_put(recording, cases[k], &observations[k], piece.out);
        piece_end(&piece, good, file);
    }
    close(file);
}

void recording_end(const struct recording *recording, const struct results *run)
{
    struct piece piece;

    if (!recording->part->path || !piece_begin(&piece))
        return;
    piece_end(&piece, report_lines(run, piece.out), recording->part->lock);
}
