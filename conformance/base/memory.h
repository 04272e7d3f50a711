/* SPDX-License-Identifier: MIT */
/*
 * Memory that is there.  Where it runs out, these say so on standard error and
 * end the process with STATUS_HARNESS, here and nowhere else: their callers
 * never see a null.  A process that judges in somebody's program says by
 * memory_at_end how it ends.
 *
 * An arena holds what is released together: the strings and lists of a run.
 */
#ifndef CONFORMANCE_BASE_MEMORY_H
#define CONFORMANCE_BASE_MEMORY_H

#include <stddef.h>
#include <stdio.h>

/* Complains, and ends the process. */
_Noreturn void memory_out(void);

/* In its place, in this process; it may return, and then exit ends it. */
extern void (*memory_at_end)(void);

/* What malloc gave, or another handed on as having none; ends where it is null.
 */
void *memory_got(void *memory);

/* count items of that size, zeroed; free releases them. */
void *memory_new(size_t count, size_t size);

/* Room for one more in a list of count items that free releases, or null: the
 * list, moved or not.  it doubles, so that count gives its capacity. */
void *memory_grow(void *list, size_t count, size_t size);

/* The place behind the last of a list, which has one more then. */
#define MEMORY_ADD(list, count)                                                \
    (*((list) = memory_grow((list), (count), sizeof *(list)),                  \
       &(list)[(count)++]))

/* A copy that free releases; of null, null. */
char *memory_text(const char *text);

/* Free what stands there, and put anew in its place. */
void memory_replace(char **text, char *anew);

/* A text made by a format, that free releases. */
char *memory_format(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* A stream that gathers a text, and its end: what was written, which free
 * releases. */
struct memory_stream {
    FILE *out;
    char *text;
    size_t length;
};

FILE *memory_stream(struct memory_stream *stream);
char *memory_stream_end(struct memory_stream *stream);

struct arena {
    struct arena_block *blocks; /* null: it is empty */
};

/* count items of that size, zeroed, until arena_free. */
void *arena_new(struct arena *arena, size_t count, size_t size);

/* memory_grow, MEMORY_ADD and memory_text in an arena. */
void *arena_grow(struct arena *arena, void *list, size_t count, size_t size);
#define ARENA_ADD(arena, list, count)                                          \
    (*((list) = arena_grow((arena), (list), (count), sizeof *(list)),          \
       &(list)[(count)++]))
char *arena_text(struct arena *arena, const char *text);

void arena_free(struct arena *arena);

#endif
