/* SPDX-License-Identifier: MIT */
/*
 * profil(2) of FreeBSD, read a second time.  Paragraphs are those of
 * DESCRIPTION.
 */
enum { MOST_BUFFER = 32 };

#include "letters_test.h"
#include "reference/unit_test.h"

enum {
    BRACKET,
    NULL_BUFFER,
    BAD_BUFFER,
    READ_ONLY,
    NO_BYTES,
    REPORTED_BY_OFF,
    SIZE_ZERO,
    FAILED,
    WHILE_ON,
    LOOKED_AT,
    CLEARED,
    CHILD,
    RESULT,
    ROWS
};

static const struct words rows[ROWS] = {
    /* A relation between numbers, or between those of C. */
    [BRACKET] = {"paragraph 2, the relation",
                 {"whole numbers at each step", "rounded down at the end"}},
    /* EFAULT "may" be reported, and no word on a call that could report it
     * and does not.  NULL may be an address by itself. */
    [NULL_BUFFER] = {"ERRORS, sentence 1, at NULL",
                     {"as any other bad address", "reported",
                      "not, and profiling is enabled",
                      "not, and profiling is disabled", "something else"}},
    [BAD_BUFFER] = {"ERRORS, sentence 1, nothing mapped",
                    {"reported", "not, and profiling is enabled",
                     "not, and nothing is done",
                     "not, and profiling is disabled"}},
    /* That of memory which can't be written to may not be invalid at all; it
     * is the same address in each call. */
    [READ_ONLY] = {"ERRORS, EFAULT, invalid, read-only",
                   {"invalid, and reported", "an address like any"}},
    [NO_BYTES] = {"ERRORS, EFAULT, contains",
                  {"no bytes contain no bad address", "the address is bad"}},
    [REPORTED_BY_OFF] = {"ERRORS, EFAULT; paragraph 3, scale 0",
                         {"turning off looks at no buffer", "it is refused",
                          "it is reported, and is off", "something else"}},
    [SIZE_ZERO] = {"paragraph 2, sentence 1; no more than that",
                   {"enabled, without bins", "disabled", "nothing is done",
                    "enabled, and what was on has lost its bins",
                    "something else"}},
    /* No word on what was on when a call fails. */
    [FAILED] = {"RETURN VALUES",
                {"what was on stays", "it is off", "something else"}},
    /* Nor when it does not. */
    [WHILE_ON] = {"DESCRIPTION, nowhere",
                  {"what the call asks for replaces what was on",
                   "what was on stays", "what was on is disabled",
                   "something else"}},
    [LOOKED_AT] = {"the same; ERRORS, may",
                   {"a call that does nothing can fail", "it cannot",
                    "it can, by any error"}},
    [CLEARED] = {"paragraph 2, counts",
                 {"from what it holds", "from 0: enabling clears"}},
    /* "The current process", and no word on fork, nor so on what a child's
     * copy of the buffer holds; nor on exec. */
    [CHILD] = {"paragraph 1, sentence 1",
               {"and its children", "alone", "something else"}},
    /* What no word is about succeeds or fails. */
    [RESULT] = {"RETURN VALUES", {"success", "an error"}},
};

/* ---- paragraph 2: the relation ---- */

/* Number the bin of a pc, or -1 if it has none. */
static int64_t bin_of(const struct region_arguments *r, uint64_t pc)
{
    __int128 difference = (__int128)pc - r->offset;
    __int128 bin;

    if (pc < r->offset) /* the lowest address at which samples are taken */
        return -1;
    switch (reads(BRACKET)) {
    case 0: bin = difference / 2 * (__int128)r->scale / 65536; break;
    case 1: bin = difference * (__int128)r->scale / (2 * 65536); break;
    default: /* the mistake: rounded up */
        bin = (difference + 1) / 2 * (__int128)r->scale / 65536;
    }
    return bin < (__int128)(r->size / 2) ? (int64_t)bin : -1;
}

/* ---- enabling and disabling ---- */

static void succeed(struct answer *answer)
{
    answer->value = 0;
    answer->error = ERROR_UNSEEN; /* success says nothing of errno */
}

static void fault(struct answer *answer)
{
    answer->value = -1;
    answer->error = ERROR_EFAULT;
}

/* Whether these are addresses of which some are not mapped. */
static bool is_unmapped(const struct machine *m,
                        const struct region_arguments *r)
{
    return r->base.kind != POINTER_GIVEN ||
           m->picture->image[m->process][r->base.buffer].gone;
}

