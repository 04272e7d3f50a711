/* SPDX-License-Identifier: MIT */
/*
 * A program whose calls are known: main calls outer 3 times, outer calls inner
 * 5 times and leaf once, and inner leaf twice; leaf spins, all of it for some
 * 0.3 s of CPU time.  With LIBRARY there are 2 calls more, of in_library in
 * another object (LIBRARY_ITSELF), which spins as long.
 *
 * With an argument it calls leaf but twice and ends so: "return", "_exit", or
 * "fork": the child calls leaf three times more and exits, and its parent,
 * which names the child's gmon.out child.out, once more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))

volatile unsigned long turns;

static void spin(double seconds)
{
    clock_t until = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);

    do
        for (int k = 0; k < 200000; k++)
            turns++;
    while (clock() < until);
}

#ifdef LIBRARY_ITSELF
void in_library(void)
{
    spin(0.15);
}
#else
void in_library(void);

APART void leaf(void)
{
    spin(0.3 / 33);
}

APART void inner(void)
{
    leaf();
    leaf();
    turns++;
}

APART void outer(void)
{
    for (int k = 0; k < 5; k++)
        inner();
    leaf();
    turns++;
}

static int call_leaf(int times)
{
    while (times-- > 0)
        leaf();
    return 0;
}

static int parts(void)
{
    pid_t child = fork();
    int status = 1;

    if (child == 0)
        exit(call_leaf(3));
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 1;
    rename("gmon.out", "child.out"); /* where there is one */
    call_leaf(1);
    return status != 0;
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        call_leaf(2);
        if (strcmp(argv[1], "_exit") == 0)
            _exit(0);
        return strcmp(argv[1], "fork") == 0 ? parts() : 0;
    }
    for (int k = 0; k < 3; k++)
        outer();
#ifdef LIBRARY
    in_library();
    in_library();
#endif
    return 0;
}
#endif
