/* SPDX-License-Identifier: MIT */
/* Tells of a buffer that the case does not have, as of one that was read. */
#include "scribble.h"

static void misbehave(void)
{
    struct journal *journal = first_journal();
    struct event *event =
        (struct event *)(void *)((unsigned char *)journal +
                                 (sizeof *journal + 63) / 64 * 64);

    *event = (struct event){
        .kind = EVENT_BUFFER, .buffer = 7, .op = 1, .size = 4096};
    journal->count = 1;
    journal->state = JOURNAL_FINISHED;
    _exit(0);
}
