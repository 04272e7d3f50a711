/* SPDX-License-Identifier: MIT */
/*
 * A mapping of somebody's own (probes.h says which function), against all that
 * that a dialect permits, $FUZZ_DIALECT or else freebsd,
 * permits.
 */
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "findings.h"
#include "fuzz.h"
#include "probes.h"
#include "text.h"

static int dialect;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FUZZ_DIALECT");

    (void)argc;
    (void)argv;
    dialect = dialect_by_name(name && *name ? name : "freebsd");
    if (dialect < 0 || !probes_can((enum dialect)dialect, 2))
        fuzz_usage("FUZZ_DIALECT", name, "one of aix irix hpux freebsd glibc");
    return 0;
}

static struct probes decode_probes(struct bytes *b)
{
    unsigned how = (unsigned)bytes_take(b, 1);
    struct probes p = {.dialect = (enum dialect)dialect};
    struct edges edges[PROBES_REGIONS];

    p.width = how & 64 && probes_can(p.dialect, 4) ? 4 : 2;
    p.region_count = how & 128 ? 2 : 1;
    for (unsigned k = 0; k < p.region_count; k++) {
        struct probe_region *r = &p.regions[k];

        r->scale = bytes_scale(b);
        r->size = bytes_size(b);
        r->offset = bytes_number(b);
        edges[k] = (struct edges){r->offset, r->size, r->scale, p.width};
    }
    do {
        struct probe_pc *probe = &p.list[p.count];

        probe->region = p.count % p.region_count;
        probe->pc = bytes_pc(b, &edges[probe->region]);
        p.count++;
    } while (b->left > 0 && p.count < PROBES);
    return p;
}

/* Leave what both have, if they have anything in common. */
static void narrow_to_common(struct choice_sets *found,
                             const struct choice_sets *wider)
{
    choice_set any = 0;

    for (unsigned r = 0; r < RULES; r++)
        any |= found->of[r] & wider->of[r];
    for (unsigned r = 0; any && r < RULES; r++)
        found->of[r] &= wider->of[r];
}

/* Said once, and then taken for permitted. */
static void take_for_permitted(const struct probes *all,
                               const struct probes *least)
{
    struct choice_sets found, wider;

    if (!probes_name(least, &found)) {
        fputs("nothing known explains it\n", stderr);
        return;
    }
    if (probes_name(all, &wider))
        narrow_to_common(&found, &wider);
    probes_say(&found, stderr);
    findings_add(all->dialect, &found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    struct probes all = decode_probes(&b), least = all;
    struct choice_sets found;

    if (findings_show()) {
        probes_show(&all, stderr);
        return 0;
    }
    if (probes_explained(&all))
        return 0;
    probes_shrink(&least);
    if (findings_go_on() && !probes_name(&least, &found) &&
        !findings_is_first(all.dialect, "unexplained"))
        return 0;
    probes_report(&least, stderr);
    if (!findings_go_on())
        abort();
    take_for_permitted(&all, &least);
    return 0;
}
