/* SPDX-License-Identifier: MIT */
#include "asked.h"

static size_t asked;

/* The linker's names. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    asked += size;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    asked += count * size;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    asked += size;
    return __real_realloc(memory, size);
}

void asked_begin(void)
{
    asked = 0;
}

size_t asked_bytes(void)
{
    return asked;
}
