/* SPDX-License-Identifier: MIT */
#include "notes.h"

#include "reference/mapping.h"

static void atlas_add(struct atlas_cell *cell, uint32_t counter)
{
    unsigned k = cell->count;

    for (unsigned j = 0; j < cell->count; j++)
        if (cell->counters[j] == counter)
            return;
    if (cell->count == ATLAS_READINGS)
        return;
    cell->count++;
    for (; k && cell->counters[k - 1] > counter; k--)
        cell->counters[k] = cell->counters[k - 1];
    cell->counters[k] = counter;
}

static uint32_t reading(struct choices *c, uint32_t scale, unsigned distance)
{
    struct scale_meaning meaning = mapping_scale(c, scale, 2);
    struct mapping m = {.offset = 0x1000,
                        .size = ATLAS_SIZE,
                        .scale = meaning.scale,
                        .width = 2,
                        .address_bits = 64};
    struct place place;

    if (meaning.invalid)
        return ATLAS_ERROR;
    if (meaning.off)
        return ATLAS_NOWHERE;
    mapping_place(c, &m, m.offset + distance, &place);
    return place.where == WHERE_COUNTER ? (uint32_t)(place.at / m.width)
                                        : ATLAS_NOWHERE;
}

bool notes_atlas(const char *name, struct atlas *atlas)
{
    static const uint32_t scales[ATLAS_SCALES] = {
        0x10000, 0xffff, 0xc000, 0x8000, 0x7fff, 0x5555, 0x4000, 2, 1};
    int dialect = dialect_by_name(name);
    struct choice_sets sets;
    struct choices c;

    if (dialect < 0)
        return false;
    *atlas = (struct atlas){{0}, {{{{0}, 0}}}};
    sets = choices_of_dialect((enum dialect)dialect, true);
    for (unsigned s = 0; s < ATLAS_SCALES; s++) {
        atlas->scales[s] = scales[s];
        for (unsigned d = 0; d < ATLAS_DISTANCES; d++) {
            choices_begin(&c, &sets);
            do {
                choices_run(&c);
                atlas_add(&atlas->cells[s][d], reading(&c, scales[s], d));
            } while (choices_next(&c));
        }
    }
    return true;
}
