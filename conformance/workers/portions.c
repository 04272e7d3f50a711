/* SPDX-License-Identifier: MIT */
#include "portions.h"

#include <errno.h>
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

        ssize_t written = writev(file, pieces, 2);

        good = written == (ssize_t)(sizeof head + head.bytes);
        if (!good && written >= 0)
            errno =
                EFBIG; /* what is in memory ends short for no other reason */
    }
    free(bytes);
    return good;
}

/* By place: the processes that read have one offset together. */
static bool portions_read_at(int file, off_t at, void *to, size_t size)
{
    return pread(file, to, size, at) == (ssize_t)size;
}

/* The observations of the portion that begins there, so far as they are whole,
 * into room for count.  False where one is not. */
static bool collect(int file, off_t at, struct observation *observations,
                    size_t count)
{
    struct observation read;
    struct head head;
    FILE *records = NULL;
    char *bytes;
    size_t k = 0;
    ssize_t got;

    if (!portions_read_at(file, at, &head, sizeof head) ||
        head.portion.length > count)
        return false;
    bytes = malloc(head.bytes + 1);
    got = bytes ? pread(file, bytes, head.bytes, at + (off_t)sizeof head) : 0;
    if (got > 0)
        records = fmemopen(bytes, (size_t)got, "r");
    for (; records && k < head.portion.length && record_read(records, &read);
         k++)
        observations[k] = read;
    if (records)
        fclose(records);
    free(bytes);
    return k == head.portion.length;
}

bool portions_read(int file, const struct portion *portion,
                   struct observation *observations)
{
    struct head head;

    for (off_t at = 0; portions_read_at(file, at, &head, sizeof head);
         at += (off_t)(sizeof head + head.bytes))
        if (head.portion.first == portion->first)
            return collect(file, at, observations, portion->length);
    return false;
}

void portions_collect(int file, size_t from, struct observation *observations,
                      size_t count)
{
    off_t *starts = calloc(count + 1, sizeof *starts); /* plus 1; 0: none */
    struct head head;

    for (off_t at = 0; starts && portions_read_at(file, at, &head, sizeof head);
         at += (off_t)(sizeof head + head.bytes))
        if (head.portion.first >= from && head.portion.first - from < count)
            starts[head.portion.first - from] = at + 1;
    for (size_t k = 0; starts && k < count; k++)
        if (starts[k])
            collect(file, starts[k] - 1, observations + k, count - k);
    free(starts);
}
