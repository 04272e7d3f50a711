# SPDX-License-Identifier: MIT
# A choice: a profcnt above PROFIL_MAX is refused with EINVAL.  Four files.

after reference/rules.def 'CHOICE(COUNT_LIMIT, CRASHES' \
    'CHOICE(COUNT_LIMIT, EINVAL, "EINVAL", "an error, EINVAL")'
build_tests "$sentences"
says 'count-limit EINVAL has no words in phrases.def' "$sentences"

after conformance/judge/phrases.def 'PHRASE("count-limit", "crashes"' \
    'PHRASE("count-limit", "EINVAL", "More than PROFIL_MAX entries were refused with EINVAL", "EINVAL")'
build_tests "$sentences" "$separation"
passes "$sentences"
says 'count-limit: accepted and EINVAL: nothing separates them' "$separation"

after reference/forms.c 'choice = choose(m->choices, RULE_COUNT_LIMIT);' \
    'if (choice == COUNT_LIMIT_EINVAL) request->errors |= CALL_EINVAL;'
build_tests "$separation"
passes "$separation"
build build/profilcheck
says 'MISS  irix-count-limit-EINVAL' judge_mutants count-limit-EINVAL

after impls/mutants/irix_calls.h 'takes(COUNT_RANGE, CRASHES) || below, e);' \
    'else if (count > PROFIL_MAX && takes(COUNT_LIMIT, EINVAL)) e->invalid = true;'
passes judge_mutants count-limit-EINVAL
