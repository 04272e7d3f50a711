# SPDX-License-Identifier: MIT
# What each case says of a mutant, from two runs as JSON, of what conforms and
# of the mutant: a line a case, fields by tabs,
#
#     mutant  dialect  case  F, C, T or I
#     mutant  dialect  case  s
#
# for one that fails, crashes, times out or is inconsistent, and for one that
# passes though what was observed is something else: it distinguishes the two.
# Those that say nothing are left out.
#
#     awk -v mutant=NAME -v dialect=D -f cells.awk PLAIN.json MUTANT.json
function member(name,   at, rest) {
    at = index($0, "\"" name "\": \"")
    if (!at)
        return ""
    rest = substr($0, at + length(name) + 5)
    return substr(rest, 1, index(rest, "\"") - 1)
}

/^ *\{"id": "/ {
    id = member("id")
    verdict = member("verdict")
    observed = member("observed")
    sub(/; delivered.*/, "", observed)
    sub(/; batched.*/, "", observed)
    if (NR == FNR) {
        plain[id] = observed
        next
    }
    if (verdict ~ /^(fail|crash|timeout|inconsistent)$/)
        letter = toupper(substr(verdict, 1, 1))
    else if (observed != plain[id])
        letter = "s"
    else
        next
    printf "%s\t%s\t%s\t%s\n", mutant, dialect, id, letter
}
