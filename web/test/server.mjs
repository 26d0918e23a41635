// The server under load, on this machine only:
//   node web/test/server.mjs flood [SECONDS] [RATE]    requests a second, beside slow, half, huge and hostile ones
//   node web/test/server.mjs class [MINUTES]           a class of 30: three browsers, the others by the protocol
// It needs web/dist and a built pprepl; what is missing is named, and skipped.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browsers, launch, serve, web } from './browsers.mjs';
import { hostile } from './hostile.mjs';
import { Page } from './page.mjs';

const LESSON = 'first-steps';

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

function hold(condition, what) {
  if (!condition) throw new Error(what);
}

/** A connection that sends requests without waiting for their answers, and counts what comes back. */
class Client {
  sent = 0;
  answered = 0;
  wrong = 0;
  broken = 0;
  waits = [];
  #starts = [];
  #rest = Buffer.alloc(0);

  constructor(port, path) {
    this.port = port;
    this.request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    this.open();
  }

  open() {
    this.socket = connect(this.port, '127.0.0.1');
    this.socket.setNoDelay(true);
    this.socket.on('data', (bytes) => this.take(bytes));
    this.socket.on('error', () => (this.broken += 1));
  }

  send(count) {
    this.sent += count;
    const now = performance.now();
    for (let at = 0; at < count; at += 1) this.#starts.push(now);
    this.socket.write(Buffer.concat(Array.from({ length: count }, () => this.request)));
  }

  take(bytes) {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = this.#rest.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (this.#rest.length < end + 4 + length) return;
      if (!head.startsWith('HTTP/1.1 200 ')) this.wrong += 1;
      this.answered += 1;
      this.waits.push(performance.now() - this.#starts.shift());
      this.#rest = this.#rest.subarray(end + 4 + length);
    }
  }
}

/** Sends bytes, and returns all that comes back. */
function exchange(port, bytes, patience = 5_000) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks = [];
    const end = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    socket.setTimeout(patience, end);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', end);
    socket.on('close', end);
    socket.write(bytes);
  });
}

const TRAVERSALS = ['../', '..%2f', '%2e%2e/', '..%5c', '..\\', '%252e%252e%252f', '....//', '/', '..%00/', '%c0%ae%c0%ae/', 'assets/../../', './../'];

/** Paths that must not lead out of the site. */
function outside() {
  const goals = ['etc/passwd', '.serve.json', 'Cargo.toml', 'room/.serve.json', 'proc/self/environ'];
  const prefixes = ['/', '/folder/', '/assets/', '/class/'];
  return prefixes.flatMap((prefix) => TRAVERSALS.flatMap((step) => [1, 3, 8].flatMap((count) => goals.map((goal) => prefix + step.repeat(count) + goal))));
}

function memory(pid) {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(text)[1]) / 1024;
}

