/* SPDX-License-Identifier: MIT */
/* Tells of a buffer that the case does not have, as of one that was read. */
#include "scribble.h"

static void misbehave(void)
{
    *first_event() = (struct event){
        .kind = EVENT_BUFFER, .buffer = 7, .op = 1, .size = 4096};
    forge_state(ENDED_NORMALLY, "", 1);
    _exit(0);
}
