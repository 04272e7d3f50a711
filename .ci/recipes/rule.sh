# SPDX-License-Identifier: MIT
# A rule: is a profcnt above PROFIL_MAX an error?  It is there; so it is taken
# out of the copy first, and put back file by file.  Two dialects have it: six
# files, and two for each dialect.
tables='reference/rules.def reference/dialects/irix.def
    reference/dialects/glibc.def reference/manuals/irix.def
    reference/manuals/glibc.def conformance/judge/phrases.def'
code='reference/forms.c conformance/suites/quick.case impls/mutants/choices.h
    impls/mutants/irix_calls.h'

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
    ! cmp -s "whole/$1" "$1" || wrong "$1 has nothing of count-limit"
}

for file in $tables impls/mutants/choices.h; do
    case $file in
    */manuals/*) continue ;;
    esac
    without "$file" '!/COUNT_LIMIT|PHRASE\("count-limit"/'
done
without reference/manuals/irix.def '{ sub(/ count-limit=E2BIG/, "") } 1'
without reference/manuals/glibc.def '{ sub(/count-limit=accepted/, "") } 1'
without conformance/suites/quick.case \
    '/^# count-limit:/ { out = 1 } !out; /^$/ { out = 0 }'
without impls/mutants/irix_calls.h \
    '/else if \(count > PROFIL_MAX\)/ { out = 3 } out-- <= 0'
without reference/forms.c '
    /^\/\* For a profcnt above 0/ { function_of_it = 1 }
    after_it { after_it = 0; next }
    function_of_it { after_it = /^}$/; function_of_it = !after_it; next }
    /} else if \(above_limit/ { branch = 1 }
    branch && /^    }$/ { branch = 0 }
    !branch'
build_tests "$force"
passes "$force"

put_back reference/manuals/irix.def reference/manuals/glibc.def
build_tests "$force"
says 'no such rule or choice among count-range=E2BIG count-limit=E2BIG' "$force"

put_back reference/rules.def
build_tests "$force"
says 'it rules count-limit, of which the dialect has no row' "$force"

put_back reference/dialects/irix.def reference/dialects/glibc.def
build_tests "$force" "$sentences"
passes "$force"
says 'count-limit E2BIG has no words in phrases.def' "$sentences"

put_back conformance/judge/phrases.def
build_tests "$sentences" "$separation"
passes "$sentences"
says 'irix count-limit: E2BIG and accepted: nothing separates them' "$separation"

put_back reference/forms.c conformance/suites/quick.case
build_tests "$separation"
passes "$separation"
build build/profilcheck
says 'MISS  irix-count-limit-E2BIG' judge_mutants irix-count-limit

put_back impls/mutants/choices.h impls/mutants/irix_calls.h
passes judge_mutants irix-count-limit
for file in $tables $code; do
    cmp -s "whole/$file" "$file" || wrong "$file is not what it was"
done
