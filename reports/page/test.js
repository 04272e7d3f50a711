// SPDX-License-Identifier: MIT
// The page in a browser.
//
//     node test.js PROFILCHECK IMPLEMENTATION
'use strict';
const assert = require('node:assert');
const {spawnSync} = require('node:child_process');
const {copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} =
    require('node:fs');
const {tmpdir} = require('node:os');
const {join, resolve} = require('node:path');
const {pathToFileURL} = require('node:url');
const {Browser} = require('./browser.js');
const checks = require('./checks.js');

const HOSTILE = '<img src=x onerror=document.title=1>.so';
const [program, implementation] = process.argv.slice(2).map((p) => resolve(p));
const scratch = mkdtempSync(join(tmpdir(), 'profilcheck-page-'));
const page = join(scratch, 'report.html');
const results = join(scratch, 'results.jsonl');
const url = (fragment = '') => pathToFileURL(page).href + fragment;

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

// The first 32 counters of each case's wrong buffer, as they were recorded.
function histograms() {
    const lines = readFileSync(results, 'utf8').trimEnd().split('\n');
    const all = lines.map((line) => JSON.parse(line)).filter(
        (line) => line.histogram);
    return all.map(({id, histogram: h}) => ({id, bins: h.at.slice(0, 32).map(
        (at, k) => ({place: at >= 0 && at < h.size
            ? `${h.buffer}[${at / h.width}]` : `byte ${at} (outside)`,
        expected: h.expected[k], got: h.got[k]}))}));
}

// What shows them: a bar is as long as its number has binary digits.
function bars({id, bins}) {
    const long = (n) =>
        Math.floor(Math.min(n.toString(2).length, 17) * 320 / 17);
    return {id, bins: bins.map(({place, expected, got}) => ({
        want: expected ? long(expected) : 0, got: got ? long(got) : 0,
        wrong: expected !== got, place,
        words: expected === got ? `${got}` : `${got}, expected ${expected} ✗`,
    }))};
}

const visible = (css) => `Array.from(document.querySelectorAll('${css}'))
    .filter((e) => e.checkVisibility()).length`;
const unfold = `document.querySelectorAll('details').forEach((d) => {
    d.open = true;
})`;
const inside = (check) => `(${check})()`;

