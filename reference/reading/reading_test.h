/* SPDX-License-Identifier: MIT */
/*
 * A second reading of the manuals, to be compared with the reference.
 *
 * Each page has one slow model here, written from the page alone.  Where the
 * words can be read in more than one way, the model asks reads(X), and X has
 * a row that says where on the page the words are and what each way of
 * reading them is.  The model is run once for every combination of the ways
 * that it asks about.  One reading is kept throughout a script: it is one
 * implementation that is described.
 *
 * What a script led to is a picture: what calls returned, and the bytes of
 * the buffers at the end.  Each part of it can be left open, where the page
 * is silent; and from an operation on anything at all can be (wild).
 *
 * Nothing of the reference is used but the plain types of script.h and
 * outcome.h.
 */
#ifndef REFERENCE_READING_TEST_H
#define REFERENCE_READING_TEST_H

#include "reference/unit_test.h"

#include <stdint.h>
#include <string.h>

#include "reference/outcome.h"
#include "reference/script.h"

enum {
    MOST_OPS = 16,
    MOST_BUFFERS = 4,
    MOST_BYTES = 2 * SCRIPT_ZONE + MOST_BUFFER, /* of a buffer and its zones */
    MOST_READINGS = 32,
    MOST_WAYS = 12,
    MOST_REGIONS = 8,
    MOST_DECISIONS = 64,
    TAME = -1,     /* no operation */
    ANY_EXEC = -1, /* whatever comes of an exec */
};

/* Words of a page: where they are, and the ways to read them. */
struct words {
    const char *page;
    const char *way[MOST_WAYS];
};

struct answer {
    bool given;
    uint8_t tick_time, fast;
    int32_t error; /* ERROR_UNSEEN: any */
    int64_t value; /* VALUE_UNSEEN: any */
};

/* A buffer with its zones. */
struct image {
    bool there, gone;
    uint8_t byte[MOST_BYTES];
    uint8_t any[MOST_BYTES]; /* not 0: that byte can be anything */
};

/* A look at mon.out. */
struct look {
    bool taken;
    bool maybe[FILE_WRITTEN + 1]; /* the states that it can be in */
    bool any_ticks, any_calls;
    uint64_t ticks, functions, calls;
};

struct picture {
    int wild_from; /* the operation, or TAME */
    int died_in;
    int child; /* of EVENT_CHILD, 1 more than its value */
    int exec;
    struct answer answer[2][MOST_OPS];
    struct look look[MOST_OPS];
    struct image image[2][MOST_BUFFERS];
};

/* The state of profiling, in the words of the page. */
struct profiled {
    struct region_arguments is;
    bool off;
};

struct profiling {
    bool on, listed, without_effect;
    unsigned width, regions;
    struct profiled region[MOST_REGIONS];
    uint64_t ticks, functions, limit, calls; /* of monitor */
    bool any_ticks, any_calls, written, again, ever;
    bool controlled;  /* a mode that no word explains was set */
    bool unspecified; /* no word says whether it is on, nor with which */
    bool may_count[MOST_BUFFERS]; /* of these */
    bool may_fault;               /* or of none that is memory */
};

struct machine {
    const struct script *script;
    struct picture *picture;
    unsigned process;
    unsigned op;
    bool readonly[MOST_BUFFERS];
    struct profiling profiling;
};

/* ---- the combinations of readings ---- */

static struct {
    const struct words *words;
    int mistaken; /* this row is read as its first way that is no way */
    bool consulted[MOST_READINGS];
    uint8_t answer[MOST_READINGS];
    struct {
        uint8_t row, way;
    } trail[MOST_DECISIONS];
    unsigned length, next;
} reader = {.mistaken = -1};

static unsigned ways_of(unsigned row)
{
    unsigned ways = 0;

    while (ways < MOST_WAYS && reader.words[row].way[ways] != NULL)
        ways++;
    return ways;
}

static unsigned decide(unsigned row)
{
    if ((int)row == reader.mistaken)
        return ways_of(row);
    if (reader.next == reader.length) {
        assert_true(reader.length < MOST_DECISIONS);
        reader.trail[reader.length].row = (uint8_t)row;
        reader.trail[reader.length++].way = 0;
    }
    return reader.trail[reader.next++].way;
}

