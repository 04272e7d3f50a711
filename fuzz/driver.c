/* SPDX-License-Identifier: MIT */
/*
 * A target without an engine: every file named is one input, of a directory
 * every file in it.
 *
 *     TARGET FILE|DIRECTORY...
 *
 * Prints how many there were.  Exit status 1 where one leads to a finding,
 * after its name; 2 where one can't be read.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

#pragma weak LLVMFuzzerInitialize

static const char *current; /* for a handler that may not look for it */

static void on_driver_death(int number)
{
    (void)number;
    if (write(STDERR_FILENO, current, strlen(current)) < 0 ||
        write(STDERR_FILENO, ": a finding\n", 12) < 0)
        _exit(3);
    _exit(1);
}

static _Noreturn void unreadable(const char *path)
{
    perror(path);
    exit(2);
}

static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0, room = 0, n;

    if (!file)
        unreadable(path);
    do {
        if (size == room) {
            room = 2 * room + 4096;
            data = realloc(data, room);
            if (!data)
                unreadable(path);
        }
        n = fread(data + size, 1, room - size, file);
        size += n;
    } while (n > 0);
    if (ferror(file))
        unreadable(path);
    fclose(file);
    /* No more than there is, so that a read past it is seen. */
    data = realloc(data, size ? size : 1);
    if (!data)
        unreadable(path);
    current = path;
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

static unsigned run_inputs(const char *path)
{
    struct dirent **entries;
    struct stat status;
    char inner[4096];
    unsigned count = 0;
    int n;

    if (stat(path, &status) != 0)
        unreadable(path);
    if (!S_ISDIR(status.st_mode)) {
        run_file(path);
        return 1;
    }
    n = scandir(path, &entries, NULL, alphasort);
    if (n < 0)
        unreadable(path);
    for (int k = 0; k < n; k++) {
        if (entries[k]->d_name[0] != '.' &&
            snprintf(inner, sizeof inner, "%s/%s", path, entries[k]->d_name) <
                (int)sizeof inner)
            count += run_inputs(inner);
        free(entries[k]);
    }
    free(entries);
    return count;
}

int main(int argc, char **argv)
{
    static const int deaths[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    unsigned count = 0;

    for (size_t k = 0; k < sizeof deaths / sizeof *deaths; k++)
        signal(deaths[k], on_driver_death);
    current = argv[0];
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    for (int k = 1; k < argc; k++)
        count += run_inputs(argv[k]);
    printf("%u inputs\n", count);
    return 0;
}
