# SPDX-License-Identifier: MIT
# For corpus.sh: help, tables, arithmetic, and texts that are refused.

verbs() {
    profilcheck --help | sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p'
}

help_and_pages() {
    pc help/main --help
    pc help/help help
    pc help/version --version
    pc help/nothing
    pc help/unknown help nothing
    per of-a-verb $(verbs)
    pc bad/verb shrnik
    pc bad/color list dialects --color red
    for page in $(find "$home" -name 'profilcheck*.1' -not -path '*/build*'); do
        keep man/$(basename "$page") "$page"
    done
    say bad/factor env PROFILCHECK_TIMEOUT_FACTOR=10x profilcheck list rules
    say bad/containment env PROFILCHECK_CONTAINMENT=jail profilcheck list rules
    say bad/epoch env SOURCE_DATE_EPOCH=x profilcheck run signal
    say bad/full sh -c 'profilcheck list rules >/dev/full'
    say bad/closed sh -c 'profilcheck list rules >&-'
}

tables() {
    per of-a-table clauses sentences rules dialects cases impls systems
    listed tables
    keep list/to-a-file.txt rules.txt
    listed coverage
    for id in $(profilcheck list cases | awk '/^[a-z0-9-]*\.[0-9a-f]*/ { print $1 }'); do
        profilcheck case "$id"
    done >.cases 2>&1
    keep case/quick .cases
    for id in odd-number counter-full far-pcs exec caller-state region-switch; do
        pc case/$id case $id
        pc case/$id.json case --format json $id
        for d in $dialects; do
            pc case/$id-$d case --dialect $d $id
        done
    done
    pc case/own case --cases own.case mine
    pc case/none case no-such-case
    pc case/nearly case odd-numbr
    per of-a-dialect $dialects
    pc vectors/gmon-full vectors --dialect gmon --suite full
    profilcheck vectors --dialect hpux -o before.txt
    pc vectors/since vectors --dialect hpux --since before.txt
    sed 's/ 0x1000 / 0x1002 /; /far-pcs/d' before.txt >changed.txt
    listed since-and-emit
    profilcheck emit --dialect freebsd -o emitted.c
    cp "$top/subject/mine.c" . && cc -o emitted emitted.c mine.c && {
        say emit/judges ./emitted
        ./emitted >emitted.log
        pc emit/judged judge emitted.log
    }
}

arithmetic() {
    for d in aix irix hpux freebsd glibc; do
        for scale in 0 1 2 0x4000 0x8000 0xffff 0x10000 0x18000; do
            for size in 7 64; do
                set -- map --dialect $d --size $size --offset 0x1000 \
                    --scale $scale 0xfff 0x1000 0x1003 0x1040 0xffffffffffffffff
                pc map/$d-$size-$scale "$@"
                pc map/$d-$size-$scale.json "$@" --format json
            done
        done
        fed '2 64 0x1000 0x8000 0x1002\n4 64 0 3 77\n' map/$d-batch \
            map --dialect $d --batch
        pc map/$d-choice map --dialect $d --choice rounding=up --size 64 \
            --offset 0 --scale 0xc000 3 5
        pc map/$d-address map --dialect $d --address-bits 16 --size 64 \
            --offset 0xfff0 --scale 0x8000 0 0xfff4
    done
    pc map/width map --dialect irix --width 4 --size 64 --offset 0 --scale 0x8000 9
    pc map/gmon map --dialect gmon --size 64 --offset 0 --scale 0x8000 9
    fed '2 64\n' map/batch-short map --dialect aix --batch
    fed '3 64 0 1 x\n' map/batch-words map --dialect aix --batch
    fed '2 64 0 1 99999999999999999999\n' map/batch-large map --dialect aix --batch
    listed map-refuses
}

# Each line of standard input, as printf's %b takes it, in the file IN, as INTO
# with a number and the words say.
each_text() { # IN INTO WORD...
    in=$1 as=$2 n=0
    shift 2
    while IFS= read -r text; do
        n=$((n + 1))
        printf '%b' "$text" >"$in"
        pc $as-$(printf %03d $n) "$@"
    done
}

# The texts that a reader refuses.
refused() {
    grep -v '^    ' "$home/conformance/language/refused/$1.txt"
}

parse_errors() {
    refused cases | each_text bad.case parse/case case --cases bad.case a
    refused traces | each_text bad.log parse/log judge bad.log
    each_text bad.log judge/log judge bad.log <"$home/.ci/corpus/logs.txt"
}

logs() {
    for from in strace ltrace; do
        fed 'profil(0x7ff000, 64, 0x400000, 32768) = 0\nprofil(0, 0, 0, 0) = 0\n' \
            judge/$from judge --from $from --dialect glibc
        fed '[pid 7] profil(0x7ff000, 64 <unfinished ...>\nx\n' \
            judge/$from-odd judge --from $from --dialect glibc
    done
    fed 'trace 1\nbuffer b 16\ncall profil b 16 0x1000 0x8000 = 0\npc 0x1004 x2\ncounter 1 = 1\n' \
        judge/waived judge --dialect aix --waivers waivers
    for d in $dialects; do
        fed 'trace 1\nbuffer b 16\ncall profil b 16 0x1000 0x8000 = 0\npc 0x1004 x2\ncounter 1 = 1\n' \
            judge/dialect-$d judge --dialect $d
    done
    for d in aix hpux freebsd glibc; do
        pc explain/text-$d explain --dialect $d --case \
            'case a; buffer b 16; profil b 16 0x1000 0x8000; tick 0x1004' \
            --observed '1 call 0; 3 buffer 0 16 [ 3 0*7 ]; ended normally at 3'
    done
    listed explain
}

# Results and reports that are no such thing.
malformed() {
    for verb in explain verify report merge coverage; do
        each_text bad.json json/$verb $verb bad.json <"$home/.ci/corpus/json.txt"
    done
    each_text bad.json json/compare compare bad.json bad.json \
        <"$home/.ci/corpus/json.txt"
}

# of_seeds KIND FILE FROM COMMAND...: each seed of a kind, from that byte on, in
# that file, by these commands: a file for each first letter.
of_seeds() {
    kind=$1 file=$2 from=$3
    shift 3
    for first in 0 1 2 3 4 5 6 7 8 9 a b c d e f '[g-z]'; do
        for seed in "$home/fuzz/$kind/"$first*; do
            [ -e "$seed" ] || continue
            tail -c +"$from" "$seed" >"$file"
            echo "== $(basename "$seed")"
            for command; do
                profilcheck $command "$file" 2>&1
            done
        done >.seeds
        keep seeds/$kind-$(echo "$first" | tr -d '[]-') .seeds
    done
}

# The seeds of fuzzing, through the verbs that read such files.  Cases by aix:
# of some seeds others have runs of the model without end.  Three bytes before
# a profile are for the target of fuzzing.
seeds() {
    of_seeds case s.case 1 'vectors --dialect aix --cases'
    of_seeds trace s.log 1 'judge --dialect freebsd' \
        'judge --from strace --dialect glibc'
    of_seeds results s.jsonl 1 report verify merge
    of_seeds profile_file s.out 4 'prof --annotate' 'prof --check'
}
