/* SPDX-License-Identifier: MIT */
/* What is wrong with a profile that only its program tells. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "conformance/base/plural.h"

enum { WIDE_SHOWN = 3, WIDE_NAMES = 4 };

/* A counter of several functions. */
struct wide_number {
    uint64_t ticks, number;
    size_t first, end; /* the functions */
};

static void say_of_place(struct prof_check *check, struct prof_check_file *f)
{
    const struct symbols *s = check->symbols;
    const struct histogram *h = &f->histogram;

    if (!f->has_base && !symbols_base(s, h->low, h->high, &f->base)) {
        f->base = 0;
        prof_check_say(
            check, ILL_BESIDE,
            "Is it a profile of that program, and of that build?",
            "%s profiles 0x%" PRIx64 " to 0x%" PRIx64 ", where %s "
            "has no code: that is at 0x%" PRIx64 " to 0x%" PRIx64 ".",
            f->name, h->low, h->high, check->program, s->low, s->high);
    } else if (f->base) {
        prof_check_say(check, ILL_SHIFTED,
                       "--fix FILE writes it right; profilcheck prof "
                       "--symbols reads it as it is. Or link with -no-pie.",
                       "%s has all addresses 0x%" PRIx64 " too high: %s was "
                       "loaded there, and gprof, which has it where its file "
                       "does, finds no function.",
                       f->name, f->base, check->program);
    }
}

/* The first function that ends after an address. */
static size_t first_after(const struct symbols *s, uint64_t address)
{
    size_t low = 0, high = s->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (s->list[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether one of the functions of a counter is nowhere else: then nothing
 * tells it from the others. */
static bool wide_at(const struct prof_check *check,
                    const struct prof_check_file *f, uint64_t k,
                    struct wide_number *wide)
{
    const struct symbols *s = check->symbols;
    uint64_t from = share_bound(&f->histogram, k) - f->base;
    uint64_t to = share_bound(&f->histogram, k + 1) - f->base;
    bool whole = false;

    *wide = (struct wide_number){histogram_counter(&f->histogram, k), k,
                                 first_after(s, from), 0};
    for (wide->end = wide->first;
         wide->end < s->count && s->list[wide->end].start < to; wide->end++)
        whole |=
            s->list[wide->end].start >= from && s->list[wide->end].end <= to;
    return whole && wide->end - wide->first > 1;
}

static void name_functions(const struct prof_check *check,
                           const struct wide_number *wide, FILE *out)
{
    size_t shown = wide->end - wide->first;

    if (shown > WIDE_NAMES)
        shown = WIDE_NAMES;
    for (size_t k = 0; k < shown; k++)
        fprintf(out, "%s%s",
                k == 0                                             ? ""
                : k + 1 < shown || wide->first + shown < wide->end ? ", "
                                                                   : " and ",
                check->symbols->list[wide->first + k].name);
    if (wide->first + shown < wide->end)
        fprintf(out, " and %zu others", wide->end - wide->first - shown);
    fprintf(out, " (%" PRIu64 " tick%s)", wide->ticks, plural(wide->ticks));
}

static void wide_keep(struct wide_number worst[WIDE_SHOWN],
                      struct wide_number wide)
{
    for (unsigned k = 0; k < WIDE_SHOWN; k++)
        if (wide.ticks > worst[k].ticks) {
            struct wide_number before = worst[k];

            worst[k] = wide;
            wide = before;
        }
}

static void say_of_width(struct prof_check *check,
                         const struct prof_check_file *f)
{
    const struct histogram *h = &f->histogram;
    struct wide_number worst[WIDE_SHOWN] = {0}, wide;
    uint64_t ticks = 0;
    char *names = NULL;
    size_t length;
    FILE *out;

    for (uint64_t k = 0; k < h->count; k++)
        if (histogram_counter(h, k) && wide_at(check, f, k, &wide)) {
            ticks += wide.ticks;
            wide_keep(worst, wide);
        }
    out = ticks ? open_memstream(&names, &length) : NULL;
    if (!out)
        return;
    for (unsigned k = 0; k < WIDE_SHOWN && worst[k].ticks; k++) {
        fputs(k ? "; " : "", out);
        name_functions(check, worst + k, out);
    }
    fclose(out);
    prof_check_say(check, ILL_WIDE,
                   "Give profil a longer buffer, and so a greater scale: "
                   "0x10000 has a counter for each two bytes.",
                   "%s has %" PRIu64 " of its %" PRIu64 " ticks in counters "
                   "that are wider than functions, which can't be told apart: "
                   "%s.",
                   f->name, ticks, f->ticks, names);
    free(names);
}

void prof_check_program(struct prof_check *check, struct prof_check_file *f)
{
    say_of_place(check, f);
    say_of_width(check, f);
}
