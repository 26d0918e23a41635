// Builds the site into dist/ and the package of <puppet-cell> into package/. Called by `build`, which checks types first.

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { hosted, themes } from './themes.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const dist = join(here, 'dist');
const parcel = join(here, 'package');
const engine = process.env.PPREPL_WASM ?? join(here, 'engine', 'pprepl.wasm');
const isFast = process.argv.includes('--fast');

if (!existsSync(engine)) {
  console.error(`error: ${engine} was not found; 'web/build-engine' writes it, or PPREPL_WASM names it`);
  process.exit(1);
}

const version = /^version = "(.*)"/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))[1];
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();

/** The policy of the server, without what a page cannot say of itself. */
function policy() {
  const source = readFileSync(join(root, 'crates/serve/src/headers.rs'), 'utf8');
  const text = /CONTENT_SECURITY_POLICY: &str = "([^"]*)"/.exec(source)[1];
  return text.replaceAll(/\\\s*/g, '').split('; ').filter((part) => !part.startsWith('frame-ancestors')).join('; ');
}

/**
 * Lets style-mod, which CodeMirror uses, add its style sheet without an element: the content security policy refuses inline
 * styles, and a constructed style sheet is none.
 */
const constructedStyles = {
  name: 'constructed styles',
  setup(work) {
    work.onLoad({ filter: /style-mod\/src\/style-mod\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const changed = text.replace('if (!root.head && root.adoptedStyleSheets', 'if (root.adoptedStyleSheets');
      if (changed === text) throw new Error(`${path} has changed: look how it adds style sheets`);
      return { contents: changed };
    });
  },
};

const shared = { plugins: [constructedStyles], bundle: true, format: 'esm', target: 'es2022', minify: true, legalComments: 'none', logLevel: 'warning', write: true };

/** Bundles entries with digests in their names, and returns the name of each output. */
async function bundle(entries, out) {
  const built = await build({ ...shared, entryPoints: entries, outdir: out, entryNames: '[name]-[hash]', chunkNames: 'chunk-[hash]', splitting: true, metafile: true });
  const names = {};
  const local = (path) => relative(dist, join(process.cwd(), path));
  for (const [path, output] of Object.entries(built.metafile.outputs)) {
    if (!output.entryPoint) continue;
    const name = output.entryPoint.split('/').pop();
    names[name] = local(path);
    names[`imports of ${name}`] = output.imports.filter((one) => one.kind === 'import-statement').map((one) => local(one.path));
  }
  return names;
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

async function site() {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, 'assets'), { recursive: true });
  process.chdir(here);
  const names = await bundle(['src/main.ts', 'src/class/room.ts'], join(dist, 'assets'));
  Object.assign(names, await bundle(['src/engine/worker.ts'], join(dist, 'assets')));
  Object.assign(names, await bundle(['src/boot.ts'], join(dist, 'assets')));
  const wasm = readFileSync(engine);
  const style = readFileSync('src/style.css', 'utf8') + themes(join(root, 'themes'));
  const css = await build({ ...shared, stdin: { contents: style, loader: 'css' }, write: false });
  const styleBytes = css.outputFiles[0].contents;
  const course = Buffer.from(JSON.stringify(lessons()));
  const marks = {
    BOOT: names['boot.ts'],
    IMPORTS: names['imports of main.ts'].map((path) => `<link rel="modulepreload" href="${path}">`).join('\n'),
    COURSE: `assets/course-${digest(course)}.json`,
    CSP: policy(),
    MAIN: names['main.ts'],
    ROOM: names['room.ts'],
    WORKER: names['worker.ts'],
    MODULE: `assets/pprepl-${digest(wasm)}.wasm`,
    STYLE: `assets/style-${digest(styleBytes)}.css`,
  };
  writeFileSync(join(dist, marks.MODULE), wasm);
  writeFileSync(join(dist, marks.COURSE), course);
  writeFileSync(join(dist, marks.STYLE), styleBytes);
  cpSync('static', dist, { recursive: true });
  for (const page of ['index.html', 'class.html']) {
    const text = readFileSync(join(dist, page), 'utf8');
    writeFileSync(join(dist, page), text.replaceAll(/%([A-Z]+)%/g, (_, name) => marks[name]));
  }
  writeFileSync(join(dist, 'licenses.txt'), licenses());
  const list = ['./', ...files(dist).map((path) => relative(dist, path)).filter((name) => !name.startsWith('class') && !name.includes('room-'))];
  await build({ ...shared, format: 'iife', entryPoints: ['src/sw.ts'], outfile: join(dist, 'sw.js'), define: { FILES: JSON.stringify(list), BUILD: JSON.stringify(digest(list.join('\n') + styleBytes)) } });
}

