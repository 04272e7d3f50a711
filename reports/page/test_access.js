// SPDX-License-Identifier: MIT
// Who can't see it, or uses no mouse; each width, light and dark.
'use strict';
const assert = require('node:assert');
const checks = require('./checks.js');
const {visible, unfold, inside, reach} = require('./inside.js');

const WIDTHS = [390, 800, 1280];

async function open(b, url, screen) {
    await b.screen(screen);
    await b.open(url);
    await b.value(reach('#cases'));
    await b.value(unfold);
}

module.exports = ({url}) => ({
    async 'it is structured for those who do not see it'(b) {
        for (const width of WIDTHS) {
            await open(b, url(), {width});
            assert.deepStrictEqual(await b.value(inside(checks.structure)),
                []);
        }
    },
    async 'all that can be operated or skipped to has a name'(b) {
        const named = new Set(['button', 'combobox', 'form', 'heading',
            'image', 'link', 'navigation', 'region', 'table', 'textbox',
            'searchbox', 'DisclosureTriangle', 'columnheader', 'rowheader']);
        await open(b, url(), {width: 1280});
        const nodes = await b.accessible();
        assert.deepStrictEqual(nodes.filter(
            (n) => named.has(n.role) && !n.name), []);
        for (const role of ['button', 'combobox', 'link', 'image',
            'navigation', 'main', 'banner', 'contentinfo', 'rowheader'])
            assert.ok(nodes.some((n) => n.role === role), role);
        const landmarks = nodes.filter((n) => ['region', 'navigation', 'form']
            .includes(n.role)).map((n) => `${n.role} ${n.name}`);
        assert.strictEqual(new Set(landmarks).size, landmarks.length);
    },
    async 'it is read in light and in dark'(b) {
        for (const scheme of ['light', 'dark']) {
            await open(b, url(), {width: 1280, scheme});
            assert.deepStrictEqual(await b.value(inside(checks.contrast)), []);
        }
    },
    async 'it fits narrow screens and wide ones'(b) {
        for (const width of WIDTHS) {
            await open(b, url(), {width});
            assert.deepStrictEqual(await b.value(inside(checks.reflow)), []);
            assert.deepStrictEqual(await b.value(inside(checks.targets)), []);
        }
    },
    async 'on a narrow screen a row is a card with every column'(b) {
        await open(b, url(), {width: 390});
        const hidden = await b.value(`Array.from(
            document.querySelectorAll('.cards td')).filter((td) => {
                const box = td.getBoundingClientRect();
                const label = getComputedStyle(td, '::before').content;
                return td.checkVisibility() && (box.right > innerWidth ||
                    label !== JSON.stringify(td.dataset.label));
            }).map((td) => td.outerHTML).slice(0, 3)`);
        assert.deepStrictEqual(hidden, []);
        assert.ok(await b.value(visible('.matrix td')) >= 4);
    },
    async 'without colours each verdict has a frame and a word'(b) {
        await b.screen({width: 1280});
        await b.call('Emulation.setEmulatedMedia', {features: [
            {name: 'forced-colors', value: 'active'}]});
        await b.open(url());
        const tags = await b.value(`Array.from(
            document.querySelectorAll('.tag, .matrix td')).map((e) => [
            getComputedStyle(e).borderTopStyle, e.textContent.trim()])`);
        assert.ok(tags.length > 4);
        for (const [border, words] of tags)
            assert.ok(border === 'solid' && words, words);
    },
    async 'nothing moves by itself'(b) {
        await open(b, url(), {width: 1280});
        assert.strictEqual(await b.value('document.getAnimations().length'),
            0);
        assert.deepStrictEqual(await b.value(`Array.from(
            document.querySelectorAll('*')).filter((e) => {
                const s = getComputedStyle(e);
                return s.transitionDuration !== '0s' ||
                    s.animationName !== 'none' ||
                    s.scrollBehavior !== 'auto';
            }).length`), 0);
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
        await b.value(reach('#cases'));
        await b.value('scrollTo(0, 0)');
        const stops = await b.value(`{
            window.stops = Array.from(document.querySelectorAll(
                'a, button, input, select, summary, [tabindex="0"]')).filter(
                (e) => e.checkVisibility({visibilityProperty: true}) &&
                    e.tabIndex >= 0);
            window.stops.length;
        }`);
        const seen = new Set();
        for (let k = 0; k < Math.min(stops, 60); k++) {
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
        assert.strictEqual(seen.size, Math.min(stops, 60));
    },
    async 'a cause is unfolded by the keyboard'(b) {
        await b.screen({width: 1280});
        await b.open(url());
        assert.strictEqual(await b.value(visible('#c2 pre')), 0);
        await b.value(`document.querySelector('#c2 summary').focus()`);
        await b.press('Enter', 13);
        assert.ok(await b.value(visible('#c2 pre')) > 0);
    },
});
