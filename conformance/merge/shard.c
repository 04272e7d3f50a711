/* SPDX-License-Identifier: MIT */
#include "shard.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/cases/case_lex.h"

bool shard_parse(const char *text, struct shard *shard)
{
    const char *slash = strchr(text, '/');
    uint64_t number, of;
    char first[8] = "";

    if (!slash || (size_t)(slash - text) >= sizeof first)
        return false;
    memcpy(first, text, (size_t)(slash - text));
    if (!text_number(first, &number) || !text_number(slash + 1, &of) ||
        number < 1 || number > of || of > SHARDS)
        return false;
    *shard = (struct shard){(unsigned)number, (unsigned)of, NULL};
    return true;
}

/* The shard with the fewest cases, counted from 0. */
static unsigned lightest(const size_t *held, unsigned of)
{
    unsigned found = 0;

    for (unsigned k = 1; k < of; k++)
        if (held[k] < held[found])
            found = k;
    return found;
}

bool shard_choose(struct shard *shard, const size_t *portions, size_t count,
                  bool *mine)
{
    size_t length;

    if (!shard->held)
        shard->held = calloc(shard->of, sizeof *shard->held);
    if (!shard->held)
        return false;
    for (size_t first = 0; first < count; first += length) {
        unsigned taker = lightest(shard->held, shard->of);

        for (length = 0; first + length < count &&
                         portions[first + length] == portions[first];
             length++)
            mine[first + length] = taker + 1 == shard->number;
        shard->held[taker] += length;
    }
    return true;
}

void shard_free(struct shard *shard)
{
    free(shard->held);
    shard->held = NULL;
}
