# The schema of vectors, with the words of the tables in it:
#     awk -f schema.awk DIALECTS.def OPS.def EVENTS.def vectors.schema.json.in

# word(N): the Nth string of the row
function word(n, parts) {
    split($0, parts, "\"")
    return "\"" parts[2 * n] "\""
}

function add(list, text) {
    if (index(", " words[list] ",", ", " text ",") == 0)
        words[list] = words[list] (words[list] == "" ? "" : ", ") text
}

/^DIALECT_ROW\(/ { add("@dialects@", word(1)) }
/^OP\(/ { add("@ops@", word(2)) }
/^CALL\(/ { add("@ops@", "\"call\""); add("@calls@", word(2)) }
/^EVENT\(/ { add("@events@", word(1)) }

FILENAME ~ /\.json\.in$/ {
    for (list in words)
        if (at = index($0, list))
            $0 = substr($0, 1, at - 1) words[list] substr($0, at + length(list))
    if (/@[a-z]+@/) {
        print FILENAME ": no words for: " $0 >"/dev/stderr"
        exit 1
    }
    print
}
