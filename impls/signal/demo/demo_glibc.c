/* SPDX-License-Identifier: MIT */
/* The host's own headers. */
#include <sys/profil.h>
#include <unistd.h>

#include "work.h"

static unsigned short buffer[WORK_SPAN / 2], second[WORK_SPAN / 2];

int main(void)
{
    struct prof list[1] = {{second, sizeof second, (size_t)work, 0x10000}};
    int ok = profil(buffer, sizeof buffer, (size_t)work, 65536) == 0 &&
             work_timer_is_free() && work_seen(buffer, WORK_SPAN / 2) > 0;

    profil(buffer, sizeof buffer, (size_t)work, 0);
    ok = ok && sprofil(list, 1, NULL, PROF_USHORT) == 0 &&
         work_seen(second, WORK_SPAN / 2) > 0;
    return work_report("demo_glibc", ok);
}
