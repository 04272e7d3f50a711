/* SPDX-License-Identifier: MIT */
/*
 * Lists the mutants of its DIALECT: every choice of every rule that the
 * dialect's table names.  One a line, fields separated by tabs:
 *
 *     name  dialect  rule  choice  permission  [plain]
 *
 * permission: required, permitted, unspecified or forbidden.  plain: the plain
 * implementation takes the choice as it is.
 */
#include <stdio.h>

#define WITHOUT_WORDS
#include "choices.h"

static const char *const permissions[] = {[FORBIDDEN] = "forbidden",
                                          [DECIDED] = "required",
                                          [PERMITTED] = "permitted",
                                          [UNSPECIFIED] = "unspecified"};

int main(void)
{
    uint16_t plain[RULES], other[RULES];

    put_plain(plain);
    for (unsigned k = 0; k < CHOICES; k++) {
        enum rule r = choice_table[k].rule;
        const char *rule = rule_table[r].name, *name = choice_table[k].name;

        put_plain(other);
        put_together(other, k);
        if (dialect_has_rule(own_dialect(), r))
            printf("%s-%s-%s\t%s\t%s\t%s\t%s%s\n", DIALECT_NAME, rule, name,
                   DIALECT_NAME, rule, name,
                   permissions[dialect_permission(own_dialect(), k)],
                   memcmp(plain, other, sizeof plain) == 0 ? "\tplain" : "");
    }
    return 0;
}
