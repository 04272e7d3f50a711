/* SPDX-License-Identifier: MIT */
/*
 * Runs a program that is linked with a subject in a sandbox, as a case is run:
 *
 *     contained SECONDS PROGRAM [ARGUMENT]...
 *     contained -w SECONDS PROGRAM [ARGUMENT]...
 *
 * By -w it may write files.  What it prints appears when it has ended; the exit
 * status is its own, 128 and a signal, or 124 where it hung or took too much.
 */
#include <stdlib.h>
#include <string.h>

#include "conformance/export/compile.h"

int main(int argc, char **argv)
{
    bool writes = argc > 1 && strcmp(argv[1], "-w") == 0;
    char **words = argv + 1 + writes;
    int seconds = argc > 2 + writes ? atoi(words[0]) : 0, status;

    if (seconds <= 0) {
        fputs("contained: [-w] SECONDS PROGRAM [ARGUMENT]...\n", stderr);
        return 125;
    }
    status = run_contained(words + 1, (unsigned)seconds, writes, stdout);
    if (status < 0)
        perror("contained");
    return status < 0 ? 125 : status;
}
