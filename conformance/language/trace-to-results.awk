# SPDX-License-Identifier: MIT
# The way back from results-to-trace.awk: of each case of the trace that it
# writes, the members "case" and "observed" as the results have them.

function put(k, text) {
    events = events k (depth == 0 || text ~ /^in-/ ? " " \
        : depth == 1 ? " in-child " : " in-grandchild ") text "; "
}

# A process ends: what its buffers hold.
function buffers(k,    i) {
    for (i = 0; i < declared; i++)
        put(k, "buffer " i " " (gone[depth, i] ? "unmapped " size[i] + 128 \
            : size[i] told[depth, i, "before"] told[depth, i, "counters"] \
              told[depth, i, "after"]))
}

function finish() {
    if (open && !skipped) {
        if (!how && !over[0])
            buffers(ops)
        print "\"case\": \"" text "\", \"observed\": \"" events \
            (how ? how : "ended normally at " (over[0] ? ops - 1 : ops)) \
            tail "\""
    }
    open = 0
}

function number_of(buffer,    i) {
    for (i = 0; i < declared && name[i] != buffer; i++)
        ;
    return i
}

function operation(line,    i) {
    text = text line "\\u000a"
    if (how)
        return
    at = ops++
    if ($1 == "buffer") {
        name[declared] = $2
        size[declared++] = $3
    } else if ($1 == "unmap" || $1 == "remap") {
        gone[depth, number_of($2)] = $1 == "unmap"
    } else if ($1 == "fork") {
        over[++depth] = 0
        for (i = 0; i < declared; i++) {
            gone[depth, i] = gone[depth - 1, i]
            told[depth, i, "before"] = told[depth, i, "after"] = ""
        }
    } else if ($1 == "end") {
        if (!over[depth])
            buffers(at)
        ending = 1
    } else if ($1 == "exec" || $1 == "exit") {
        over[depth] = closing = 1
    }
}

# What was seen is told when the buffers are that were seen before it.
function seen(line) {
    if (closing)
        buffers(at)
    put(at, line)
    closing = 0
    if (ending)
        depth--
    ending = 0
}

/^case / {
    finish()
    text = $0 "\\u000a"
    events = how = tail = ""
    ops = declared = depth = closing = ending = skipped = 0
    open = 1
    split("", over)
    split("", told)
    split("", gone)
    next
}
!open { next }
/^(dialect|address) / { text = text $0 "\\u000a"; next }
/^call / {
    line = substr($0, 6)
    i = index(line, " = ")
    operation(i ? substr(line, 1, i - 1) : line)
    if (!i)
        next
    line = substr(line, i + 3)
    sub(/^void/, "none", line)
    sub(/ errno 0/, "", line)
    put(at, "call " line)
    next
}
/^(before|counters|after) / {
    line = $0
    sub(/^[a-z]+ [^ ]+/, "", line)
    told[depth, number_of($2), $1] = ($1 == "counters" ? "" : " " $1) line
    next
}
/^seen (delivered|disturbed|batched|stray|note)/ {
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    tail = tail "; " substr($0, 6)
    next
}
/^seen / { seen(substr($0, 6)); next }
/^ended / {
    if (!/timeout/)
        put(at, "crash")
    if (depth > 0 && !ending)
        over[depth] = 1
    else
        how = $0 " at " at
    next
}
/^unsupported / { skipped = 1; next }
{ operation($0) }
END { finish() }
