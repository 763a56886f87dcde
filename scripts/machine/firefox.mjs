#!/usr/bin/env node
/**
 * The Firefox of this machine as an executable for Playwright, which drives it by WebDriver BiDi (channel
 * `moz-firefox`). Firefox does not yet do all that Playwright 1.65 expects of it, so two messages are changed on their
 * way: see `amend`.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { findFirefox } from './browser.mjs';

const LISTENS = /WebDriver BiDi listening on (ws:\/\/.*)$/;

/**
 * React overrides the setter of a field's value and ignores what is set by it; a command of the editor is noticed.
 * @param {string} message
 */
const amend = (message) =>
  message.replace('bidiInsertText(window, text);', "document.execCommand('insertText', false, text);");

/**
 * Answer to a command that Firefox 153 does not know, which every new context sends; undefined for any other.
 * @param {{ id: number, method: string }} message
 */
const answerTo = ({ id, method }) =>
  method === 'emulation.setMediaFeaturesOverride' ? JSON.stringify({ type: 'success', id, result: {} }) : undefined;

/**
 * Passes messages on in their order, also those that come before Firefox has answered.
 * @param {WebSocket} client @param {WebSocket} firefox
 */
function connect(client, firefox) {
  const opened = new Promise((resolve) => {
    firefox.once('open', resolve);
  });
  client.on('message', async (data) => {
    await opened;
    const message = String(data);
    const answer = answerTo(JSON.parse(message));
    if (answer) client.send(answer);
    else firefox.send(amend(message));
  });
  firefox.on('message', (data) => client.send(String(data)));
  firefox.once('close', () => client.close());
  client.once('close', () => firefox.close());
}

const path = findFirefox();
if (!path) throw new Error('There is no Firefox on this machine: apt-get install firefox-esr');
const firefox = spawn(path, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('exit', (code) => process.exit(code ?? 1));
createInterface(firefox.stderr).on('line', (line) => {
  const [, address] = LISTENS.exec(line) ?? [];
  if (!address) {
    console.error(line);
    return;
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (client, { url }) => connect(client, new WebSocket(`${address}${url}`)));
  server.once('listening', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`);
  });
});
