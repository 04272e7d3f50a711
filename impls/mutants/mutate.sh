# SPDX-License-Identifier: MIT
# What those share that make mechanical mutants, read by them with `.`.  They
# set
#
#     survivors  their list: the file, the line as it becomes, why it may
#                survive in a word, and the reason; fields by tabs
#     scratch    a directory of their own, which is removed in the end
#     mutators   -v flow=1, or nothing; see mechanical.awk
#
# and define `prepare COPY`, which makes a worker's directory ready, and
# `judge FILE LINE COLUMN LENGTH INSTEAD FUNCTION`, which prints a line of
# judge's own.
tab=$(printf '\t')
CC=${CC:-cc}
mutants=impls/mutants
pids=

clean_up() {
    # shellcheck disable=SC2086 # words are meant
    [ -z "$pids" ] || kill $pids 2>/dev/null || true
    rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# All mutants of these files, as mechanical.awk lists them.
list_mutants() { # FILE...
    for file; do
        # shellcheck disable=SC2086
        awk ${mutators:-} -f "$mutants/mechanical.awk" "$file"
    done
}

# The file $1 with $5 in place of $4 characters at line $2, column $3.
mutate() {
    awk -v line="$2" -v column="$3" -v size="$4" '
        BEGIN { instead = ARGV[2]; ARGC = 2 }
        NR == line {
            $0 = substr($0, 1, column - 1) instead substr($0, column + size)
        }
        { print }' "$1" "$5"
}

name_of() { # FILE LINE COLUMN LENGTH INSTEAD
    printf '%s:%s:%s %s -> %s\n' "$1" "$2" "$3" \
        "$(sed -n "$2p" "$1" | cut -c"$3"-$(($3 + $4 - 1)))" "$5"
}

listed_as() { # FILE LINE-AS-MUTATED: its word, or nothing
    awk -F '\t' 'BEGIN { file = ARGV[2]; line = ARGV[3]; ARGC = 2 }
        $1 == file && $2 == line { print $3; exit }' "$survivors" "$1" "$2"
}

reason_of() { # FILE LINE-AS-MUTATED
    awk -F '\t' 'BEGIN { file = ARGV[2]; line = ARGV[3]; ARGC = 2 }
        $1 == file && $2 == line { print $4; exit }' "$survivors" "$1" "$2"
}

# Judge all of $scratch/list, by so many workers, each in a directory of its
# own, $copy; what they print is sorted into RESULT.
judge_all() { # WORKERS RESULT
    worker=0
    while [ "$worker" -lt "$1" ]; do
        copy=$scratch/$worker
        mkdir -p "$copy"
        prepare "$copy"
        awk -v n="$1" -v k="$worker" 'NR % n == k' "$scratch/list" |
            while IFS=$tab read -r file line column size instead where; do
                judge "$file" "$line" "$column" "$size" "$instead" "$where"
            done >"$scratch/part.$worker" &
        pids="$pids $!"
        worker=$((worker + 1))
    done
    wait
    pids=
    sort -t : -k1,1 -k2,2n -k3,3n "$scratch"/part.* >"$2"
    [ "$(wc -l <"$2")" -eq "$(wc -l <"$scratch/list")" ] && return
    echo "${0##*/}: not every mutant was judged" >&2
    exit 3
}

# The entries of mutants that are made no more, where all were that a pattern
# of files has: what was made is in $scratch/*/made.
stale_entries() { # PATTERN
    cat "$scratch"/*/made | awk -F '\t' -v pattern="$1" '
        NR == FNR { made[$1, $2] = 1; next }
        /^#/ || $1 !~ pattern || (($1, $2) in made) { next }
        { printf "stale: survivors.txt: no such mutant of %s: %s\n", $1, $2 }' \
        - "$survivors"
}
