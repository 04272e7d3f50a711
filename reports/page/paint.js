// SPDX-License-Identifier: MIT
// How long until a page is seen, and until it is all there.
//
//     node paint.js FILE
'use strict';
const {resolve} = require('node:path');
const {pathToFileURL} = require('node:url');
const {Browser} = require('./browser.js');

const ROUNDS = 5;

async function main() {
    const b = new Browser();
    const paints = [], loads = [];

    await b.begin();
    await b.screen({width: 1280});
    for (let k = 0; k < ROUNDS; k++) {
        await b.open(pathToFileURL(resolve(process.argv[2])).href);
        paints.push(await b.value(`new Promise((done) => {
            new PerformanceObserver((list) => done(
                list.getEntriesByName('first-contentful-paint')[0].startTime
            )).observe({type: 'paint', buffered: true});
        })`));
        loads.push(await b.value(
            `performance.getEntriesByType('navigation')[0].loadEventEnd`));
    }
    await b.end();
    const best = (times) => Math.min(...times).toFixed(0);
    console.log(`first contentful paint: ${best(paints)} ms, loaded: ` +
        `${best(loads)} ms, at best of ${ROUNDS} (500 wanted)`);
}

main();
