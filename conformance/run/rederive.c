/* SPDX-License-Identifier: MIT */
#include "rederive.h"

#include <stdio.h>
#include <string.h>

#include "conformance/base/sha256.h"
#include "recorded.h"

static void add_text_to_sum(struct sha256 *sum, const char *text)
{
    sha256_add(sum, text, strlen(text) + 1);
}

const char *rederive_tables(void)
{
    static char text[SHA256_HEX];
    struct sha256 sum;

    sha256_begin(&sum);
    for (unsigned r = 0; r < RULES; r++) {
        add_text_to_sum(&sum, rule_table[r].name);
        for (unsigned k = 0; k < rule_table[r].count; k++)
            add_text_to_sum(&sum, choice_table[rule_table[r].first + k].name);
    }
    for (int d = 0; d < DIALECTS; d++) {
        add_text_to_sum(&sum, dialect_table[d].name);
        for (unsigned r = 0; r < RULES; r++) {
            for (int p = FORBIDDEN; p <= UNSPECIFIED; p++) {
                uint64_t set = dialect_choices((enum dialect)d, (enum rule)r,
                                               (enum permission)p);
                char words[24];

                snprintf(words, sizeof words, "%llx", (unsigned long long)set);
                add_text_to_sum(&sum, words);
            }
            add_text_to_sum(&sum,
                            dialect_open_clause((enum dialect)d, (enum rule)r));
            for (unsigned k = 0; k < rule_table[r].count; k++)
                add_text_to_sum(
                    &sum,
                    dialect_clause((enum dialect)d,
                                   (enum choice)(rule_table[r].first + k)));
        }
    }
    sha256_end_hex(&sum, text);
    return text;
}

const char *rederive(const struct results *results, struct results *fresh)
{
    struct recorded recorded;
    const char *problem = recorded_parse(&recorded, results);

    *fresh = (struct results){0};
    if (!problem &&
        !assess(recorded.dialect, recorded.cases, recorded.count, fresh))
        problem = "out of memory";
    for (size_t k = 0; !problem && k < recorded.count; k++)
        fresh->cases[k].id = results->cases[k].id;
    recorded_free(&recorded);
    return problem;
}
