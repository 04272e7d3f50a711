/* SPDX-License-Identifier: MIT */
/* Memory that may not be there, read and written by way of the kernel: an
 * address that is not valid is then an error and no signal. */
#ifndef MUTANTS_MEMORY_H
#define MUTANTS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>
#include <unistd.h>

static bool memory_read(void *to, const void *from, size_t size)
{
    struct iovec own = {to, size}, other = {(void *)(uintptr_t)from, size};

    return process_vm_readv(getpid(), &own, 1, &other, 1, 0) == (ssize_t)size;
}

static bool memory_write(void *to, const void *from, size_t size)
{
    struct iovec own = {(void *)(uintptr_t)from, size}, other = {to, size};

    return process_vm_writev(getpid(), &own, 1, &other, 1, 0) ==
           (ssize_t)size;
}

/* Can all of it be read and written?  Asked of one byte a page. */
static bool memory_is_valid(const void *start, uint64_t size)
{
    uintptr_t from = (uintptr_t)start;
    char byte;

    if (size > UINTPTR_MAX - from)
        return false;
    for (uint64_t at = 0; at < size; at += 4096 - (from + at) % 4096)
        if (!memory_read(&byte, (void *)(from + at), 1) ||
            !memory_write((void *)(from + at), &byte, 1))
            return false;
    return true;
}

#endif
