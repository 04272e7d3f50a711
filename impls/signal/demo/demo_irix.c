/* SPDX-License-Identifier: MIT */
/* Two regions and an overflow bin, as a program for IRIX would ask for. */
#include <sys/profil.h>
#include <sys/time.h>
#include <unistd.h>

#include "work.h"

static unsigned short buffer[WORK_SPAN / 2], other[1], overflow[1];

int main(void)
{
    struct prof list[3];
    struct timeval tick = {0, 0};
    int ok;

    list[0].pr_base = other;
    list[0].pr_size = sizeof other;
    list[0].pr_off = 0x1000;
    list[0].pr_scale = 0x8000;
    list[1].pr_base = buffer;
    list[1].pr_size = sizeof buffer;
    list[1].pr_off = (unsigned long)work;
    list[1].pr_scale = 0x10000;
    list[2].pr_base = overflow;
    list[2].pr_size = sizeof overflow;
    list[2].pr_off = 0;
    list[2].pr_scale = 2;
    ok = sprofil(list, 3, &tick, PROF_USHORT) == 0 && tick.tv_usec == 10000 &&
         work_timer_is_free() && work_seen(buffer, WORK_SPAN / 2) > 0 &&
         other[0] == 0;
    ok = ok && profil(buffer, sizeof buffer, (unsigned long)work, 0) == 0;
    return work_report("demo_irix", ok);
}
