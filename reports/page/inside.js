// SPDX-License-Identifier: MIT
// Expressions to be evaluated in the page.
'use strict';

const visible = (css) => `Array.from(document.querySelectorAll('${css}'))
    .filter((e) => e.checkVisibility()).length`;
const unfold = `document.querySelectorAll('details').forEach((d) => {
    d.open = true;
})`;
const inside = (check) => `(${check})()`;
const text = (css) => `document.querySelector('${css}').textContent`;

// As the user does it: scrolled to, and waited until it is filled.
const reach = (css) => `new Promise((done) => {
    const section = document.querySelector('${css}');
    section.scrollIntoView();
    (function look() {
        if (section.querySelector('tbody tr'))
            done(true);
        else
            setTimeout(look, 10);
    })();
})`;

module.exports = {visible, unfold, inside, text, reach};
