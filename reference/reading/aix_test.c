/* SPDX-License-Identifier: MIT */
/*
 * profil(2) of AIX 4.3, read a second time.  Sections are those of the page;
 * bullets are counted from 1 within "If BufferSize is not -1", "If
 * BufferSize is -1" and "In every case".
 */
enum { MOST_BUFFER = 32 };

#include "reference/unit_test.h"
#include "scripts_test.h"

enum {
    NUMBER,
    NEGATIVE,
    ODD_SIZE,
    SCALE_TWO,
    SIZE_ZERO_OFF,
    SIZE_ZERO_ON,
    SIZE_AND_SCALE_ZERO,
    OFF_WITH_BAD,
    NO_BYTES,
    READ_ONLY,
    ODD,
    EQUAL_HIGHS,
    EMPTY,
    WHICH_ERROR,
    ELEMENT_OFF,
    ELEMENT_SIZE,
    HIGH,
    AMONG,
    SEVERAL,
    CLEARED,
    ROWS
};

static const struct words rows[ROWS] = {
    /* The pc is scaled, rounded up to a half-word aligned value, and
     * compared with the size divided by a short's.  What is aligned is an
     * address, so the value may be bytes into the buffer; what is compared
     * with a number of shorts may be the number of one; and an aligned value
     * has a number among the half-words. */
    [NUMBER] = {"Description, not -1, bullet 1, sentences 3 and 4",
                {"the number is a short's index", "it is a byte's offset",
                 "it is a byte's offset, compared as a number of half-words"}},
    /* Below Offset: Syntax has an unsigned long, the sentences have numbers. */
    [NEGATIVE] = {"the same, sentences 2 to 4; Syntax",
                  {"there are no negative numbers",
                   "one is shifted right, then rounded up",
                   "one is divided by 65536, then rounded up"}},
    /* A division of a C programmer, or of a reader. */
    [ODD_SIZE] = {"the same, sentence 4", {"whole shorts", "with its half"}},
    /* "All instructions to the same location", while the arithmetic says
     * it of 32768 bytes. */
    [SCALE_TWO] = {"the table, 0x0002",
                   {"as the arithmetic says", "all from Offset on",
                    "all, below Offset too"}},
    /* What is rendered ineffective: a profiling which is then on, or the
     * call? */
    [SIZE_ZERO_OFF] = {"bullet 3, while off",
                       {"profiling is on, and counts nothing",
                        "nothing is turned on"}},
    [SIZE_ZERO_ON] = {"bullet 3, and In every case, bullet 4, while on",
                      {"one more attempt to turn on",
                       "what is on counts no "
                       "more, but is on",
                       "what is on is off"}},
    [SIZE_AND_SCALE_ZERO] = {"the table, 00 and 01; bullet 3",
                             {"off is off", "ineffective"}},
    /* The address is to be valid; turning off makes no use of it. */
    [OFF_WITH_BAD] = {"Error Codes, EFAULT; the table, 00 and 01",
                      {"off is off", "off is unsuccessful"}},
    [NO_BYTES] = {"Error Codes, EFAULT; Parameters, BufferSize",
                  {"no bytes are valid anywhere", "the address is not valid"}},
    [READ_ONLY] = {"Error Codes, EFAULT",
                   {"read-only memory is a valid address", "it is not"}},
    [ODD] = {"Error Codes, EFAULT; Syntax: unsigned short *",
             {"an odd address is valid", "it is not"}},
    [EQUAL_HIGHS] = {"Description, -1, ascending sequence; EINVAL",
                     {"equal ones ascend", "they do not"}},
    [EMPTY] = {"Description, -1: p_low from p_high on",
               {"a structure like any", "something else"}},
    [WHICH_ERROR] = {"Error Codes, one or both", {"EFAULT", "EINVAL"}},
    /* Like the scale argument, which turns "profiling" off. */
    [ELEMENT_OFF] = {"Description, -1, p_scale; the table, 00 and 01",
                     {"that structure counts nothing",
                      "the call turns profiling off", "it does, if none counts",
                      "who knows, if none counts"}},
    /* No sentence says what p_bufsize counts. */
    [ELEMENT_SIZE] = {"Description, -1: p_bufsize", {"bytes", "shorts"}},
    /* Nor that p_high ends anything. */
    [HIGH] = {"Description, -1: p_high",
              {"p_high ends nothing", "it is the first pc not counted",
               "it is the last counted"}},
    /* Nor which of several structures takes a pc, nor whether one does in
     * whose buffer it has no short, or that counts nothing. */
    [AMONG] = {"Description, -1: p_low, p_high",
               {"structures where the pc has a short take it",
                "structures in whose range it is take it"}},
    [SEVERAL] = {"Description, -1",
                 {"the first", "the last", "each", "something else"}},
    /* A short is incremented; from what, is not said. */
    [CLEARED] = {"Description, not -1, bullet 1, sentence 4",
                 {"from what it holds", "from 0: turning on clears"}},
};

