/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/base/memory.h"

/* No call claims more bytes (CASES.md), so that a counter at a bad address, or
 * past a buffer that is smaller than was claimed, is nowhere too. */
#define CLAIMED_MOST ((size_t)1 << 31)

static size_t memory_page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* Whether a page of one of the script's pcs is among those bytes. */
static bool in_the_way(const struct script *script, const unsigned char *start,
                       size_t size)
{
    uint64_t page = memory_page_size(), first = (uintptr_t)start - page;

    for (size_t k = 0; script && k < script->count; k++)
        for (size_t i = 0; i < script->ops[k].tick_count; i++)
            if (script->ops[k].ticks[i].pc - first < size + 2 * page)
                return true;
    return false;
}

/* Addresses that keep off the script's pcs.  Places that do not are held until
 * one is found, and then given back. */
static unsigned char *reserve(const struct script *script, size_t size)
{
    enum { TRIES = 4 };
    void *got[TRIES];
    unsigned k = 0;

    do
        got[k] = mmap(NULL, size, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    while (got[k] != MAP_FAILED && in_the_way(script, got[k], size) &&
           ++k < TRIES);
    k -= k == TRIES;
    for (unsigned n = 0; n < k; n++)
        munmap(got[n], size);
    return got[k] == MAP_FAILED ? NULL : got[k];
}

static size_t larger(size_t most, const struct region_arguments *region)
{
    uint64_t end = region->base.at + region->size;

    return end <= most ? most : end < CLAIMED_MOST ? (size_t)end : CLAIMED_MOST;
}

static size_t claimed_memory(const struct script *script)
{
    size_t page = memory_page_size(), most = page;

    if (sizeof(void *) > 4)
        return CLAIMED_MOST;
    for (size_t k = 0; script && k < script->count; k++) {
        const struct call *call = &script->ops[k].call;

        if (script->ops[k].kind != OP_CALL)
            continue;
        most = larger(most, &call->region);
        for (size_t i = 0; i < call->listed; i++)
            most = larger(most, &call->list[i]);
    }
    return (most + page - 1) / page * page;
}

static unsigned char *start_of(const struct case_buffer *buffer)
{
    return buffer->pages - memory_page_size();
}

static void give_back(struct case_buffer *buffer)
{
    if (buffer->bytes)
        munmap(start_of(buffer), buffer->reserved);
    *buffer = (struct case_buffer){0};
}

/* Of the cases before, what is in the way of this one. */
static void make_way(struct case_memory *memory)
{
    for (unsigned k = 0; k < MEMORY_CASES; k++)
        for (unsigned i = 0; i < SCRIPT_BUFFERS; i++) {
            struct case_buffer *buffer = &memory->before[k][i];

            if (buffer->bytes &&
                in_the_way(memory->script, start_of(buffer), buffer->reserved))
                give_back(buffer);
        }
}

bool memory_begin(struct case_memory *memory, const struct script *script)
{
    size_t guard = claimed_memory(script);
    unsigned char *before = memory->nowhere;
    bool stays =
        before && guard == memory->guard && !in_the_way(script, before, guard);

    memory->script = script;
    make_way(memory);
    if (before && !stays)
        munmap(before, memory->guard);
    if (!stays)
        memory->nowhere = reserve(script, guard);
    memory->guard = guard;
    return memory->nowhere != NULL;
}

/* Fresh pages where the buffer is, over what is there. */
static bool map_pages(const struct case_buffer *buffer)
{
    int flags =
        MAP_ANONYMOUS | MAP_FIXED | (buffer->shared ? MAP_SHARED : MAP_PRIVATE);

    if (mmap(buffer->pages, buffer->length, PROT_READ | PROT_WRITE, flags, -1,
             0) == MAP_FAILED)
        return false;
    memset(buffer->pages, SCRIPT_CANARY, buffer->length);
    memset(buffer->bytes, 0, buffer->size);
    return true;
}

static void memory_fill(struct case_buffer *buffer, const struct op *op)
{
    uint16_t narrow = (uint16_t)op->fill;
    const void *element =
        op->fill_width == 2 ? (const void *)&narrow : &op->fill;

    if (op->fill_width == 0)
        return;
    for (size_t at = 0; at + op->fill_width <= buffer->size;
         at += op->fill_width)
        memcpy(buffer->bytes + at, element, op->fill_width);
}

bool memory_buffer(struct case_memory *memory, const struct op *op)
{
    struct case_buffer *buffer = &memory->buffers[op->buffer];
    size_t page = memory_page_size();
    size_t after = ((size_t)op->size + SCRIPT_ZONE + 7) / 8 * 8;
    size_t length = (SCRIPT_ZONE + after + page - 1) / page * page;
    unsigned char *start =
        reserve(memory->script, page + length + memory->guard);

    if (!start)
        return false;
    buffer->size = op->size;
    buffer->shared = op->shared;
    buffer->readonly = buffer->unmapped = false;
    buffer->pages = start + page;
    buffer->length = length;
    buffer->reserved = page + length + memory->guard;
    buffer->bytes = buffer->pages + length - after;
    if (!map_pages(buffer)) {
        munmap(start, buffer->reserved);
        buffer->bytes = NULL;
        return false;
    }
    memory_fill(buffer, op);
    return true;
}

/* The place stays reserved, without access: else whatever the process maps
 * next might come to lie there, and the fault that is wanted would not be. */
bool memory_unmap(struct case_buffer *buffer)
{
    void *got =
        mmap(buffer->pages, buffer->length, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);

    if (got == MAP_FAILED)
        return false;
    buffer->unmapped = true;
    buffer->readonly = false;
    return true;
}

bool memory_remap(struct case_buffer *buffer)
{
    if (!map_pages(buffer))
        return false;
    buffer->readonly = false;
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
    struct case_buffer *before = memory->before[memory->ended++ % MEMORY_CASES];

    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++) {
        struct case_buffer *buffer = &memory->buffers[k];

        give_back(&before[k]);
        if (buffer->bytes && !memory_unmap(buffer))
            give_back(buffer);
        before[k] = *buffer;
        *buffer = (struct case_buffer){0};
    }
}

void *memory_pointer(const struct case_memory *memory,
                     const struct pointer *pointer)
{
    uintptr_t address;

    switch (pointer->kind) {
    case POINTER_NULL: return NULL;
    case POINTER_BAD: return memory->nowhere;
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

void memory_copy(const struct case_memory *memory, struct memory_copy *copy)
{
    *copy = (struct memory_copy){{NULL}};
    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++) {
        const struct case_buffer *buffer = &memory->buffers[k];

        if (!buffer->bytes || buffer->unmapped)
            continue;
        copy->bytes[k] = memory_new(buffer->size, 1);
        memcpy(copy->bytes[k], buffer->bytes, buffer->size);
    }
}

bool memory_changed(const struct case_memory *memory,
                    const struct memory_copy *copy)
{
    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++)
        if (copy->bytes[k] && memcmp(memory->buffers[k].bytes, copy->bytes[k],
                                     memory->buffers[k].size) != 0)
            return true;
    return false;
}

void memory_copy_free(struct memory_copy *copy)
{
    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++)
        free(copy->bytes[k]);
    *copy = (struct memory_copy){{NULL}};
}
