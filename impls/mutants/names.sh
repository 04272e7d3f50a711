#!/bin/sh
# SPDX-License-Identifier: MIT
# Lists the mutants, from the tables: every choice of every rule that a
# dialect names.  One a line, fields separated by tabs:
#
#     name  dialect  rule  choice  RULE_...  RULE_CHOICE  permission
#
# permission: required, permitted, unspecified or forbidden.
set -eu
tables=${1:-reference}

for dialect in "$tables"/dialects/*.def; do
    awk -v dialect="$(basename "$dialect" .def | tr _ -)" '
        function argument(n,   parts) {
            split($0, parts, /[(,)]/)
            gsub(/[ "]/, "", parts[n])
            return parts[n]
        }
        /^RULE\(/ { rule[argument(2)] = argument(3); next }
        /^CHOICE\(/ {
            known[++count] = argument(2)
            id[count] = argument(3)
            choice[count] = argument(4)
            next
        }
        /^(DECIDES|PERMITS|LEAVES)\(/ {
            named[argument(2)] = 1
            said[argument(2) "_" argument(3)] = argument(1)
        }
        END {
            means["DECIDES"] = "required"
            means["PERMITS"] = "permitted"
            means["LEAVES"] = "unspecified"
            means[""] = "forbidden"
            for (k = 1; k <= count; k++) {
                r = known[k]
                if (r in named)
                    printf "%s-%s-%s\t%s\t%s\t%s\tRULE_%s\t%s_%s\t%s\n", \
                        dialect, rule[r], choice[k], dialect, rule[r], \
                        choice[k], r, r, id[k], means[said[r "_" id[k]]]
            }
        }' "$tables/rules.def" "$tables/rules_monitor.def" \
        "$tables/rules_gmon.def" "$dialect"
done
