/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

void (*memory_at_end)(void);

void memory_out(void)
{
    fputs("profilcheck: out of memory\n", stderr);
    if (memory_at_end)
        memory_at_end();
    exit(STATUS_HARNESS);
}

void *memory_got(void *memory)
{
    if (!memory)
        memory_out();
    return memory;
}

void *memory_new(size_t count, size_t size)
{
    return memory_got(calloc(count ? count : 1, size));
}

/* A list of 1, 2, 4, 8 ... items is full. */
static int is_full(size_t count)
{
    return (count & (count - 1)) == 0;
}

void *memory_grow(void *list, size_t count, size_t size)
{
    if (!is_full(count))
        return list;
    return memory_got(reallocarray(list, count ? 2 * count : 1, size));
}

char *memory_text(const char *text)
{
    return text ? memory_got(strdup(text)) : NULL;
}

void memory_replace(char **text, char *anew)
{
    free(*text);
    *text = anew;
}

char *memory_format(const char *format, ...)
{
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        memory_out();
    va_end(arguments);
    return text;
}

FILE *memory_stream(struct memory_stream *stream)
{
    *stream = (struct memory_stream){0};
    stream->out = open_memstream(&stream->text, &stream->length);
    return memory_got(stream->out);
}

char *memory_stream_end(struct memory_stream *stream)
{
    int whole = !ferror(stream->out);

    if (fclose(stream->out) != 0 || !whole)
        memory_out();
    return stream->text;
}

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    _Alignas(max_align_t) char bytes[];
};

enum { FIRST_BLOCK = 1 << 10, LARGEST_BLOCK = 1 << 16 };

static struct arena_block *block_new(const struct arena_block *last,
                                     size_t wanted)
{
    size_t size = last ? 2 * last->size : FIRST_BLOCK;
    struct arena_block *block;

    size = size > LARGEST_BLOCK ? LARGEST_BLOCK : size;
    size = size < wanted ? wanted : size;
    if (size > SIZE_MAX - sizeof *block)
        memory_out();
    block = memory_new(1, sizeof *block + size);
    block->size = size;
    return block;
}

void *arena_new(struct arena *arena, size_t count, size_t size)
{
    enum { ALIGNMENT = _Alignof(max_align_t) };
    struct arena_block *block = arena->blocks;
    size_t length;
    void *items;

    if (__builtin_mul_overflow(count, size, &length) ||
        length > SIZE_MAX - ALIGNMENT)
        memory_out();
    length = (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!block || block->size - block->used < length) {
        struct arena_block *fresh = block_new(block, length);

        fresh->next = block;
        arena->blocks = block = fresh;
    }
    items = block->bytes + block->used;
    block->used += length;
    return items;
}

void *arena_grow(struct arena *arena, void *list, size_t count, size_t size)
{
    void *grown;

    if (!is_full(count))
        return list;
    grown = arena_new(arena, count ? 2 * count : 1, size);
    if (count)
        memcpy(grown, list, count * size);
    return grown;
}

char *arena_text(struct arena *arena, const char *text)
{
    size_t size = text ? strlen(text) + 1 : 0;

    return text ? memcpy(arena_new(arena, size, 1), text, size) : NULL;
}

void arena_free(struct arena *arena)
{
    while (arena->blocks) {
        struct arena_block *next = arena->blocks->next;

        free(arena->blocks);
        arena->blocks = next;
    }
}
