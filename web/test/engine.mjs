// The engine as a module, under Node: messages, limits without a trap, the stop file, and the rebuilding after a trap.
//   node --no-warnings --no-turbo-fast-api-calls web/test/engine.mjs FILE.wasm [--verbose] [--stack BYTES]
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

const [file, ...flags] = process.argv.slice(2);
const isVerbose = flags.includes('--verbose');
const stack = flags.includes('--stack') ? [flags[flags.indexOf('--stack') + 1]] : [];
const compiled = new WebAssembly.Module(readFileSync(file));
const root = mkdtempSync(join(tmpdir(), 'pprepl-engine-'));
// The module for the page has no course: a page writes it.
cpSync(new URL('../../lessons', import.meta.url), join(root, 'course'), { recursive: true });
process.on('exit', () => rmSync(root, { recursive: true, force: true }));

/** An instance of the module, as a page has it in a worker. */
class Engine {
  constructor() {
    const wasi = new WASI({ version: 'preview1', args: ['pprepl', 'engine', ...stack], env: { HOME: '/' }, preopens: { '/': root } });
    const instance = new WebAssembly.Instance(compiled, wasi.getImportObject());
    assert.equal(wasi.start(instance), 0);

    this.exports = instance.exports;
    this.next = 0;
  }

  send(message) {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const at = this.exports.input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    const length = this.exports.handle(bytes.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, this.exports.output(), length)));
  }

  call(method, params = {}) {
    this.next += 1;
    const messages = this.send({ jsonrpc: '2.0', id: this.next, method, params });
    const response = messages.at(-1);
    assert.equal(response.id, this.next);
    assert.ok(response.error === undefined, `${method}: ${JSON.stringify(response.error)}`);
    return response.result;
  }
}

/** Prints a line at once: a trap that ends Node must not lose it. */
const print = (line) => writeSync(1, `${line}\n`);

const tests = [];
const test = (name, run) => tests.push([name, run]);
const codes = (result) => result.diagnostics.map((one) => one.code);

test('an evaluation, a notebook and a lesson', () => {
  const engine = new Engine();
  assert.equal(engine.call('initialize').protocol, 1);
  assert.equal(engine.call('eval', { source: '20 + 22' }).value, '42');
  const { cells } = engine.call('notebook/open', { text: '# %%\n$a = 20\n# %%\n$a + 22\n', trusted: true });
  assert.equal(cells.length, 2);
  assert.equal(engine.call('notebook/result', { cell: cells[1].id }).value, '42');
  const lesson = engine.call('lesson/open', { lesson: 'hiera', notebook: 'lesson' });
  assert.ok(lesson.steps.length > 3);
  assert.ok(engine.call('highlight', { source: '$a = 1' }).spans.length > 2);
});

/** Recursion of several kinds; `@N@` is the depth. */
const DEEP = {
  calls: 'function f($n) { if $n <= 0 { 0 } else { f($n - 1) + 1 } } f(@N@)',
  lambdas: 'function f($n) { if $n <= 0 { 0 } else { [$n].map |$x| { f($x - 1) }[0] + 1 } } f(@N@)',
  each: 'function f($n) { if $n > 0 { [$n].each |$x| { f($x - 1) } } } f(@N@)',
  with: 'function f($n) { if $n <= 0 { 0 } else { with($n) |$x| { f($x - 1) + 1 } } } f(@N@)',
  reduce: 'function f($n) { if $n <= 0 { 0 } else { [1, $n].reduce |$m, $x| { f($x - 1) } } } f(@N@)',
  branches: 'function f($n) { case $n { 0: { 0 } default: { if true { unless false { [f($n - 1)][0] + 1 } } } } } f(@N@)',
  templates: 'function f($n) { if $n <= 0 { "x" } else { inline_epp("<%= f(${n} - 1) %>") } } f(@N@)',
};

for (const [name, code] of Object.entries(DEEP)) {
  test(`recursion (${name}) ends with the limit, not with a trap`, () => {
    const engine = new Engine();
    const result = engine.call('eval', { source: code.replace('@N@', '100000') });
    assert.ok(codes(result).includes('STACK_LEVEL_TOO_DEEP'), JSON.stringify(result).slice(0, 400));
    if (isVerbose) print(`  ${result.diagnostics[0].message}`);
    assert.equal(engine.call('eval', { source: '1 + 1' }).value, '2');
  });
}

