#!/bin/sh
# SPDX-License-Identifier: MIT
# The reports of a real run, whose implementation has a hostile name, as other
# programs read them: xmllint by a schema of JUnit's XML, prove, and node-ajv
# by what SARIF and servers of findings require (sarif-multitool where it is
# there).  Then what judge.sh makes of the same.
#
#     formats.sh BUILD
set -u
build=$(cd "$1" && pwd)
home=$(cd "$(dirname "$0")/.." && pwd)
program=$build/profilcheck
step=formats
. "$home/.ci/lib.sh"
work=$scratch

is() { [ "$1" = "$2" ]; }
count() { grep -c "$@"; }

name=$(printf '%s/a]]>"<b>|`x`@me[l](u)#1 \\ {0} \302\033[31m\nz.so' "$work")
cp "$build/libprofil-freebsd.so" "$name"
cd "$work" || exit 3
"$program" run --dialect aix --dialect freebsd --report out "$name" >text
check "some fail" is $? 1

check "JUnit's XML" xmllint --noout --schema "$home/reports/junit.xsd" \
    out/junit.xml
failures=$(xmllint --xpath 'string(/testsuites/@failures)' out/junit.xml)
check "as many failures in XML as are counted" is "$failures" \
    "$(xmllint --xpath 'count(//failure)' out/junit.xml)"
check "as many as the lines of counts say" is "$failures" \
    "$(sed -n "s/^[0-9]* cases: //p" text | tr "," "\n" |
        awk '$2 ~ /^(fail|crash|timeout|inconsistent|inconclusive)$/ { n += $1 }
             END { print n + 0 }')"
check "the name is whole in XML" is "$(xmllint --xpath \
    'count(//testsuite[contains(@name, "]]>") and contains(@name, "<b>|`x`@me[l](u)#1")])' \
    out/junit.xml 2>/dev/null || echo 0)" 2

prove --exec cat out/report.tap >proved 2>&1
check "prove has no complaint of the form" sh -c \
    '! grep -i "parse error\|bad plan\|invalid" proved'
check "prove counts the same cases" grep -q \
    "Tests: $(xmllint --xpath 'string(/testsuites/@tests)' out/junit.xml) Failed: $failures)" \
    proved

check "the badge" xmllint --noout out/badge.svg
check "SARIF" env NODE_PATH=/usr/share/nodejs node "$home/.ci/validate.js" \
    "$home/reports/sarif.schema.json" out/report.sarif
# Not in Debian: npm install @microsoft/sarif-multitool, 100 MB.  Its exit status
# is 0 whatever it finds.
multitool() {
    DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 sarif-multitool validate "$1" \
        --rule-kind "Sarif;Ghas" --level "Error;Warning" \
        --output checked.sarif --log ForceOverwrite >checked || return 1
    ! grep -E ": (error|warning) [A-Za-z]+[0-9]+:" checked &&
        grep "completed successfully" checked
}
if command -v sarif-multitool >/dev/null; then
    check "SARIF, by Microsoft's validator" multitool out/report.sarif
fi
check "Markdown fits a comment" [ "$(wc -c <out/report.md)" -lt 65536 ]
check "no other tags in Markdown" is \
    "$(sed 's/<\/\{0,1\}\(code\|details\|summary\)>//g' out/report.md |
        count '[<>]')" 0

summary=$work/summary
PROFILCHECK=$program GITHUB_STEP_SUMMARY=$summary \
    sh "$home/conformance/ci/judge.sh" site --dialect freebsd \
    --case odd-number "$build/libprofil-freebsd.so" >said 2>&1
check "judge.sh passes what passes" is $? 0
check "and adds the summary" cmp site/report.md "$summary"
PROFILCHECK=$program sh "$home/conformance/ci/judge.sh" site --dialect aix \
    --case odd-number "$build/libprofil-freebsd.so" >said 2>&1
check "fails what fails" is $? 1
PROFILCHECK=$work/none sh "$home/conformance/ci/judge.sh" site signal \
    >said 2>&1
check "and says what it lacks" is $? 2
for file in github gitlab; do
    check "$file.yml" perl -MCPAN::Meta::YAML -e \
        'CPAN::Meta::YAML->read($ARGV[0]) or die' \
        "$home/conformance/ci/$file.yml"
done

ends
