/* SPDX-License-Identifier: MIT */
/* A buffer that cannot be written is accepted, and kills at a tick. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

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
    int status = 0;

    signal(SIGPROF, SIG_IGN); /* while profiling is off */
    if (fork() == 0) {
        profil((unsigned short *)64, 2, 0x20000, 2);
        setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
        tick(0x20000);
        _exit(0);
    }
    wait(&status);
    printf("the process: %s, but freebsd.profil.8 requires that it lives\n",
           WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "lived");
    return WIFSIGNALED(status);
}
