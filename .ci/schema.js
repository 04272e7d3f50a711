// SPDX-License-Identifier: MIT
// Reports are what their schemas say, and the schemas refuse what is not:
//     node schema.js results.jsonl killed.jsonl.part report.json identity.json
'use strict';
const fs = require('fs');
const Ajv = require('ajv');

const ajv = new Ajv({allErrors: false});
const read = (name) => fs.readFileSync(name, 'utf8');
const compile = (name) => ajv.compile(JSON.parse(read(name)));
const isLine = compile('reports/results.schema.json');
const isReport = compile('reports/schema.json');
let passed = 0, failed = 0;

function check(good, what) {
    if (good)
        passed++;
    else
        failed++;
    if (!good)
        console.log(`schema: ${what}`);
}

// Without any one of its required members, or with one more, it is refused.
function checkRefusals(valid, object, required, what) {
    for (const name of required) {
        const lacking = {...object};
        delete lacking[name];
        check(!valid(lacking), `${what} without ${name} is taken`);
    }
    check(!valid({...object, other: 1}), `${what} with more is taken`);
}

const seen = {};
const texts = read(process.argv[2]) + read(process.argv[3]);
for (const text of texts.trimEnd().split('\n')) {
    const line = JSON.parse(text);
    const valid = isLine(line);
    check(valid, `${text.slice(0, 200)}: ${ajv.errorsText(isLine.errors)}`);
    seen[line.line] = line;
}
const kinds = JSON.parse(read('reports/results.schema.json')).definitions;
for (const kind of ['header', 'case', 'command', 'plan', 'observation', 'rule',
                    'cause',
                    'footer'])
    checkRefusals(isLine, seen[kind], kinds[kind].required, kind);
check(!isLine({...seen.case, verdict: 'good'}), 'a verdict is anything');

const report = JSON.parse(read(process.argv[4]));
check(isReport(report), `report: ${ajv.errorsText(isReport.errors)}`);
checkRefusals(isReport, report, ['schema', 'runs'], 'a report');
checkRefusals(isReport, report.runs[0],
              JSON.parse(read('reports/schema.json')).definitions.run.required,
              'a run');
const isIdentity = compile('reports/identify.schema.json');
const identity = JSON.parse(read(process.argv[5]));
check(isIdentity(identity), `identity: ${ajv.errorsText(isIdentity.errors)}`);
checkRefusals(isIdentity, identity, ['schema', 'implementation', 'identities'],
              'an identity');
check(identity.identities.length > 0, 'nothing was identified');
console.log(`schema: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
