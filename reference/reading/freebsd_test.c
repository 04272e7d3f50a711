/* SPDX-License-Identifier: MIT */
/*
 * profil(2) of FreeBSD, read a second time.  Paragraphs are those of
 * DESCRIPTION.
 */
enum { MOST_BUFFER = 32 };

#include "reference/unit_test.h"
#include "scripts_test.h"

enum {
    BRACKET,
    NULL_BUFFER,
    BAD_BUFFER,
    READ_ONLY,
    ODD,
    NO_BYTES,
    NO_BYTES_OFF,
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
    /* samples is a char *, and should be an unsigned short *. */
    [ODD] = {"ERRORS, EFAULT, invalid; SYNOPSIS; BUGS, sentence 2",
             {"an odd address is one like any", "it is invalid, and reported"}},
    [NO_BYTES] = {"ERRORS, EFAULT, contains",
                  {"no bytes contain no bad address", "the address is bad"}},
    [NO_BYTES_OFF] = {"the same, in a call that disables",
                      {"the address is bad",
                       "no bytes contain no bad address"}},
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
    if (r->base.at % 2 != 0 && reads(BAD_BUFFER) == 0 && reads_now(ODD) == 1)
        return REPORTED;
    return is_invalid(m, r) ? REPORTED : ENABLED;
}

/* No word is about this call. */
static void anything_goes(struct machine *m, const struct region_arguments *r,
                          struct answer *answer)
{
    unspecified(m, r, 1);
    if (reads_now(RESULT) == 0)
        return;
    fault(answer);
    answer->error = ERROR_UNSEEN;
}

static void disable(struct machine *m, const struct region_arguments *r,
                    struct answer *answer)
{
    bool bad = is_invalid(m, r) && (r->size > 0 || reads(NO_BYTES_OFF) == 0);
    unsigned how = bad ? reads(REPORTED_BY_OFF) : 0;

    if (how == 3) /* a success disables, whatever the address */
        how = 0;
    if (how != 0)
        fault(answer);
    if (how == 1 && m->profiling.on && reads(FAILED) == 2)
        unspecified(m, r, 1);
    if (how != 1)
        m->profiling.on = m->profiling.unspecified = false;
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
    bool maybe = p->on || p->unspecified;
    bool stays = maybe && reads(WHILE_ON) == 1;
    enum treatment how = treatment(m, r);
    if (maybe && how != NOTHING && how != DISABLED && reads(WHILE_ON) == 3)
        how = UNSAID;
    switch (how) {
    case REPORTED:
        if (stays && reads(LOOKED_AT) == 1 && !p->unspecified)
            return;
        fault(answer);
        if (stays && (p->unspecified || reads(LOOKED_AT) == 2)) {
            succeed(answer);
            if (reads_now(RESULT) == 1)
                answer->value = -1;
            return;
        }
        if (p->on && reads(FAILED) == 1)
            p->on = false;
        if (p->on && reads(FAILED) == 2)
            unspecified(m, r, 1);
        return;
    case NOTHING: return;
    case DISABLED: p->on = p->unspecified = false; return;
    case ENABLED: break;
    case UNSAID: anything_goes(m, r, answer); return;
    }
    if (r->size == 0 && reads(SIZE_ZERO) == 4) {
        anything_goes(m, r, answer);
        return;
    }
    if (r->size == 0 && reads(SIZE_ZERO) != 0) {
        if (reads(SIZE_ZERO) == 1)
            p->on = p->unspecified = false;
        if (reads(SIZE_ZERO) == 3)
            *p = (struct profiling){.on = true};
        return;
    }
    if (p->unspecified && reads(WHILE_ON) != 0) {
        unspecified(m, r, 1);
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

    if (m->profiling.unspecified)
        unspecified_tick(m, false);
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
        m->picture->exec = m->profiling.on || m->profiling.unspecified
                               ? ANY_EXEC
                               : 1 + EXEC_LIVED;
}

SAME(the_mapping_is_the_page_s, "mapping")
NOTICED(a_pc_rounded_up_is_noticed, "mapping", BRACKET)
SAME(enabling_and_disabling_is_the_page_s, "turning")

PAGE_TESTS(FREEBSD, "freebsd")