/* How these words are read in this run. */
static unsigned reads(unsigned row)
{
    if (!reader.consulted[row])
        reader.answer[row] = (uint8_t)decide(row);
    reader.consulted[row] = true;
    return reader.answer[row];
}

/* The same, of words that leave it free each time. */
static inline unsigned reads_now(unsigned row)
{
    reader.consulted[row] = true;
    return reader.answer[row] = (uint8_t)decide(row);
}

static void begin_reading(void)
{
    reader.next = 0;
    memset(reader.consulted, 0, sizeof reader.consulted);
}

/* Move on to the next combination.  False after the last. */
static bool next_reading(void)
{
    while (reader.length > 0 &&
           ++reader.trail[reader.length - 1].way ==
               ways_of(reader.trail[reader.length - 1].row))
        reader.length--;
    begin_reading();
    return reader.length > 0;
}

/* ---- what a page's model does to the machine ---- */

/* From this operation on anything may happen. */
static inline void wild(struct machine *m)
{
    if (m->picture->wild_from == TAME)
        m->picture->wild_from = (int)m->op;
}

static bool is_wild(const struct machine *m)
{
    return m->picture->wild_from != TAME;
}

/* Whether all of these bytes can be written to. */
static inline bool writable(const struct machine *m, struct pointer p,
                            uint64_t size)
{
    return p.kind == POINTER_GIVEN && !m->readonly[p.buffer] &&
           !m->picture->image[m->process][p.buffer].gone &&
           p.at + size <= m->script->ops[p.buffer].size;
}

/* The bytes at a place of a buffer can hold anything. */
static inline void anything(struct machine *m, struct pointer p, uint64_t size)
{
    if (p.kind == POINTER_GIVEN)
        memset(m->picture->image[m->process][p.buffer].any + SCRIPT_ZONE + p.at,
               1, size);
}

/* No word says what a call did with these regions: whether profiling is on by
 * them, by those before, or not at all. */
static inline void unspecified(struct machine *m,
                               const struct region_arguments *r, unsigned count)
{
    struct profiling *p = &m->profiling;

    if (!p->unspecified)
        memset(p->may_count, p->may_fault = false, sizeof p->may_count);
    for (unsigned i = 0; p->on && (i == 0 || i < p->regions); i++)
        if (p->region[i].is.base.kind == POINTER_GIVEN)
            p->may_count[p->region[i].is.base.buffer] = true;
        else
            p->may_fault = true;
    for (unsigned i = 0; i < count; i++) {
        struct pointer whole = {POINTER_GIVEN, r[i].base.buffer, 0};

        if (!writable(m, r[i].base, r[i].size))
            p->may_fault = true;
        if (r[i].base.kind != POINTER_GIVEN)
            continue;
        p->may_count[r[i].base.buffer] = true;
        anything(m, whole, m->script->ops[r[i].base.buffer].size);
    }
    p->on = false;
    p->unspecified = true;
}

/* A tick while that is so. */
static inline void unspecified_tick(struct machine *m,
                                    bool faults_are_specified)
{
    if (m->profiling.may_fault && !faults_are_specified)
        wild(m);
    for (uint8_t i = 0; i < MOST_BUFFERS; i++) {
        struct pointer whole = {POINTER_GIVEN, i, 0};
        uint32_t size = m->script->ops[i].size;

        if (!m->profiling.may_count[i])
            continue;
        if (!writable(m, whole, size) && !faults_are_specified)
            wild(m);
        if (!m->picture->image[m->process][i].gone)
            anything(m, whole, size);
    }
}

/* Whether they hold anything but 0. */
static inline bool holds_any(const struct machine *m, struct pointer p,
                             uint64_t size)
{
    const struct image *image = &m->picture->image[m->process][p.buffer];

    if (writable(m, p, size))
        for (uint64_t i = SCRIPT_ZONE + p.at; i < SCRIPT_ZONE + p.at + size;
             i++)
            if (image->byte[i] != 0 || image->any[i])
                return true;
    return false;
}