const tests = {
    async 'it is structured for those who do not see it'(b) {
        for (const width of [390, 1280]) {
            await b.screen({width});
            await b.open(url());
            await b.value(unfold);
            assert.deepStrictEqual(await b.value(inside(checks.structure)),
                []);
        }
    },
    async 'all that can be operated or skipped to has a name'(b) {
        const named = new Set(['button', 'checkbox', 'combobox', 'form',
            'heading', 'image', 'link', 'navigation', 'region', 'table',
            'textbox', 'searchbox', 'DisclosureTriangle', 'columnheader',
            'rowheader']);
        await b.screen({width: 1280});
        await b.open(url());
        await b.value(unfold);
        const nodes = await b.accessible();
        assert.deepStrictEqual(nodes.filter(
            (n) => named.has(n.role) && !n.name), []);
        for (const role of ['button', 'checkbox', 'combobox', 'link', 'image',
            'navigation', 'main', 'banner', 'contentinfo'])
            assert.ok(nodes.some((n) => n.role === role), role);
        const landmarks = nodes.filter((n) => ['region', 'navigation', 'form']
            .includes(n.role)).map((n) => `${n.role} ${n.name}`);
        assert.strictEqual(new Set(landmarks).size, landmarks.length);
    },
    async 'it is read in light and in dark'(b) {
        for (const scheme of ['light', 'dark']) {
            await b.screen({width: 1280, scheme});
            await b.open(url());
            await b.value(unfold);
            assert.deepStrictEqual(await b.value(inside(checks.contrast)), []);
        }
    },
    async 'it fits narrow screens and wide ones'(b) {
        for (const width of [390, 1280]) {
            await b.screen({width});
            await b.open(url());
            await b.value(unfold);
            assert.deepStrictEqual(await b.value(inside(checks.reflow)), []);
            assert.deepStrictEqual(await b.value(inside(checks.targets)), []);
        }
    },
    async 'wrong buffers are pictured as they were recorded'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const shown = await b.value(inside(checks.pictures));
        const recorded = histograms().map((h) => JSON.stringify(bars(h)));
        assert.ok(shown.length > 3);
        for (const picture of shown)
            assert.ok(recorded.includes(JSON.stringify(picture)),
                JSON.stringify(picture));
        assert.ok(shown.some((p) => p.bins.some((bin) => bin.wrong)));
    },
    async 'a finding has its C program, as text'(b) {
        await b.screen({width: 1280});
        await b.open(url('#f1'));
        const shown = await b.value(`Array.from(
            document.querySelectorAll('article pre')).map((e) => e.textContent)
            .filter((text) => text.includes('int main('))`);
        const lines = readFileSync(results, 'utf8').trimEnd().split('\n');
        const made = lines.map((line) => JSON.parse(line).program).filter(
            (text) => text);
        assert.ok(made.length > 0);
        assert.deepStrictEqual(shown.map((t) => t.replace(/`/g, '')).sort(),
            made.map((t) => t.replace(/`/g, '')).sort());
        assert.ok(shown.some((text) => text.includes('#include <')));
    },
    async 'nothing is fetched, refused or thrown'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const asked = b.events.filter(
            (e) => e.method === 'Network.requestWillBeSent');
        assert.deepStrictEqual(asked.map((e) => e.params.request.url), [url()]);
        assert.deepStrictEqual(b.events.filter((e) =>
            ['Log.entryAdded', 'Runtime.exceptionThrown',
                'Runtime.consoleAPICalled'].includes(e.method)), []);
    },
    async 'a name does not run'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        assert.match(await b.value('document.title'), /onerror/);
        assert.strictEqual(await b.value(visible('img')), 0);
    },
    async 'nor does a script that somebody adds'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        await b.value(`{
            const s = document.createElement('script');
            s.textContent = 'document.title = 1';
            document.body.append(s);
        }`);
        assert.notStrictEqual(await b.value('document.title'), '1');
    },
    async 'without a script all is there'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const all = await b.value(
            `document.querySelectorAll('article').length`);
        await b.screen({width: 1280, scripts: false});
        await b.open(url('#dialect=hpux&rule=unit'));
        assert.strictEqual(await b.value(visible('article')), all);
        assert.strictEqual(await b.value(visible('form')), 0);
        assert.ok(all > 0);
    },
    async 'the fragment says what is shown'(b) {
        await b.screen({width: 1280});
        await b.open(url('#dialect=freebsd'));
        assert.strictEqual(await b.value(visible('[data-dialect=hpux]')), 0);
        assert.ok(await b.value(visible('article')) > 0);
        await b.open(url('#rule=rounding'));
        assert.strictEqual(await b.value(visible('tr.item')), 2);
        await b.open(url('#failures=only'));
        assert.strictEqual(await b.value(visible('#passes details')), 0);
        assert.strictEqual(
            await b.value(visible('tr.item:not([data-bad])')), 0);
        assert.ok(await b.value(visible('tr.item[data-bad]')) > 0);
        await b.open(url('#text=no-such-text'));
        assert.strictEqual(await b.value(visible('.item')), 0);
        assert.match(await b.value(`document.querySelector('output')
            .textContent`), /^0 findings/);
    },
    async 'the form writes the fragment, and back leads back'(b) {
        await b.screen({width: 1280});
        await b.open(url('#rule=rounding'));
        assert.strictEqual(
            await b.value(`document.forms[0].elements.rule.value`), 'rounding');
        await b.value(`{
            const e = document.forms[0].elements.dialect;
            e.value = 'hpux';
            e.dispatchEvent(new Event('input', {bubbles: true}));
        }`);
        assert.strictEqual(await b.value('location.hash'),
            '#dialect=hpux&rule=rounding');
        assert.strictEqual(await b.value(visible('tr.item')), 1);
        await b.value(`new Promise((done) => {
            document.forms[0].querySelector('button').click();
            setTimeout(done, 50);
        })`);
        assert.strictEqual(await b.value('location.hash'), '#verdicts');
        assert.ok(await b.value(visible('tr.item')) > 2);
    },
    async 'a link to a clause opens what it lies in'(b) {
        await b.screen({width: 1280});
        await b.open(url('#aix.profil.2'));
        assert.strictEqual(
            await b.value(visible('[id="aix.profil.2"]')), 1);
        await b.open(url('#f1'));
        assert.strictEqual(
            await b.value(visible('#f1 .detail')), 1);
    },
    async 'the keyboard reaches it, and is seen to'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        await b.press('Tab', 9);
        assert.strictEqual(await b.value('document.activeElement.className'),
            'skip');
        assert.strictEqual(await b.value(
            'getComputedStyle(document.activeElement).outlineStyle'), 'solid');
    },
    async 'each stop of the keyboard is seen, and none is a trap'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const stops = await b.value(`{
            window.stops = Array.from(document.querySelectorAll(
                'a, button, input, select, summary, [tabindex="0"]')).filter(
                (e) => e.checkVisibility({visibilityProperty: true}));
            window.stops.length;
        }`);
        const seen = new Set();
        for (let k = 0; k < Math.min(stops, 40); k++) {
            await b.press('Tab', 9);
            const [index, style] = await b.value(`[
                window.stops.indexOf(document.activeElement),
                getComputedStyle(document.activeElement).outlineStyle]`);
            assert.ok(index >= 0);
            assert.strictEqual(style, 'solid');
            seen.add(index);
        }
        assert.deepStrictEqual(Array.from(seen),
            Array.from(seen).sort((x, y) => x - y));
        assert.strictEqual(seen.size, Math.min(stops, 40));
    },
    async 'a finding is unfolded by the keyboard'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        await b.value(`document.querySelector('#f1 summary').focus()`);
        await b.press('Enter', 13);
        assert.strictEqual(await b.value(visible('#f1 .detail')), 1);
    },
    async 'paper shows what is folded, and no form'(b) {
        await b.screen({width: 1280, scripts: false});
        await b.open(url());
        await b.call('Emulation.setEmulatedMedia', {media: 'print'});
        assert.strictEqual(await b.value(visible('form, nav')), 0);
    },
};

async function main() {
    const b = new Browser();
    let passed = 0, failed = 0;

    write();
    await b.begin();
    for (const [name, test] of Object.entries(tests))
        try {
            await test(b);
            passed++;
        } catch (error) {
            failed++;
            console.log(`FAIL page: ${name}: ${error.message}`);
        }
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
