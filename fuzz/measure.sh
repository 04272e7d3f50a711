#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures fuzz targets that were built with libFuzzer.
#
#     measure.sh PROGRAMS defects [SEEDS [PATTERN]]
#
# Plants every defect of planted.sh, one at a time, and has it fuzzed from
# nothing, with SEEDS seeds of randomness: a table with the median of processor
# seconds until it was found and shrunk, which goes between the marks in
# fuzz/README.md.  Exit status 1 where one was not found within 10.
#
#     measure.sh PROGRAMS reach RUNS TARGET...
#
# How far inputs get that are changed row by row, and those that are changed byte
# by byte: how many of RUNS the target takes, and the edges that it covers, of
# its own code and of all that is linked to it.
#
#     measure.sh PROGRAMS rate [RUNS]
#
# Inputs that `mapping` takes in a second of processor time, and how that is to a
# target that does nothing with the same inputs, in the same run.
set -eu
programs=$1 what=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# spent COMMAND...: processor seconds; what it wrote is in $scratch/out.
spent() {
    ("$@" >"$scratch/out" 2>&1 || :; times >"$scratch/times")
    awk -F '[ms ]+' 'FNR == 2 { printf "%.2f\n", $1 * 60 + $2 + $3 * 60 + $4 }' \
        "$scratch/times"
}

# TARGET DIALECT RULE CHOICE SEED: "-" where nothing was found.
find_defect() {
    mkdir -p "$scratch/corpus"
    seconds=$(FUZZ_DIALECT=$2 FUZZ_PLANTED=$3=$4 spent "$programs/$1" \
        -seed="$5" -max_len="$([ "$1" = mine ] && echo 64 || echo 160)" \
        -entropic=0 -max_total_time=$((2 * most)) \
        -artifact_prefix="$scratch/" "$scratch/corpus")
    grep -aq finding "$scratch/out" || seconds=-
    echo "$seconds"
    rm -rf "$scratch/corpus"
}

defects() {
    most=10 seeds=${1:-5} pattern=${2:-.}
    sh fuzz/planted.sh | grep -e "$pattern" >"$scratch/list"
    while read -r target dialect rule choice <&3; do
        for seed in $(seq "$seeds"); do
            find_defect "$target" "$dialect" "$rule" "$choice" "$seed"
        done | sort -n >"$scratch/found"
        median=$(sed -n "$(((seeds + 1) / 2))p" "$scratch/found")
        worst=$(tail -n 1 "$scratch/found")
        ! grep -q -e - "$scratch/found" || worst=-
        echo "| $target | $dialect | $rule=$choice | $median | $worst |"
    done 3<"$scratch/list" | tee "$scratch/table"
    [ "$pattern" != . ] || put_table
    awk -F '[|]' -v most="$most" '
        { n++ }
        $6 ~ /-/ || $6 + 0 > most { bad++; print "not found in time:" $4 "in" $3 }
        END {
            printf "planted: %d passed, %d failed\n", n - bad, bad
            exit bad > 0 || n == 0
        }' "$scratch/table"
}

# In README.md a line for each defect, with the slowest dialect's figures.
put_table() {
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
        /^<!-- measured -->/ {
            print
            while ((getline line <table) > 0) print line
            skip = 1
            next
        }
        /^<!-- end -->/ { skip = 0 }
        !skip' fuzz/README.md >"$scratch/readme"
    cp "$scratch/readme" fuzz/README.md
}

reach_by() {
    mkdir "$scratch/corpus"
    "$programs/$2" -runs="$runs" -seed=1 -max_len=8000 -len_control=0 \
        -keep_seed=1 -artifact_prefix="$scratch/" -report_slow_units=60 \
        "$scratch/corpus" "fuzz/$2" >"$scratch/log" 2>&1 || {
        tail -n 20 "$scratch/log"
        echo "fuzz: $2: a finding, or it could not be run"
        exit 1
    }
    rm -rf "$scratch/corpus"
    awk -v target="$2" -v how="$1" '
        / cov: / { for (k = 1; k < NF; k++) if ($k == "cov:") edges = $(k + 1) }
        /^taken: / { taken = 100 * $2 / $4 }
        END { printf "| %s | %s | %.0f %% | %d |\n", target, how, taken, edges
        }' "$scratch/log"
}

reach() {
    runs=$1
    shift
    FUZZ_COUNT=1
    export FUZZ_COUNT
    echo "| target | changed by | taken | edges |"
    echo "| --- | --- | --- | --- |"
    for target; do
        (export FUZZ_PLAIN=1; reach_by bytes "$target")
        reach_by rows "$target"
    done
}

rate() {
    runs=${1:-1000000}
    mkdir "$scratch/corpus" # what the engine finds is not put among the seeds
    for target in empty mapping; do
        spent "$programs/$target" -runs="$runs" -max_len=40 -entropic=0 \
            -keep_seed=1 "$scratch/corpus" fuzz/mapping
    done | awk -v runs="$runs" '
        { used[NR] = $1 }
        END {
            printf "empty: %.0f a second\n", runs / used[1]
            printf "mapping: %.0f a second, %.2f of that\n", runs / used[2],
                used[1] / used[2]
        }'
}

"$what" "$@"
