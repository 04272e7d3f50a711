/* SPDX-License-Identifier: MIT */
/*
 * A program that ends as its argument says: "return", "_exit", or "fork".  It
 * calls leaf twice; a forked child calls it three times more and exits, and
 * its parent, which names the child's gmon.out child.out, once more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

volatile unsigned long turns;

__attribute__((noinline, noclone)) void leaf(void)
{
    turns++;
}

static void call(int times)
{
    for (int k = 0; k < times; k++)
        leaf();
}

static int parts(void)
{
    pid_t child = fork();
    int status = 1;

    if (child == 0) {
        call(3);
        exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 1;
    rename("gmon.out", "child.out"); /* where there is one */
    call(1);
    return status != 0;
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";

    call(2);
    if (strcmp(way, "_exit") == 0)
        _exit(0);
    return strcmp(way, "fork") == 0 ? parts() : 0;
}