/* Whether the address is one that could be reported. */
static bool is_invalid(const struct machine *m,
                       const struct region_arguments *r)
{
    return is_unmapped(m, r) ||
           (m->readonly[r->base.buffer] && reads(READ_ONLY) == 0);
}

enum treatment { REPORTED, ENABLED, NOTHING, DISABLED, UNSAID };

/* What a call that enables does by reason of its buffer's address. */
static enum treatment treatment(const struct machine *m,
                                const struct region_arguments *r)
{
    static const enum treatment of_null[] = {
        [1] = REPORTED, ENABLED, DISABLED, UNSAID};

    if (r->base.kind == POINTER_NULL && reads(NULL_BUFFER) == 3)
        return DISABLED;
    if (r->size == 0 && is_invalid(m, r) && reads(REPORTED_BY_OFF) == 3)
        return UNSAID;
    if (r->size == 0)
        return is_invalid(m, r) && reads(NO_BYTES) == 1 ? REPORTED : ENABLED;
    if (r->base.kind == POINTER_NULL && reads(NULL_BUFFER) != 0)
        return of_null[reads(NULL_BUFFER)];
    if (is_unmapped(m, r))
        return (enum treatment)reads(BAD_BUFFER);
    return is_invalid(m, r) ? REPORTED : ENABLED;
}

/* No word is about this call. */
static void anything_said(struct machine *m, const struct region_arguments *r,
                          struct answer *answer)
{
    unsaid(m, r, 1);
    if (reads_now(RESULT) == 0)
        return;
    fault(answer);
    answer->error = ERROR_UNSEEN;
}

static void disable(struct machine *m, const struct region_arguments *r,
                    struct answer *answer)
{
    unsigned how = is_invalid(m, r) ? reads(REPORTED_BY_OFF) : 0;

    if (how == 3) {
        anything_said(m, r, answer);
        return;
    }
    if (how != 0)
        fault(answer);
    if (how == 1 && m->profiling.on && reads(FAILED) == 2)
        unsaid(m, r, 1);
    if (how != 1)
        m->profiling.on = m->profiling.unsaid = false;
}

static void page_call(struct machine *m, const struct call *call,
                      struct answer *answer)
{
    const struct region_arguments *r = &call->region;
    struct profiling *p = &m->profiling;

    succeed(answer);
    if (r->scale == 0) {
        disable(m, r, answer);
        return;
    }
    if (r->scale > 65536) { /* past its range, and no word on that */
        wild(m);
        return;
    }
    bool maybe = p->on || p->unsaid;
    bool stays = maybe && reads(WHILE_ON) == 1;
    enum treatment how = treatment(m, r);
    if (maybe && how != NOTHING && how != DISABLED && reads(WHILE_ON) == 3)
        how = UNSAID;
    switch (how) {
    case REPORTED:
        if (stays && reads(LOOKED_AT) == 1 && !p->unsaid)
            return;
        fault(answer);
        if (stays && (p->unsaid || reads(LOOKED_AT) == 2)) {
            succeed(answer);
            if (reads_now(RESULT) == 1)
                answer->value = -1;
            return;
        }
        if (p->on && reads(FAILED) == 1)
            p->on = false;
        if (p->on && reads(FAILED) == 2)
            unsaid(m, r, 1);
        return;
    case NOTHING: return;
    case DISABLED: p->on = p->unsaid = false; return;
    case ENABLED: break;
    case UNSAID: anything_said(m, r, answer); return;
    }
    if (r->size == 0 && reads(SIZE_ZERO) == 4) {
        anything_said(m, r, answer);
        return;
    }
    if (r->size == 0 && reads(SIZE_ZERO) != 0) {
        if (reads(SIZE_ZERO) == 1)
            p->on = p->unsaid = false;
        if (reads(SIZE_ZERO) == 3)
            *p = (struct profiling){.on = true};
        return;
    }
    if (p->unsaid && reads(WHILE_ON) != 0) {
        unsaid(m, r, 1);
        return;
    }
    if (stays)
        return;
    if (p->on && reads(WHILE_ON) == 2) {
        p->on = false;
        return;
    }
    *p = (struct profiling){.on = true};
    p->region[0].is = *r;
    if (holds_any(m, r->base, r->size) && reads(CLEARED) == 1)
        clear(m, r->base, r->size);
}

static void page_tick(struct machine *m, uint64_t pc)
{
    struct pointer to = m->profiling.region[0].is.base;
    int64_t bin;

    if (m->profiling.unsaid)
        unsaid_tick(m, false);
    if (!m->profiling.on)
        return;
    bin = bin_of(&m->profiling.region[0].is, pc);
    if (bin < 0)
        return;
    to.at += (uint32_t)(2 * bin);
    if (!writable(m, to, 2))
        wild(m); /* a buffer that is or went bad: no word */
    else if (!count_one(m, to, 0, 2))
        anything(m, to, 2); /* a bin has 16 bits, and no word on more */
}

