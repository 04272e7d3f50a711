/* SPDX-License-Identifier: MIT */
/* A scale that is no power of two aborts. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/profil.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned short b[2];

int main(void)
{
    int status = 0;

    if (fork() == 0) {
        sprofil((struct prof[]){{b, 4, 0x20000, 0x11}}, 1, NULL, PROF_USHORT);
        _exit(0);
    }
    wait(&status);
    printf("the process: %s, but the glibc dialect requires that it lives\n",
           WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "lived");
    return WIFSIGNALED(status);
}
