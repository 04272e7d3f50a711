// SPDX-License-Identifier: MIT
// What the page says is what was recorded, and nothing of it runs.
'use strict';
const assert = require('node:assert');
const checks = require('./checks.js');
const {visible, inside, text, reach} = require('./inside.js');

const SHOWN = 10;

// The counters to show of a wrong buffer: wrong ones, then others; by address.
function chosen(h) {
    const all = h.at.map((at, k) => ({at, want: h.expected[k], got: h.got[k]}));
    let room = Math.max(0, SHOWN - all.filter((c) => c.want !== c.got).length);
    return all.filter((c) => c.want !== c.got || room-- > 0).slice(0, SHOWN);
}

// What shows them: a column is as high as its number has binary digits, and
// the largest is the highest.
function columns({id, run, histogram: h}) {
    const digits = (n) => n === 0 ? 0 : n.toString(2).length;
    const most = Math.max(1, ...chosen(h).map(
        ({want, got}) => Math.max(digits(want), digits(got))));
    const high = (n) => Math.floor(digits(n) * 60 / most);
    return {id, run, bins: chosen(h).map(({at, want, got}) => ({
        want: high(want), got: high(got), wrong: want !== got,
        place: at >= 0 && at < h.size ? `${h.buffer}[${at / h.width}]`
            : `byte ${at}`,
        words: [`${got}${want === got ? '' : ' ✗'}`, `${want}`],
    }))};
}

module.exports = ({url, recorded, HOSTILE}) => ({
    async 'the parts of each bar add up, in words and in length'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const sums = await b.value(inside(checks.sums));
        const summaries = recorded().filter((line) => line.summary);
        assert.strictEqual(sums.reduce((n, s) => n + s.cases, 0),
            summaries.reduce((n, s) => n + s.cases, 0));
        for (const {parts, long, cases} of sums) {
            assert.strictEqual(parts.reduce((x, y) => x + y), cases);
            assert.strictEqual(long.length, parts.length);
            assert.ok(Math.abs(long.reduce((x, y) => x + y) - 1000) <=
                long.length);
            parts.forEach((n, k) => parts.forEach((m, j) =>
                assert.ok(n <= m || long[k] >= long[j])));
        }
    },
    async 'each part of a bar leads to as many cases'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        for (const {parts, links} of await b.value(inside(checks.sums)))
            for (let k = 0; k < parts.length; k++) {
                await b.value(`location.hash = ${JSON.stringify(links[k])}`);
                assert.ok(await b.until(
                    `${text('output')}.startsWith('${parts[k]} of ')`,
                    true), links[k]);
            }
    },
    async 'the first line says how each went, in words'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        assert.strictEqual(await b.value(text('.overall')),
            'It does not conform to every manual that it was judged by. ' +
            'Broken house rules, which are on no page: decency.1, decency.2.');
        const lines = await b.value(`Array.from(
            document.querySelectorAll('.lines > li > p'), (p) =>
                p.textContent)`);
        assert.match(lines[2],
            /^signal as hpux and freebsd: conforms in \d+ of \d+ cases$/);
        assert.ok(lines.length === 3 && lines[0].startsWith(
            `./${HOSTILE} as hpux: does not conform: `), lines[0]);
        assert.match(lines[0],
            /: \d+ causes?, \d+ of \d+ cases.*; worst: An update that would/);
    },
    async 'a cause of several dialects is one card'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const ids = new Set(recorded().filter((line) => line.line === 'cause')
            .map((line) => line.id));
        const noted = new Set(recorded().filter((line) =>
            line.house && !line.cause).map((line) => line.detail));
        assert.strictEqual(await b.value(visible('article')),
            ids.size + noted.size);
        assert.ok(await b.value(`Array.from(
            document.querySelectorAll('.chips a')).some((a) =>
                a.textContent.endsWith(' as hpux, freebsd'))`));
    },
    async 'wrong buffers are pictured as they were recorded'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const shown = await b.value(inside(checks.pictures));
        const all = recorded().filter((line) => line.histogram).map((line) =>
            JSON.stringify(columns(line)));
        assert.ok(shown.length > 2);
        for (const picture of shown)
            assert.ok(all.includes(JSON.stringify(
                {id: picture.id, run: picture.run, bins: picture.bins})),
            JSON.stringify(picture));
        assert.ok(shown.some((p) => p.bins.some((bin) => bin.wrong)));
    },
    async 'a cause has its C program, as text, to be copied'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const shown = await b.value(`Array.from(
            document.querySelectorAll('.copy'), (button) =>
                button.previousElementSibling.textContent)`);
        const made = recorded().map((line) => line.program).filter(
            (program) => program);
        assert.ok(shown.length > 0);
        for (const program of shown)
            assert.ok(made.includes(program) &&
                program.includes('#include <'));
        await b.call('Browser.grantPermissions',
            {permissions: ['clipboardReadWrite']}).catch(() => {});
        await b.value(`document.querySelector('.copy').click()`);
        assert.ok(await b.until(
            `/^Copied|^Selected/.test(${text('.copy')})`, true));
    },
    async 'every sentence of a manual has a cell, and the counts are theirs'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const maps = await b.value(`Array.from(
            document.querySelectorAll('.maps > .group'), (g) => ({
                cells: g.querySelectorAll('.cells li').length,
                broken: g.querySelectorAll('.cells .broken').length,
                listed: g.querySelectorAll('dt').length,
                said: g.querySelector('.count').textContent}))`);
        assert.strictEqual(maps.length, 2);
        for (const {cells, broken, listed, said} of maps) {
            assert.strictEqual(listed, cells);
            assert.ok(said.startsWith(`${cells} sentences: `), said);
            assert.strictEqual(said.match(/\d+/g).slice(1).reduce(
                (n, m) => n + Number(m), 0), cells);
            assert.ok(broken > 0 && said.includes(`${broken} broken`), said);
        }
    },
    async 'nothing is fetched, refused or thrown'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        await b.value(reach('#cases'));
        const asked = b.events.filter(
            (e) => e.method === 'Network.requestWillBeSent');
        assert.deepStrictEqual(asked.map((e) => e.params.request.url), [url()]);
        assert.deepStrictEqual(b.events.filter((e) =>
            ['Log.entryAdded', 'Runtime.exceptionThrown',
                'Runtime.consoleAPICalled'].includes(e.method)), []);
    },
    async 'a name does not run'(b) {
        await b.screen({width: 1280});
        await b.open(url('#text=onerror'));
        await b.value(reach('#cases'));
        assert.match(await b.value('document.title'), /onerror/);
        assert.match(await b.value(text('#cases tbody bdi')), /onerror/);
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
    async 'without a script all but the list is there'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const all = await b.value(
            `document.querySelectorAll('article').length`);
        await b.screen({width: 1280, scripts: false});
        await b.open(url('#dialect=hpux&rule=unit'));
        assert.strictEqual(await b.value(visible('article')), all);
        assert.strictEqual(await b.value(visible('form, .copy')), 0);
        assert.strictEqual(await b.value(visible('noscript')), 1);
        assert.ok(all > 0);
    },
});
