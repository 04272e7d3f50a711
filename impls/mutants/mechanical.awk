# SPDX-License-Identifier: MIT
# Lists the mechanical mutants of a C file, one a line, fields by tabs:
#
#     file  line  column  length  in its place
#
# Comparisons, arithmetic, shifts, logic, and constants by one.  Comments,
# directives, declarations of types and strings are left alone.
BEGIN {
    split("<=,<;>=,>;==,!=;!=,==;&&,||;||,&&;<<,>>;>>,<<;<,<=;>,>=;+,-;-,+;*,+;|,&;&,|", swap, ";")
    for (k = 1; k in swap; k++) {
        split(swap[k], part, ",")
        from[k] = part[1]
        to[k] = part[2]
    }
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
    printf "%s\t%d\t%d\t%d\t%s\n", FILENAME, FNR, column, size, instead
}

# What is compiled where there is no wider type is not, here.
/^#else/ { elsewhere = 1 }
/^#endif/ { elsewhere = 0 }

{
    text = code($0)
    if (elsewhere || text ~ /^#/ || text ~ /^(struct|typedef|extern)/)
        next
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
