/* SPDX-License-Identifier: MIT */
/* A forked child is not profiled. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/profil.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned short b[1];

static void done(int sent) /* the child had a second */
{
    _exit(b[0] && sent);
}

int main(void)
{
    char *loop = (char *)0x20001;
    int status = 0;

    mmap((void *)((size_t)loop & -4096), 8192, 7,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    memcpy(loop, "\xeb\xfe", 2); /* a jump to itself */
    sprofil((struct prof[]){{b, 2, 0x20000, 2}}, 1, NULL, PROF_USHORT);
    if (fork() == 0) {
        signal(SIGALRM, done);
        alarm(1);
        ((void (*)(void))loop)();
    }
    wait(&status);
    printf("in the child b[0]: %s, irix.sprofil.18 requires that it counts\n",
           WEXITSTATUS(status) ? "counts" : "got 0");
    return !WEXITSTATUS(status);
}
