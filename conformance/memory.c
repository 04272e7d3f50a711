/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* Large, so that counters at a bad address are nowhere too. */
#define NOWHERE_SIZE ((size_t)64 << 20)

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static unsigned char *reserve(size_t size)
{
    void *got = mmap(NULL, size, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return got == MAP_FAILED ? NULL : got;
}

bool memory_begin(struct case_memory *memory)
{
    if (memory->nowhere == NULL)
        memory->nowhere = reserve(NOWHERE_SIZE);
    return memory->nowhere != NULL;
}

static bool map_pages(const struct case_buffer *buffer, int fixed)
{
    int flags = MAP_ANONYMOUS | fixed |
                (buffer->shared ? MAP_SHARED : MAP_PRIVATE);
    void *got = mmap(buffer->pages, buffer->length, PROT_READ | PROT_WRITE,
                     flags, -1, 0);

    if (got == MAP_FAILED)
        return false;
    if (got != buffer->pages) {
        munmap(got, buffer->length);
        errno = EEXIST;
        return false;
    }
    memset(buffer->pages, SCRIPT_CANARY, buffer->length);
    memset(buffer->bytes, 0, buffer->size);
    return true;
}

static void fill(struct case_buffer *buffer, const struct op *op)
{
    uint16_t narrow = (uint16_t)op->fill;
    const void *element = op->fill_width == 2 ? (const void *)&narrow
                                              : &op->fill;

    if (op->fill_width == 0)
        return;
    for (size_t at = 0; at + op->fill_width <= buffer->size;
         at += op->fill_width)
        memcpy(buffer->bytes + at, element, op->fill_width);
}

bool memory_buffer(struct case_memory *memory, const struct op *op)
{
    struct case_buffer *buffer = &memory->buffers[op->buffer];
    size_t page = page_size();
    size_t after = ((size_t)op->size + SCRIPT_ZONE + 7) / 8 * 8;
    size_t length = (SCRIPT_ZONE + after + page - 1) / page * page;
    unsigned char *start = reserve(length + 2 * page);

    if (!start)
        return false;
    buffer->size = op->size;
    buffer->shared = op->shared;
    buffer->readonly = buffer->unmapped = false;
    buffer->pages = start + page;
    buffer->length = length;
    buffer->bytes = buffer->pages + length - after;
    if (!map_pages(buffer, MAP_FIXED)) {
        munmap(start, length + 2 * page);
        buffer->bytes = NULL;
        return false;
    }
    fill(buffer, op);
    return true;
}

bool memory_unmap(struct case_buffer *buffer)
{
    if (munmap(buffer->pages, buffer->length) != 0)
        return false;
    buffer->unmapped = true;
    buffer->readonly = false;
    return true;
}

/* Nothing may have come where the buffer was: whoever took the place in the
 * meantime keeps it. */
bool memory_remap(struct case_buffer *buffer)
{
    if (!buffer->unmapped && !memory_unmap(buffer))
        return false;
    if (!map_pages(buffer, MAP_FIXED_NOREPLACE))
        return false;
    buffer->unmapped = false;
    return true;
}

bool memory_protect(struct case_buffer *buffer)
{
    if (mprotect(buffer->pages, buffer->length, PROT_READ) != 0)
        return false;
    buffer->readonly = true;
    return true;
}

void memory_end(struct case_memory *memory)
{
    size_t page = page_size();

    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++) {
        struct case_buffer *buffer = &memory->buffers[k];

        if (buffer->bytes)
            munmap(buffer->pages - page, buffer->length + 2 * page);
    }
    memset(memory->buffers, 0, sizeof memory->buffers);
}

void *memory_pointer(const struct case_memory *memory,
                     const struct pointer *pointer)
{
    uintptr_t address;

    switch (pointer->kind) {
    case POINTER_NULL:
        return NULL;
    case POINTER_BAD:
        return memory->nowhere;
    default:
        address = (uintptr_t)memory->buffers[pointer->buffer].bytes;
        return (void *)(address + pointer->at);
    }
}

static uint32_t damaged(const unsigned char *from, const unsigned char *to)
{
    uint32_t n = 0;

    for (; from < to; from++)
        n += *from != SCRIPT_CANARY;
    return n;
}

uint32_t memory_stray(const struct case_buffer *buffer)
{
    const unsigned char *first = buffer->bytes - SCRIPT_ZONE;
    const unsigned char *last = buffer->bytes + buffer->size + SCRIPT_ZONE;

    if (!buffer->bytes || buffer->unmapped)
        return 0;
    return damaged(buffer->pages, first) +
           damaged(last, buffer->pages + buffer->length);
}

bool memory_faulty(const struct case_memory *memory)
{
    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++)
        if (memory->buffers[k].unmapped || memory->buffers[k].readonly)
            return true;
    return false;
}
