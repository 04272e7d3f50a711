// SPDX-License-Identifier: MIT
// JSON vectors are what the schema takes, which refuses what is not; they say
// what the text says; and a counter of theirs is the one in the text:
//     node agree.js SCHEMA vectors.json vectors.txt
'use strict';
const fs = require('fs');
const Ajv = require('ajv');
const [schema, json, text] = process.argv.slice(2).map(
    (name) => fs.readFileSync(name, 'utf8'));
const takes = new Ajv({allErrors: false}).compile(JSON.parse(schema));
const set = JSON.parse(json);
let wrong = 0;

function check(good, what) {
    if (good)
        return;
    wrong++;
    console.error(`agree: ${what}`);
}

check(takes(set), JSON.stringify(takes.errors));
for (const name of Object.keys(set)) {
    const lacking = {...set};
    delete lacking[name];
    check(!takes(lacking), `without ${name} it is taken`);
}
for (const name of Object.keys(set.vectors[0])) {
    const lacking = {...set.vectors[0]};
    delete lacking[name];
    check(!takes({...set, vectors: [lacking]}), `a vector without ${name}`);
}
check(!takes({...set, vectors: [{...set.vectors[0], other: 1}]}), 'any member');

// [value, times] pairs as the numbers of the text, in 16 bits.
function numbers(event) {
    const all = [];
    for (const [value, times] of event.counters)
        for (let k = 0; k < times; k++) {
            all.push(value % 65536);
            if (event.width === 4)
                all.push(Math.floor(value / 65536));
        }
    return all;
}

function fromText(line) {
    const all = [];
    for (const word of line.replace(/.*?\d \[ ?|before \[.*?\]|byte .*|\].*/g, '')
                           .trim().split(' ').filter((word) => word)) {
        const [value, times] = word.split('*');
        for (let k = 0; k < Number(times || 1); k++)
            all.push(Number(value));
    }
    return all;
}

const lines = [];
for (const v of set.vectors) {
    lines.push(`vector ${v.id}`);
    v.steps.forEach((step, k) => {
        lines.push(`step ${k} ${step.text}`);
        lines.push(`says ${k} ${step.says}`);
    });
    v.outcomes.forEach((o, k) => {
        lines.push(`outcome ${k + 1} ${o.standing} ${o.ways}`);
        for (const e of o.events) {
            lines.push(`event ${k + 1} ${e.text}`);
            for (const may of e.may || [])
                lines.push(`may ${k + 1} ${may}`);
            if (!e.counters || e.before || e.rest)
                continue;
            check(JSON.stringify(numbers(e)) ===
                      JSON.stringify(fromText(e.text)),
                  `${v.id}: ${e.text}`);
        }
    });
    for (const f of v.finds)
        lines.push(`finds ${f.rule}=${f.choice} ` +
                   `${f.always ? 'always' : 'sometimes'} ${f.sentence}`);
}
const theirs = text.split('\n').filter(
    (line) => /^(vector|step|says|outcome|event|may|finds) /.test(line));
check(theirs.length === lines.length, `${theirs.length} and ${lines.length}`);
for (let k = 0; k < theirs.length && wrong < 5; k++)
    check(theirs[k] === lines[k], `${theirs[k]}, and ${lines[k]}`);
process.exit(wrong ? 1 : 0);
