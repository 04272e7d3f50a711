# SPDX-License-Identifier: MIT
# A rule: which element ends a list?  It is there; so it is taken out of the
# copy first, and put back file by file.  Two dialects have it: five files, and
# two for each dialect.
tables='reference/rules.def reference/citations.def
    reference/dialects/aix.def reference/dialects/aix_monitor.def
    reference/manuals/aix.def reference/manuals/aix_monitor.def'
code='reference/forms.c conformance/suites/quick.case impls/mutants/map.h'

for file in $tables $code; do
    mkdir -p "whole/$(dirname "$file")"
    cp "$file" "whole/$file"
done

put_back() {
    for file; do
        cp "whole/$file" "$file"
    done
}

# without FILE AWK: what the program leaves of it, which is less
without() {
    awk "$2" "whole/$1" >"$1"
    ! cmp -s "whole/$1" "$1" || wrong "$1 has nothing of list-end"
}

without reference/rules.def \
    '/\(LIST_END, / { row = 1; next } row && /^ / { next } { row = 0; print }'
for file in reference/citations.def reference/dialects/aix.def \
    reference/dialects/aix_monitor.def; do
    without "$file" '!/LIST_END[,)]/'
done
for file in reference/manuals/aix.def reference/manuals/aix_monitor.def; do
    without "$file" '{ sub(/MUST\("list-end=high-zero"\)/, "MUST(\"\")") } 1'
done
without conformance/suites/quick.case \
    '/^# list-end:/ { out = 1 } !out; /^$/ { out = 0 }'
without impls/mutants/map.h '
    /return p->p_high == 0 &&/ { print "    return p->p_high == 0;" ; out = 3 }
    out-- <= 0'
without reference/forms.c '
    /^\/\* Whether a list ends with/ { function_of_it = 1 }
    after_it { after_it = 0; next }
    function_of_it { after_it = /^}$/; function_of_it = !after_it; next }
    /uint32_t length = 0;/ { print; print "    (void)m;"; next }
    { sub(/\(call->list\[length\]\.high != 0 \|\| !ends_list.*/,
          "call->list[length].high != 0)") } 1'
build_tests "$force"
passes "$force"

put_back reference/manuals/aix.def reference/manuals/aix_monitor.def
build_tests "$force"
fails 'no such rule or choice among list-end=high-zero' "$force"

put_back reference/rules.def
build_tests "$force"
fails 'it rules list-end, of which the dialect has no row' "$force"

put_back reference/dialects/aix.def reference/dialects/aix_monitor.def
build_tests "$force" "$citations"
passes "$force"
fails 'list-end' "$citations"

put_back reference/citations.def
build_tests "$citations" "$separation"
passes "$citations"
fails 'aix list-end: high-zero and all-zero: nothing separates them' "$separation"

put_back reference/forms.c conformance/suites/quick.case
build_tests "$separation"
passes "$separation"
build build/profilcheck
fails 'MISS  aix-list-end-all-zero' judge_mutants aix-list-end

put_back impls/mutants/map.h
passes judge_mutants aix-list-end
for file in $tables $code; do
    cmp -s "whole/$file" "$file" || wrong "$file is not what it was"
done
