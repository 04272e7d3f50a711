// SPDX-License-Identifier: MIT
// The page in a browser.
//
//     node test.js PROFILCHECK IMPLEMENTATION LARGE
//
// LARGE is a page of ten implementations of 2,000 cases, as html_bench makes it.
'use strict';
const {spawnSync} = require('node:child_process');
const {copyFileSync, mkdtempSync, readFileSync, rmSync, statSync,
    writeFileSync} =
    require('node:fs');
const {tmpdir} = require('node:os');
const {join, resolve} = require('node:path');
const {pathToFileURL} = require('node:url');
const assert = require('node:assert');
const {Browser} = require('./browser.js');
const twins = require('./twins.js');

const HOSTILE = '<img src=x onerror=document.title=1>.so';
const [program, implementation, large] = process.argv.slice(2).map(
    (p) => resolve(p));
const scratch = mkdtempSync(join(tmpdir(), 'profilcheck-page-'));
const page = join(scratch, 'report.html');
const results = join(scratch, 'results.jsonl');

// One that conforms, and one that does not and has a name that would run.
function write() {
    copyFileSync(implementation, join(scratch, HOSTILE));
    const run = spawnSync(program, ['run', '--format', 'html', '--dialect',
        'hpux', '--dialect', 'freebsd', '--results', results, '--shrink', '1',
        'signal', `./${HOSTILE}`],
    {cwd: scratch, maxBuffer: 1 << 26});
    assert.strictEqual(run.status, 1, String(run.stderr));
    writeFileSync(page, run.stdout);
}

const subject = {
    HOSTILE,
    large: {url: pathToFileURL(large).href, bytes: statSync(large).size},
    url: (fragment = '') => pathToFileURL(page).href + fragment,
    // Each line of the results, with the run that it is of.
    recorded() {
        let run = '';
        return readFileSync(results, 'utf8').trimEnd().split('\n').map(
            (text) => {
                const line = JSON.parse(text);
                if (line.line === 'header')
                    run = `${line.implementation} as ${line.dialect}`;
                return {...line, run};
            });
    },
};

const tests = Object.assign({}, ...['access', 'content', 'filter', 'paper'].map(
    (part) => require(`./test_${part}.js`)(subject)));

// What is wrong, or an empty string.
async function complaint(b, name) {
    try {
        await tests[name](b);
        return '';
    } catch (error) {
        return error.message;
    }
}

// Whether the test sees it where the page is wrong; what is not so, in words.
async function twin(b, whole, [name, from, to]) {
    const wrong = whole.replace(from, to);
    if (wrong === whole)
        return `${from} is not in the page`;
    writeFileSync(page, wrong);
    return await complaint(b, name) ? '' : `it does not see ${from}`;
}

async function main() {
    const b = new Browser();
    let passed = 0, failed = 0;
    const count = (name, wrong) => {
        if (wrong)
            console.log(`FAIL page: ${name}: ${wrong}`);
        wrong ? failed++ : passed++;
    };

    write();
    await b.begin();
    for (const name of Object.keys(tests))
        count(name, await complaint(b, name));
    const whole = readFileSync(page, 'utf8');
    for (const one of twins)
        count(one[0], await twin(b, whole, one));
    await b.end();
    console.log(`page: ${passed} passed, ${failed} failed`);
    return failed ? 1 : 0;
}

main().then((status) => {
    process.exitCode = status;
}, (error) => {
    console.error(error);
    process.exitCode = 3;
}).finally(() => rmSync(scratch, {recursive: true, force: true}));
