/* SPDX-License-Identifier: MIT */
/* A program run by exec is killed. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static unsigned short b[1];

int main(int argc, char **argv)
{
    int status = 0;

    while (argc > 1) /* the new program */
        if (clock() > CLOCKS_PER_SEC / 2)
            return 0;
    if (fork() == 0) {
        profil(b, 0, 0x20000, 2);
        execl("/proc/self/exe", argv[0], "new", NULL);
    }
    wait(&status);
    printf("the new program: %s, but house rule decency.2 asks that it lives\n",
           WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "lived");
    return WIFSIGNALED(status);
}
