/* SPDX-License-Identifier: MIT */
/* An object that allocates, by each way that there is, for a test. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *by_malloc(void *old, size_t size)
{
    (void)old;
    return malloc(size);
}

void *by_calloc(void *old, size_t size)
{
    (void)old;
    return calloc(size, 1);
}

void *by_realloc(void *old, size_t size)
{
    return realloc(old, size);
}

void *by_mmap(void *old, size_t size)
{
    (void)old;
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0);
}

void *by_sbrk(void *old, size_t size)
{
    (void)old;
    return sbrk((intptr_t)size);
}

void *by_free(void *old, size_t size)
{
    (void)size;
    free(old);
    return NULL;
}
