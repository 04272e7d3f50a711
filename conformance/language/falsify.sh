#!/bin/sh
# SPDX-License-Identifier: MIT
# Logs that are right but for one line: the first line that `judge` names is the
# wrong one, or, of a call or a tick, a later one of its case that contradicts it.
#
#     falsify.sh BUILD IMPL DIALECT...
#
# Each case of a run that conforms is a log; in each, one after the other, a
# call returns something else, a tick comes elsewhere, comes oftener, or a
# counter holds more.  A log that is permitted all the same is left out.  The
# last line is "falsified: N named, M wrongly, K permitted".
build=$1 program=$1/profilcheck impl=$2
shift 2
here=conformance/language
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

for dialect in "$@"; do
    "$program" run --dialect "$dialect" --results "$work/results" "$impl" \
        >"$work/run" || exit 3
    awk -f $here/results-to-trace.awk "$work/results" |
        awk -v into="$work/$dialect" '
        # Counters may be recorded before a later call: the line of the last one,
        # where that is not the first; 0: they stay.  Of a call that may fail no
        # page says what it leaves, and so not what any line before it has.
        function before_call(k,    n, calls, last) {
            if (wrong[k] !~ /^counters/)
                return 0
            for (n = 1; n < k; n++) {
                if (line[n] ~ /^(fork|exec|unmap|buffer .* fill|call profil (null|bad))/)
                    return 0
                if (line[n] ~ /^call/ && ++calls)
                    last = n
            }
            return calls > 1 ? last : 0
        }
        function put(    k, n, name, at, word) {
            for (k = 1; k <= count; k++)
                if (wrong[k] != "") {
                    at = before_call(k)
                    split(wrong[k], word, " ")
                    name = sprintf("%s-%d-%d-%d.%s.log", into, cases, k,
                                   (at ? at : k) + 2, word[1])
                    if (unsupported)
                        continue
                    printf "trace 1\ndialect %s\n", dialect >name
                    for (n = 1; n <= count; n++) {
                        if (n == at)
                            print wrong[k] >name
                        if (n != k || !at)
                            print n == k ? wrong[k] : line[n] >name
                    }
                    close(name)
                }
            count = unsupported = 0
        }
        function falsify(text,    number) {
            if (text ~ /^call .* = 0/)
                sub(/ = 0/, " = 7", text)
            else if (text ~ /^call .* = -1/)
                sub(/ = -1/, " = 3", text)
            else if (text ~ /^tick 0x[0-9a-f]* x[0-9]*$/)
                sub(/ x/, " x1", text)
            else if (text ~ /^tick 0x[0-9a-f]*$/)
                text = text " x3"
            else if (text ~ /^counters [a-z]* \[ [0-9]/)
                sub(/\[ [0-9]*/, "[ 77", text)
            else
                return ""
            return text
        }
        $1 == "trace" { next }
        $1 == "dialect" && !cases { dialect = $2; next }
        $1 == "case" { put(); cases++ }
        $1 == "unsupported" { unsupported = 1 }
        {
            line[++count] = $0
            wrong[count] = falsify($0)
        }
        END { put() }'
done
named=0 wrongly=0 permitted=0
newline='
'
for log in "$work"/*.log; do
    false=${log##*-}
    false=${false%%.*}
    judged=$("$program" judge "$log" 2>&1)
    case $? in
    0) permitted=$((permitted + 1)) ;;
    1)
        line=${judged%%"$newline"*}
        line=${line##*.log:}
        line=${line%%:*}
        case $line in "" | *[!0-9]*) line=0 ;; esac
        case $log in *.counters.log) last=$false ;; *) last=999999 ;; esac
        case $judged in *permit*) ;; *) line=0 ;; esac
        if [ "$line" -ge "$false" ] && [ "$line" -le "$last" ]; then
            named=$((named + 1))
        else
            wrongly=$((wrongly + 1))
            echo "${log##*/}: line $false is false, and it says:"
            echo "$judged" | head -n 3
            cat "$log"
        fi
        ;;
    *) exit 3 ;;
    esac
done
echo "falsified: $named named, $wrongly wrongly, $permitted permitted"
[ "$wrongly" = 0 ] && [ "$named" -gt 50 ]
