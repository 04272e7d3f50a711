/* SPDX-License-Identifier: MIT */
#include "counts.h"

#include <string.h>

static bool add_place(struct gmon_place *row, uint64_t *places,
                      struct gmon_place place)
{
    uint64_t k = *places;

    while (k > 0 && row[k - 1].low > place.low)
        k--;
    if (k > 0 && row[k - 1].low == place.low) {
        row[k - 1].ticks += place.ticks;
        return true;
    }
    if (*places == GMON_PLACES)
        return false;
    memmove(&row[k + 1], &row[k], ((*places)++ - k) * sizeof place);
    row[k] = place;
    return true;
}

bool gmon_add_ticks(struct gmon_counts *contents, struct gmon_place place)
{
    return add_place(contents->place, &contents->places, place);
}

bool gmon_add_outside(struct gmon_counts *contents, struct gmon_place place)
{
    return add_place(contents->ignored, &contents->outside, place);
}

static bool before(const struct gmon_call *a, const struct gmon_call *b)
{
    return a->self < b->self || (a->self == b->self && a->from < b->from);
}

bool gmon_add_calls(struct gmon_counts *contents, struct gmon_call arc)
{
    uint64_t k = contents->arcs;

    while (k > 0 && before(&arc, &contents->arc[k - 1]))
        k--;
    if (k > 0 && !before(&contents->arc[k - 1], &arc)) {
        contents->arc[k - 1].calls += arc.calls;
        return true;
    }
    if (contents->arcs == GMON_PLACES)
        return false;
    memmove(&contents->arc[k + 1], &contents->arc[k],
            (contents->arcs++ - k) * sizeof arc);
    contents->arc[k] = arc;
    return true;
}

/* Whether each place of fine lies in one of wide, and these have the ticks of
 * those in them, and no others.  What lies in two of wide is in either. */
static bool refines(const struct gmon_counts *fine,
                    const struct gmon_counts *wide)
{
    uint64_t k = 0;

    for (uint64_t i = 0; i < wide->places; i++) {
        const struct gmon_place *place = &wide->place[i];
        uint64_t ticks = 0;

        while (k < fine->places && ticks < place->ticks &&
               fine->place[k].low >= place->low &&
               fine->place[k].high <= place->high)
            ticks += fine->place[k++].ticks;
        if (ticks != place->ticks)
            return false;
    }
    return k == fine->places && fine->more_ticks == wide->more_ticks;
}

static uint64_t all_ticks(const struct gmon_counts *c)
{
    uint64_t ticks = c->more_ticks;

    for (uint64_t k = 0; k < c->places; k++)
        ticks += c->place[k].ticks;
    return ticks;
}

/* Whether so many ticks are those of the places next to an end of the range, a
 * few bytes from there at most. */
static bool are_at_end(const struct gmon_counts *c, uint64_t ticks, bool high)
{
    for (uint64_t k = 0; k < c->places && ticks > 0; k++) {
        const struct gmon_place *place =
            &c->place[high ? c->places - 1 - k : k];

        if ((high ? c->high - place->low : place->low - c->low) > GMON_ROUND ||
            place->ticks > ticks)
            return false;
        ticks -= place->ticks;
    }
    return ticks == 0;
}

/* Whether seen has the ticks of the model in other counters, or, at an end of
 * the range, where there may be no other, lacks them. */
static bool are_moved(const struct gmon_counts *model,
                      const struct gmon_counts *seen)
{
    uint64_t lost = all_ticks(model) - all_ticks(seen);

    return are_at_end(model, lost, false) || are_at_end(model, lost, true);
}

static bool ticks_agree(const struct gmon_counts *a,
                        const struct gmon_counts *b)
{
    bool same = refines(a, b) || refines(b, a);

    if (a->other == b->other)
        return same;
    return !same && (a->other ? are_moved(a, b) : are_moved(b, a));
}

/* Whether a file's range holds that of the model. */
static bool covers(const struct gmon_counts *seen,
                   const struct gmon_counts *requested)
{
    return seen->low <= requested->low && seen->high >= requested->high;
}

/* Whether a range lacks its end, or that to which it is rounded; a round one
 * may have none to lack. */
static bool is_short_of(const struct gmon_counts *seen,
                        const struct gmon_counts *requested)
{
    uint64_t beyond = requested->high % GMON_ROUND;

    if (seen->high == requested->high)
        return beyond == 0;
    return seen->high < requested->high ||
           (beyond != 0 && seen->high - requested->high < GMON_ROUND - beyond);
}

static bool range_agrees(const struct gmon_counts *a,
                         const struct gmon_counts *b)
{
    if (a->low > a->high || b->low > b->high)
        return true; /* any */
    if (a->cut != b->cut)
        return a->cut ? is_short_of(b, a) : is_short_of(a, b);
    return (!a->requested && covers(a, b)) || (!b->requested && covers(b, a)) ||
           (a->low == b->low && a->high == b->high);
}

/* Whether two numbers agree; one of which some are lost is less than the
 * other. */
static bool number_agrees(uint64_t a, bool a_fewer, uint64_t b, bool b_fewer)
{
    if (a_fewer && !b_fewer)
        return b < a;
    if (b_fewer && !a_fewer)
        return a < b;
    return a == b;
}

static bool same_arcs(const struct gmon_counts *a, const struct gmon_counts *b)
{
    return a->arcs == b->arcs && a->more_calls == b->more_calls &&
           memcmp(a->arc, b->arc, a->arcs * sizeof a->arc[0]) == 0;
}

static bool arcs_agree(const struct gmon_counts *a, const struct gmon_counts *b)
{
    if (a->disturbed != b->disturbed)
        return !same_arcs(a, b);
    return same_arcs(a, b) &&
           number_agrees(a->row, a->at_most, b->row, b->at_most) &&
           number_agrees(a->beside, a->fewer, b->beside, b->fewer);
}

/* Whether ticks agree if those outside of the model's range, but in that of the
 * file, are counted, too. */
static bool ticks_agree_wider(const struct gmon_counts *model,
                              const struct gmon_counts *seen)
{
    struct gmon_counts all = *model;

    for (uint64_t k = 0; k < model->outside; k++)
        if (model->ignored[k].low >= seen->low &&
            model->ignored[k].high <= seen->high)
            gmon_add_ticks(&all, model->ignored[k]);
    return ticks_agree(&all, seen);
}

/* Whether ticks agree without those behind the end of a file that is cut. */
static bool ticks_agree_shorter(const struct gmon_counts *model,
                                const struct gmon_counts *seen)
{
    struct gmon_counts some = *model;

    if (!model->cut)
        return false;
    while (some.places > 0 && some.place[some.places - 1].high > seen->high &&
           some.high - some.place[some.places - 1].low <= GMON_ROUND)
        some.places--;
    return ticks_agree(&some, seen);
}

bool gmon_counts_agree(const struct gmon_counts *a, const struct gmon_counts *b)
{
    return range_agrees(a, b) && arcs_agree(a, b) &&
           (ticks_agree(a, b) || ticks_agree_wider(a, b) ||
            ticks_agree_wider(b, a) || ticks_agree_shorter(a, b) ||
            ticks_agree_shorter(b, a));
}
