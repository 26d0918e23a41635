// Plays limits data (rows of `exhaust.jsonl`: inputs that try to kill, hang or bloat the engine) through the module:
//   node --no-warnings --no-turbo-fast-api-calls web/test/limits.mjs FILE.wasm DATA.jsonl [--only TEXT] [--stack BYTES]
// Each row gets an answer, or ends the module (a trap). After a trap a new module must answer.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

const [file, data, ...flags] = process.argv.slice(2);
const option = (name) => (flags.includes(name) ? flags[flags.indexOf(name) + 1] : undefined);
const compiled = new WebAssembly.Module(readFileSync(file));
const root = mkdtempSync(join(tmpdir(), 'pprepl-limits-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));

/** The time that a row may take, in seconds. */
const TIME = 10;

class Engine {
  constructor() {
    const stack = option('--stack');
    const args = ['pprepl', 'engine', ...(stack === undefined ? [] : [stack])];
    const wasi = new WASI({ version: 'preview1', args, env: { HOME: '/' }, preopens: { '/': root } });
    const instance = new WebAssembly.Instance(compiled, wasi.getImportObject());
    wasi.start(instance);

    this.exports = instance.exports;
    this.call('options', { time: TIME });
  }

  call(method, params) {
    const bytes = new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const at = this.exports.input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    const length = this.exports.handle(bytes.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, this.exports.output(), length))).at(-1);
  }
}

/** The text that a row describes. */
function text(parts) {
  if (typeof parts === 'string') return parts.replaceAll('@DIR@', root);
  const part = (one) => {
    if (typeof one === 'string') return one;
    if (Array.isArray(one)) return one[0].repeat(one[1]);
    const at = (index) => one.each.replaceAll('@I@', String(index)).replaceAll('@J@', String(index + 1));
    return Array.from({ length: one.n }, (_, index) => at(index)).join(one.sep ?? '');
  };
  return parts.map(part).join('').replaceAll('@DIR@', root);
}

function play(engine, row) {
  if (row.mode === 'rpc') {
    for (const [method, params] of row.code) {
      const given = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, Array.isArray(value) ? text(value) : value]));
      engine.call(method, given);
    }
    return {};
  }
  const source = text(row.code);
  return engine.call(row.mode === 'check' ? 'check' : 'eval', { source });
}

const counts = { answered: 0, trapped: 0, internal: 0 };
let engine = new Engine();
for (const line of readFileSync(data, 'utf8').split('\n').filter(Boolean)) {
  const row = JSON.parse(line);
  if (row.id === undefined || (option('--only') && !row.id.includes(option('--only'))) || row.mode === 'epp') continue;
  engine.call('reset', {});
  const start = performance.now();
  try {
    const answer = play(engine, row);
    if (answer.error?.code === -32603) {
      counts.internal += 1;
      console.log(`internal error: ${row.id}`);
    }
    counts.answered += 1;
  } catch (error) {
    counts.trapped += 1;
    console.log(`trap: ${row.id}: ${String(error.message).slice(0, 100)}`);
    engine = new Engine();
    if (engine.call('eval', { source: '1 + 1' }).result.value !== '2') throw new Error('a new module does not answer');
  }
  const seconds = (performance.now() - start) / 1000;
  if (seconds > TIME + 2) console.log(`slow: ${row.id}: ${seconds.toFixed(1)} s`);
}
console.log(`${counts.answered} answered, ${counts.trapped} traps, ${counts.internal} internal errors`);
process.exitCode = counts.trapped + counts.internal === 0 ? 0 : 1;
