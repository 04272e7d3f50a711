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
    for (const e of all('svg'))
        if (e.getAttribute('role') !== 'img' || !e.querySelector('title') ||
            !e.querySelector('desc'))
            wrong.push('a picture without words');
    for (const id of ids)
        if (ids.indexOf(id) !== ids.lastIndexOf(id))
            wrong.push(`two of id ${id}`);
    for (const a of all('a[href^="#"]'))
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

module.exports = {structure, contrast, reflow};
