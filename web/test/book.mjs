// The book in real browsers: each Puppet block of each page runs, and gives what the program gives.
//   node web/test/book.mjs [BROWSER]
// It needs a book (release/book), a built pprepl, and a browser; what is missing is named, and skipped.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { browsers, launch, pprepl, web } from './browsers.mjs';
import { Page } from './page.mjs';
import { staticServer } from './static.mjs';

const out = join(web, 'test/out');

/** Returns the folder of the book, or null. */
export function findBook() {
  const folder = process.env.PPREPL_BOOK ?? join(process.env.CARGO_TARGET_DIR ?? join(web, '../target'), 'book');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

export const NO_BOOK = "skipped: no book was found; 'release/book' builds it, or PPREPL_BOOK names it";

/** The program as the judge of what a block gives. */
class Program {
  next = 0;
  answers = new Map();

  constructor() {
    this.child = spawn(pprepl(), ['rpc'], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line);
      this.answers.get(id)?.(result ?? { error });
    });
  }

  call(method, params = {}) {
    this.next += 1;
    const answer = new Promise((resolve) => this.answers.set(this.next, resolve));
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: this.next, method, params })}\n`);
    return answer;
  }

  /** Evaluates inputs one after the other in a fresh session. */
  async evaluate(inputs) {
    await this.call('reset');
    const found = [];
    for (const source of inputs) {
      const { value, diagnostics, error } = await this.call('eval', { source });
      if (error) throw new Error(`${source}: ${error.message}`);
      const errors = diagnostics.filter((one) => one.severity === 'error').map((one) => one.message);
      found.push({ ok: errors.length === 0, value: errors.length > 0 ? null : (value ?? null), errors });
    }
    return found;
  }

  end() {
    this.child.stdin.end();
  }
}

/** Turns the next block of a page into cells by its button, and returns what they show when all have run. */
async function tryNext(page, turn) {
  await page.click(() => [...document.querySelectorAll('pre > button')].find((one) => one.textContent === 'Try it'));
  await page.wait((number) => {
    const cells = [...document.querySelectorAll('puppet-cell')].filter((cell) => cell.getAttribute('session') === `block ${number}`);
    return cells.length > 0 && cells.every((cell) => window.__results.has(cell));
  }, turn);
  return page.run((number) => [...document.querySelectorAll('puppet-cell')].filter((cell) => cell.getAttribute('session') === `block ${number}`).map((cell) => {
    const result = cell.shadowRoot.querySelector('.result');
    const { ok, value } = window.__results.get(cell);
    const errors = [...result.querySelectorAll('.diagnostic.error .sentence')].map((one) => one.textContent);
    return { code: cell.code, ok, value: value ?? null, errors, text: result.innerText, expectations: result.innerText.match(/^[✓✗] .*$/gm) ?? [] };
  }), turn);
}

/** Runs each block of each page, and compares with the program. Returns the numbers. */
export async function playBook(browser, folder) {
  const server = await staticServer(folder);
  const program = new Program();
  const [faults, numbers] = [[], { pages: 0, blocks: 0, cells: 0, errors: 0, expectations: 0 }];
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.html') && name !== 'print.html');
    for (const name of names.filter((one) => readFileSync(join(folder, one), 'utf8').includes('language-puppet'))) {
      const page = new Page(await browser.newPage());
      await page.page.goto(`${server.page}${name}`);
      await page.run(() => {
        window.__results = new Map();
        document.addEventListener('puppet-result', (event) => window.__results.set(event.composedPath()[0], event.detail));
      });
      await page.wait(() => document.querySelector('pre > button') !== null);
      const count = await page.run(() => [...document.querySelectorAll('pre > button')].filter((one) => one.textContent === 'Try it').length);
      numbers.pages += 1;
      for (let turn = 1; turn <= count; turn += 1) {
        const cells = await tryNext(page, turn);
        const expected = await program.evaluate(cells.map((cell) => cell.code));
        numbers.blocks += 1;
        cells.forEach((cell, index) => {
          numbers.cells += 1;
          numbers.errors += cell.errors.length;
          numbers.expectations += cell.expectations.length;
          const found = { ok: cell.ok, value: cell.value, errors: cell.errors };
          if (JSON.stringify(found) !== JSON.stringify(expected[index])) faults.push(`${name}, block ${turn}: expected ${JSON.stringify(expected[index])}, found ${JSON.stringify(found)}: ${cell.code}`);
          if (cell.text.trim() === '') faults.push(`${name}, block ${turn}: it shows no result: ${cell.code}`);
          faults.push(...cell.expectations.filter((line) => line.startsWith('✗')).map((line) => `${name}, block ${turn}: ${line}`));
        });
      }
      faults.push(...page.problems.map((problem) => `${name}: ${problem}`));
      mkdirSync(out, { recursive: true });
      await page.page.screenshot({ path: join(out, `book-${name.replace('.html', '')}.png`) });
      await page.page.close();
    }
  } finally {
    program.end();
    server.end();
  }
  if (faults.length > 0) throw new Error(`${faults.length} faults:\n${faults.join('\n')}`);
  return `${numbers.pages} pages, ${numbers.blocks} blocks, ${numbers.cells} cells, ${numbers.errors} errors, ${numbers.expectations} expectations, as the program gives them`;
}

async function main(wanted = '') {
  const folder = findBook();
  if (folder === null) return console.log(NO_BOOK);
  if (pprepl() === undefined) return console.log("skipped: pprepl was not found; 'cargo build' writes it, or PPREPL names it");
  for (const [name, path] of browsers().filter(([name]) => name.includes(wanted))) {
    if (path === undefined || !existsSync(path)) {
      console.log(`skipped: ${name} was not found`);
      continue;
    }
    const browser = await launch(name, path);
    const begin = Date.now();
    try {
      console.log(`ok   ${name}: ${await playBook(browser, folder)} (${Date.now() - begin} ms)`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`FAIL ${name}: ${error.message}`);
    } finally {
      await browser.close();
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv[2]);
