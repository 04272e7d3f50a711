# SPDX-License-Identifier: MIT
# A dialect: a page that says what HP-UX's does, called sv.  Seven files; then a
# library is judged by it.
like_hpux() {
    sed 's/hpux/sv/g; s/HP-UX 11i/System V/g' "$1"
}

awk '
    { print }
    /^DIALECT_ROW\(HPUX/ { inside = 1 }
    inside { block = block $0 "\n" }
    inside && /^$/ {
        gsub(/HPUX/, "SV", block)
        gsub(/hpux/, "sv", block)
        gsub(/HP-UX 11i/, "System V", block)
        printf "%s", block
        inside = 0
    }' reference/dialects.def >new
cat new >reference/dialects.def
fails 'dialects/sv.def: No such file' makes build/reference/rules.o

like_hpux reference/dialects/hpux.def >reference/dialects/sv.def
like_hpux reference/manuals/hpux.def >reference/manuals/sv.def
build_tests "$rules"
fails 'sv.profil.' "$rules"

grep '^CLAUSE("hpux' reference/clauses.def >rows
like_hpux rows >>reference/clauses.def
build_tests "$rules" "$force"
passes "$rules"
passes "$force"
build build/profilcheck build/libprofil-hpux.so \
    build/mutants/list build/mutants/hpux.so
sh impls/mutants/take.sh build/mutants hpux-below-offset-counted-in-first
fails 'no prototypes are known for dialect sv' \
    build/profilcheck run --dialect sv build/libprofil-hpux.so

after impls/symbols.c '{"hpux", IMPL_CAN_PROFIL, true, call_hpux},' \
    '    {"sv", IMPL_CAN_PROFIL, true, call_hpux},'
build build/profilcheck "$programs"
passes build/profilcheck run --dialect sv build/libprofil-hpux.so
fails 'sv.profil.' \
    build/profilcheck run --dialect sv build/mutants/hpux-below-offset-counted-in-first.so
fails 'sv lacks a prototype in program_call.c' "$programs"
after conformance/export/program_call.c \
    '"void profil(unsigned short *, size_t, size_t, unsigned);' \
    '    {BY(SV), ONE(PROFIL), "void profil(unsigned short *, size_t, size_t, unsigned);\\n"},'
build "$programs"
passes "$programs"

build_tests "$operations"
fails 'expected a dialect: aix, irix, hpux, sv, freebsd' "$operations"
refused=conformance/language/refused/traces.txt
sed 's/hpux, freebsd/hpux, sv, freebsd/' "$refused" >new
cat new >"$refused"
passes "$operations"
