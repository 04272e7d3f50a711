/* SPDX-License-Identifier: MIT */
#include "evidence.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/inference/latitude.h"

struct evidence evidence_of(enum dialect dialect)
{
    return (struct evidence){.dialect = dialect,
                             .permitted = latitude_permitted(dialect)->allowed,
                             .known = choices_known()};
}

static struct sighting *new_row(struct evidence *e)
{
    struct sighting *rows = grow(e->rows, e->count, &e->capacity, sizeof *rows);

    if (rows == NULL)
        return NULL;
    e->rows = rows;
    return &e->rows[e->count++];
}

bool evidence_add(struct evidence *e, const struct test_case *c,
                  const struct observation *observation)
{
    struct sighting *row = new_row(e);
    bool good = row != NULL;

    if (!good)
        return false;
    *row = (struct sighting){
        .c = c, .observation = observation, .cost = evaluate_cost(&c->script)};
    memcpy(row->id, c->id, sizeof row->id);
    e->sorted = false;
    good = workspace_fit(&e->workspace, c) &&
           evaluate_runs(&e->workspace, c, &observation->outcome,
                         latitude_permitted(e->dialect), &row->within, NULL,
                         NULL) &&
           run_list_boxes(&row->within.agreed, false, &row->permitted);
    row->tells = row->within.agreed.count != row->within.runs;
    run_list_fit(&row->within.agreed);
    box_list_merge(&row->permitted);
    box_list_fit(&row->permitted);
    return good;
}

static int evidence_by_cost(const void *a, const void *b)
{
    const struct sighting *one = a, *other = b;

    if (one->cost != other->cost)
        return one->cost < other->cost ? -1 : 1;
    return strcmp(one->id, other->id);
}

void evidence_sort(struct evidence *e)
{
    if (e->count > 0)
        qsort(e->rows, e->count, sizeof *e->rows, evidence_by_cost);
    e->sorted = true;
}

const struct sighting *evidence_find(const struct evidence *e,
                                     const struct test_case *c,
                                     const struct observation *observation)
{
    struct sighting key;
    size_t low = 0, high = e->count;

    if (!e->sorted)
        return NULL;
    key.cost = evaluate_cost(&c->script);
    memcpy(key.id, c->id, sizeof key.id);
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (evidence_by_cost(&e->rows[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    while (low < e->count && evidence_by_cost(&e->rows[low], &key) == 0 &&
           (e->rows[low].c != c || e->rows[low].observation != observation))
        low++;
    if (low == e->count || e->rows[low].c != c ||
        e->rows[low].observation != observation)
        return NULL;
    return &e->rows[low];
}

void evidence_free(struct evidence *e)
{
    for (size_t k = 0; k < e->count; k++) {
        free(e->rows[k].permitted.boxes);
        free(e->rows[k].within.agreed.words);
    }
    free(e->rows);
    workspace_free(&e->workspace);
}
