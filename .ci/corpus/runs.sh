# SPDX-License-Identifier: MIT
# For corpus.sh: whole runs, and what is made of their results.

# run NAME WORD...
run() {
    as=$1
    shift
    pc run/$as run --jobs 1 "$@"
}

# Whole runs, their reports, and what is made of their results.
runs() {
    per own-run aix irix hpux freebsd glibc aix-monitor
    listed runs
    per run-as $formats
    run wrong --dialect freebsd --dialect aix --tell --shrink 1 --verbose \
        --source my_profil.c:12 --report rep --results wrong.jsonl page.so freebsd.so
    for file in rep/*; do
        keep report/wrong/$(basename "$file") "$file"
    done
    keep report/wrong.jsonl wrong.jsonl
    listed settings
    for part in 1 2 3; do
        run shard-$part --dialect aix --shard $part/3 --results $part.jsonl page.so
    done
    profilcheck merge 1.jsonl 2.jsonl 3.jsonl >whole.jsonl 2>/dev/null
    keep merge/whole whole.jsonl
    listed merges
    profilcheck run --dialect freebsd --jobs 1 --results old.jsonl mine.so >.said 2>&1
    profilcheck run --dialect freebsd --jobs 1 --results new.jsonl page.so >.said 2>&1
    for pair in 'old new' 'new old' 'old old' 'old waived' 'wrong old' 'whole wrong'; do
        set -- $pair
        pc compare/$1-$2 compare $1.jsonl $2.jsonl
        pc compare/$1-$2.json compare --format json $1.jsonl $2.jsonl
        pc compare/$1-$2-verbose compare --verbose --waivers waivers $1.jsonl $2.jsonl
    done
    pc compare/html compare --format html old.jsonl new.jsonl
    mkdir history
    cp old.jsonl history/2001.jsonl
    cp new.jsonl history/2002.jsonl
    per report-as $formats
    pc report/history report --format html --history history new.jsonl
    pc report/several report --house-rules fail wrong.jsonl old.jsonl full.jsonl
    pc report/to report --report rep2 full.jsonl
    keep report/full.json rep2/report.json
    per of-a-file wrong old full whole waived 1
    # In two halves: whole it is a hash as any other.
    sed -n '1s/.*"tables": "\([0-9a-f]\{32\}\)/\1 /p' old.jsonl | cut -c1-65 >.tables
    keep results/tables .tables
    listed of-results
    sed 's/b\[0\] is 2/b[0] is 3/' old.jsonl >altered.jsonl
    sed '3d' old.jsonl >lacking.jsonl
    sed '$d' old.jsonl >cut.jsonl
    sed '2s/"verdict": "[a-z]*"/"verdict": "fine"/' old.jsonl >verdict.jsonl
    sed '2s/"observed": "[^"]*"/"observed": "1 x"/' old.jsonl >observed.jsonl
    sed '1s/lines.1/lines.9/' old.jsonl >format.jsonl
    sed '1s/"dialect": "[a-z]*"/"dialect": "sunos"/' old.jsonl >dialect.jsonl
    head -c 5000 old.jsonl >half.jsonl
    per of-a-bad-file altered lacking cut verdict observed format dialect half
    # A run that is killed where the library waits: it has opened the pipe.
    printf 'case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ncase b\nbuffer b 16\nprofil b 16 0x123456 0x8000\nsleep 0x100000 1\n' >wait.case
    mkfifo pipe
    PROFILCHECK_PIPE=pipe profilcheck run --dialect freebsd --timeout 60 --jobs 1 \
        --cases wait.case --results killed.jsonl ./waiting.so >.said 2>&1 &
    timeout 20 sh -c "exec 3>pipe; kill -KILL $!"
    wait $! 2>/dev/null
    keep results/killed killed.jsonl.part
    pc results/part report killed.jsonl.part
    pc results/resumed-and-more run --resume killed.jsonl --jobs 1
    pc results/resumed run --resume killed.jsonl
    [ ! -e killed.jsonl ] || keep results/resumed.jsonl killed.jsonl
    listed shrink
    per of-a-library aix irix freebsd aix-monitor page nuttx plain-gmon
    pc identify/json identify --format json mine.so
    pc identify/called identify --dialect freebsd mine.so
    pc identify/text identify text.so
    for d in $dialects; do
        pc smoke/plain-$d smoke --dialect $d plain-$d.so
    done
    pc smoke/no-ticks smoke freebsd-ticks-none.so
    pc smoke/missing smoke none.so
    for format in text tap json; do
        pc host/$format host --format $format
    done
}

# One wrong choice of every third rule that has one.
mutants() {
    awk "NR % 3 == 1 { print \$1, \$2 }" "$build/mutants/some" >some
    mkdir taken
    for d in $dialects; do
        ln -s "$build/mutants/$d.so" taken
    done
    cp "$build/mutants/list" taken
    (cd "$home" && sh impls/mutants/take.sh "$top/mutants/taken" \
        $(cut -d " " -f 1 "$top/mutants/some"))
    while read -r name dialect; do
        cp taken/$name.so m.so
        pc mutants/$name run --jobs 1 --dialect $dialect --results m.jsonl m.so
        pc mutants/$name.json report --format json m.jsonl
        pc mutants/$name-explained explain --limit 3 m.jsonl
    done <some
}
