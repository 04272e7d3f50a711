// SPDX-License-Identifier: MIT
// How long until a page is seen.
//
//     node paint.js FILE
'use strict';
const {resolve} = require('node:path');
const {pathToFileURL} = require('node:url');
const {Browser} = require('./browser.js');

const ROUNDS = 5;

async function main() {
    const b = new Browser();
    const times = [];

    await b.begin();
    await b.screen({width: 1280});
    for (let k = 0; k < ROUNDS; k++) {
        await b.open(pathToFileURL(resolve(process.argv[2])).href);
        times.push(await b.value(`new Promise((done) => {
            new PerformanceObserver((list) => done(
                list.getEntriesByName('first-contentful-paint')[0].startTime
            )).observe({type: 'paint', buffered: true});
        })`));
    }
    await b.end();
    console.log(`first contentful paint: ${Math.min(...times).toFixed(0)} ms ` +
        `at best of ${ROUNDS} (1000 wanted)`);
}

main();
