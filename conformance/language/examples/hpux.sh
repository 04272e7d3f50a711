#!/bin/sh
# SPDX-License-Identifier: MIT
# HP-UX's profil in awk, as a program that profilcheck drives:
#
#     profilcheck run --dialect hpux exec:conformance/language/examples/hpux.sh
#
# With an argument it is wrong on purpose: "below" counts pcs below the offset;
# "beyond" reports a counter that does not exist.
case $(awk -W version 2>&1 </dev/null) in
mawk*) flags='-W interactive' ;; # or it waits for more than a line
esac
exec awk $flags -v wrong="$1" '
# The value of hexadecimal digits, and 64-bit numbers as two halves.
function digits(text,    k, v) {
    for (k = 1; k <= length(text); k++)
        v = v * 16 + index("0123456789abcdef", substr(text, k, 1)) - 1
    return v + 0
}
function high(word) {
    sub(/^0x/, "", word)
    return length(word) > 8 ? digits(substr(word, 1, length(word) - 8)) : 0
}
function low(word) {
    return word !~ /^0x/ ? word + 0 : digits(substr(word, \
        length(word) > 10 ? length(word) - 7 : 3))
}
# What is too far for 53 bits is too far for any buffer, too.
function distance(pc, from) {
    return (high(pc) - high(from)) * 4294967296 + low(pc) - low(from)
}
function count(pc, times,    d, at) {
    d = distance(pc, offset)
    at = int(int(d / 2) * scale / 65536)
    if (d < 0 && wrong == "below")
        d = at = 0
    if (!on || d < 0 || at * 2 + 2 > size)
        return
    at += base / 2
    counter[name, at] += times
    if (counter[name, at] > 65535)
        counter[name, at] = 65535
}
function profil(pointer, bytes, from, by,    part) {
    split(pointer, part, "+")
    if (low(by) <= 1) {
        on = 0
        return "= void"
    }
    if (!(part[1] in sizes))
        return "= void errno 14" # EFAULT
    if (part[2] % 2)
        return "no counters at odd addresses"
    name = part[1]; base = part[2] + 0
    size = bytes + 0; offset = from; scale = low(by)
    on = 1
    return "= void"
}
function report(    b, k) {
    for (b in sizes) {
        printf "counters %s [", b
        for (k = 0; k < int(sizes[b] / 2); k++)
            printf " %d", counter[b, k]
        print (sizes[b] % 2 ? " byte 00 ]" : " ]")
    }
    if (wrong == "beyond")
        print "counter 9999 = 1"
}
function answer(    k, n) {
    if ($1 == "hello") {
        print "hello hpux.sh\ncan profil ticks"
    } else if ($1 == "case") {
        split("", counter); split("", sizes)
        on = 0
    } else if ($1 == "buffer") {
        sizes[$2] = $3
        n = substr($4, 1, 7) == "fill16=" ? low(substr($4, 8)) : 0
        for (k = 0; k < int($3 / 2); k++)
            counter[$2, k] = n
    } else if ($1 == "call") {
        return profil($3, $4, $5, $6)
    } else if ($1 == "tick") {
        for (k = 2; k <= NF; k++)
            if ($k !~ /^x/)
                count($k, $(k + 1) ~ /^x/ ? substr($(k + 1), 2) : 1)
    } else if ($1 == "done") {
        report()
    } else {
        return "no " $0
    }
    return "ok"
}
$1 == "bye" { exit }
{ print answer(); fflush() }'