/* ---- bullet 1: the arithmetic ---- */

/* Number the short that a difference goes to, or -1. */
static int64_t short_of(__int128 difference, uint64_t scale, uint64_t size)
{
    __int128 number = difference * (__int128)(scale & 0xffff);
    __int128 at;

    if ((scale & 0xffff) == 2 && reads(SCALE_TWO) == 2)
        return size >= 2 ? 0 : -1;
    if (difference < 0 && reads(NEGATIVE) == 0)
        return -1;
    if (difference >= 0 && (scale & 0xffff) == 2 && reads(SCALE_TWO) == 1)
        return size >= 2 ? 0 : -1;
    if (difference < 0 && reads(NEGATIVE) == 2)
        number /= 65536;
    else
        number >>= 16;
    number += number & 1;
    if (number < 0)
        return -1;

    switch (reads(NUMBER)) {
    case 0:
        at = number;
        if (number >= (__int128)(size / 2))
            return -1;
        break;
    case 1:
        at = number / 2;
        if (size % 2 && reads(ODD_SIZE) == 1 ? 2 * number >= (__int128)size
                                             : number >= (__int128)(size / 2))
            return -1;
        break;
    case 2:
        at = number / 2;
        if (at >= (__int128)(size / 2))
            return -1;
        break;
    default: /* the mistake: rounded down */
        at = ((difference * (__int128)(scale & 0xffff)) >> 16) / 2;
        if (at >= (__int128)(size / 2))
            return -1;
    }
    return 2 * at + 2 <= (__int128)size ? (int64_t)at : -1;
}

/* ---- "In every case": on and off ---- */

static void succeed(struct answer *answer)
{
    /* void in Syntax, "always 0" in Return Values: anything can be seen.
     * errno is nowhere said to be kept. */
    answer->value = VALUE_UNSEEN;
    answer->error = ERROR_UNSEEN;
}

static void unsuccessful(struct answer *answer, int error)
{
    answer->value = VALUE_UNSEEN;
    /* 0 is returned "always", and "otherwise" errno is set; were it not,
     * Error Codes would name its numbers in vain. */
    answer->error = error;
}

/* Whether the page calls this address not valid. */
static bool not_valid(struct machine *m, struct pointer p, uint64_t size)
{
    if (p.kind != POINTER_GIVEN || m->picture->image[m->process][p.buffer].gone)
        return size > 0 || reads(NO_BYTES) == 1;
    return m->readonly[p.buffer] && (size > 0 || reads(NO_BYTES) == 1) &&
           reads(READ_ONLY) == 1;
}

/* Whether a call that is to use it calls it so. */
static bool not_usable(struct machine *m, const struct region_arguments *r)
{
    return not_valid(m, r->base, r->size) ||
           (r->size > 0 && r->base.at % 2 != 0 && reads_now(ODD) == 1);
}

static void begin(struct machine *m, bool listed,
                  const struct region_arguments *r, unsigned count)
{
    struct profiling *p = &m->profiling;

    *p = (struct profiling){.on = true, .listed = listed, .regions = count};
    for (unsigned i = 0; i < count; i++) {
        p->region[i].is = r[i];
        if (listed && reads(ELEMENT_SIZE) == 1)
            p->region[i].is.size *= 2;
        if (holds_any(m, r[i].base, r[i].size) && reads(CLEARED) == 1)
            clear(m, r[i].base, r[i].size);
    }
}

