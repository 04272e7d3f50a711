/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "conformance/explain/explain.h"
#include "probes.h"

enum { SHOWN = 4 }; /* permitted answers to one probe */

static void report_probe(const struct probes *p, const struct probe_pc *probe,
                         FILE *out)
{
    const struct probe_region *r = &p->regions[probe->region];
    struct mapping m = {r->offset, r->size, r->scale, (uint8_t)p->width, 64};
    struct choice_sets sets[SHOWN];
    int64_t answers[SHOWN];
    unsigned count = probes_permitted(p, probe, SHOWN, answers, sets);

    fprintf(out,
            "my_map(0x%" PRIx64 ", %" PRIu64 ", 0x%" PRIx64 ", 0x%" PRIx64
            ", %u) is %" PRId64 ", permitted",
            probe->pc, r->size, r->offset, r->scale, p->width,
            my_map(probe->pc, r->size, r->offset, r->scale, p->width));
    for (unsigned k = 0; k < count; k++)
        fprintf(out, "%s %" PRId64, k ? " or" : "", answers[k]);
    fputs(":\n", out);
    for (unsigned k = 0; k < count; k++) {
        struct formula formula = {.dialect = p->dialect, .sets = sets[k]};

        explain_pc(&formula, &m, probe->pc, out);
    }
}

/* A call that has this region, with that name of a buffer. */
static void report_call(const struct probes *p, unsigned k, FILE *out)
{
    const struct probe_region *r = &p->regions[k];

    fprintf(out, "buffer b%u %" PRIu64 "\n", k, r->size);
    if (p->dialect == DIALECT_IRIX || p->width == 4)
        fprintf(out,
                "sprofil [ b%u %" PRIu64 " 0x%" PRIx64 " 0x%" PRIx64
                " ] 1 null %s\n",
                k, r->size, r->offset, r->scale,
                p->width == 4 ? "uint" : "ushort");
    else
        fprintf(out, "profil b%u %" PRIu64 " 0x%" PRIx64 " 0x%" PRIx64 "\n", k,
                r->size, r->offset, r->scale);
}

void probes_report(const struct probes *p, FILE *out)
{
    fprintf(out, "finding: no behaviour that %s permits gives %s\n",
            dialect_table[p->dialect].name,
            p->count > 1 ? "all of these answers" : "this answer");
    for (unsigned k = 0; k < p->count; k++)
        report_probe(p, &p->list[k], out);
    fprintf(out, "\ncase found\ndialect %s\n", dialect_table[p->dialect].name);
    for (unsigned r = 0; r < p->region_count; r++) {
        /* Off before it is on again, where on while on is ineffective. */
        if (r > 0 && p->dialect != DIALECT_IRIX && p->width == 2)
            fprintf(out, "profil b0 %" PRIu64 " 0 0\n", p->regions[0].size);
        report_call(p, r, out);
        for (unsigned k = 0; k < p->count; k++)
            if (p->list[k].region == r)
                fprintf(out, "tick 0x%" PRIx64 "\n", p->list[k].pc);
    }
}

void probes_show(const struct probes *p, FILE *out)
{
    fputs("finding: the process ended in one of these\n", out);
    for (unsigned k = 0; k < p->count; k++) {
        const struct probe_region *r = &p->regions[p->list[k].region];

        fprintf(out,
                "my_map(0x%" PRIx64 ", %" PRIu64 ", 0x%" PRIx64 ", 0x%" PRIx64
                ", %u)\n",
                p->list[k].pc, r->size, r->offset, r->scale, p->width);
    }
}
