/* SPDX-License-Identifier: MIT */
/* Says that it could not be judged, and leaves. */
#include "scribble.h"

static void misbehave(void)
{
    forge_state(ENDED_UNSUPPORTED, "this machine is not for profil", 0);
    _exit(0);
}
