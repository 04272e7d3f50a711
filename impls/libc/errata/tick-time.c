/* SPDX-License-Identifier: MIT */
/* tvp receives a time that is not the tick's. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/profil.h>
#include <sys/time.h>
#include <unistd.h>

static unsigned short b[1];

int main(void)
{
    struct itimerval timer;
    struct timeval tv = {0, 0};

    sprofil((struct prof[]){{b, 2, 0x20000, 2}}, 1, &tv, PROF_USHORT);
    getitimer(ITIMER_PROF, &timer);
    printf("tvp: got %ld us, irix.sprofil.2 requires the timer's, %ld us\n",
           (long)tv.tv_usec, (long)timer.it_interval.tv_usec);
    return timer.it_interval.tv_usec && tv.tv_usec != timer.it_interval.tv_usec;
}