async function flood(seconds = 10, rate = 10_000) {
  const server = await serve('--class', join(mkdtempSync(join(tmpdir(), 'pprepl-flood-')), 'room'));
  if (server === null) return console.log("skipped: pprepl was not found; 'cargo build' writes it, or PPREPL names it");
  const port = Number(new URL(server.page).port);
  const slow = Array.from({ length: 50 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  const half = Array.from({ length: 50 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  half.forEach((socket, index) => socket.write(index % 2 === 0 ? 'GET / HT' : 'POST /api/class/join HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{'));
  slow.forEach((socket) => socket.write('GET / HTTP/1.1\r\nhost: local'));
  const clients = Array.from({ length: 20 }, () => new Client(port, '/icon.svg'));
  const paths = [...outside(), ...hostile().map((text) => `/folder/${encodeURIComponent(text)}`)];
  const huge = `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(1 << 20)}\r\n\r\n`;
  const served = [];
  let asked = 0;
  const begin = performance.now();
  let next = 0;
  let done = false;
  const hostility = (async () => {
    while (!done) {
      const path = paths[asked % paths.length].replace(/[\0-\x20]/g, '_');
      asked += 1;
      const answer = await exchange(port, asked % 25 === 0 ? huge : `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      if (/^HTTP\/1.1 2/.test(answer)) served.push(path);
      slow[asked % slow.length].write('h');
    }
  })();
  const total = seconds * rate;
  while (next < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) / 1_000) * rate));
    const share = Math.ceil((due - next) / clients.length);
    for (const client of clients) {
      const count = Math.min(share, due - next);
      if (count > 0) client.send(count);
      next += Math.max(0, count);
    }
    await pause(5);
  }
  const sending = (performance.now() - begin) / 1_000;
  const sum = (name) => clients.reduce((all, client) => all + client[name], 0);
  for (let turn = 0; turn < 400 && sum('answered') < total; turn += 1) await pause(25);
  const took = (performance.now() - begin) / 1_000;
  done = true;
  await hostility;
  const waits = clients.flatMap((client) => client.waits).sort((one, other) => one - other);
  const peak = memory(server.pid).toFixed(0);
  [...slow, ...half].forEach((socket) => socket.destroy());
  clients.forEach((client) => client.socket.destroy());
  await server.end();
  console.log(`${total} requests in ${sending.toFixed(1)} s, all answered after ${took.toFixed(1)} s; ${sum('answered')} answers, ${sum('wrong')} wrong, ${sum('broken')} broken; median ${waits[waits.length >> 1].toFixed(1)} ms, p99 ${waits[Math.floor(waits.length * 0.99)].toFixed(1)} ms; peak ${peak} MiB`);
  console.log(`${asked} hostile requests beside, ${served.length} of them served`);
  hold(sum('answered') === total && sum('wrong') === 0 && sum('broken') === 0, 'each request has its answer');
  hold(served.length === 0, `nothing is served from outside: ${served.slice(0, 3).join(' ')}`);
}

/** The steps of the lesson, in order. */
function steps() {
  const text = readFileSync(join(web, '../lessons/01-first-steps.pp'), 'utf8');
  return [...text.matchAll(/^#\| (?:exercise|run|quiz) (\S+)/gm)].map((match) => match[1]);
}

async function post(server, what, token, body) {
  const response = await fetch(`${server.page}api/class/${what}`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return [response.status, await response.json()];
}

/** A learner by the protocol: tries each step, sometimes more than once, over the whole time. */
async function learn(server, token, name, until, names) {
  const [status, joined] = await post(server, 'join', token, { name });
  hold(status === 200, `${name} joins: ${status}`);
  const sent = new Map();
  const events = names.flatMap((step) => [[step, 'tried'], [step, 'done']]);
  const gap = (until - Date.now()) / (events.length + 1);
  for (const [step, state] of events) {
    await pause(gap * (0.5 + Math.random()));
    if (Date.now() > until) break;
    const [answer, why] = await post(server, 'progress', joined.key, { name, records: [{ lesson: LESSON, step, state, tries: state === 'done' ? 2 : 1 }] });
    hold(answer === 200, `${name}: ${answer} ${JSON.stringify(why)}`);
    sent.set(step, state);
  }
  return [name, sent];
}

/** A learner with a browser: joins by the link, opens the lesson, and runs its first steps. */
async function browse(browser, server, name, until) {
  const context = await browser.createBrowserContext();
  const page = await Page.open(context, server.learners);
  await page.wait(() => document.querySelector('dialog[open] input') !== null);
  await page.page.type('dialog[open] input', name);
  await page.press('Enter');
  await page.wait(() => document.querySelector('dialog[open]')?.innerText.includes('The course'), undefined, 60_000);
  await page.run(() => [...document.querySelectorAll('dialog[open] .chapters button')].find((one) => one.textContent.includes('First steps')).click());
  await page.wait(() => document.querySelectorAll('.task').length > 5, undefined, 60_000);
  const runs = await page.run(() => [...document.querySelectorAll('.task')].map((task, index) => [index, task.closest('.cell').querySelector('form') === null]).filter(([, isRun]) => isRun).map(([index]) => index));
  for (const index of runs) {
    await page.run((at) => document.querySelectorAll('.task')[at].closest('.cell').focus(), index);
    await page.press('Control', 'Enter');
    await pause(Math.max(1_000, (until - Date.now()) / (runs.length + 1)));
  }
  await page.wait((count) => document.querySelectorAll('.task .state.done, .task .state.is-done, .task [class*=done]').length >= count, runs.length, 30_000).catch(() => undefined);
  return [name, runs.length, page.problems];
}

async function room(minutes = 10) {
  const folder = join(mkdtempSync(join(tmpdir(), 'pprepl-thirty-')), 'room');
  const server = await serve('--class', folder);
  if (server === null) return console.log("skipped: pprepl was not found; 'cargo build' writes it, or PPREPL names it");
  const until = Date.now() + minutes * 60_000;
  const token = new URL(server.learners).hash.replace('#class=', '');
  const teacher = new URL(server.teacher).hash.replace('#teacher=', '');
  const names = steps();
  const found = browsers().find(([, path]) => path !== undefined && existsSync(path));
  const browser = found === undefined ? null : await launch(found[0], found[1]);
  const people = browser === null ? [] : ['Ann', '<b>Bob</b>', 'Zoë'];
  if (browser === null) console.log('skipped: no browser was found; all learners use the protocol');
  const byProtocol = Array.from({ length: 30 - people.length }, (_, index) => `Learner ${index + 1}`);
  const [learned, browsed] = await Promise.all([
    Promise.all(byProtocol.map((name) => learn(server, token, name, until, names))),
    Promise.all(people.map((name) => browse(browser, server, name, until))),
  ]);
  await pause(1_000);
  const response = await fetch(`${server.page}api/class/room?lesson=${LESSON}`, { headers: { authorization: `Bearer ${teacher}` } });
  const seen = await response.json();
  hold(seen.joined === 30, `30 joined: ${seen.joined}`);
  const rows = new Map(seen.room.learners.map((row) => [row.name, row]));
  hold(rows.size === 30, `30 learners in the room: ${rows.size}`);
  for (const [name, sent] of learned) {
    const done = [...sent.values()].filter((state) => state === 'done').length;
    hold(rows.get(name)?.done === done, `${name}: ${done} done, the room says ${rows.get(name)?.done}`);
  }
  for (const [name, count, problems] of browsed) {
    hold(rows.get(name)?.done >= count, `${name}: ${count} done, the room says ${rows.get(name)?.done}`);
    hold(problems.length === 0, `${name}: ${problems.join('; ')}`);
  }
  if (browser !== null) {
    const page = await browser.newPage();
    await page.setViewport({ width: 1440, height: 1000 });
    await page.goto(server.teacher);
    await page.waitForFunction(() => document.querySelectorAll('table.room tbody tr').length === 30, { timeout: 30_000 });
    mkdirSync(join(web, 'test/out'), { recursive: true });
    await page.screenshot({ path: join(web, 'test/out/room-of-thirty.png') });
    await browser.close();
  }
  const lines = readdirSync(folder).filter((name) => name.endsWith('.jsonl')).reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean).length, 0);
  await server.end();
  console.log(`30 learners (${people.length} browsers) for ${minutes} minutes: ${lines} records, the room is right`);
}

const [what, ...numbers] = process.argv.slice(2);
const given = numbers.map(Number).filter((number) => Number.isFinite(number) && number > 0);
if (!existsSync(join(web, 'dist/index.html'))) console.log("skipped: web/dist was not found; 'web/build' writes it");
else if (what === 'flood') await flood(...given);
else if (what === 'class') await room(...given);
else {
  console.error('usage: node web/test/server.mjs flood [SECONDS] [RATE] | class [MINUTES]');
  process.exitCode = 2;
}
