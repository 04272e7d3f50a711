/* SPDX-License-Identifier: MIT */
/*
 * The second reading against the reference: for a script the set of what
 * each of the two permits, and whether
 *
 *  - all that the reference permits, the reading permits: the words forbid
 *    none of it;
 *  - all that the reading permits, the reference permits, parts left open
 *    excepted: it fails nobody without a sentence.
 *
 * A page's test includes this after its rows of words.
 */
#ifndef REFERENCE_AGAINST_TEST_H
#define REFERENCE_AGAINST_TEST_H

#include "reading_test.h"
#include "reference/model.h"

enum { MOST_SHOWN = 6 };

/* ---- sets of pictures ---- */

struct pictures {
    struct picture *of;
    struct read {
        int8_t way[MOST_READINGS]; /* -1: not asked */
    } * read;
    size_t count, room;
};

static void keep(struct pictures *set, const struct picture *picture)
{
    for (size_t i = set->count; i-- > 0;)
        if (memcmp(&set->of[i], picture, sizeof *picture) == 0)
            return;
    if (set->count == set->room) {
        set->room = set->room ? 2 * set->room : 64;
        set->of = realloc(set->of, set->room * sizeof *set->of);
        set->read = realloc(set->read, set->room * sizeof *set->read);
        assert_non_null(set->of);
        assert_non_null(set->read);
    }
    for (int i = 0; i < MOST_READINGS; i++)
        set->read[set->count].way[i] =
            reader.consulted[i] ? (int8_t)reader.answer[i] : -1;
    set->of[set->count++] = *picture;
}

/* ---- what the reference permits ---- */

static void picture_file(struct look *look, const struct event *event)
{
    struct file_contents file;

    look->taken = true;
    if (event->value == VALUE_UNSEEN || event->value == VALUE_NOT_ZERO) {
        memset(look->maybe, true, sizeof look->maybe);
        look->maybe[FILE_ABSENT] = event->value == VALUE_UNSEEN;
        look->any_ticks = look->any_calls = true;
        return;
    }
    look->maybe[event->value] = true;
    if (event->bytes == NULL)
        return;
    memcpy(&file, event->bytes, sizeof file);
    look->any_ticks = file.ticks == FILE_UNSEEN;
    look->ticks = look->any_ticks ? 0 : file.ticks;
    look->any_calls = file.functions == FILE_UNSEEN;
    look->functions = look->any_calls ? file.at_most : file.functions;
    for (uint64_t i = 0; i < look->functions && !look->any_calls; i++)
        look->calls += file.called[i].calls;
}

static void picture_buffer(struct image *image, const struct event *event)
{
    image->there = true;
    image->gone = event->bytes == NULL;
    if (image->gone)
        return;
    assert_true(event->size <= MOST_BYTES);
    memcpy(image->byte, event->bytes, event->size);
    if (event->undetermined || event->computed != NULL) {
        memset(image->byte + SCRIPT_ZONE, 0, event->size - 2 * SCRIPT_ZONE);
        memset(image->any + SCRIPT_ZONE, 1, event->size - 2 * SCRIPT_ZONE);
    }
}

static void picture_of(const struct outcome *outcome, struct picture *picture)
{
    memset(picture, 0, sizeof *picture);
    picture->wild_from = picture->died_in = TAME;
    for (size_t i = 0; i < outcome->count; i++) {
        const struct event *event = &outcome->events[i];
        struct answer *answer = &picture->answer[event->process][event->op];

        switch (event->kind) {
        case EVENT_CALL:
            answer->given = true;
            answer->value =
                event->value == VALUE_NONE ? VALUE_UNSEEN : event->value;
            answer->error = event->error;
            answer->tick_time = event->tick_time;
            answer->fast = event->fast;
            break;
        case EVENT_BUFFER:
            picture_buffer(&picture->image[event->process][event->buffer],
                           event);
            break;
        case EVENT_CHILD: picture->child = 1 + (int)event->value; break;
        case EVENT_EXEC:
            picture->exec =
                event->value == VALUE_UNSEEN ? ANY_EXEC : 1 + (int)event->value;
            break;
        case EVENT_FILE: picture_file(&picture->look[event->op], event); break;
        case EVENT_CRASH: picture->died_in = event->op; break;
        case EVENT_ANYTHING: picture->wild_from = event->op; break;
        default: fail_msg("an event that no page has: %d", event->kind);
        }
    }
}

static enum dialect read_dialect;

static void permitted_by_reference(const struct script *script,
                                   struct pictures *set)
{
    static struct model model;
    static struct choices choices;
    static struct event events[8 * MOST_OPS];
    static unsigned char arena[1 << 14];
    struct choice_sets allowed = choices_of_dialect(read_dialect, true);
    struct outcome outcome = {.events = events, .capacity = 8 * MOST_OPS};
    struct picture picture;

