#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// FreeBSD's profil in JavaScript, as a program that profilcheck drives:
//
//     profilcheck run --dialect freebsd exec:conformance/language/examples/freebsd.js
//
// With an argument it is wrong on purpose: "next" counts a pc in the counter
// after its own; "garble" answers with what is no answer.
'use strict';
let process_, parents;
const wrong = process.argv[2];

function profil(pointer, size, offset, scale) {
    const [name, distance] = pointer.split('+');
    const buffer = process_.buffers[name], at = Number(distance || 0) / 2;
    process_.profile = null;
    if (BigInt(scale) === 0n)
        return '= 0';
    if (!buffer)
        return '= -1 EFAULT';
    if (!Number.isInteger(at))
        return 'no counters at odd addresses';
    process_.profile = {buffer, at, counters: BigInt(size) / 2n,
                        offset: BigInt(offset), scale: BigInt(scale)};
    return '= 0';
}

function count(pc) {
    const p = process_.profile;
    if (!p || pc < p.offset)
        return;
    let at = (pc - p.offset) / 2n * p.scale >> 16n;
    if (wrong === 'next')
        at++;
    if (at >= p.counters)
        return;
    const counters = p.buffer.counters, k = p.at + Number(at);
    counters[k] = Math.min(counters[k] + 1, 0xffff);
}

// PC [xN] ...
function tick(words) {
    words.forEach((word, i) => {
        const next = words[i + 1] || '';
        const times = next[0] === 'x' ? Number(next.slice(1)) : 1;
        for (let n = 0; word[0] !== 'x' && n < times; n++)
            count(BigInt(word));
    });
    return 'ok';
}

function buffer(name, size, fill) {
    const value = Number((fill || '=0').split('=')[1]);
    const counters = Array(Math.floor(size / 2)).fill(value);
    process_.buffers[name] = {counters, fill: value};
    return 'ok';
}

// The counters that are not as they were filled.
function report() {
    for (const [name, buffer] of Object.entries(process_.buffers))
        buffer.counters.forEach((value, k) => {
            if (value !== buffer.fill)
                console.log(`counter ${name} ${k} = ${value}`);
        });
    return 'ok';
}

function answer(line) {
    const words = line.split(' ');
    switch (words.shift()) {
    case 'hello': return 'hello freebsd.js\ncan profil ticks fork\nok';
    case 'case':
        process_ = {buffers: {}, profile: null};
        parents = [];
        return 'ok';
    case 'buffer':
        if (words.includes('shared'))
            return 'no shared memory';
        return buffer(...words);
    case 'call': return wrong === 'garble' ? 'zero' : profil(...words.slice(1));
    case 'tick': return tick(words);
    case 'fork':
        parents.push(process_);
        process_ = structuredClone(process_);
        return 'ok';
    case 'end':
        report();
        process_ = parents.pop();
        return 'ok';
    case 'done': return report();
    case 'bye': process.exit(0);
    }
    return 'no ' + line;
}

require('readline').createInterface({input: process.stdin})
    .on('line', line => console.log(answer(line)));
