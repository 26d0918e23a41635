// Runs a WASI program under Node, with standard input and output and the current directory:
//   node --no-warnings web/wasi.mjs FILE.wasm [ARGUMENT...]
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node --no-warnings web/wasi.mjs FILE.wasm [ARGUMENT...]');
  process.exit(2);
}
const wasi = new WASI({ version: 'preview1', args: [file, ...args], env: { HOME: '/' }, preopens: { '/': process.cwd(), '.': process.cwd() } });
const module = await WebAssembly.compile(await readFile(file));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
