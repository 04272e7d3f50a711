/* SPDX-License-Identifier: MIT */
/*
 * The memory of a case: its buffers, each between guard pages,
 *
 *     [guard][slack][zone][buffer][zone][slack][guard]
 *
 * where zones and slack hold SCRIPT_CANARY.  A buffer begins at a multiple of 8
 * and ends as near to the guard after it as its zone allows; that guard is as
 * large as a call can claim a buffer to be, or, where there are not so many
 * addresses, as one of the script does.  And a stretch of addresses, as large,
 * where nothing can be read or written.  All keep off the script's pcs, where
 * code is to be: gigabytes of guards are in the way of one now and then.
 */
#ifndef CONFORMANCE_MEMORY_H
#define CONFORMANCE_MEMORY_H

#include "reference/script.h"

struct case_buffer {
    unsigned char *bytes; /* the buffer itself; null: there is none */
    size_t size;
    unsigned char *pages; /* between the guards */
    size_t length;        /* of the pages */
    size_t reserved;      /* of both guards and the pages */
    bool shared, readonly, unmapped;
};

/* The places of the last cases' buffers stay taken: an implementation may do
 * other things with a buffer that it had before. */
enum { MEMORY_CASES = 4 };

struct case_memory {
    struct case_buffer buffers[SCRIPT_BUFFERS];
    struct case_buffer before[MEMORY_CASES][SCRIPT_BUFFERS];
    unsigned ended; /* cases, since there is this memory */
    unsigned char *nowhere;
    size_t guard; /* bytes of it, and of the guard behind a buffer */
    const struct script *script; /* of the case; or null */
};

/* All return false with errno set where the system refuses.  The script is what
 * is to be run; null: one that claims no more than there is. */
bool memory_begin(struct case_memory *memory, const struct script *script);
bool memory_buffer(struct case_memory *memory, const struct op *op);
bool memory_unmap(struct case_buffer *buffer);
bool memory_remap(struct case_buffer *buffer);
bool memory_protect(struct case_buffer *buffer);

/* Nothing can be read or written where the buffers were, and none begins there
 * in the next cases. */
void memory_end(struct case_memory *memory);

/* What a pointer of a script is here. */
void *memory_pointer(const struct case_memory *memory,
                     const struct pointer *pointer);

/* Bytes of slack that no longer hold the canary. */
uint32_t memory_stray(const struct case_buffer *buffer);

/* Copies of the buffers that can be read, to be freed; null for others. */
struct memory_copy {
    unsigned char *bytes[SCRIPT_BUFFERS];
};

void memory_copy(const struct case_memory *memory, struct memory_copy *copy);
/* Whether a buffer that was copied is not as it was. */
bool memory_changed(const struct case_memory *memory,
                    const struct memory_copy *copy);

void memory_copy_free(struct memory_copy *copy);

/* Whether a write to some buffer would fault: an implementation may then
 * take itself out of service. */
bool memory_faulty(const struct case_memory *memory);

#endif
