#!/bin/sh
# SPDX-License-Identifier: MIT
# Plants every defect of planted.sh in the model, one at a time, and has it
# fuzzed from nothing, no seeds, with SEEDS seeds of randomness.  Prints a
# table with the median of processor seconds until it was found and shrunk,
# and writes it between the marks in fuzz/README.md.  Exit status 1 where one
# was not found within 10.
#
#     measure.sh PROGRAMS [SEEDS [PATTERN]]
set -eu
programs=$1 seeds=${2:-5} pattern=${3:-.}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
most=10

# Processor seconds of one run, or "-" where nothing was found.
one() {
    mkdir -p "$scratch/corpus"
    (
        if FUZZ_DIALECT=$2 FUZZ_PLANTED=$3=$4 "$programs/$1" -seed="$5" \
            -max_len="$([ "$1" = mine ] && echo 64 || echo 160)" \
            -entropic=0 -max_total_time=$((2 * most)) \
            -artifact_prefix="$scratch/" "$scratch/corpus" \
            >"$scratch/out" 2>&1 || ! grep -aq finding "$scratch/out"; then
            echo -
        fi
        times >"$scratch/cpu"
        sed -n 2p "$scratch/cpu"
    ) | awk -F '[ms ]+' '
        /^-/ { missed = 1; next }
        { s = $1 * 60 + $2 + $3 * 60 + $4 }
        END { if (missed) print "-"; else printf "%.2f\n", s }'
    rm -rf "$scratch/corpus"
}

sh fuzz/planted.sh | grep -e "$pattern" >"$scratch/list"
while read -r target dialect rule choice <&3; do
    for seed in $(seq "$seeds"); do
        one "$target" "$dialect" "$rule" "$choice" "$seed"
    done | sort -n >"$scratch/times"
    median=$(sed -n "$(((seeds + 1) / 2))p" "$scratch/times")
    worst=$(tail -n 1 "$scratch/times")
    ! grep -q -e - "$scratch/times" || worst=-
    echo "| $target | $dialect | $rule=$choice | $median | $worst |"
done 3<"$scratch/list" | tee "$scratch/table"

awk -F '[|]' -v most="$most" '
    { n++ }
    $6 ~ /-/ || $6 + 0 > most { bad++; print "not found in time:" $4 "in" $3 }
    END {
        printf "planted: %d passed, %d failed\n", n - bad, bad
        exit bad > 0 || n == 0
    }' "$scratch/table" >"$scratch/verdict" && status=0 || status=1
cat "$scratch/verdict"
[ "$pattern" = . ] || exit "$status"
# In README.md a line for each defect, with the slowest dialect's figures.
awk -F ' *[|] *' '
    !($4 in median) { order[++n] = $4; target[$4] = $2 }
    { where[$4] = where[$4] (where[$4] ? " " : "") $3 }
    $5 >= median[$4] { median[$4] = $5 }
    $6 >= worst[$4] { worst[$4] = $6 }
    END {
        print "| target | defect | dialects | median | worst |"
        print "| --- | --- | --- | --- | --- |"
        for (k = 1; k <= n; k++) {
            d = order[k]
            printf "| %s | %s | %s | %s | %s |\n", target[d], d, where[d],
                median[d], worst[d]
        }
    }' "$scratch/table" >"$scratch/rows"
awk -v table="$scratch/rows" '
    /^<!-- measured -->/ { print; while ((getline line <table) > 0) print line
        skip = 1; next }
    /^<!-- end -->/ { skip = 0 }
    !skip' fuzz/README.md >"$scratch/readme"
cp "$scratch/readme" fuzz/README.md
exit "$status"
