/* SPDX-License-Identifier: MIT */
/*
 * A program whose calls are known: main calls outer 3 times, outer calls inner
 * 5 times and leaf once, and inner leaf twice; leaf spins, all of it for some
 * 0.3 s of CPU time.  With LIBRARY there are 2 calls more, of in_library in
 * another object (LIBRARY_ITSELF), which spins as long.
 */
#include <time.h>

#define APART __attribute__((noinline, noclone))

volatile unsigned long turns;

static void spin(double seconds)
{
    clock_t until = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);

    do
        for (int k = 0; k < 20000; k++)
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

int main(void)
{
    for (int k = 0; k < 3; k++)
        outer();
#ifdef LIBRARY
    in_library();
    in_library();
#endif
    return 0;
}
#endif
