/* SPDX-License-Identifier: MIT */
/*
 * Lists the mutants of its DIALECT, which is given, too, as its name: every
 * choice of every rule that the dialect's table names.  One a line, fields
 * separated by tabs:
 *
 *     name  dialect  rule  choice  permission  [plain]
 *
 * permission: required, permitted, unspecified or forbidden.  plain: the plain
 * implementation takes the choice as it is.
 */
#include <stdio.h>

#define WITHOUT_WORDS
#include "choices.h"

static const char *const permissions[] = {"forbidden", "unspecified",
                                          "permitted", "required"};

int main(int argc, char **argv)
{
    const char *dialect = argv[argc - 1];
    uint16_t plain[RULES] = {0}, other[RULES] = {0};
    bool is_named[RULES] = {false};

    put_plain(plain);
    for (unsigned k = 0; k < CHOICES; k++)
        is_named[choices[k].rule] |= standing[k] > 0;
    for (unsigned k = 0; k < CHOICES; k++) {
        const char *rule = rule_names[choices[k].rule], *name = choices[k].name;

        put_plain(other);
        put_together(other, k);
        if (is_named[choices[k].rule])
            printf("%s-%s-%s\t%s\t%s\t%s\t%s%s\n", dialect, rule, name, dialect,
                   rule, name, permissions[standing[k]],
                   memcmp(plain, other, sizeof plain) == 0 ? "\tplain" : "");
    }
    return 0;
}