static void page_else(struct machine *m, const struct op *op)
{
    const struct region_arguments *r = &m->profiling.region[0].is;

    if (op->kind == OP_FORK && m->profiling.on) {
        if (reads(CHILD) == 2)
            wild(m);
        if (writable(m, r->base, r->size))
            anything(m, r->base, r->size);
        m->profiling.on = reads(CHILD) == 0;
    }
    if (op->kind == OP_EXEC)
        m->picture->exec =
            m->profiling.on || m->profiling.unsaid ? ANY_EXEC : 1 + EXEC_LIVED;
}

/* ---- scripts ---- */

enum { A, B };

static const struct op buffers[] = {
    BUFFER(A, 16),
    FILLED(B, 8, 2, 0xfffc),
};

static const struct letter mappings[] = {
    MAPPED(0),
    MAPPED(1),
    MAPPED(2),
    MAPPED(3),
    MAPPED(0x4000),
    MAPPED(0x5555),
    MAPPED(0x7fff),
    MAPPED(0x8000),
    MAPPED(0xffff),
    MAPPED(0x10000),
    MAPPED(0x10001),
    MAPPED(0xffffffff),
    {.name = "on b", {PROFIL(TO(B, 0), 8, 0x1000, 0xffff)}, 1},
    {.name = "on b odd", {PROFIL(TO(B, 0), 5, 0x1000, 0x8000)}, 1},
    {.name = "on a 1 byte", {PROFIL(TO(A, 0), 1, 0x1000, 0xffff)}, 1},
    {.name = "on a from 0", {PROFIL(TO(A, 4), 8, 0, 0x8000)}, 1},
    NEAR_TICKS,
};

static const struct alphabet mapping = {
    buffers, LENGTH(buffers), mappings, LENGTH(mappings), &mapping_finish, 2};

TEST(the_mapping_is_the_page_s)
{
    no_differences(&mapping);
}

TEST(a_pc_rounded_up_is_noticed)
{
    notices(&mapping, BRACKET);
}

static const struct letter turns[] = {
    {.name = "on a", {PROFIL(TO(A, 0), 16, 0x1000, 0xffff)}, 1},
    {.name = "on b", {PROFIL(TO(B, 0), 8, 0x1000, 0x8000)}, 1},
    {.name = "off, scale 0", {PROFIL(TO(A, 0), 16, 0x1000, 0)}, 1},
    {.name = "scale 1", {PROFIL(TO(A, 0), 4, 0x1000, 1)}, 1},
    {.name = "off, nothing", {PROFIL(TO_NULL, 0, 0, 0)}, 1},
    {.name = "off, bad", {PROFIL(TO_BAD, 16, 0, 0)}, 1},
    {.name = "size 0", {PROFIL(TO(A, 0), 0, 0x1000, 0xffff)}, 1},
    {.name = "size 0 at NULL", {PROFIL(TO_NULL, 0, 0x1000, 0xffff)}, 1},
    {.name = "on at NULL", {PROFIL(TO_NULL, 16, 0x1000, 0xffff)}, 1},
    {.name = "on at bad", {PROFIL(TO_BAD, 16, 0x2000, 0xffff)}, 1},
    {.name = "a becomes read-only", {ON_BUFFER(OP_PROTECT, A)}, 1},
    {.name = "a goes", {ON_BUFFER(OP_UNMAP, A)}, 1, .gone = true},
    {.name = "a comes back", {ON_BUFFER(OP_REMAP, A)}, 1, .back = true},
    {.name = "ticks", {TICKS({0x1000, 8}, {0x1006, 16})}, 1},
    {.name = "a child's ticks",
     {JUST(OP_FORK), TICKS({0x1000, 8}, {0x1006, 16}), JUST(OP_END)},
     3,
     .once = true},
    {.name = "exec", {JUST(OP_EXEC)}, 1, .last = true},
};

static const struct letter turn_finish = {
    .name = "", {TICKS({0x1000, 1}, {0x1006, 2})}, 1};

static const struct alphabet turning = {buffers,       LENGTH(buffers), turns,
                                        LENGTH(turns), &turn_finish,    3};

TEST(enabling_and_disabling_is_the_page_s)
{
    no_differences(&turning);
}

int main(int argc, char **argv)
{
    read_with(DIALECT_FREEBSD, rows, argc, argv);
    return RUN_TESTS(NULL, NULL);
}
