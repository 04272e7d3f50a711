# SPDX-License-Identifier: MIT
# A reader of vectors who knows nothing of profilcheck: it takes the cases in
# which one profil call with plain numbers is followed by ticks, computes the
# counters from the manual's formula and the choices that are named, and holds
# them against the outcomes.  The last line is "AGREED DIFFERENT".
#
#     awk -f consumer.awk vectors.txt

function number(word,    k, value, digit) {
    if (word !~ /^0x/)
        return word + 0
    for (k = 3; k <= length(word); k++) {
        digit = index("0123456789abcdef", substr(word, k, 1)) - 1
        value = value * 16 + digit
    }
    return value + 0
}

# A counter of 16 bits, or -1; "" where it takes more than plain numbers.
function counter(pc,    d, b) {
    if (pc < offset)
        return taken["below-offset"] == "modular" ||
               taken["just-below"] ~ /^(towards|shifted)/ ? "" : -1
    if (taken["full-scale"] ~ /^one/ || taken["pinned"] == "EFAULT")
        return ""
    d = pc - offset
    if (d * scale >= 2 ^ 52)
        return ""
    if (taken["rounding"] == "divide-first")
        b = 2 * int(int(d / 2) * scale / 65536)
    else
        b = int(d * scale / 65536)
    if (taken["rounding"] == "up" && b % 2)
        b++
    if (taken["rounding"] !~ /^(up|down|divide-first)$/)
        return ""
    if (taken["unit"] == "byte-offset-half" && b >= int(given / 2))
        return -1
    return taken["unit"] == "index" ? b : int(b / 2)
}

# The rules that this reader knows; where a case asks another, it is left out.
function known(rule) {
    return rule ~ /^(rounding|unit|below-offset|just-below|product|ticks|scale-off|full-scale|pinned|address|extent|settings|return-on-success|return-on-error|buffer-start|counter-bits|counter-width|odd-tail|profil-member|profil-width|region-search)$/
}

function judge(text,    k, n, word, at, run, want, k2, place) {
    for (k = 0; k < size / 2; k++)
        want[k] = 0
    for (k = 1; k <= ticks; k++) {
        place = counter(pc[k])
        if (place == "")
            return
        if (place >= 0 && place < int(given / 2))
            want[place] += times[k]
    }
    n = split(text, word, " ")
    at = 0
    for (k = 8; k < n; k++) {
        split(word[k], run, "*")
        for (k2 = 0; k2 < (2 in run ? run[2] : 1); k2++)
            if (want[at++] != run[1]) {
                print id ": counter " at - 1 " is " run[1] ", computed " \
                    want[at - 1] | "cat 1>&2"
                different++
                return
            }
    }
    agreed++
}

$1 == "vector" {
    id = $2
    plain = 1
    calls = ticks = buffers = 0
    split("", only)
}
$1 == "address" && $2 != 64 { plain = 0 }
$1 == "step" && $3 == "buffer" {
    buffers++
    size = $5
    if (NF > 5)
        plain = 0
    next
}
$1 == "step" && $3 == "profil" {
    calls++
    if (NF != 7 || $4 ~ /[[+]/ || calls > 1 || ticks > 0)
        plain = 0
    given = number($5)
    offset = number($6)
    scale = number($7)
    if (scale < 4 || scale > 65535 || offset >= 2 ^ 52)
        plain = 0
    next
}
$1 == "step" && $3 == "tick" {
    for (k = 4; k <= NF; k++) {
        if ($k ~ /^x/)
            times[ticks] = substr($k, 2) + 0
        else {
            pc[++ticks] = number($k)
            times[ticks] = 1
        }
        if (times[ticks] > 1000 || pc[ticks] >= 2 ^ 52)
            plain = 0
    }
    next
}
$1 == "step" { plain = 0 }
$1 == "rule" && !known($2) { plain = 0 }
# What is required, or the only one that is left, is not named again.
$1 == "choice" { only[$2] = $3 }
$1 == "with" {
    split("", taken)
    for (k in only)
        taken[k] = only[k]
    for (k = 3; k <= NF; k++) {
        split($k, pair, "=")
        taken[pair[1]] = pair[2]
    }
}
$1 == "event" && $4 == "buffer" && plain && calls == 1 && buffers == 1 \
    && $7 == "[" { judge($0) }
END { print agreed + 0, different + 0 }
