/* SPDX-License-Identifier: MIT */
/* Prints the choices that a plain implementation of its DIALECT takes as they
 * are, as "rule TAB choice": a mutant that takes one is the plain one. */
#include <stdio.h>

#define TAKEN_BY_NAME
#include "choices.h"

int main(void)
{
    for (unsigned k = 0; k < CHOICES; k++) {
        enum rule rule = choice_names[k].rule;
        unsigned same = 0;

        while (same < RULES && with(same, rule, k) == plain[same])
            same++;
        if (same == RULES)
            printf("%s\t%s\n", rule_names[rule], choice_names[k].name);
    }
    return 0;
}
