/* SPDX-License-Identifier: MIT */
/* Scale 0 does not turn profil off. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

static unsigned short b[1];

static void tick(unsigned long pc) /* a SIGPROF that finds it at pc */
{
    char *code = (char *)pc - 7; /* a system call that ends at pc */

    mmap((void *)((pc - 7) & -4096), 8192, 7,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    memcpy(code, "\xb8\xea\0\0\0\x0f\x05\xc3", 8); /* tgkill */
    ((void (*)(int, int, int))code)(getpid(), gettid(), SIGPROF);
}

int main(void)
{
    signal(SIGPROF, SIG_IGN); /* while profiling is off */
    profil(b, 2, 0x20000, 0);
    setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
    tick(0x20000);
    printf("b[0]: got %d, glibc.unistd.3 permits 0\n", b[0]);
    return b[0] != 0;
}
