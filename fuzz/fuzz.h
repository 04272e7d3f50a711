/* SPDX-License-Identifier: MIT */
/*
 * What every target is: one file, which defines LLVMFuzzerTestOneInput.
 *
 * An input is bytes, or for a target that reads text, the text.  Each is
 * checked by itself: what one input did must not change the result of the next.
 * A target may keep memory, and a guess at what to try first.
 *
 * A finding is printed on standard error, as a case or a command that anybody
 * can run, and ends the process by abort().  The engine is libFuzzer, AFL++, or
 * driver.c, which runs the files that it is given.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/observation.h"
#include "reference/mapping.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A target may define this: called once, before the first input. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* And these, which make an input from one or two others. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t first_size,
                                 const uint8_t *second, size_t second_size,
                                 uint8_t *out, size_t max_size, unsigned seed);

/* The target itself cannot continue: that is no finding, and no success. */
static inline _Noreturn void fuzz_broken(const char *why)
{
    fprintf(stderr, "fuzz: %s\n", why);
    exit(3);
}

/* What the environment says, or null. */
static inline const char *fuzz_setting(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

/* A setting that is wrong: exit status 2. */
static inline _Noreturn void fuzz_usage(const char *name, const char *value,
                                        const char *expected)
{
    fprintf(stderr, "fuzz: %s: read %s, expected %s\n", name, value, expected);
    exit(2);
}

/* The bytes with a null after them; to be freed. */
static inline char *fuzz_copy(const void *bytes, size_t size)
{
    return memcpy(memory_new(size + 1, 1), bytes, size);
}

/* Report a finding: `what` is wrong with this text. */
static inline _Noreturn void text_finding(const char *what, const char *text,
                                          size_t length)
{
    fprintf(stderr, "finding: %s\n", what);
    fwrite(text, 1, length, stderr);
    abort();
}

static inline void text_must(bool holds, const char *what, const char *text,
                             size_t length)
{
    if (!holds)
        text_finding(what, text, length);
}

/* The same of a string. */
static inline void fuzz_must(bool holds, const char *what, const char *text)
{
    text_must(holds, what, text, strlen(text));
}

/* Until complaints_end, what is printed on standard error goes to the
 * stream. */
static inline FILE *complaints_begin(struct memory_stream *t)
{
    FILE *loud = stderr;

    stderr = memory_stream(t);
    return loud;
}

static inline void complaints_end(struct memory_stream *t, FILE *loud)
{
    stderr = loud;
    memory_stream_end(t);
}

/* A target whose inputs are rows defines only this; rows.c has the rest.
 * Returns whether its reader takes the text; with check, it checks all that
 * must hold of it, too. */
bool fuzz_rows(const char *text, size_t size, bool check);

/* again.c: check that an observation is unchanged when it is printed and
 * read. */
void again_observation(const struct observation *observation);

/*
 * Numbers made of an input's bytes: mostly values where arithmetic goes wrong,
 * such as small ones, powers of two, and the edges of counters.  Bytes past the
 * end of the input are zero.
 */
struct bytes {
    const uint8_t *at;
    size_t left;
};

/* The next n bytes, at most 8, the lowest first. */
static inline uint64_t bytes_take(struct bytes *b, unsigned n)
{
    uint64_t value = 0;

    for (unsigned k = 0; k < n && b->left > 0; k++, b->at++, b->left--)
        value |= (uint64_t)*b->at << 8 * k;
    return value;
}

static inline uint64_t bytes_number(struct bytes *b)
{
    unsigned how = (unsigned)bytes_take(b, 1), bits = how & 63;

    switch (how >> 6) {
    case 0: return bytes_take(b, 2);
    case 1: return (UINT64_C(1) << bits) + bytes_take(b, 1) % 5 - 2;
    case 2: return bytes_take(b, 8) >> bits;
    default: return UINT64_MAX - bytes_take(b, 1) % 16;
    }
}

static inline uint64_t bytes_scale(struct bytes *b)
{
    static const uint32_t scales[] = {
        2,      0x8000, 0xffff, 65536,  1,       0,       3,       0x4000,
        0x7fff, 0x8001, 0xc000, 0x5555, 0x10001, 0x18000, 0x20000, UINT32_MAX,
    };
    unsigned how = (unsigned)bytes_take(b, 1);

    if (how < 128)
        return scales[how % 16];
    return how < 192 ? bytes_take(b, 2) : bytes_take(b, 4);
}

/* A size of a buffer of a case: 16 MiB at most. */
static inline uint64_t bytes_size(struct bytes *b)
{
    unsigned how = (unsigned)bytes_take(b, 1);

    return how < 192   ? how
           : how < 224 ? bytes_take(b, 2)
                       : (UINT64_C(1) << how % 25) - bytes_take(b, 1) % 4 % 2;
}

/* The region near whose edges a pc is made. */
struct edges {
    uint64_t offset, size, scale;
    unsigned width;
};

/* The distance at which a counter begins: the least d for which d * scale >> 16
 * is at least its first byte. */
static inline uint64_t edges_distance(const struct edges *e, uint64_t counter)
{
    uint64_t scale = e->scale ? e->scale : 1;
    uint64_t bytes = counter * e->width & 0xffffffff;

    return (bytes * 65536 + scale - 1) / scale;
}

static inline uint64_t bytes_pc(struct bytes *b, const struct edges *e)
{
    uint64_t scale = e->scale ? e->scale : 1, last = e->size / e->width;
    unsigned how = (unsigned)bytes_take(b, 1);
    uint64_t near = bytes_take(b, 1) % 7 - 3;

    switch (how & 7) {
    case 0: return bytes_number(b);
    case 1: return e->offset + near;
    case 2: return e->offset + (UINT64_C(1) << (how >> 3) * 2) / scale + near;
    case 3: return e->offset + edges_distance(e, last - (how >> 3) % 4) + near;
    case 4: return e->offset + edges_distance(e, how >> 3) + near;
    case 5: return e->offset + (UINT64_C(1) << (how >> 3) * 2) + near;
    default:
        return e->offset + edges_distance(e, bytes_take(b, 2) % (last + 2)) +
               near;
    }
}

/* slow.c: whether a tick at pc is counted under the combination of choices of
 * that number, and if so, at which byte; and the answers that make the
 * reference do the same. */
bool slow_answer(uint64_t combination, const struct mapping *m, uint64_t pc,
                 uint64_t *at, struct choices *answers);
uint64_t slow_combinations(void);

#endif
