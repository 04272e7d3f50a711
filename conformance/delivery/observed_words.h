/* SPDX-License-Identifier: MIT */
/* The words of an observation's text, the same for writing and reading. */
#ifndef CONFORMANCE_OBSERVED_WORDS_H
#define CONFORMANCE_OBSERVED_WORDS_H

#include "observation.h"
#include "reference/computed.h"

enum { OBSERVED_KINDS = EVENT_CRASH + 1, OBSERVED_VALUES = 5 };

static const char *const observed_kinds[OBSERVED_KINDS] = {
    [EVENT_CALL] = "call",     [EVENT_SWEEP] = "sweep",
    [EVENT_SLEEP] = "sleep",   [EVENT_CALLER] = "caller",
    [EVENT_BUFFER] = "buffer", [EVENT_CHILD] = "child",
    [EVENT_EXEC] = "exec",     [EVENT_FILE] = "file",
    [EVENT_RATE] = "rate",     [EVENT_PROFILE] = "profile",
    [EVENT_HEADER] = "header", [EVENT_SAID] = "said",
    [EVENT_CRASH] = "crash",
};

/* The values of events that are no calls; others are numbers. */
static const char *const observed_values[OBSERVED_KINDS][OBSERVED_VALUES] = {
    [EVENT_SWEEP] = {[SWEEP_FITS] = "fits", [SWEEP_OUTSIDE] = "outside"},
    [EVENT_SLEEP] = {"nothing", "counted"},
    [EVENT_CALLER] = {"restored", "changed", "destroyed"},
    [EVENT_CHILD] = {"ended", "died"},
    [EVENT_EXEC] = {[EXEC_LIVED] = "lived",
                    [EXEC_KILLED] = "killed",
                    [EXEC_COUNTED] = "counted"},
    [EVENT_FILE] = {[FILE_ABSENT] = "absent",
                    [FILE_EMPTY] = "empty",
                    [FILE_UNREADABLE] = "unreadable",
                    [FILE_OTHER_NAME] = "gmon.out",
                    [FILE_WRITTEN] = "written"},
    [EVENT_RATE] = {[RATE_CLOCK] = "clock",
                    [RATE_ZERO] = "zero",
                    [RATE_WRONG] = "wrong",
                    [RATE_NONE] = "absent"},
    [EVENT_PROFILE] = {[FILE_ABSENT] = "absent",
                       [FILE_EMPTY] = "empty",
                       [FILE_UNREADABLE] = "unreadable",
                       [FILE_OTHER_NAME] = "prefixed",
                       [FILE_WRITTEN] = "written"},
    [EVENT_HEADER] = {[HEADER_PLAIN] = "plain",
                      [HEADER_JUNK] = "junk",
                      [HEADER_LOADED] = "loaded",
                      [HEADER_JUNK_LOADED] = "junk-loaded",
                      [HEADER_NONE] = "absent"},
    [EVENT_SAID] = {"nothing", "something"},
};

/* What stands after a file's value: nothing, unless it was written. */
void observed_put_file(const struct event *event, FILE *out);
void observed_put_profile(const struct event *event, FILE *out);

static const char *const observed_times[] = {[TIME_RIGHT] = "right",
                                             [TIME_UNSET] = "unset",
                                             [TIME_WRONG] = "wrong",
                                             [TIME_UNSEEN] = "unseen"};
enum { OBSERVED_TIMES = TIME_UNSEEN + 1 };

static const struct {
    int64_t value;
    const char *word;
} observed_specials[] = {{VALUE_NONE, "none"},
                         {VALUE_UNSEEN, "unseen"},
                         {VALUE_NOT_ZERO, "nonzero"}};
enum { OBSERVED_SPECIALS = 3 };

static const struct {
    int32_t number;
    const char *word;
} observed_errors[] = {{ERROR_E2BIG, "E2BIG"},
                       {ERROR_EACCES, "EACCES"},
                       {ERROR_EFAULT, "EFAULT"},
                       {ERROR_EINVAL, "EINVAL"},
                       {ERROR_ENOSYS, "ENOSYS"}};
enum { OBSERVED_ERRORS = 5 };

/* Its name; null where none is known. */
static inline const char *observed_error_word(int32_t number)
{
    for (unsigned k = 0; k < OBSERVED_ERRORS; k++)
        if (observed_errors[k].number == number)
            return observed_errors[k].word;
    return NULL;
}

static const char *const observed_ends[] = {
    [ENDED_NORMALLY] = "normally", [ENDED_SIGNAL] = "signal",
    [ENDED_EXIT] = "exit",         [ENDED_TIMEOUT] = "timeout",
    [ENDED_FORGED] = "forged",     [ENDED_UNSUPPORTED] = "unsupported",
    [ENDED_HARNESS] = "harness",
};
enum { OBSERVED_ENDS = ENDED_HARNESS + 1 };

/* Bit k of enum delivery. */
static const char *const observed_deliveries[] = {"stub", "sigreturn", "nested",
                                                  "own",  "traced",    "clock"};
enum { OBSERVED_DELIVERIES = 6 };

#endif
