// SPDX-License-Identifier: MIT
// The filter, the address, and the list that is made as it is seen.
'use strict';
const assert = require('node:assert');
const {visible, text, reach} = require('./inside.js');

const rows = `document.querySelectorAll('#cases tbody tr').length`;

async function filtered(b, url, fragment) {
    await b.screen({width: 1280});
    await b.open(url(fragment));
    await b.value(`document.querySelector('#cases').scrollIntoView()`);
    await b.value('new Promise((done) => setTimeout(done, 100))');
    return (await b.value(text('output'))).match(/\d+/g).map(Number);
}

module.exports = ({url, recorded, HOSTILE}) => ({
    async 'each filter counts the cases that were recorded'(b) {
        const cases = recorded().filter((line) => line.line === 'case' ||
            (line.verdict && line.id));
        const asked = [
            ['#dialect=freebsd', (c) => c.run.endsWith(' as freebsd')],
            ['#implementation=signal', (c) => c.run.startsWith('signal ')],
            ['#rule=rounding', (c) => c.rules.includes('rounding')],
            ['#verdict=unsupported', (c) => c.verdict === 'unsupported'],
            ['#verdict=crash&dialect=hpux', (c) => c.verdict === 'crash' &&
                c.run.endsWith(' as hpux')],
            ['#text=fork', null],
        ];
        for (const [fragment, is] of asked) {
            const [shown, all, causes] = await filtered(b, url, fragment);
            assert.strictEqual(all, cases.length);
            assert.ok(shown > 0 && shown < all, fragment);
            if (is)
                assert.strictEqual(shown, cases.filter(is).length, fragment);
            assert.strictEqual(await b.value(visible('article')), causes);
            assert.strictEqual(await b.until(rows, Math.min(shown, 60)),
                Math.min(shown, 60));
        }
    },
    async 'where nothing is so it says that'(b) {
        assert.strictEqual((await filtered(b, url, '#text=no-such-text'))[0],
            0);
        assert.strictEqual(await b.value(visible('article')), 0);
        assert.strictEqual(await b.value(rows), 0);
        assert.match(await b.value(text('output')),
            /^0 of \d+ cases, 0 of \d+ causes: nothing is so/);
    },
    async 'the form writes the fragment, and shows it all again'(b) {
        await filtered(b, url, '#rule=rounding');
        assert.strictEqual(
            await b.value(`document.forms[0].elements.rule.value`), 'rounding');
        await b.value(`{
            const e = document.forms[0].elements.dialect;
            e.value = 'hpux';
            e.dispatchEvent(new Event('input', {bubbles: true}));
        }`);
        assert.strictEqual(await b.value('location.hash'),
            '#dialect=hpux&rule=rounding');
        assert.strictEqual(await b.value(visible('.maps > .group')), 1);
        await b.value(`document.forms[0].querySelector('button').click()`);
        assert.strictEqual(await b.until('location.hash', '#verdicts'),
            '#verdicts');
        assert.strictEqual(await b.value(text('output')), '');
        assert.strictEqual(await b.value(visible('.maps > .group')), 2);
    },
    async 'a link within the page keeps the filter'(b) {
        await filtered(b, url, '#dialect=hpux');
        const said = await b.value(text('output'));
        /* The rows come when the page has time for them. */
        await b.value(`new Promise((done) => {
            const row = () => {
                const link = document.querySelector('#cases tbody a');

                if (!link)
                    return setTimeout(row, 10);
                link.click();
                setTimeout(done, 50);
            };
            row();
        })`);
        assert.match(await b.value('location.hash'),
            /^#dialect=hpux&at=c\d+$/);
        assert.strictEqual(await b.value(text('output')), said);
        await b.open(await b.value('location.href'));
        assert.strictEqual(await b.value(text('output')), said);
    },
    async 'a chip shows the cases of that cause'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const count = await b.value(`{
            const chip = document.querySelector('#c1 .chips li');
            chip.querySelector('a').click();
            parseInt(chip.querySelector('.count').textContent, 10);
        }`);
        assert.ok(await b.until(`/^${count} of \\d+ cases, \\d+ of \\d+ causes, of cause 1$/.test(
            ${text('output')})`, true));
        assert.strictEqual(await b.value(
            `document.forms[0].elements.implementation.value`),
        `./${HOSTILE}`);
    },
    async 'a link to a clause or a sentence opens what it lies in'(b) {
        await b.screen({width: 1280});
        await b.open(url('#aix.profil.2'));
        assert.strictEqual(
            await b.value(visible('[id="aix.profil.2"]')), 1);
        await b.open(url('#hpux-5'));
        assert.strictEqual(await b.value(visible('#hpux-5')), 1);
        await b.open(url('#c2'));
        assert.ok(await b.value(visible('#c2 pre')) > 0);
    },
    async 'the list is made when it is seen, and goes on as it is'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        await b.value('new Promise((done) => setTimeout(done, 100))');
        assert.strictEqual(await b.value(rows), 0);
        await b.value(reach('#cases'));
        assert.strictEqual(await b.value(rows), 60);
        await b.value(`{
            const box = document.querySelector('.scrolled');
            box.scrollTop = box.scrollHeight;
        }`);
        assert.ok(await b.until(`${rows} > 60`, true));
        assert.strictEqual(await b.value(`document.querySelector(
            '#cases tbody .tag').className`), 'tag bad');
    },
});