static void turn_off(struct machine *m, bool listed)
{
    if (m->profiling.on && m->profiling.listed == listed)
        m->profiling.on = false;
}

static void first_form(struct machine *m, const struct region_arguments *r,
                       struct answer *answer)
{
    struct profiling *p = &m->profiling;
    bool off = (r->scale & 0xffff) < 2; /* the table; high bits are ignored */

    succeed(answer);
    if (off && p->on && !p->listed && not_valid(m, r->base, r->size) &&
        reads(OFF_WITH_BAD) == 1) {
        unsuccessful(answer, ERROR_EFAULT);
    } else if (off && r->size == 0 && reads(SIZE_AND_SCALE_ZERO) == 1) {
        return;
    } else if (off) {
        turn_off(m, false);
    } else if (p->unspecified && !not_valid(m, r->base, r->size)) {
        unspecified(m, r, 1); /* that turns on, or is ineffective */
    } else if (p->on && !p->listed && r->size == 0) {
        if (not_valid(m, r->base, 0))
            return;
        if (reads(SIZE_ZERO_ON) == 1)
            p->without_effect = true;
        if (reads(SIZE_ZERO_ON) == 2)
            p->on = false;
    } else if (!p->on && not_usable(m, r)) {
        unsuccessful(answer, ERROR_EFAULT);
    } else if (!p->on && (r->size > 0 || reads(SIZE_ZERO_OFF) == 0)) {
        begin(m, false, r, 1);
    }
}

/* ---- -1: the list ---- */

static int list_error(struct machine *m, const struct call *call,
                      unsigned count)
{
    bool fault = false, invalid = false;

    for (unsigned i = 0; i < count; i++) {
        const struct region_arguments *r = &call->list[i];
        bool off = (r->scale & 0xffff) < 2; /* like the scale argument */

        if (off && not_valid(m, r->base, r->size) && reads(OFF_WITH_BAD) == 1)
            fault = true;
        if (!off && not_usable(m, r))
            fault = true;
        if (i > 0 && (r->high < r[-1].high ||
                      (r->high == r[-1].high && reads(EQUAL_HIGHS) == 1)))
            invalid = true;
    }
    if (fault && invalid)
        return reads_now(WHICH_ERROR) == 0 ? ERROR_EFAULT : ERROR_EINVAL;
    return fault ? ERROR_EFAULT : invalid ? ERROR_EINVAL : ERROR_NONE;
}

/* Whether the scales of a list turn profiling off. */
static bool turns_off(const struct call *call, unsigned count)
{
    unsigned off = 0;

    for (unsigned i = 0; i < count; i++)
        off += (call->list[i].scale & 0xffff) < 2;
    return off > 0 && (reads(ELEMENT_OFF) == 1 ||
                       (reads(ELEMENT_OFF) == 2 && off == count));
}

/* No word on a structure without a range. */
static bool has_no_range(const struct call *call, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (call->list[i].offset >= call->list[i].high)
            return reads(EMPTY) == 1;
    return false;
}

/* No word on a list that counts nothing. */
static bool is_unspecified_list(const struct call *call, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if ((call->list[i].scale & 0xffff) >= 2 && call->list[i].size > 0)
            return false;
    return reads(ELEMENT_OFF) == 3;
}

static void second_form(struct machine *m, const struct call *call,
                        struct answer *answer)
{
    struct profiling *p = &m->profiling;
    unsigned count = 0;
    int error;

    succeed(answer);
    if (call->list_kind != POINTER_GIVEN) {
        if (!p->on)
            unsuccessful(answer, ERROR_EFAULT);
        return;
    }
    while (count < call->listed && call->list[count].high != 0)
        count++;
    if (count == 0) {
        turn_off(m, true);
        return;
    }
    if (is_unspecified_list(call, count)) {
        unspecified(m, NULL, 0);
        answer->error = ERROR_UNSEEN;
        return;
    }
    if (has_no_range(call, count)) {
        answer->error = ERROR_UNSEEN;
        if (!p->on && !list_error(m, call, count))
            unspecified(m, call->list, count);
        return;
    }
    if (turns_off(call, count)) {
        if (list_error(m, call, count))
            answer->error = ERROR_UNSEEN;
        else
            turn_off(m, true);
        return;
    }
    if (p->on)
        return;
    error = list_error(m, call, count);
    if (error) {
        unsuccessful(answer, error);
        return;
    }
    if (p->unspecified) {
        unspecified(m, call->list, count);
        return;
    }
    for (unsigned i = 0; i < count; i++)
        /* They must be in one space, and nothing says what if not. */
        if (call->list[i].base.buffer != call->list[0].base.buffer)
            wild(m);
    begin(m, true, call->list, count);
}

