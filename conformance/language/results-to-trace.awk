# SPDX-License-Identifier: MIT
# What `profilcheck run --results FILE` recorded, as a trace (TRACE.md):
#
#     awk -f results-to-trace.awk FILE | profilcheck judge

# The text of a member of the line, or "".
function member(name,    at, text, out, c) {
    at = index($0, "\"" name "\": \"")
    if (!at)
        return ""
    text = substr($0, at + length(name) + 5)
    out = ""
    while ((c = substr(text, 1, 1)) != "\"") {
        if (c != "\\") {
            at = match(text, /["\\]/)
            out = out substr(text, 1, at - 1)
            text = substr(text, at)
            continue
        }
        c = substr(text, 2, 1)
        if (substr(text, 2, 5) == "u000a")
            c = "\n"
        out = out c
        text = substr(text, c == "\n" ? 7 : 3)
    }
    return out
}

# An event: K [in-child] KIND REST.
function event(text,    word, n, k, kind) {
    n = split(text, word, " ")
    k = word[1] + 0
    kind = word[2]
    sub(/^[0-9]+ /, "", text)
    if (kind ~ /^in-/) {
        sub(/^[^ ]+ /, "", text)
        kind = word[3]
    }
    if (kind == "call") {
        sub(/^call /, "", text)
        sub(/^none/, "void", text)
        # What is not told was not seen: here it was.
        if (text !~ / E|errno|unseen/)
            sub(/^[^ ]+/, "& errno 0", text)
        result[k] = " = " text
    } else if (kind == "crash" && word[2] ~ /^in-/) {
        after[k] = after[k] "ended signal 11\n"
    } else if (kind == "buffer") {
        buffer(k, text)
    } else if (kind != "crash") {
        after[k] = after[k] "seen " text "\n"
    }
}

# buffer I SIZE [before [ ... ]] [ ... ] [after [ ... ]], or unmapped
function buffer(k, text,    number, at, out, word) {
    split(text, word, " ")
    number = word[2]
    if (word[3] == "unmapped")
        return
    sub(/^buffer [0-9]+ [0-9]+ /, "", text)
    if (text ~ /^before /) {
        at = index(text, "]")
        out = out "before " name[number] substr(text, 7, at - 6) "\n"
        text = substr(text, at + 2)
    }
    at = index(text, "]")
    out = out "counters " name[number] " " substr(text, 1, at) "\n"
    text = substr(text, at + 2)
    if (text ~ /^after /)
        out = out "after " name[number] substr(text, 6) "\n"
    # A child's stand before its end; others behind what they end with.
    if (op[k] == "end")
        before[k] = before[k] out
    else
        after[k] = out after[k]
}

function observed(text,    item, n, i, note, at) {
    at = index(text, "; note \"")
    note = at ? substr(text, at + 2) : ""
    n = split(at ? substr(text, 1, at - 1) : text, item, /; /)
    for (i = 1; i <= n; i++)
        if (item[i] ~ /^[0-9]/)
            event(item[i])
        else if (item[i] ~ /^ended/) {
            ended(item[i])
        } else
            tail = tail "seen " item[i] "\n"
    if (note)
        tail = tail "seen " note "\n"
}

# ended HOW [STATUS] at K
function ended(text,    at, how) {
    at = text
    sub(/.* at /, "", at)
    how = text
    sub(/ at [0-9]+$/, "", how)
    if (how !~ /^ended normally/)
        after[at + 0] = after[at + 0] how "\n"
}

/^{"line": "header"/ {
    print "trace 1"
    print "dialect " member("dialect")
}

/^{"line": "case"/ {
    split("", op); split("", result); split("", name)
    split("", before); split("", after)
    tail = ""
    lines = split(member("case"), line, "\n")
    ops = buffers = 0
    for (i = 2; i < lines; i++) {
        if (line[i] ~ /^(dialect|address) /)
            continue
        op[ops++] = line[i]
        split(line[i], word, " ")
        if (word[1] == "buffer")
            name[buffers++] = word[2]
    }
    print line[1]
    for (i = 2; i < lines; i++)
        if (line[i] ~ /^(dialect|address) /)
            print line[i]
    if ($0 ~ /"observed": /)
        observed(member("observed"))
    else
        tail = "unsupported " member("detail") "\n"
    for (i = 0; i <= ops; i++) {
        printf "%s", before[i]
        if (i < ops)
            print (op[i] ~ /^(s?profil|mon|mcleanup)/ ? "call " : "") op[i] \
                result[i]
        printf "%s", after[i]
    }
    printf "%s", tail
}
