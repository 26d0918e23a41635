// How long evaluation takes in the module, against the native program: each workload of `tests/bench/workloads`, through `rpc`,
// by the engine's own clock. Both are asked in turn, so that a busy moment meets both.
//   node web/test/evaluation.mjs [RUNS]

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pprepl, web } from './browsers.mjs';

/** Whole catalogs: each run needs a session of its own. */
const CATALOGS = ['k_catalog', 'k2_resources'];

/** A process that answers requests, one after the other. */
class Side {
  #next = 0;
  #waiting = [];

  constructor(program, ...words) {
    this.process = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.on('exit', (code, signal) => {
      for (const take of this.#waiting.splice(0)) take({ error: { message: `${program} ended: ${code ?? signal}` } });
    });
    createInterface(this.process.stdout).on('line', (line) => this.#waiting.shift()(JSON.parse(line)));
  }

  ask(method, params) {
    return new Promise((resolve, reject) => {
      this.#waiting.push((answer) => (answer.error === undefined ? resolve(answer.result) : reject(new Error(answer.error.message))));
      this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: (this.#next += 1), method, params })}\n`);
    });
  }

  /** Runs the part that is timed in a session in which the set-up ran. Returns milliseconds and the value. */
  async time(setUp, measured) {
    await this.ask('reset', {});
    await this.ask('eval', { source: setUp });
    const { elapsed_us: time, value, diagnostics } = await this.ask('eval', { source: measured });
    const error = diagnostics.find((one) => one.severity === 'error');
    if (error !== undefined) throw new Error(error.message);
    return [time / 1_000, value];
  }
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

const runs = Number(process.argv[2] ?? 9);
const folder = join(web, '../tests/bench/workloads');
const module = join(web, 'engine/pprepl.wasm');
if (pprepl() === undefined || !existsSync(module)) console.log("skipped: 'cargo build --release' and 'web/build-engine' write what this compares");
else {
  const sides = [new Side(pprepl(), 'rpc'), new Side(process.execPath, '--no-warnings', '--no-turbo-fast-api-calls', '--stack-size=500', join(web, 'wasi.mjs'), module, 'rpc')];
  for (const side of sides) await side.ask('options', { edition: 'puppet8', time: '0', steps: '0' });
  const ratios = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.pp')).sort()) {
    const name = file.replace('.pp', '');
    if (CATALOGS.includes(name)) continue;
    const [setUp, measured] = readFileSync(join(folder, file), 'utf8').split('#=== measure\n');
    const times = [[], []];
    const values = [];
    for (let run = 0; run < runs; run += 1) {
      for (const [at, side] of sides.entries()) {
        const [time, value] = await side.time(measured === undefined ? '' : setUp, measured ?? setUp);
        times[at].push(time);
        values.push(value);
      }
    }
    if (new Set(values).size !== 1) throw new Error(`${name}: ${[...new Set(values)].join(' and ')}`);
    const [native, wasm] = times.map(median);
    ratios.push(wasm / native);
    console.log(`${name.padEnd(14)} native ${native.toFixed(1).padStart(8)} ms   module ${wasm.toFixed(1).padStart(8)} ms   ${(wasm / native).toFixed(2)} times`);
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(`${ratios.length} workloads: ${mean.toFixed(2)} times (geometric mean)`);
  for (const side of sides) side.process.kill();
}