static void page_call(struct machine *m, const struct call *call,
                      struct answer *answer)
{
    if (call->kind == CALL_PROFIL)
        first_form(m, &call->region, answer);
    else
        second_form(m, call, answer);
}

/* ---- ticks ---- */

static void count_at(struct machine *m, const struct region_arguments *r,
                     int64_t at)
{
    struct pointer to = r->base;

    to.at += (uint32_t)(2 * at);
    if (!writable(m, to, 2))
        wild(m); /* no word on memory that went bad */
    else
        count_one(m, to, 0, 2); /* stays at USHRT_MAX: bullet 1, last */
}

/* Whether p_low and p_high have the pc between them. */
static bool in_range(const struct region_arguments *r, uint64_t pc)
{
    if (pc < r->offset)
        return false;
    if (pc < r->high)
        return true;
    return reads(HIGH) == 0 || (pc == r->high && reads(HIGH) == 2);
}

/* The short of this structure that a pc goes to, or -1. */
static int64_t listed_short(const struct region_arguments *r, uint64_t pc)
{
    if ((r->scale & 0xffff) < 2 || pc < r->offset)
        return -1;
    if (pc >= r->high && !in_range(r, pc))
        return -1;
    return short_of((__int128)pc - r->offset, r->scale, r->size);
}

static void listed_tick(struct machine *m, uint64_t pc)
{
    const struct profiling *p = &m->profiling;
    const struct region_arguments *taker[MOST_REGIONS];
    int takers = 0, first, end;

    for (unsigned i = 0; i < p->regions; i++) {
        const struct region_arguments *r = &p->region[i].is;
        if (r->scale == SCALE_COMPUTED && in_range(r, pc))
            anything(m, r->base, r->size); /* some scale, who knows which */
        else if (r->scale != SCALE_COMPUTED &&
                 (listed_short(r, pc) >= 0 ||
                  (in_range(r, pc) && pc <= r->high && reads(AMONG) == 1)))
            taker[takers++] = r;
    }
    first = 0;
    end = takers;
    if (takers > 1 && reads(SEVERAL) == 3) {
        for (int i = 0; i < takers; i++)
            anything(m,
                     (struct pointer){POINTER_GIVEN, taker[i]->base.buffer, 0},
                     m->script->ops[taker[i]->base.buffer].size);
        return;
    }
    if (takers > 1 && reads(SEVERAL) == 0)
        end = 1;
    if (takers > 1 && reads(SEVERAL) == 1)
        first = takers - 1;
    for (; first < end && !is_wild(m); first++)
        if (listed_short(taker[first], pc) >= 0)
            count_at(m, taker[first], listed_short(taker[first], pc));
}

static void page_tick(struct machine *m, uint64_t pc)
{
    const struct profiling *p = &m->profiling;
    const struct region_arguments *r = &p->region[0].is;

    if (p->unspecified)
        unspecified_tick(m, false);
    if (!p->on || p->without_effect)
        return;
    if (p->listed) {
        listed_tick(m, pc);
        return;
    }
    int64_t at = short_of((__int128)pc - r->offset, r->scale, r->size);
    if (at >= 0)
        count_at(m, r, at);
}

static void page_else(struct machine *m, const struct op *op)
{
    if (op->kind == OP_EXEC) /* off; and at fork, on in both */
        m->picture->exec = 1 + EXEC_LIVED;
}

SAME(the_mapping_is_the_page_s, "mapping")
NOTICED(a_number_rounded_down_is_noticed, "mapping", NUMBER)
SAME(turning_on_and_off_is_the_page_s, "turning")
SAME(the_list_form_is_the_page_s, "listing")

PAGE_TESTS(AIX, "aix")
