#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzing of your own: of a right mapping nothing is found in any dialect.  What
# goes on says each cause once, with its case: of two libraries with known
# defects, of one that dies, and not what is waived.  Runs the seeds, without an
# engine.
#
#     goes_on.sh PROGRAMS MUTANTS
set -u
programs=$1 mutants=$2
step="fuzz: goes on"
. .ci/lib.sh

for dialect in aix irix hpux freebsd glibc; do
    check "a right mapping has a finding in $dialect" \
        env FUZZ_DIALECT="$dialect" "$programs/mine-right" fuzz/mine
done

# One counter too many is not far outside; what cannot be tested is refused.
says 1 'A counter was written that starts where the buffer ends' \
    env MAP_PAST_END=1 "$programs/mine-right" fuzz/mine || cat "$said"
# So large a distance needs a buffer of 64 KiB.
says 1 'permitted 1' env FUZZ_DIALECT=freebsd MAP_INT=1 \
    "$programs/mine-right" fuzz/mine || cat "$said"
# Of a mapping no cause is named that is not in its power.
env FUZZ_GO_ON=1 FUZZ_DIALECT=freebsd MAP_ODD=1 "$programs/mine-right" \
    fuzz/mine >"$scratch/all" 2>&1
check "a mapping has nothing to do with the counters' width" is 0 \
    "$(grep -c '32 bits wide' "$scratch/all")" || cat "$scratch/all"
# What is far outside is said once.
env FUZZ_GO_ON=1 FUZZ_DIALECT=freebsd MAP_WRAPS=1 "$programs/mine-right" \
    fuzz/mine >"$scratch/all" 2>&1
check "what is far outside is not said once" is 1 \
    "$(grep -c 'far outside' "$scratch/all")" || cat "$scratch/all"
for target in regions mine-right; do
    says 2 'read gmon, expected one of aix' env FUZZ_DIALECT=gmon \
        "$programs/$target" fuzz/mine
done
says 2 'FUZZ_SO: nowhere.so: cannot load it' env FUZZ_DIALECT=freebsd \
    FUZZ_SO=nowhere.so "$programs/regions" fuzz/regions

# LIBRARY [SETTING]...: what is said of it by freebsd.
run() {
    library=$(realpath "$mutants/$1.so")
    shift
    env FUZZ_GO_ON=1 FUZZ_SO="$library" FUZZ_DIALECT=freebsd "$@" \
        "$programs/regions" fuzz/regions >"$scratch/all" 2>&1
    status=$?
}

prints() {
    check "not printed: $1" grep -q "$1" "$scratch/all" || cat "$scratch/all"
}

prints_no() {
    check "printed: $1" not grep "$1" "$scratch/all"
}

# The same; it went through all of its seeds, and no cause was printed twice.
went_on() {
    run "$@"
    check "$1: it did not go on" [ "$status" -eq 0 ]
    check "$1: a finding without a case" is \
        "$(grep -c '^# finding' "$scratch/all")" \
        "$(grep -c '^case ' "$scratch/all")"
    check "$1: a cause is printed twice" is "" "$(sed -n \
        '/^# finding/{n; s/^#   //p; }' "$scratch/all" | sort | uniq -d)"
    check "$1: a line is too long" not grep -E '^.{240}' "$scratch/all"
}

went_on aix
prints '^# finding: fail freebsd: a\[[0-9]*\] is 0, permitted 1$'
prints '^#   Odd byte offsets were rounded up to the next counter, or: '
prints '^#   Scale 1 turned profiling off'
prints '^#   This explains it equally well: '
prints '^#   or: '
went_on 'freebsd-product-mod-2^64'
prints '^#   .*cut to 64 bits'
went_on freebsd-bad-buffer-crashes
prints '^# finding: crash freebsd: killed by SIG'
prints '^profil bad '

# That turns its timer off and leaves its handler: it is off.
run ../readme-profil
prints "^# finding: crash freebsd: "
prints_no "Scale 0 did not turn profiling off"

printf 'rounding * - no case of that name\n* rounding - known\n' \
    >"$scratch/waivers"
went_on aix FUZZ_WAIVERS="$scratch/waivers"
prints_no 'Odd byte offsets were rounded up'
prints '^#   Scale 1 turned profiling off'

# What one target found the next does not say again; the last text is kept, for
# where the process ends without a word.
run aix FUZZ_KNOWN="$scratch/known"
prints 'Odd byte offsets were rounded up'
run aix FUZZ_KNOWN="$scratch/known" FUZZ_LAST="$scratch/last"
prints_no '^# finding'
check "the last case is not kept" grep -q "^case " "$scratch/last"

# An input is shown, and not run; if it fails in a process of its own, too.
run freebsd-bad-buffer-crashes FUZZ_SHOW='ended the process'
prints '^# finding: this case ended the process'
prints_no 'killed by'
for answer in 0 1; do
    printf "#!/bin/sh\nexit $answer\n" >"$scratch/judge"
    chmod +x "$scratch/judge"
    run freebsd-bad-buffer-crashes FUZZ_SHOW='ended the process' \
        FUZZ_RUN="$scratch/judge"
    case $answer in
    0) prints_no "^# finding" ;;
    1) prints "^# finding: this case ended the process" ;;
    esac
done

# An engine that ends twice on an input, and then finds nothing; "$scratch/shows"
# is what it shows of that input.
cat >"$scratch/engine" <<'END'
#!/bin/sh
cd "$(dirname "$0")"
[ ! -f complaint ] || { cat complaint >&2; exit 77; }
[ -z "${FUZZ_SHOW:-}" ] || { sed "s/SHOWN/$FUZZ_SHOW/" shows >&2; exit; }
echo round >>rounds
rounds=$(wc -l <rounds)
[ "$rounds" -lt 12 ] || echo "stat::number_of_executed_units: 7" >&2
[ "$rounds" -lt 3 ] || { cat end >&2; exit; }
unit=$PWD/$(cat called)
touch "$unit"
echo "Test unit written to $unit" >&2
exit 77
END
chmod +x "$scratch/engine"
echo crash-1 >"$scratch/called"

# STATUS [SECONDS]: how run.sh exits with it.
engine() {
    rm -f "$scratch/rounds"
    FUZZ_GO_ON=1 FUZZ_RUN=$scratch/engine sh fuzz/run.sh "$scratch/engine" \
        "$scratch/seeds" "${2:-9}" "$scratch/found" >"$scratch/all" 2>&1
    check "the exit status with an engine that ends is not $1" is $? "$1"
}

: >"$scratch/shows"
echo "stat::number_of_executed_units: 7" >"$scratch/end"
engine 0
prints "^fuzz: seeds: 7"
prints 'in a case that does not fail alone, which is no finding: 2'
prints_no '^# finding'
echo '# finding: this case SHOWN' >"$scratch/shows"
engine 1
prints '^# finding: this case ended the process'
prints_no 'does not fail alone'
# What takes so long has not ended it.
echo timeout-1 >"$scratch/called"
engine 1
prints '^# finding: this case fails, and took longer than 60 s here'
# An engine that ends without its last words was ended by the library: it is
# begun again, until it says them.
: >"$scratch/shows"
: >"$scratch/end"
engine 0
prints "which is no finding: 11$"
echo 'fuzz: FUZZ_SO: nowhere.so: cannot load it' >"$scratch/complaint"
engine 2
prints '^fuzz: SO: nowhere.so: cannot load it'
engine 2 1m
prints '^fuzz: SECONDS: read 1m, expected a number'
ends
