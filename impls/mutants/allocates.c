/* SPDX-License-Identifier: MIT */
/* An object that allocates, by each way that there is, for a test. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define UNUSED __attribute__((unused))

void *by_malloc(UNUSED void *old, size_t size)
{
    return malloc(size);
}

void *by_calloc(UNUSED void *old, size_t size)
{
    return calloc(size, 1);
}

void *by_realloc(void *old, size_t size)
{
    return realloc(old, size);
}

void *by_mmap(UNUSED void *old, size_t size)
{
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0);
}

void *by_sbrk(UNUSED void *old, size_t size)
{
    return sbrk((intptr_t)size);
}

void *by_free(void *old, UNUSED size_t size)
{
    free(old);
    return NULL;
}
