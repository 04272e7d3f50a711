/* SPDX-License-Identifier: MIT */
/* profil as HP-UX has it in <time.h>, beside what else is there. */
#include <time.h>
#include <unistd.h>

#include "work.h"

static unsigned short int buffer[WORK_SPAN / 2];

int main(void)
{
    struct timespec now;
    int ok;

    profil(buffer, sizeof buffer, (size_t)work, 0177777);
    ok = work_timer_is_free() && work_seen(buffer, WORK_SPAN / 2) > 0 &&
         clock_gettime(CLOCK_REALTIME, &now) == 0;
    profil(buffer, sizeof buffer, (size_t)work, 0);
    return work_report("demo_hpux", ok);
}
