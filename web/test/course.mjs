// The whole course by keyboard alone, in real browsers:
//   node web/test/course.mjs [BROWSER] [CHAPTER]
// Each chapter is opened, read cell by cell, its exercises and questions are answered, first wrong here and there. In
// Chromium `test/out/course-chromium.txt` gets what a screen reader is given: the accessibility tree of each cell, and what
// is announced. It needs web/dist, a built pprepl, and the browser.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { browsers, launch, serve, web } from './browsers.mjs';
import { Page } from './page.mjs';

const out = join(web, 'test/out');

/** Returns the solutions of a lesson's exercises by name. */
function solutions(text) {
  const found = {};
  let name = '';
  const lines = text.split('\n');
  lines.forEach((line, at) => {
    name = /^#\| exercise (\S+)/.exec(line)?.[1] ?? name;
    const own = /^#\| solution ?(.*)/.exec(line)?.[1].trim();
    if (own === undefined || found[name] !== undefined) return;
    const below = lines.slice(at + 1);
    const end = below.findIndex((next) => !/^#\|(   |$)/.test(next));
    found[name] = own === '' ? below.slice(0, end).map((next) => next.slice(5)).join('\n') : own;
  });
  return found;
}

/** The lessons of the course: title, name and solutions. */
function course() {
  const folder = join(dirname(web), 'lessons');
  return readdirSync(folder).filter((file) => /^\d.*\.pp$/.test(file)).sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const [, name, short, long] = /^#\| lesson (\S+)(?:\s+title "([^"]*)"|[^]*?^#\| title (.*)$)/m.exec(text);
    const title = short ?? long;
    return { name, title, solutions: solutions(text) };
  });
}

/** Writes the accessibility tree of a subtree as lines, as a screen reader goes through it. */
function read(nodes) {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const text = (value) => String(value ?? '').replaceAll('\n', ' ⏎ ');
  const lines = (node, depth) => {
    const inner = (extra) => (node.childIds ?? []).flatMap((id) => (byId.has(id) ? lines(byId.get(id), depth + extra) : []));
    const role = node.role?.value;
    if (node.ignored || ['none', 'generic', 'InlineTextBox'].includes(role)) return inner(0);
    if (role === 'StaticText') return [`${'  '.repeat(depth)}${text(node.name?.value)}`];
    const on = (node.properties ?? []).filter(({ name, value }) => ['checked', 'pressed', 'expanded', 'disabled', 'readonly', 'required', 'multiline', 'focused'].includes(name) && ![false, 'false'].includes(value.value));
    const words = [role, node.name?.value && `“${text(node.name.value)}”`, node.value && `value “${text(node.value.value)}”`, ...on.map(({ name }) => name)].filter(Boolean);
    return [`${'  '.repeat(depth)}${words.join(', ')}`, ...inner(1)];
  };
  return nodes.length === 0 ? [] : lines(nodes[0], 0);
}

class Reader {
  lines = [];
  tabs = 0;

  constructor(page, name) {
    this.page = page;
    this.name = name;
  }

  /** Takes down what a screen reader is given of the focus. */
  async hear() {
    if (this.name !== 'chromium') return;
    this.session ??= await this.page.page.createCDPSession();
    const { result } = await this.session.send('Runtime.evaluate', { expression: 'document.activeElement.closest("dialog, .cell") ?? document.activeElement' });
    const { nodes } = await this.session.send('Accessibility.queryAXTree', { objectId: result.objectId });
    await this.session.send('Runtime.releaseObject', { objectId: result.objectId });
    this.lines.push(...read(nodes), '');
  }

  async announced() {
    const spoken = await this.page.run(() => window.__spoken.splice(0));
    this.lines.push(...spoken.map((text) => `(announced) ${text}`));
    return spoken;
  }

  /** Presses Tab until the focus is where it should be. */
  async tabTo(test, most = 60) {
    for (let turn = 0; turn < most; turn += 1) {
      if (await this.page.run(test.what, test.argument)) return;
      await this.page.press('Tab');
      this.tabs += 1;
    }
    throw new Error(`${most} tabs did not lead to ${test.name}`);
  }
}

