// Browsers and servers of the tests. Each is looked for on this machine; what is missing is named, and skipped.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
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

/** Starts a browser that keeps nothing. `browser.downloads` is where its downloads arrive. */
export async function launch(name, executablePath) {
  const downloads = mkdtempSync(join(tmpdir(), 'pprepl-downloads-'));
  const shared = { ...PATIENCE, executablePath, headless: true, acceptInsecureCerts: true, downloadBehavior: { policy: 'allow', downloadPath: downloads } };
  const start = {
    firefox: () => puppeteer.launch({ ...shared, browser: 'firefox', extraPrefsFirefox: { 'network.dns.localDomains': FOREIGN, 'network.proxy.type': 0, 'browser.download.folderList': 2, 'browser.download.dir': downloads } }),
    chromium: () => puppeteer.launch({ ...shared, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--host-resolver-rules=MAP ${FOREIGN} 127.0.0.1`] }),
  };
  return Object.assign(await start[name](), { downloads });
}

/** Looks again and again until `look` finds something, and returns it; fails with what `lack` says. */
async function find(look, lack) {
  for (const until = Date.now() + PATIENCE.timeout; Date.now() < until;) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(lack());
}

/** Waits until a server has said a text in its notes, which come on another way than its answers. */
export function noted(server, text) {
  return find(() => server.notes().includes(text), () => `expected ${text} in: ${server.notes()}`);
}

/** Waits for the end of a download, by the ending of its name, and returns its path. */
export function downloaded(browser, ending) {
  const look = () => {
    const names = readdirSync(browser.downloads);
    const found = names.find((name) => name.endsWith(ending));
    // While a download is not complete, Firefox has a second file, and Chromium only one with a name of its own.
    const isComplete = found !== undefined && !names.some((name) => /\.(part|crdownload)$/.test(name)) && statSync(join(browser.downloads, found)).size > 0;
    return isComplete && join(browser.downloads, found);
  };
  return find(look, () => `no download ends with ${ending}: ${readdirSync(browser.downloads).join(', ')}`);
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
