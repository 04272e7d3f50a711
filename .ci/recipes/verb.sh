# SPDX-License-Identifier: MIT
# A verb: `count`, which prints how many clauses there are.  Its row, its file,
# its page and its name on the first page; then what help prints is reviewed.
help=conformance/command/transcripts/command.txt

after conformance/command/verbs.def 'VERB(smoke)' 'VERB(count)'
fails 'verb_count' makes build/profilcheck

cat >conformance/command/count.c <<'END'
/* SPDX-License-Identifier: MIT */
/* The verb `count`: how many clauses there are. */
#include "reference/rules.h"
#include "verbs.h"

struct count_request {
    int dialect;
};

static const struct option_row rows[] = {
    OPTION("dialect", DIALECT, count_request, dialect, "D", "only of this one"),
    OPTIONS_HELP,
};

static int count_run(void *request, const struct options *given, FILE *out)
{
    (void)request;
    (void)given;
    fprintf(out, "%zu\n", clause_count);
    return STATUS_PASS;
}

const struct verb verb_count = {
    .name = "count",
    .usage = "[OPTION]...",
    .summary = "count the clauses",
    .example = "profilcheck count",
    .rows = rows,
    REQUEST(count_request, .dialect = -1),
    .run = count_run,
};
END
build build/profilcheck
passes build/profilcheck count --dialect aix
fails "unknown dialect 'axi'; did you mean aix?" build/profilcheck count --dialect axi
fails 'no manual of count' sh .ci/manual.sh build/profilcheck conformance/man

sed 's/MERGE/COUNT/; s/merge/count/g; s/waivers/dialect/; s/join the shards of a run/count the clauses/
    s/^0 all pass.*/0 done, 2 usage, 3 harness error/' \
    conformance/man/profilcheck-merge.1 >conformance/man/profilcheck-count.1
fails 'profilcheck(1) has another summary of count than help' \
    sh .ci/manual.sh build/profilcheck conformance/man
after conformance/man/profilcheck.1 'Join the shards of a run.' \
    '.TP\n.BR profilcheck\-count (1)\nCount the clauses.'
passes sh .ci/manual.sh build/profilcheck conformance/man

build build/conformance/command/transcripts_test
fails '  count    count the clauses' build/conformance/command/transcripts_test "$help"
build/conformance/command/transcripts_test --write "$help" >new
cat new >"$help"
passes build/conformance/command/transcripts_test "$help"