    assert_true(model_event_limit(script) <= outcome.capacity);
    assert_true(model_arena_size(script) <= sizeof arena);
    set->count = 0;
    memset(reader.consulted, 0, sizeof reader.consulted);
    choices_begin(&choices, &allowed);
    do {
        assert_true(
            model_run(&model, script, &choices, &outcome, arena, sizeof arena));
        picture_of(&outcome, &picture);
        keep(set, &picture);
    } while (choices_next(&choices));
}

static void permitted_by_reading(const struct script *script,
                                 struct pictures *set)
{
    static struct picture picture;

    set->count = 0;
    reader.length = 0;
    begin_reading();
    do {
        read_script(script, &picture);
        keep(set, &picture);
    } while (next_reading());
}

/* ---- comparing ---- */

static bool value_within(int64_t value, int64_t wide)
{
    return wide == VALUE_UNSEEN || value == wide ||
           (wide == VALUE_NOT_ZERO && value != 0 && value != VALUE_UNSEEN);
}

static bool answer_within(const struct answer *a, const struct answer *wide)
{
    return a->given == wide->given && value_within(a->value, wide->value) &&
           (wide->error == ERROR_UNSEEN || a->error == wide->error) &&
           (wide->tick_time == TIME_UNSEEN ||
            a->tick_time == wide->tick_time) &&
           (wide->fast == TIME_UNSEEN || a->fast == wide->fast);
}

/* What is left open in `open` is left open in the result. */
static struct answer opened(const struct answer *a, const struct answer *open)
{
    struct answer result = *a;

    if (open->value == VALUE_UNSEEN)
        result.value = VALUE_UNSEEN;
    if (open->error == ERROR_UNSEEN)
        result.error = ERROR_UNSEEN;
    if (open->tick_time == TIME_UNSEEN)
        result.tick_time = TIME_UNSEEN;
    if (open->fast == TIME_UNSEEN)
        result.fast = TIME_UNSEEN;
    return result;
}

static bool image_within(const struct image *a, const struct image *wide,
                         bool but_for_open)
{
    if (a->there != wide->there || a->gone != wide->gone)
        return false;
    for (int i = 0; i < MOST_BYTES; i++)
        if (!wide->any[i] && !(but_for_open && a->any[i]) &&
            (a->any[i] || a->byte[i] != wide->byte[i]))
            return false;
    return true;
}

static bool look_within(const struct look *a, const struct look *wide,
                        bool but_for_open)
{
    bool some = !a->taken;

    if (a->taken != wide->taken)
        return false;
    for (int i = 0; i <= FILE_WRITTEN; i++) {
        if (a->maybe[i] && !wide->maybe[i] && !but_for_open)
            return false;
        some = some || (a->maybe[i] && wide->maybe[i]);
    }
    if (wide->any_calls && wide->functions != 0 &&
        (a->functions > wide->functions))
        return false; /* no more than nfunc */
    return some &&
           (wide->any_ticks || (but_for_open && a->any_ticks) ||
            (!a->any_ticks && a->ticks == wide->ticks)) &&
           (wide->any_calls || (but_for_open && a->any_calls) ||
            (!a->any_calls && a->functions == wide->functions &&
             a->calls == wide->calls));
}

/* Whether all that `a` can be, `wide` can be; with but_for_open, parts left
 * open in `a` are passed over. */
static bool picture_within(const struct picture *a, const struct picture *wide,
                           bool but_for_open)
{
    int end = MOST_OPS;

    if (wide->wild_from != TAME)
        end = wide->wild_from;
    if (a->wild_from != TAME && a->wild_from < end) {
        if (!but_for_open)
            return false;
        end = a->wild_from;
    }
    if (end == MOST_OPS ? a->died_in != wide->died_in
                        : (a->died_in != TAME && a->died_in < end) ||
                              (wide->died_in != TAME && wide->died_in < end))
        return false;
    for (int i = 0; i < 2 * end; i++) {
        const struct answer *theirs = &wide->answer[i & 1][i >> 1];
        struct answer ours = a->answer[i & 1][i >> 1];
        struct answer open = *theirs;
        if (but_for_open)
            open = opened(theirs, &ours);
        if (!answer_within(&ours, &open) ||
            !look_within(&a->look[i >> 1], &wide->look[i >> 1], but_for_open))
            return false;
    }
    if (end < MOST_OPS)
        return true;
    if (a->child != wide->child ||
        (a->exec != wide->exec && wide->exec != ANY_EXEC &&
         !(but_for_open && a->exec == ANY_EXEC)))
        return false;
    for (int i = 0; i < 2 * MOST_BUFFERS && a->died_in == TAME; i++)
        if (!image_within(&a->image[0][0] + i, &wide->image[0][0] + i,
                          but_for_open))
            return false;
    return true;
}

static bool permitted(const struct picture *a, const struct pictures *set,
                      bool but_for_open)
{
    for (size_t i = 0; i < set->count; i++)
        if (picture_within(a, &set->of[i], but_for_open))
            return true;
    return false;
}

#endif
