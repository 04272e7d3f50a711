# SPDX-License-Identifier: MIT
# A choice: a profcnt above PROFIL_MAX is refused with EINVAL.  Three files.

after reference/rules.def '"A profcnt above PROFIL_MAX killed the process"' \
    'CHOICE(COUNT_LIMIT, EINVAL, "EINVAL", "an error, EINVAL")'
fails 'macro "CHOICE" requires 6 arguments' makes build/reference/rules.o

after reference/rules.def 'CHOICE(COUNT_LIMIT, EINVAL' \
    '"More than PROFIL_MAX entries were refused with EINVAL", "EINVAL")'
sed 's/\(CHOICE(COUNT_LIMIT, EINVAL.*\))$/\1,/' reference/rules.def >new
cat new >reference/rules.def
build_tests "$separation"
fails 'count-limit: accepted and EINVAL: nothing separates them' "$separation"

after reference/forms.c 'choice = choose(m->choices, RULE_COUNT_LIMIT);' \
    'if (choice == COUNT_LIMIT_EINVAL) request->errors |= CALL_EINVAL;'
build_tests "$separation"
passes "$separation"
build build/profilcheck
fails 'MISS  irix-count-limit-EINVAL' judge_mutants count-limit-EINVAL

after impls/mutants/mutant.c 'bool below = count < 0 && takes(COUNT_RANGE, ZERO_ACCEPTED);' \
    'if (count > PROFIL_MAX && takes(COUNT_LIMIT, EINVAL)) return e->invalid = true, MOST_AREAS;'
passes judge_mutants count-limit-EINVAL
