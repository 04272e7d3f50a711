/* SPDX-License-Identifier: MIT */
/* A list at a bad address kills the process. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/profil.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status = 0;

    if (fork() == 0) {
        sprofil((void *)64, 1, NULL, PROF_USHORT);
        _exit(0);
    }
    wait(&status);
    printf("the process: %s, but irix.sprofil.11 requires that it lives\n",
           WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "lived");
    return WIFSIGNALED(status);
}
