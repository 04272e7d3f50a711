/* SPDX-License-Identifier: MIT */
/*
 *     exhaustive [--whole] [ROUNDING]
 *
 * All 16-bit distances under all scales from 0 to 65536, for every rounding
 * (or that one), unit and width: the formula against the reference, and
 * against the fast code of impls/ where that has the choice.  Then every size,
 * offset, scale and pc of 8 bits through the model, for the roundings that
 * manuals permit, or with --whole for every rounding and unit.  Runs on all
 * processors.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare.h"
#include "whole.h"

enum { WORKERS = 256 };

struct exhaustive_work {
    struct exhaustive_formula formula;
    bool whole;
    uint32_t parts;
    atomic_uint next;
    atomic_bool wrong;
    struct exhaustive_difference first;
    pthread_mutex_t lock;
};

static double seconds_by(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void note_found(struct exhaustive_work *work,
                       const struct exhaustive_difference *found)
{
    pthread_mutex_lock(&work->lock);
    if (!atomic_exchange(&work->wrong, true))
        work->first = *found;
    pthread_mutex_unlock(&work->lock);
}

static bool whole_part(const struct exhaustive_formula *f, uint32_t part,
                       struct exhaustive_difference *found)
{
    uint32_t size = part % 256, scale = whole_scale(part / 256);
    uint32_t offset = whole_compare(f, scale, size, 1);

    *found = (struct exhaustive_difference){"model", scale, size, offset, 0, 0};
    return offset == WHOLE_SPAN;
}

static void *worker(void *argument)
{
    struct exhaustive_work *work = argument;
    uint32_t *line = malloc(FORMULA_DISTANCES * sizeof *line);
    struct exhaustive_difference found = {0};
    uint32_t part;

    if (!line) {
        fprintf(stderr, "exhaustive: no memory for a line\n");
        exit(3);
    }
    while (!atomic_load(&work->wrong) &&
           (part = atomic_fetch_add(&work->next, 1)) < work->parts)
        if (!(work->whole
                  ? whole_part(&work->formula, part, &found)
                  : compare_scale(&work->formula, part, FORMULA_DISTANCES,
                                  false, line, &found)))
            note_found(work, &found);
    free(line);
    return NULL;
}

static unsigned processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > WORKERS ? WORKERS : (unsigned)n;
}

static void show_progress(struct exhaustive_work *work)
{
    while (isatty(STDERR_FILENO) && !atomic_load(&work->wrong) &&
           atomic_load(&work->next) < work->parts) {
        fprintf(
            stderr, "\r%3u %%",
            (unsigned)(atomic_load(&work->next) * UINT64_C(100) / work->parts));
        nanosleep(&(struct timespec){0, 200000000}, NULL);
    }
}

static void start_part(pthread_t *thread, struct exhaustive_work *work)
{
    if (pthread_create(thread, NULL, worker, work) != 0) {
        fprintf(stderr, "exhaustive: no thread could be started\n");
        exit(3);
    }
}

/* All parts, on all processors.  Prints what came of them. */
static bool run_parts(struct exhaustive_work *work)
{
    double points = work->whole ? 257.0 * 256 * 256 * 256
                                : 2.0 * FORMULA_SCALES * FORMULA_DISTANCES;
    const struct exhaustive_formula *f = &work->formula;
    pthread_t threads[WORKERS];
    unsigned count = processors();
    double cpu = seconds_by(CLOCK_PROCESS_CPUTIME_ID);

    work->parts = work->whole ? WHOLE_SCALES * 256 : FORMULA_SCALES;
    pthread_mutex_init(&work->lock, NULL);
    for (unsigned i = 0; i < count; i++)
        start_part(&threads[i], work);
    show_progress(work);
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    cpu = seconds_by(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r     \r");
    if (atomic_load(&work->wrong)) {
        compare_print(f, &work->first);
        return false;
    }
    printf("%-22s %-17s width %u, %s: %.3g points, %.1f s of CPU, %.3g /s\n",
           choice_table[f->rounding].name, choice_table[f->unit].name, f->width,
           work->whole           ? "model"
           : compare_has_bins(f) ? "reference and bins"
                                 : "reference",
           points, cpu, points / cpu);
    fflush(stdout);
    return true;
}

static bool run_rounding(enum choice rounding)
{
    bool good = true;

    for (int unit = UNIT_BYTE_OFFSET; unit <= UNIT_INDEX; unit++)
        for (uint32_t width = 2; width <= 4; width += 2) {
            struct exhaustive_work work = {
                .formula = {rounding, (enum choice)unit, width}};

            good = run_parts(&work) && good;
        }
    return good;
}

/* Of those that manuals permit, or of all. */
static bool run_whole(enum choice rounding, bool all)
{
    int last = all ? UNIT_INDEX : UNIT_BYTE_OFFSET;
    bool good = true;

    for (int unit = UNIT_BYTE_OFFSET; unit <= last; unit++) {
        struct exhaustive_work work = {
            .formula = {rounding, (enum choice)unit, 2}, .whole = true};

        if (all || rounding <= ROUNDING_DIVIDE_FIRST)
            good = run_parts(&work) && good;
    }
    return good;
}

int main(int argc, char **argv)
{
    bool whole = argc > 1 && strcmp(argv[1], "--whole") == 0;
    const char *name = argv[1 + whole];
    int only = name ? choice_by_name(RULE_ROUNDING, name) : -1;
    bool good = true;

    if (name && (only < 0 || argv[2 + whole])) {
        fprintf(stderr,
                "exhaustive: \"%s\" is not what can be asked: "
                "exhaustive [--whole] [ROUNDING], one of those that "
                "`profilcheck list rules` lists\n",
                argv[argc - 1]);
        return 2;
    }
    for (int r = ROUNDING_DOWN; r <= ROUNDING_SIGNED_SCALE; r++)
        if (only < 0 || only == r) {
            good = run_rounding((enum choice)r) && good;
            good = run_whole((enum choice)r, whole) && good;
        }
    return !good;
}
