/* SPDX-License-Identifier: MIT */
/* Unmounts /proc, by which the process that watches it sees it, and looks for
 * that one's memory. */
#include <fcntl.h>
#include <sys/mount.h>

#include "hostile.h"

static void misbehave(void)
{
    int memory = open("/proc/1/mem", O_RDWR);

    if (memory >= 0 && umount2("/proc", MNT_DETACH) == 0)
        kill(getpid(), SIGKILL);
    if (memory >= 0 || umount2("/proc", MNT_DETACH) == 0)
        hostile_stay();
}
