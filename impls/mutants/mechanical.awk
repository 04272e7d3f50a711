# SPDX-License-Identifier: MIT
# Lists the mechanical mutants of a C file, one a line, fields by tabs:
#
#     file  line  column  length  in its place  the function it is in
#
# Comparisons, arithmetic, shifts, logic, and constants by one.  With flow=1
# also conditions that are negated, and calls, assignments and exits that are
# left out, where they are on one line; but for those that release memory.
# Comments, directives, declarations of types and strings are left alone.
BEGIN {
    split("<=,<;>=,>;==,!=;!=,==;&&,||;||,&&;<<,>>;>>,<<;<,<=;>,>=;+,-;-,+;*,+;|,&;&,|", swap, ";")
    for (k = 1; k in swap; k++) {
        split(swap[k], part, ",")
        from[k] = part[1]
        to[k] = part[2]
    }
    # A call, an assignment or a count.
    statement = "^[-*+]*[a-z_][A-Za-z0-9_]*((->|[.])[a-z_]+|[[][^]]*[]])*" \
        "( [-+*|&]?= .*|[(].*|[+][+]|--)?;$"
}

# Strings as blanks.
function bare(text,   at, size) {
    at = 1
    while (match(substr(text, at), /"([^"\\]|\\.)*"/)) {
        at += RSTART - 1
        size = RLENGTH
        text = substr(text, 1, at) sprintf("%" (size - 2) "s", "") \
            substr(text, at + size - 1)
        at += size
    }
    return text
}

# Code alone, of the same length.
function code(text,   at, length_of) {
    if (within) {
        at = index(text, "*/")
        if (!at)
            return sprintf("%" length(text) "s", "")
        within = 0
        text = sprintf("%" (at + 1) "s", "") substr(text, at + 2)
    }
    while ((at = index(text, "/*"))) {
        length_of = index(substr(text, at), "*/")
        if (!length_of) {
            within = 1
            return substr(text, 1, at - 1)
        }
        text = substr(text, 1, at - 1) sprintf("%" (length_of + 1) "s", "") \
            substr(text, at + length_of + 1)
    }
    return text
}

function edit(column, size, instead) {
    printf "%s\t%d\t%d\t%d\t%s\t%s\n", FILENAME, FNR, column, size, instead, \
        where
}

# The condition of a line, if it ends there; one comparison has its contrary.
function negate(text,   from, at, depth, c) {
    if (!match(text, /^ *(} else )?(if|while) \(/))
        return
    from = at = RSTART + RLENGTH
    for (depth = 1; depth && at <= length(text); at++) {
        c = substr(text, at, 1)
        depth += (c == "(") - (c == ")")
    }
    c = substr(text, from, at - from - 1)
    if (!depth && (c !~ / [!=]= / || c ~ /&&|\|\|/))
        edit(from, at - from - 1, "!(" substr($0, from, at - from - 1) ")")
}

# A statement that is all of a line, after one that ended.
function leave_out(text, before,   from, out) {
    if (text !~ /;$/ || before !~ /(^|[;{}:)]|else) *$/)
        return
    match(text, /^ */)
    from = RLENGTH + 1
    text = substr(text, from)
    if (text ~ /^(return|break|continue)[ ;]/)
        out = from > 5
    else
        out = text !~ /^([a-z_]*_)?free\(/ && text ~ statement
    if (out)
        edit(from, length(text), ";")
}

# What is compiled where there is no wider type is not, here.
/^#else/ { elsewhere = 1 }
/^#endif/ { elsewhere = 0 }

{
    text = bare(code($0))
    if (text ~ /^[a-z].*[a-z0-9_]\(/) {
        where = text
        sub(/\(.*/, "", where)
        sub(/.*[ *]/, "", where)
    }
    if (elsewhere || text ~ /^#/ || text ~ /^(struct|typedef|extern)/)
        next
    if (flow && text ~ /^ /) {
        negate(text)
        leave_out(text, last)
    }
    if (text ~ /[^ ]/)
        last = text
    for (i = 1; i <= length(text); i++) {
        if (match(substr(text, i), /^[0-9]+/) &&
            substr(text, i - 1, 1) !~ /[A-Za-z0-9_]/ &&
            substr(text, i + RLENGTH, 1) !~ /[A-Za-z0-9_]/) {
            edit(i, RLENGTH, substr(text, i, RLENGTH) + 1)
            i += RLENGTH - 1
            continue
        }
        for (k = 1; k in from; k++) {
            size = length(from[k])
            if (substr(text, i, size) != from[k])
                continue
            # An operator between blanks: not ->, ++, a pointer or a sign.
            if (substr(text, i - 1, 1) == " " &&
                substr(text, i + size, 1) == " ")
                edit(i, size, to[k])
            i += size - 1
            break
        }
        if (substr(text, i, 3) == " = ")
            continue
        if (match(substr(text, i), /^[-+*|]= /)) {
            c = substr(text, i, 1)
            edit(i, 1, c == "+" ? "-" : c == "-" ? "+" : c == "*" ? "+" : "&")
        }
    }
}