/** The course: the name of each lesson's file with its text. */
function lessons() {
  const folder = join(root, 'lessons');
  const names = readdirSync(folder).filter((name) => name.endsWith('.pp')).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** The licences of the libraries in the page. */
function licenses() {
  const allowed = new Set(['MIT', 'Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT OR Apache-2.0']);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const rows = Object.entries(lock.packages).filter(([path, row]) => path !== '' && !row.dev && !row.optional);
  return rows.map(([path, row]) => {
    if (!allowed.has(row.license)) throw new Error(`${path} has the licence ${row.license}`);
    const folder = readdirSync(path).find((name) => /^licen[cs]e/i.test(name));
    const text = folder === undefined ? '' : readFileSync(join(path, folder), 'utf8');
    return `${path.replace('node_modules/', '')} ${row.version} (${row.license})\n\n${text}\n`;
  }).join('\n');
}

/** Writes compressed forms: brotli for secure origins, gzip for http in a local network. */
function compress(folder) {
  for (const path of files(folder)) {
    const bytes = readFileSync(path);
    if (bytes.length < 512 || !/\.(html|js|css|json|svg|wasm|txt|webmanifest)$/.test(path)) continue;
    const cache = join(here, '.cache', `${digest(bytes)}-${isFast}`);
    const forms = {
      br: () => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isFast ? 5 : 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      gz: () => gzipSync(bytes, { level: 9 }),
    };
    for (const [form, pack] of Object.entries(forms)) {
      const kept = `${cache}.${form}`;
      if (!existsSync(kept)) {
        mkdirSync(dirname(kept), { recursive: true });
        writeFileSync(kept, pack());
      }
      cpSync(kept, `${path}.${form}`);
    }
  }
}

async function cellPackage() {
  rmSync(parcel, { recursive: true, force: true });
  mkdirSync(parcel, { recursive: true });
  const style = hosted(readFileSync('src/style.css', 'utf8') + themes(join(root, 'themes')));
  await build({
    ...shared,
    entryPoints: { 'puppet-cell': 'src/cell/puppet-cell.ts' },
    outdir: parcel,
    loader: { '.css': 'text' },
    define: { STYLE: JSON.stringify(style), VERSION: JSON.stringify(version) },
  });
  await build({ ...shared, entryPoints: { worker: 'src/engine/worker.ts' }, outdir: parcel });
  cpSync(engine, join(parcel, 'pprepl.wasm'));
  cpSync('src/cell/README.md', join(parcel, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(parcel, 'LICENSE'));
  cpSync('src/cell/puppet-cell.d.ts', join(parcel, 'puppet-cell.d.ts'));
  const about = {
    name: 'puppet-cell', version, description: 'A cell that runs Puppet in the browser, for documents and blogs', license: 'Apache-2.0', type: 'module',
    main: 'puppet-cell.js', types: 'puppet-cell.d.ts', files: ['puppet-cell.js', 'puppet-cell.d.ts', 'worker.js', 'pprepl.wasm'], sideEffects: true,
  };
  writeFileSync(join(parcel, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
}

function report() {
  const rows = files(dist).filter((path) => !/\.(br|gz)$/.test(path)).map((path) => {
    const size = (file) => (existsSync(file) ? statSync(file).size : 0);
    return [relative(dist, path), size(path), size(`${path}.br`) || size(path), size(`${path}.gz`) || size(path)];
  });
  const kib = (bytes) => `${(bytes / 1024).toFixed(1).padStart(8)} KiB`;
  for (const [name, plain, br, gz] of rows) console.log(`${kib(plain)} ${kib(br)} brotli ${kib(gz)} gzip  ${name}`);
  const sum = (test) => rows.filter(([name]) => test(name)).reduce((total, row) => total + row[2], 0);
  const code = sum((name) => /\.(js|css|html)$/.test(name));
  const wasm = sum((name) => name.endsWith('.wasm'));
  console.log(`page code in brotli: ${kib(code).trim()} (goal 250 KiB); module: ${(wasm / 1e6).toFixed(2)} MB (goal 2.2 MB)`);
  if (!isFast && (code > 250 * 1024 || wasm > 2.2e6)) process.exitCode = 2;
}

await site();
compress(dist);
await cellPackage();
report();
