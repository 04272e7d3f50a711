/* SPDX-License-Identifier: MIT */
/* Both forms, as a program for AIX would use them. */
#include <mon.h>
#include <stdlib.h>
#include <unistd.h>

#include "work.h"

static unsigned short buffer[WORK_SPAN / 2], second[WORK_SPAN / 2];

int main(void)
{
    struct prof list[2] = {{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}};
    int ok;

    ok = profil(buffer, sizeof buffer, (unsigned long)work, 0177777) == 0 &&
         work_timer_is_free() && work_seen(buffer, WORK_SPAN / 2) > 0;
    profil(0, 0, 0, 0);
    list[0].p_low = (unsigned long)work;
    list[0].p_high = (unsigned long)work + WORK_SPAN;
    list[0].p_buff = second;
    list[0].p_bufsize = sizeof second;
    list[0].p_scale = (unsigned)-1;
    ok = ok && profil(list, (unsigned)-1, 0, 0) == 0 &&
         work_seen(second, WORK_SPAN / 2) > 0;
    if (ok)
        profil((unsigned short *)&list[1], (unsigned)-1, 0, 0);
    return work_report("demo_aix", ok);
}
