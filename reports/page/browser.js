// SPDX-License-Identifier: MIT
// A headless Chromium, spoken to through a pipe (DevTools protocol).
'use strict';
const {spawn} = require('node:child_process');
const {mkdtempSync, rmSync} = require('node:fs');
const {tmpdir} = require('node:os');
const {join} = require('node:path');

class Browser {
    constructor() {
        this.profile = mkdtempSync(join(tmpdir(), 'profilcheck-page-'));
        this.process = spawn('chromium', [
            '--headless', '--no-sandbox', '--disable-gpu',
            '--remote-debugging-pipe', '--hide-scrollbars',
            `--user-data-dir=${this.profile}`, 'about:blank',
        ], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
        this.waiting = new Map();
        this.events = [];
        this.id = 0;
        let text = '';
        this.process.stdio[4].setEncoding('utf8');
        this.process.stdio[4].on('data', (more) => {
            const parts = (text + more).split('\0');
            text = parts.pop();
            parts.forEach((part) => this.take(JSON.parse(part)));
        });
        this.process.on('error', (error) => {
            console.error(`browser.js: chromium: ${error.message}`);
            process.exit(3);
        });
    }

    take(message) {
        const waiting = this.waiting.get(message.id);
        if (!waiting) {
            this.events.push(message);
            if (message.method === 'Page.loadEventFired' && this.loaded)
                this.loaded();
            return;
        }
        this.waiting.delete(message.id);
        if (message.error)
            waiting.reject(new Error(message.error.message));
        else
            waiting.resolve(message.result);
    }

    call(method, params = {}) {
        const id = ++this.id;
        this.process.stdio[3].write(JSON.stringify(
            {id, method, params, sessionId: this.session}) + '\0');
        return new Promise((resolve, reject) => {
            this.waiting.set(id, {resolve, reject});
        });
    }

    async begin() {
        const {targetInfos} = await this.call('Target.getTargets');
        const {targetId} = targetInfos.find((t) => t.type === 'page');
        const {sessionId} = await this.call('Target.attachToTarget',
            {targetId, flatten: true});
        this.session = sessionId;
        for (const domain of ['Page', 'Runtime', 'Log', 'Network',
            'Accessibility'])
            await this.call(`${domain}.enable`);
    }

    // Each time from the start: a change of fragment alone would not load.
    async open(url) {
        const loading = async (address) => {
            const loaded = new Promise((resolve) => {
                this.loaded = resolve;
            });
            await this.call('Page.navigate', {url: address});
            await loaded;
        };
        await loading('about:blank');
        this.events = [];
        await loading(url);
    }

    // What an expression is in the page; our own code needs no permission.
    async value(expression) {
        const answer = await this.call('Runtime.evaluate',
            {expression, returnByValue: true, awaitPromise: true});
        if (answer.exceptionDetails)
            throw new Error(answer.exceptionDetails.exception.description);
        return answer.result.value;
    }

    // Waits until an expression is that, and says what it was in the end.
    async until(expression, wanted) {
        const late = Date.now() + 20000;
        let is = await this.value(expression);
        while (is !== wanted && Date.now() < late) {
            await new Promise((done) => setTimeout(done, 10));
            is = await this.value(expression);
        }
        return is;
    }

    // What a screen reader gets: each with a role and a name.
    async accessible() {
        const {nodes} = await this.call('Accessibility.getFullAXTree');
        return nodes.filter((n) => !n.ignored).map((n) => ({
            role: n.role.value, name: (n.name && n.name.value || '').trim()}));
    }

    // As a user presses it.
    async press(key, code) {
        for (const type of ['keyDown', 'keyUp'])
            await this.call('Input.dispatchKeyEvent', {type, key, code: key,
                windowsVirtualKeyCode: code,
                text: key === 'Enter' && type === 'keyDown' ? '\r' : ''});
    }

    async screen({width, scheme = 'light', scripts = true}) {
        await this.call('Emulation.setDeviceMetricsOverride',
            {width, height: 800, deviceScaleFactor: 1, mobile: false});
        await this.call('Emulation.setEmulatedMedia', {features: [
            {name: 'prefers-color-scheme', value: scheme}]});
        await this.call('Emulation.setScriptExecutionDisabled',
            {value: !scripts});
    }

    async end() {
        const ended = new Promise((resolve) => {
            this.process.on('exit', resolve);
        });
        this.session = undefined;
        this.call('Browser.close').catch(() => {});
        await ended;
        rmSync(this.profile, {recursive: true, force: true, maxRetries: 5});
    }
}

module.exports = {Browser};
