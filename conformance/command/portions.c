/* SPDX-License-Identifier: MIT */
#include "portions.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "record.h"

/* What stands before a portion's observations. */
struct head {
    struct portion portion;
    size_t bytes; /* of its observations */
};

int portions_open(void)
{
    int file = memfd_create("observations", MFD_CLOEXEC);

    if (file >= 0 && fcntl(file, F_SETFL, O_APPEND) != 0) {
        close(file);
        return -1;
    }
    return file;
}

bool portions_append(int file, const struct portion *portion,
                     const struct observation *observations)
{
    struct head head = {.portion = *portion};
    char *bytes = NULL;
    FILE *records = open_memstream(&bytes, &head.bytes);
    bool good = records != NULL;

    for (size_t k = 0; good && k < portion->length; k++)
        good = record_write(records, &observations[k]);
    if (records)
        good = fclose(records) == 0 && good;
    if (good) {
        /* In one piece: others append to the same file. */
        struct iovec pieces[] = {{&head, sizeof head}, {bytes, head.bytes}};

        good = writev(file, pieces, 2) == (ssize_t)(sizeof head + head.bytes);
    }
    free(bytes);
    return good;
}

/* Where each portion begins, at its first case's index, plus 1; 0: it is not
 * there. */
static void find(FILE *records, long *starts, size_t count)
{
    struct head head;

    while (fread(&head, sizeof head, 1, records) == 1 &&
           head.portion.first < count) {
        starts[head.portion.first] = ftell(records) - (long)sizeof head + 1;
        if (fseek(records, (long)head.bytes, SEEK_CUR) != 0)
            return;
    }
}

static void collect(FILE *records, long start,
                    struct observation *observations, size_t count)
{
    struct observation read;
    struct head head;

    if (fseek(records, start, SEEK_SET) != 0 ||
        fread(&head, sizeof head, 1, records) != 1 ||
        head.portion.length > count - head.portion.first)
        return;
    for (size_t k = 0; k < head.portion.length && record_read(records, &read);
         k++)
        observations[head.portion.first + k] = read;
}

void portions_collect(int file, struct observation *observations, size_t count)
{
    long *starts = calloc(count + 1, sizeof *starts);
    FILE *records = fdopen(dup(file), "r");

    if (starts && records) {
        rewind(records);
        find(records, starts, count);
        for (size_t k = 0; k < count; k++)
            if (starts[k])
                collect(records, starts[k] - 1, observations, count);
    }
    if (records)
        fclose(records);
    free(starts);
}
