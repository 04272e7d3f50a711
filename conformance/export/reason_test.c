/* SPDX-License-Identifier: MIT */
/* Which reasons are the same; what a case gets to by them, the transcripts of
 * `profilcheck shrink` show. */
#include "reason.h"
#include "reference/unit_test.h"

#define DIED(signal, kind)                                                     \
    .verdict = VERDICT_CRASH, .ended = ENDED_SIGNAL, .status = signal,         \
    .op = kind
#define CAUSES(count, ...) .cause_count = count, .causes = {__VA_ARGS__}
#define OTHER(kind, words)                                                     \
    .verdict = VERDICT_FAIL, .difference = EVENT_##kind, .other = words

TEST(reasons_are_the_same_or_not)
{
    static const struct {
        struct reason a, b;
        bool same;
    } rows[] = {
        /* The last of several causes is what a case is about. */
        {{CAUSES(2, 0, 3)}, {CAUSES(2, 0, 3)}, true},
        {{CAUSES(2, 0, 3)}, {CAUSES(1, 3)}, true},
        {{CAUSES(2, 0, 3)}, {CAUSES(1, 0)}, false},
        {{CAUSES(1, 3)}, {CAUSES(2, 0, 3)}, false},
        {{DIED(11, OP_TICKS)}, {DIED(11, OP_TICKS)}, true},
        {{DIED(11, OP_TICKS)}, {DIED(6, OP_TICKS)}, false},
        {{DIED(11, OP_TICKS)}, {DIED(11, OP_CALL)}, false},
        {{DIED(11, OP_CALL)}, {DIED(11, OP_CALL), .call = CALL_SPROFIL}, false},
        {{DIED(11, OP_CALL)}, {DIED(11, OP_CALL), .alone = true}, false},
        {{DIED(11, OP_CALL)}, {DIED(11, OP_CALL), .other = "killed"}, false},
        {{.ended = ENDED_EXIT}, {.ended = ENDED_SIGNAL}, false},
        {{.verdict = VERDICT_FAIL}, {.verdict = VERDICT_CRASH}, false},
        {{.outside = true}, {.outside = false}, false},
        {{.stray = true}, {.stray = false}, false},
        {{.difference = EVENT_BUFFER}, {.difference = EVENT_CALL}, false},
        /* What no right library shows stays so. */
        {{.open = false}, {.open = true}, false},
        {{.open = true}, {.open = false}, true},
        /* A counter is wrong, however many ticks it lacks. */
        {{OTHER(BUFFER, "unexplained: too few, profil of a list")},
         {OTHER(BUFFER, "unexplained: a counter after profil")},
         true},
        {{OTHER(BUFFER, "unexplained: too few, profil of a list")},
         {OTHER(BUFFER, "unexplained: too few, a fork")},
         false},
        {{OTHER(BUFFER, "unexplained: too few, profil of a list")},
         {OTHER(BUFFER, "")},
         false},
        {{OTHER(CALL, "unexplained: what profil returned")},
         {OTHER(CALL, "unexplained: what sprofil returned")},
         false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (reason_same(&rows[k].a, &rows[k].b) != rows[k].same)
            fail_msg("row %zu", k);
}

TESTS(NULL, NULL)
