/* SPDX-License-Identifier: MIT */
/*
 *     exhaustive [--whole] [ROUNDING]
 *     exhaustive ROUNDING UNIT WIDTH
 *
 * The first prints what is to be done, a line for each of the second, for every
 * rounding or for that one.
 *
 * The second compares all 16-bit distances under all scales from 0 to 65536:
 * the formula with the reference, and with the fast code of impls/ if that has
 * the choice.  Where WIDTH is 0 every size, offset, scale and pc of 8 bits goes
 * through the model; that is printed for the roundings that manuals permit, or
 * by --whole for every rounding and unit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "exhaustive.h"

static void print_jobs(int only, bool whole)
{
    for (int r = ROUNDING_DOWN; r <= ROUNDING_SIGNED_SCALE; r++)
        for (int u = UNIT_BYTE_OFFSET; u <= UNIT_INDEX; u++)
            for (int width = 4; width >= 0; width -= 2)
                if ((only < 0 || r == only) &&
                    (width > 0 || whole ||
                     (u == UNIT_BYTE_OFFSET && r <= ROUNDING_DIVIDE_FIRST)))
                    printf("%s %s %d\n", choice_table[r].name,
                           choice_table[u].name, width);
}

static bool compare_part(const struct formula *f, uint32_t part, bool whole,
                         struct difference *d)
{
    static uint32_t line[FORMULA_DISTANCES];

    if (!whole)
        return compare_scale(f, part, FORMULA_DISTANCES, line, d);
    *d = (struct difference){
        .with = "model", .scale = whole_scale(part / 256), .size = part % 256};
    d->distance = whole_compare(f, d->scale, d->size, 1);
    return d->distance == WHOLE_SPAN;
}

/* Prints what came of it. */
static bool run(const struct formula *f, bool whole)
{
    uint32_t parts = whole ? WHOLE_SCALES * 256 : FORMULA_SCALES;
    double points = whole ? 257.0 * 256 * 256 * 256
                          : 2.0 * FORMULA_SCALES * FORMULA_DISTANCES,
           cpu;
    struct difference d;

    for (uint32_t part = 0; part < parts; part++)
        if (!compare_part(f, part, whole, &d)) {
            compare_print(f, &d);
            return false;
        }
    cpu = (double)clock() / CLOCKS_PER_SEC;
    printf("%-22s %-17s width %u, %s: %.3g points, %.1f s of CPU, %.3g /s\n",
           choice_table[f->rounding].name, choice_table[f->unit].name, f->width,
           whole                 ? "model"
           : compare_has_bins(f) ? "reference and bins"
                                 : "reference",
           points, cpu, points / cpu);
    return true;
}

int main(int argc, char **argv)
{
    bool whole = argc > 1 && strcmp(argv[1], "--whole") == 0;
    const char *name = argv[1 + whole];
    int rounding = name ? choice_by_name(RULE_ROUNDING, name) : -1;
    int unit = argc == 4 ? choice_by_name(RULE_UNIT, argv[2]) : -1;
    uint32_t width = argc == 4 ? (uint32_t)atoi(argv[3]) : 0;

    if (rounding >= 0 && unit >= 0)
        return !run(&(struct formula){(enum choice)rounding, (enum choice)unit,
                                      width ? width : 2},
                    width == 0);
    if ((name && rounding < 0) || argc > 2 + whole) {
        fprintf(stderr,
                "exhaustive: \"%s\" is no option or rounding: "
                "exhaustive [--whole] [ROUNDING], one of those that "
                "`profilcheck list rules` lists\n",
                argv[argc - 1]);
        return 2;
    }
    print_jobs(rounding, whole);
    return 0;
}
