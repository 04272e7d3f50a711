/* SPDX-License-Identifier: MIT */
/*
 * A target without an engine: each file named is an input, and each file of a
 * directory.
 *
 *     TARGET FILE|DIRECTORY...
 *
 * Prints how many there were.  Exit status 1 if one causes a finding: its name
 * is printed; 2 if one cannot be read.
 */
#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include "conformance/base/whole_file.h"
#include "fuzz.h"

#pragma weak LLVMFuzzerInitialize

static const char *current; /* for a handler that may not look for it */

static void on_death(int number)
{
    (void)number;
    if (write(STDERR_FILENO, current, strlen(current)) < 0 ||
        write(STDERR_FILENO, ": a finding\n", 12) < 0)
        _exit(3);
    _exit(1);
}

static void run_file(const char *path)
{
    struct whole_file file;
    uint8_t *data;

    if (!whole_file_read(&file, path)) {
        perror(path);
        exit(2);
    }
    /* Of exactly its size, so that a sanitizer sees a read past it. */
    data = memory_new(file.length, 1);
    memcpy(data, file.text, file.length);
    free(file.text);
    current = path;
    LLVMFuzzerTestOneInput(data, file.length);
    free(data);
}

static unsigned run_inputs(const char *path)
{
    struct dirent **entries;
    unsigned count = 0;
    int n = scandir(path, &entries, NULL, alphasort);

    if (n < 0) {
        run_file(path);
        return 1;
    }
    for (int k = 0; k < n; k++) {
        char inner[4096];

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
        signal(deaths[k], on_death);
    current = argv[0];
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    for (int k = 1; k < argc; k++)
        count += run_inputs(argv[k]);
    printf("%u inputs\n", count);
    return 0;
}
