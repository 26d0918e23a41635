// The operations of `operations.jsonl`, done on the page by keys, and compared after each with what the terminal's kernel
// shows: `crates/web/tests/it/operations.rs` plays them there, and checks and writes the file.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { web } from './browsers.mjs';

/** Returns what the page shows of its notebook: of each cell its kind, its text, and what its run gave. */
function shown() {
  const words = (element) => element?.textContent ?? null;
  const label = (row) => words(row.querySelector('.label')).trim().toLowerCase();
  const isEmpty = (place) => place.querySelector('.value, .log, .diagnostic') === null;
  const result = (place) => isEmpty(place) ? null : {
    value: words(place.querySelector('.value-text')),
    type: words(place.querySelector('.value .type')),
    logs: [...place.querySelectorAll('.log')].map((row) => [label(row), words(row).slice(words(row.querySelector('.label')).length + 1)]),
    diagnostics: [...place.querySelectorAll('.diagnostic')].map((row) => [label(row), words(row.querySelector('.sentence'))]),
  };
  return [...document.querySelectorAll('.cell')].map((cell) => [
    cell.classList.contains('is-prose') ? 'prose' : 'code',
    [...cell.querySelectorAll('.cm-line')].map((line) => line.querySelector('.cm-placeholder') ? '' : line.textContent).join('\n'),
    result(cell.querySelector('.result')),
  ]);
}

/** The keys on a cell that has the focus. */
const KEYS = {
  above: ['a'], below: ['b'], delete: ['d', 'd'], up: ['Alt+ArrowUp'], down: ['Alt+ArrowDown'], 'to-prose': ['m'], 'to-code': ['m'],
  merge: ['Shift+M'], undo: ['z'], redo: ['Shift+Z'], run: ['Control+Enter'], restart: ['0', '0'],
};

async function press(page, keys) {
  for (const key of keys) await page.press(...key.split('+'));
}

async function focus(page, at) {
  await page.run((index) => document.querySelectorAll('.cell')[index].focus(), at);
}

/** Goes into the editor of a cell. */
async function edit(page, at) {
  await focus(page, at);
  await page.press('Enter');
  await page.wait((index) => document.querySelectorAll('.cell')[index].querySelector('.cm-content') === document.activeElement, at);
}

async function carryOut(page, row) {
  const count = await page.run(() => document.querySelectorAll('.cell').length);
  switch (row.do) {
    case 'all':
      return page.runAll();
    case 'type':
      await edit(page, row.cell);
      await page.press('Control', 'a');
      if (row.text === '') await page.press('Backspace');
      else await page.paste(row.text);
      return page.press('Escape');
    case 'split': {
      const before = await page.run((at) => [...document.querySelectorAll('.cell')[at].querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n').indexOf(' ') + 1, row.cell);
      await edit(page, row.cell);
      await page.press('Control', 'Home');
      for (let step = 0; step < before; step += 1) await page.press('ArrowRight');
      return page.press('Control', 'Shift', 'Minus');
    }
    case 'prose':
      await page.button('+ Prose');
      break;
    default:
      await focus(page, row.cell ?? 0);
      await press(page, KEYS[row.do]);
  }
  if (!['above', 'below', 'prose'].includes(row.do)) return;
  await page.wait((number) => document.querySelectorAll('.cell').length > number && document.activeElement.classList.contains('cm-content'), count);
  await page.press('Escape');
}

/** Opens the notebook of a script. */
async function begin(page, row) {
  const { deflateSync, strToU8 } = await import('fflate');
  await page.run((hash) => {
    location.hash = hash;
  }, `#nb=1.${Buffer.from(deflateSync(strToU8(row.notebook))).toString('base64url')}`);
  await page.wait(() => location.hash === '' && document.querySelector('.message').innerText.includes('Nothing ran'));
}

/** Plays all scripts. Returns the number of scripts and of operations. */
export async function playOperations(page) {
  const rows = readFileSync(join(web, 'test/operations.jsonl'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
  let [scripts, operations, expected, title] = [0, 0, null, ''];
  for (const row of rows) {
    if (row.title !== undefined) {
      await begin(page, row);
      [scripts, title] = [scripts + 1, row.title];
      continue;
    }
    await carryOut(page, row).catch((error) => {
      throw new Error(`${title}, operation ${operations + 1}, ${JSON.stringify({ ...row, cells: undefined })}: ${error.message}`);
    });
    operations += 1;
    expected = row.cells ?? expected;
    const goal = JSON.stringify(expected);
    // The kernel's answer comes a little later.
    const isThere = `document.body.dataset.busy !== 'true' && document.querySelector('.cells[aria-busy]') === null && JSON.stringify((${shown})()) === ${JSON.stringify(goal)}`;
    await page.wait(isThere).catch(() => undefined);
    const found = JSON.stringify(await page.run(shown));
    if (found !== goal) throw new Error(`${title}, operation ${operations}, ${JSON.stringify({ ...row, cells: undefined })}: expected ${goal}, found ${found}`);
  }
  return `${scripts} scripts, ${operations} operations`;
}
