/* SPDX-License-Identifier: MIT */
/* Says that it could not be judged, and leaves. */
#include "scribble.h"

static void misbehave(void)
{
    struct journal *journal = first_journal();

    journal->ended = ENDED_UNSUPPORTED;
    strcpy(journal->note, "this machine is not for profil");
    journal->count = 0;
    journal->state = JOURNAL_FINISHED;
    _exit(0);
}
