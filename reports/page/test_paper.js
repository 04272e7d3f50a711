// SPDX-License-Identifier: MIT
// On paper, and how long the page is.
'use strict';
const assert = require('node:assert');
const checks = require('./checks.js');
const {visible, inside} = require('./inside.js');

async function paper(b) {
    const {data} = await b.call('Page.printToPDF', {preferCSSPageSize: true});
    return Buffer.from(data, 'base64').toString('latin1')
        .match(/\/Type\s*\/Page\b/g).length;
}

module.exports = ({url, large}) => ({
    async 'ten implementations are a small page that makes no row unseen'(b) {
        await b.screen({width: 1280});
        await b.open(large.url);
        assert.ok(large.bytes < 2e6, `${large.bytes} bytes`);
        const height = await b.value('document.documentElement.scrollHeight');
        assert.ok(height < 10 * 800, `${height} pixels`);
        assert.strictEqual(await b.value(visible('#cases tbody tr')), 0);
        assert.deepStrictEqual(await b.value(inside(checks.reflow)), []);
        const sheets = await paper(b);
        assert.ok(sheets >= 2 && sheets <= 6, `${sheets} sheets`);
    },
    async 'it is shorter than ten screens'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const height = await b.value('document.documentElement.scrollHeight');
        assert.ok(height < 10 * 800, `${height} pixels`);
    },
    async 'paper has two to six sheets'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        const sheets = await paper(b);
        assert.ok(sheets >= 2 && sheets <= 6, `${sheets} sheets`);
    },
    async 'paper has the verdicts, method, limits and numbers, and no form'(b) {
        await b.screen({width: 700, scripts: false});
        await b.open(url());
        await b.call('Emulation.setEmulatedMedia', {media: 'print'});
        assert.strictEqual(await b.value(
            visible('form, nav, button, #cases, #map, pre')), 0);
        for (const css of ['.overall', '.matrix', '.lines', 'article',
            '#method', '.facts', '.numbers'])
            assert.ok(await b.value(visible(css)) > 0, css);
        assert.strictEqual(await b.value(visible('article')),
            await b.value(`document.querySelectorAll('article').length`));
        assert.strictEqual(await b.value(visible('article > .paper')),
            await b.value(visible('article')), 'evidence');
        assert.strictEqual(await b.value(visible('.lines > li > p')),
            await b.value(`document.querySelectorAll('.lines > li > p').length`));
        await b.call('Emulation.setEmulatedMedia', {media: ''});
    },
});