static inline void clear(struct machine *m, struct pointer p, uint64_t size)
{
    struct image *image = &m->picture->image[m->process][p.buffer];

    memset(image->byte + SCRIPT_ZONE + p.at, 0, size);
    memset(image->any + SCRIPT_ZONE + p.at, 0, size);
}

/* One more in the counter that many bytes from a pointer.  The counter must
 * be writable.  False if it is full: then nothing was done. */
static inline bool count_one(struct machine *m, struct pointer p, uint64_t at,
                             unsigned width)
{
    struct image *image = &m->picture->image[m->process][p.buffer];
    size_t place = SCRIPT_ZONE + p.at + at;
    uint32_t counter = 0;

    memcpy(&counter, image->byte + place, width);
    if (counter == (width == 2 ? UINT16_MAX : UINT32_MAX))
        return false;
    counter++;
    memcpy(image->byte + place, &counter, width);
    return true;
}

/* The two functions that a page has. */
static void page_call(struct machine *m, const struct call *call,
                      struct answer *answer);
static void page_tick(struct machine *m, uint64_t pc);

/* What else happens to a process: a child begins at OP_FORK; exec; and what
 * only the page of monitor has. */
static void page_else(struct machine *m, const struct op *op);

/* ---- running a script ---- */

static void new_buffer(struct machine *m, const struct op *op)
{
    struct image *image = &m->picture->image[0][op->buffer];

    image->there = true;
    memset(image->byte, SCRIPT_CANARY, 2 * SCRIPT_ZONE + op->size);
    memset(image->byte + SCRIPT_ZONE, 0, op->size);
    for (uint32_t at = 0; op->fill_width && at + op->fill_width <= op->size;
         at += op->fill_width)
        memcpy(image->byte + SCRIPT_ZONE + at, &op->fill, op->fill_width);
}

static void run_op(struct machine *m, const struct op *op)
{
    struct image *image = &m->picture->image[m->process][op->buffer];

    switch (op->kind) {
    case OP_BUFFER: new_buffer(m, op); break;
    case OP_CALL:
        m->picture->answer[m->process][m->op].given = true;
        page_call(m, &op->call, &m->picture->answer[m->process][m->op]);
        break;
    case OP_TICKS:
        for (size_t i = 0; i < op->tick_count; i++)
            for (uint32_t k = 0; k < op->ticks[i].count && !is_wild(m); k++)
                page_tick(m, op->ticks[i].pc);
        break;
    case OP_UNMAP: image->gone = true; break;
    case OP_REMAP:
        image->gone = false;
        m->readonly[op->buffer] = false; /* it is new memory */
        memset(image->byte + SCRIPT_ZONE, 0, m->script->ops[op->buffer].size);
        memset(image->any, 0, sizeof image->any);
        break;
    case OP_PROTECT: m->readonly[op->buffer] = true; break;
    default: page_else(m, op); break;
    }
}

/* Run from this operation to the end, or to a child's. */
static void run_from(struct machine *m, unsigned first)
{
    for (m->op = first; m->op < m->script->count && !is_wild(m); m->op++) {
        const struct op *op = &m->script->ops[m->op];

        if (op->kind == OP_END && m->process == 1)
            return;
        if (op->kind == OP_FORK) {
            struct machine child = *m;

            child.process = 1;
            memcpy(m->picture->image[1], m->picture->image[0],
                   sizeof m->picture->image[0]);
            page_else(&child, op);
            run_from(&child, m->op + 1);
            m->picture->child = 1;
            m->op = child.op;
        } else {
            run_op(m, op);
        }
    }
}

/* The picture of a script, as the page is read in this run. */
static void read_script(const struct script *script, struct picture *picture)
{
    static struct machine machine;

    memset(picture, 0, sizeof *picture);
    picture->wild_from = picture->died_in = TAME;
    machine = (struct machine){.script = script, .picture = picture};
    run_from(&machine, 0);
    for (int i = 0; i < 2 * MOST_BUFFERS; i++) {
        struct image *image =
            &picture->image[i / MOST_BUFFERS][0] + i % MOST_BUFFERS;
        for (int k = 0; k < MOST_BYTES; k++)
            if (image->any[k] || image->gone)
                image->byte[k] = 0;
        if (image->gone)
            memset(image->any, 0, sizeof image->any);
    }
}

#endif
