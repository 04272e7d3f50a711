/* SPDX-License-Identifier: MIT */
/* profil as FreeBSD has it in <unistd.h>, beside what else is there. */
#include <unistd.h>

#include "work.h"

static unsigned short buffer[WORK_SPAN / 2];

int main(void)
{
    int ok =
        getpid() > 0 &&
        profil((char *)buffer, sizeof buffer, (vm_offset_t)work, 65536) == 0 &&
        work_timer_is_free() && work_seen(buffer, WORK_SPAN / 2) > 0 &&
        profil((char *)buffer, sizeof buffer, 0, 0) == 0;

    return work_report("demo_freebsd", ok);
}