/** Texts and values nested deep: each gets an answer. */
const NESTED = {
  parentheses: '('.repeat(20000) + '1' + ')'.repeat(20000),
  arrays: '['.repeat(20000) + ']'.repeat(20000),
  hashes: '{a=>'.repeat(20000) + '1' + '}'.repeat(20000),
  not: '!'.repeat(20000) + 'true',
  minus: '- '.repeat(20000) + '1',
  conditions: 'if true {'.repeat(20000) + '1' + '}'.repeat(20000),
  interpolations: '"${'.repeat(5000) + '1' + '}"'.repeat(5000),
  sum: '1' + ' + 1'.repeat(50000),
  methods: '1' + '.abs'.repeat(20000),
  types: 'Array['.repeat(20000) + 'Integer' + ']'.repeat(20000),
  'a value of 10,000 levels': 'Integer[1, 10000].reduce([]) |$m, $i| { [$m] }',
  'a hash of 10,000 levels': 'Integer[1, 10000].reduce({}) |$m, $i| { { k => $m } }',
  'a hash of 1,200 levels, released': 'Integer[1, 1200].reduce({}) |$m, $i| { { k => $m } }.size',
  'lists in hashes of 2,700 levels, released': 'Integer[1, 900].reduce({}) |$m, $i| { { k => [$m, [$m]] } }.size',
  'two equal hashes of 1,000 levels': '$a = Integer[1, 1000].reduce({}) |$m, $i| { { k => $m } }\n$b = Integer[1, 1000].reduce({}) |$m, $i| { { k => $m } }\n$a == $b',
  'two equal values of 10,000 levels': '$a = Integer[1, 10000].reduce([]) |$m, $i| { [$m] }\n$b = Integer[1, 10000].reduce([]) |$m, $i| { [$m] }\n$a == $b',
  'the type of 10,000 levels': 'type(Integer[1, 10000].reduce([]) |$m, $i| { [$m] })',
  'a list of a template with 100,000 levels': "inline_template('<% a = []; 100000.times do a = [a] end %>')",
  'a list of a template that holds its copies': "inline_template('<% a = []; 10000.times do a << a.dup end %>')",
  'a value of 100,000 levels': 'Integer[1, 100000].reduce([]) |$m, $i| { [$m] }',
};

for (const [name, source] of Object.entries(NESTED)) {
  test(`${name}: an answer without a trap`, () => {
    const engine = new Engine();
    const result = engine.call('eval', { source });
    if (isVerbose) print(`  ${result.value?.length ?? JSON.stringify(codes(result))}`);
    for (const method of ['check', 'tokens', 'tree', 'highlight', 'format']) engine.call(method, { source });
    assert.equal(engine.call('eval', { source: '1 + 1' }).value, '2');
  });
}

test('memory ends at its budget', () => {
  const engine = new Engine();
  const result = engine.call('eval', { source: 'Integer[1, 10000000000].map |$x| { "${x}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" }' });
  assert.equal(result.diagnostics[0].topic, 'memory-limit', JSON.stringify(result).slice(0, 300));
  const doubled = engine.call('eval', { source: 'Integer[1, 60].reduce("x") |$m, $i| { "${m}${m}" }' });
  assert.equal(doubled.value, undefined);
  assert.equal(engine.call('eval', { source: '1 + 1' }).value, '2');
});

test('time and steps end at their budgets', () => {
  const engine = new Engine();
  engine.call('options', { time: 1 });
  assert.deepEqual(codes(engine.call('eval', { source: 'Integer[1, 4000000000].each |$x| { $x + 1 }' })), ['TIME_LIMIT']);
  engine.call('options', { time: 0, steps: 1000 });
  assert.deepEqual(codes(engine.call('eval', { source: 'Integer[1, 100000].each |$x| { $x + 1 }' })), ['STEP_LIMIT']);
});

test('the stop file ends an evaluation', () => {
  const engine = new Engine();
  writeFileSync(join(root, 'stop'), '1');
  const start = performance.now();
  assert.deepEqual(codes(engine.call('eval', { source: 'Integer[1, 4000000000].each |$x| { $x + 1 }' })), ['CANCELLED']);
  if (isVerbose) print(`  ${Math.round(performance.now() - start)} ms`);
  rmSync(join(root, 'stop'));
  assert.equal(engine.call('eval', { source: '1 + 1' }).value, '2');
});

test('a new module rebuilds the notebook', () => {
  const engine = new Engine();
  const text = '# %%\n$a = 20\n# %%\n$a + 22\n';
  engine.call('notebook/open', { text, trusted: true });
  const document = engine.call('notebook/document');
  const [first, second] = document.cells.map((cell) => cell.id);
  const state = new Engine().call('session/replay', { document, ran: [first], trapped: second, reason: 'stack' });
  assert.deepEqual(state.cells.map((cell) => cell.id), [first, second]);
  const trapped = state.results.find((result) => result.cell === second);
  assert.deepEqual(codes(trapped), ['STACK_LEVEL_TOO_DEEP']);
});

let failed = 0;
for (const [name, run] of tests) {
  try {
    run();
    print(`ok ${name}`);
  } catch (error) {
    failed += 1;
    print(`FAILED ${name}: ${String(error.message).slice(0, 400)}`);
  }
}
print(`${tests.length - failed} of ${tests.length} tests`);
process.exit(failed === 0 ? 0 : 1);
