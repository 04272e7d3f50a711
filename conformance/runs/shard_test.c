/* SPDX-License-Identifier: MIT */
#include "shard.h"

#include <stdint.h>
#include <stdlib.h>

#include "conformance/observe/workers.h"
#include "reference/unit_test.h"

enum { CASES = 1000 };

/* Portions of 1, 2, ... PORTION, 1, 2, ... cases. */
static void cut(size_t portions[CASES])
{
    for (size_t k = 0, number = 0, room = 0; k < CASES; k++, room--) {
        if (!room)
            room = 1 + number++ % PORTION;
        portions[k] = number;
    }
}

/* Who holds each case of a run; the number of those that nobody holds, or
 * several. */
static size_t hold(struct shard *shards, unsigned of, const size_t *portions,
                   unsigned *holders)
{
    unsigned count[CASES] = {0};
    size_t astray = 0;
    bool mine[CASES];

    for (unsigned n = 0; n < of; n++) {
        shard_choose(&shards[n], portions, CASES, mine);
        for (size_t k = 0; k < CASES; k++)
            if (mine[k]) {
                holders[k] = n;
                count[k]++;
            }
    }
    for (size_t k = 0; k < CASES; k++)
        astray += count[k] != 1;
    return astray;
}

/* Of several runs so far. */
static void check_balance(const size_t *held, unsigned of)
{
    size_t least = SIZE_MAX, most = 0;

    for (unsigned n = 0; n < of; n++) {
        least = held[n] < least ? held[n] : least;
        most = held[n] > most ? held[n] : most;
    }
    assert_true(most - least <= PORTION);
}

TEST(each_case_is_in_one_shard_with_its_portion)
{
    static const unsigned numbers[] = {1, 2, 3, 8, 40};
    size_t portions[CASES];

    cut(portions);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct shard shards[40] = {{0}};
        unsigned holders[CASES];
        size_t held[40] = {0};

        for (unsigned n = 0; n < numbers[i]; n++)
            shards[n] = (struct shard){n + 1, numbers[i], NULL};
        for (int run = 0; run < 3; run++) {
            assert_int_equal(hold(shards, numbers[i], portions, holders), 0);
            for (size_t k = 0; k < CASES; k++) {
                if (k && portions[k] == portions[k - 1])
                    assert_int_equal(holders[k], holders[k - 1]);
                held[holders[k]]++;
            }
            check_balance(held, numbers[i]);
        }
        for (unsigned n = 0; n < numbers[i]; n++)
            free(shards[n].held);
    }
}

/* The second run goes on where the first ended, and not at the first shard. */
TEST(small_runs_do_not_all_go_to_the_first_shard)
{
    static const size_t one_portion[3] = {1, 1, 1};
    struct shard second = {2, 2, NULL};
    bool mine[3];

    shard_choose(&second, one_portion, 3, mine);
    assert_false(mine[0]);
    shard_choose(&second, one_portion, 3, mine);
    assert_true(mine[0] && mine[2]);
    free(second.held);
}

TESTS(NULL, NULL)