/** Opens a chapter from the list of the course. */
async function open(page, reader, chapter) {
  await page.press('Alt', 'l');
  await page.wait(() => document.querySelector('dialog[open] .chapters button') !== null);
  await reader.hear();
  await reader.tabTo({ name: chapter.title, what: (title) => document.activeElement.matches('.chapters button') && document.activeElement.textContent.replace('✓ ', '') === title, argument: chapter.title });
  await page.press('Enter');
  await page.wait((title) => document.querySelector('dialog[open]') === null && document.querySelector('.lesson-head strong')?.textContent === title && document.activeElement.classList.contains('cell'), chapter.title);
}

/** Types a text as an answer, or pastes it: several lines always, since the editor indents what is typed. */
async function type(page, text, isPasted) {
  await page.press('Control', 'a');
  if (!isPasted && !text.includes('\n')) {
    await page.press('Backspace');
    return page.page.keyboard.type(text);
  }
  return page.paste(text);
}

const here = (page, selector) => page.run((inner) => document.activeElement.closest('.cell').querySelector(inner) !== null, selector);

/** Waits for an answer's verdict. Returns whether it is right. */
async function verdict(page) {
  await page.wait(() => /is-(right|wrong)/.test(document.activeElement.closest('.cell').querySelector('.feedback').className));
  return here(page, '.feedback.is-right');
}

async function clear(page) {
  await page.run(() => {
    document.activeElement.closest('.cell').querySelector('.feedback').className = 'feedback';
  });
}

/** Solves an exercise, with a wrong answer before where `isClumsy`. */
async function exercise(page, reader, solution, isClumsy) {
  const answers = isClumsy ? ['"wrong"', solution] : [solution];
  let isRight = false;
  for (const answer of answers) {
    await page.press('Enter');
    await page.wait(() => document.activeElement.classList.contains('cm-content'));
    await clear(page);
    await type(page, answer, !isClumsy);
    await page.press('Control', 'Enter');
    isRight = await verdict(page);
    await page.press('Escape');
    await page.wait(() => document.activeElement.classList.contains('cell'));
  }
  if (!isRight) throw new Error(`the solution is not right: ${solution}: ${await page.run(() => document.activeElement.querySelector('.feedback').innerText)}`);
}

/** Answers a question: the options in turn, or what the feedback on a wrong answer says. */
async function quiz(page, reader) {
  const options = await page.run(() => [...document.activeElement.querySelectorAll('form.quiz input[type=radio]')].map((input) => input.value));
  await reader.tabTo({ name: 'the question', what: () => document.activeElement.matches('form.quiz input') });
  const tried = new Set();
  let waiting = options.length > 0 ? options : ['1'];
  for (let turn = 0; turn < 8 && waiting.length > 0; turn += 1) {
    const [answer] = waiting;
    tried.add(answer);
    await clear(page);
    if (options.length === 0) {
      await page.press('Control', 'a');
      await page.page.keyboard.type(answer);
    } else if (turn === 0) await page.press(' ');
    else await page.press('ArrowDown');
    await page.press('Enter');
    const isRight = await verdict(page);
    if (isRight) return page.press('Escape');
    // A learner reads the verdict, and answers again.
    const said = await page.run(() => {
      const feedback = document.activeElement.closest('.cell').querySelector('.feedback');
      const right = /it is (.*?)\.?$/.exec(feedback.querySelector('p').textContent)?.[1];
      return [...(right === undefined ? [] : [right]), ...[...feedback.querySelectorAll('code')].map((code) => code.textContent)];
    });
    waiting = options.length > 0 ? options.slice(turn + 1) : [...said, 'Integer', 'fails', 'true', 'false', 'yes', 'no'].filter((text) => !tried.has(text));
  }
  const said = await page.run(() => document.activeElement.closest('.cell').innerText);
  throw new Error(`no answer was right, of ${[...tried].join(', ')}: ${said}`);
}

