// Browsers and servers of the tests. Each is looked for on this machine; what is missing is named, and skipped.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

export const web = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns the path of the first of these programs. */
function program(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** The browsers that are here, by name. */
export function browsers() {
  return Object.entries({
    chromium: process.env.PPREPL_CHROMIUM ?? program(['chromium', 'chromium-browser', 'google-chrome']),
    firefox: process.env.PPREPL_FIREFOX ?? program(['firefox-esr', 'firefox']),
  });
}

/** A name that is not localhost and leads here: the page then is in no secure context, as in a local network. */
export const FOREIGN = 'pprepl.test';

/** How long a browser may take to start, and to answer its driver, in milliseconds: a busy machine needs a while. */
const PATIENCE = { timeout: 120_000, protocolTimeout: 600_000 };

export async function launch(name, executablePath) {
  if (name === 'firefox') {
    return puppeteer.launch({ ...PATIENCE, browser: 'firefox', executablePath, headless: true, acceptInsecureCerts: true, extraPrefsFirefox: { 'network.dns.localDomains': FOREIGN, 'network.proxy.type': 0 } });
  }
  return puppeteer.launch({ ...PATIENCE, executablePath, headless: true, acceptInsecureCerts: true, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--host-resolver-rules=MAP ${FOREIGN} 127.0.0.1`] });
}

/** The program under test: the one that PPREPL names, or a build; undefined without one. */
export function pprepl() {
  const builds = ['release', 'debug'].map((profile) => join(process.env.CARGO_TARGET_DIR ?? join(web, '../target'), profile, 'pprepl'));
  return (process.env.PPREPL === undefined ? builds : [process.env.PPREPL]).find(existsSync);
}

/** Starts `pprepl serve`. Resolves with its addresses and a function that ends it. */
export async function serve(...args) {
  const binary = pprepl();
  if (binary === undefined) return null;
  const home = mkdtempSync(join(tmpdir(), 'pprepl-web-'));
  const child = spawn(binary, ['serve', '--site', join(web, 'dist'), ...(args.includes('--listen') ? [] : ['--listen', '127.0.0.1:0']), ...args], { env: { ...process.env, HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let notes = '';
  child.stderr.on('data', (data) => {
    notes += data;
  });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      text += data;
      if (text.includes('Ctrl-C ends')) resolve();
    });
    child.on('exit', (code) => reject(new Error(`pprepl serve ended with ${code}: ${notes}`)));
  });
  const page = /The page: (\S+)/.exec(text)[1];
  const links = [...text.matchAll(/^ {2}(https?:\S+)$/gm)].map((match) => match[1]);
  return { page, pid: child.pid, notes: () => notes, learners: links[0], teacher: links[1], end: () => new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.on('exit', resolve);
    child.kill('SIGINT');
  }) };
}
