/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/base/nearest.h"
#include "conformance/results/results.h"
#include "judging.h"
#include "verdict_text.h"

#define PUBLIC __attribute__((visibility("default")))

PUBLIC const char *profilcheck_version(void)
{
    return PROFILCHECK_VERSION;
}

/* A report of an error, where one is wanted. */
static int library_error(struct profilcheck_report **report, int outcome,
                         const char *sentence)
{
    char *bytes = NULL;
    size_t length;
    FILE *out = report ? open_memstream(&bytes, &length) : NULL;

    if (!out)
        return outcome;
    verdict_text_put_error(outcome, sentence, out);
    if (fclose(out) == 0)
        *report = verdict_text_read(bytes, length);
    else
        free(bytes);
    return outcome;
}

/* All that comes, until nobody is left to write.  Null where memory ran out, or
 * it could not be read. */
static char *library_read_all(int in, size_t *length)
{
    size_t room = 1 << 16;
    char *bytes = malloc(room);
    ssize_t n = 1;

    *length = 0;
    while (bytes && n != 0) {
        char *grown = bytes;

        n = read(in, bytes + *length, room - *length);
        if (n < 0 && errno != EINTR)
            break;
        *length += n > 0 ? (size_t)n : 0;
        if (*length == room) {
            room *= 2;
            grown = realloc(bytes, room);
        }
        if (!grown)
            break;
        bytes = grown;
    }
    if (n == 0)
        return bytes;
    free(bytes);
    return NULL;
}

/* Whoever waits for children there may have had it before. */
static void library_reap(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

static int library_judge(const struct judging *judging,
                         struct profilcheck_report **report)
{
    struct profilcheck_report *read;
    pid_t parent = getpid(), pid;
    size_t length;
    char *bytes;
    int ends[2], outcome;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return library_error(report, PROFILCHECK_ERROR, strerror(errno));
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        close(ends[0]);
        judging_main(judging, parent, ends[1]);
    }
    close(ends[1]);
    bytes = pid < 0 ? NULL : library_read_all(ends[0], &length);
    close(ends[0]);
    if (pid > 0)
        library_reap(pid);
    read = bytes ? verdict_text_read(bytes, length) : NULL;
    if (!read)
        return library_error(report, PROFILCHECK_ERROR,
                             pid < 0
                                 ? "a process could not be created"
                                 : "the process that judges did not finish");
    outcome = read->outcome;
    if (report)
        *report = read;
    else
        profilcheck_free(read);
    return outcome;
}

static int library_unknown(struct profilcheck_report **report, const char *word,
                           const char *kind, const char *const *names)
{
    return library_error(report, PROFILCHECK_USAGE,
                         nearest_of(word ? word : "", kind, names));
}

PUBLIC int profilcheck_judge(const struct profilcheck_subject *subject,
                             const char *dialect, const char *suite,
                             struct profilcheck_report **report)
{
    static const char *const suites[] = {"quick", "full", NULL};
    const char *dialects[DIALECTS + 1] = {NULL};
    struct judging judging = {.subject = subject};
    int known = dialect ? dialect_by_name(dialect) : -1;

    if (report)
        *report = NULL;
    for (int d = 0, k = 0; d < DIALECTS; d++)
        if (d != DIALECT_GMON)
            dialects[k++] = dialect_table[d].name;
    if (!subject)
        return library_error(report, PROFILCHECK_USAGE,
                             "there is nothing to judge");
    if (known < 0 || known == DIALECT_GMON)
        return library_unknown(report, dialect, "dialect", dialects);
    if (!suite ||
        (strcmp(suite, suites[0]) != 0 && strcmp(suite, suites[1]) != 0))
        return library_unknown(report, suite, "suite", suites);
    judging.dialect = (enum dialect)known;
    judging.full = strcmp(suite, suites[1]) == 0;
    return library_judge(&judging, report);
}

PUBLIC void profilcheck_free(struct profilcheck_report *report)
{
    if (!report)
        return;
    free(report->bytes);
    free(report->causes);
    free(report->cases);
    free(report);
}

PUBLIC const char *profilcheck_summary(const struct profilcheck_report *report)
{
    return report ? report->summary : "out of memory";
}

PUBLIC const char *profilcheck_text(const struct profilcheck_report *report)
{
    return report ? report->text : "out of memory\n";
}

PUBLIC size_t profilcheck_causes(const struct profilcheck_report *report)
{
    return report ? report->cause_count : 0;
}

PUBLIC const struct profilcheck_cause *
profilcheck_cause(const struct profilcheck_report *report, size_t index)
{
    return index < profilcheck_causes(report) ? &report->causes[index] : NULL;
}

PUBLIC size_t profilcheck_cases(const struct profilcheck_report *report,
                                const char *verdict)
{
    size_t count = 0;

    for (size_t k = 0; report && k < report->case_count; k++)
        count += !verdict || strcmp(report->cases[k].verdict, verdict) == 0;
    return count;
}

PUBLIC const struct profilcheck_case *
profilcheck_case(const struct profilcheck_report *report, size_t index)
{
    return report && index < report->case_count ? &report->cases[index] : NULL;
}
