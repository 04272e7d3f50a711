// SPDX-License-Identifier: MIT
// What is checked inside of the page.  Each returns a list of what is wrong.
'use strict';

// WCAG 2.2: 1.3.1, 2.4.6, 3.1.1, 4.1.2
function structure() {
    const wrong = [];
    const all = (css) => Array.from(document.querySelectorAll(css));
    const ids = all('[id]').map((e) => e.id);
    let level = 0;

    for (const one of ['main', 'body > header', 'body > footer', 'h1', 'head > title'])
        if (all(one).length !== 1)
            wrong.push(`${all(one).length} of ${one}`);
    if (!document.documentElement.lang)
        wrong.push('no language');
    for (const h of all('h1, h2, h3, h4')) {
        const now = Number(h.localName[1]);
        if (now > level + 1)
            wrong.push(`h${now} after h${level}: ${h.textContent}`);
        level = now;
    }
    for (const table of all('table')) {
        if (!table.caption)
            wrong.push('a table without caption');
        for (const th of table.querySelectorAll('th'))
            if (!th.scope)
                wrong.push(`no scope: ${th.textContent}`);
    }
    for (const e of all('form input, form select'))
        if (!e.labels.length)
            wrong.push(`no label: ${e.name}`);
    for (const e of all('nav, form, section, [role=region]'))
        if (!e.getAttribute('aria-label') &&
            !document.getElementById(e.getAttribute('aria-labelledby')))
            wrong.push(`a landmark without name: ${e.localName}`);
    for (const e of all('svg:not([aria-hidden])'))
        if (e.getAttribute('role') !== 'img' || !e.querySelector('title') ||
            !e.querySelector('desc'))
            wrong.push('a picture without words');
    // 1.3.1: what is a list holds its parts and nothing else.
    for (const [list, parts] of [['ul, ol', ['LI']], ['dl', ['DT', 'DD']]])
        for (const e of all(list))
            for (const part of e.children)
                if (!parts.includes(part.nodeName))
                    wrong.push(`${part.nodeName} in ${e.nodeName}`);
    // 2.1.1, 2.4.3: what scrolls is reached, and in the order of the page.
    for (const e of all('body *')) {
        const scrolls = ['auto', 'scroll'].includes(
            getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth;
        if (scrolls && e.tabIndex < 0)
            wrong.push(`scrolls, and no key reaches it: ${e.className}`);
        if (e.tabIndex > 0)
            wrong.push(`out of turn: ${e.nodeName}`);
    }
    // 1.4.4: it may be enlarged.
    if (/user-scalable|maximum-scale/.test(
        document.querySelector('meta[name=viewport]').content))
        wrong.push('it can\'t be enlarged');
    for (const id of ids)
        if (ids.indexOf(id) !== ids.lastIndexOf(id))
            wrong.push(`two of id ${id}`);
    for (const a of all('a[href^="#"]:not([href*="="])'))
        if (!document.getElementById(a.getAttribute('href').slice(1)))
            wrong.push(`leads nowhere: ${a.getAttribute('href')}`);
    return wrong;
}

// WCAG 1.4.3: 4.5 to 1
function contrast() {
    const channels = (text) => text.match(/[\d.]+/g).map(Number);
    const light = (rgb) => {
        const [r, g, b] = rgb.map((c) => {
            const s = c / 255;
            return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (e) => {
        for (; e; e = e.parentElement) {
            const c = channels(getComputedStyle(e).backgroundColor);
            if (c.length < 4 || c[3] > 0)
                return c.slice(0, 3);
        }
        return [255, 255, 255];
    };
    const wrong = new Set();

    for (const e of document.body.querySelectorAll('*')) {
        const own = Array.from(e.childNodes).some(
            (n) => n.nodeType === 3 && n.data.trim());
        if (!own || ['SCRIPT', 'title', 'desc'].includes(e.nodeName))
            continue;
        const style = getComputedStyle(e);
        const ink = light(channels(e instanceof SVGElement ? style.fill
            : style.color).slice(0, 3));
        const paper = light(behind(e));
        const ratio = (Math.max(ink, paper) + 0.05) /
            (Math.min(ink, paper) + 0.05);
        if (ratio < 4.5)
            wrong.add(`${ratio.toFixed(2)} of ${e.nodeName}.` +
                (e.getAttribute('class') || ''));
    }
    return Array.from(wrong);
}

// WCAG 1.4.10: nothing beside the screen
function reflow() {
    const over = document.documentElement.scrollWidth - innerWidth;
    return over > 0 ? [`${over} pixels too wide`] : [];
}

// WCAG 2.5.8: 24 pixels, or a link in a line of text
function targets() {
    const wrong = [];

    for (const e of document.querySelectorAll(
        'input, select, button, summary')) {
        const box = (e.type === 'checkbox' ? e.labels[0] : e)
            .getBoundingClientRect();
        if (e.checkVisibility() && Math.min(box.width, box.height) < 24)
            wrong.push(`${e.nodeName} of ${box.width} by ${box.height}`);
    }
    return wrong;
}

// Each picture, as the numbers that its columns and words show, by its case.
function pictures() {
    const height = (e) => e.height.baseVal.value;
    return Array.from(document.querySelectorAll('article svg[role=img]'),
        (svg) => ({
            id: svg.closest('article').querySelector('summary .count code')
                .textContent,
            run: svg.closest('article').querySelector('summary .count')
                .textContent.replace(/^\S+ of /, ''),
            bins: Array.from(svg.querySelectorAll('.at'), (at, k) => {
                const got = svg.querySelectorAll('.got')[k];
                const want = svg.querySelectorAll('.want')[k];
                return {want: height(want), got: height(got),
                    wrong: got.classList.contains('wrong'),
                    place: at.textContent,
                    words: [got, want].map(
                        (e) => e.nextElementSibling.textContent)};
            }),
        }));
}

// Of each bar and its words: the parts, and what they are parts of.
function sums() {
    return Array.from(document.querySelectorAll('.parts'), (e) => {
        const parts = Array.from(e.querySelectorAll(':scope > ul a'),
            (a) => parseInt(a.textContent, 10));
        const long = Array.from(e.querySelectorAll('rect'),
            (r) => r.width.baseVal.value);
        return {parts, links: Array.from(e.querySelectorAll(':scope > ul a'),
            (a) => a.getAttribute('href')),
        long, cases: parseInt(e.querySelector('.sum').textContent.slice(3),
            10)};
    });
}

module.exports = {structure, contrast, reflow, targets, pictures, sums};