async function chapter(page, reader, lesson) {
  reader.lines.push('', `== ${lesson.title}`, '');
  await open(page, reader, lesson);
  const count = await page.run(() => document.querySelectorAll('.cell').length);
  let exercises = 0;
  let quizzes = 0;
  for (let at = 0; at < count; at += 1) {
    await page.wait((index) => document.activeElement === document.querySelectorAll('.cell')[index], at);
    await reader.hear();
    if (await here(page, 'form.quiz')) {
      await quiz(page, reader);
      quizzes += 1;
      await page.wait((index) => document.activeElement === document.querySelectorAll('.cell')[index], at);
    } else if (await here(page, '.answer form')) {
      const name = await page.run((index) => window.__step(index), at);
      await exercise(page, reader, lesson.solutions[name], exercises % 3 === 0);
      exercises += 1;
    } else if (!(await page.run(() => document.activeElement.classList.contains('is-prose')))) {
      await page.press('Control', 'Enter');
      await page.wait((index) => ['done', 'failed'].includes(document.querySelectorAll('.cell')[index].dataset.status) && document.body.dataset.busy !== 'true', at);
    }
    await reader.announced();
    if (at + 1 < count) await page.press('ArrowDown');
  }
  const score = await page.run(() => document.querySelector('.lesson-head .dim').textContent);
  const [, done, all] = /(\d+) of (\d+)/.exec(score);
  if (done !== all) throw new Error(`${lesson.title}: ${score}: ${await page.run(() => [...document.querySelectorAll('.marks .mark')].map((mark) => mark.getAttribute('aria-label')).join('; '))}`);
  return { cells: count, exercises, quizzes, score };
}

async function play(name, path, only) {
  const server = await serve();
  if (server === null) return console.log("skipped: pprepl was not found; 'cargo build' writes it, or PPREPL names it");
  const browser = await launch(name, path);
  const page = await Page.open(browser, server.page);
  await page.run(() => {
    window.__spoken = [];
    const live = document.querySelector('#app > [aria-live]');
    new MutationObserver(() => live.textContent !== '' && window.__spoken.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
    window.__step = (at) => document.querySelectorAll('.cell')[at].querySelector('.answer').dataset.step;
  });
  const reader = new Reader(page, name);
  const total = { cells: 0, exercises: 0, quizzes: 0 };
  let failed = 0;
  for (const lesson of course().filter((one) => one.name.includes(only))) {
    const begin = Date.now();
    try {
      const found = await chapter(page, reader, lesson);
      for (const key of Object.keys(total)) total[key] += found[key];
      console.log(`ok   ${name}: ${lesson.title}: ${found.score}, ${found.cells} cells, ${found.exercises} exercises, ${found.quizzes} questions (${Date.now() - begin} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}: ${lesson.title}: ${error.message}`);
      await page.page.screenshot({ path: join(out, `course-${name}-${lesson.name}.png`) }).catch(() => undefined);
      await page.run(() => document.querySelector('dialog[open]')?.close()).catch(() => undefined);
    }
  }
  if (page.problems.length > 0) {
    failed += 1;
    console.log(`FAIL ${name}: problems: ${[...new Set(page.problems)].join('; ')}`);
  }
  if (reader.lines.length > 0) writeFileSync(join(out, `course-${name}.txt`), `${reader.lines.join('\n')}\n`);
  console.log(`${name}: ${total.cells} cells, ${total.exercises} exercises, ${total.quizzes} questions, ${reader.tabs} tabs, ${reader.lines.length} lines for a screen reader`);
  await browser.close();
  await server.end();
  return failed;
}

mkdirSync(out, { recursive: true });
const [wanted = '', only = ''] = process.argv.slice(2);
let failed = 0;
if (!existsSync(join(web, 'dist/index.html'))) console.log("skipped: web/dist was not found; 'web/build' writes it");
else {
  for (const [name, path] of browsers().filter(([name]) => name.includes(wanted))) {
    if (path === undefined || !existsSync(path)) console.log(`skipped: ${name} was not found`);
    else failed += (await play(name, path, only)) ?? 0;
  }
}
process.exitCode = failed === 0 ? 0 : 1;
