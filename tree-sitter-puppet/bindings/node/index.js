// The languages, each with its node types and the texts of its queries.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import load from 'node-gyp-build';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(`${root}/${path}`, 'utf8');

const QUERIES = ['highlights', 'injections', 'locals', 'folds', 'indents', 'tags'];

/** Adds what can be read from files, when it is first asked for. */
const withFiles = (language, source, folders) => {
  const lazy = (name, value) =>
    Object.defineProperty(language, name, { configurable: true, enumerable: true, get: value });
  lazy('nodeTypeInfo', () => JSON.parse(read(`${source}/node-types.json`)));
  for (const query of QUERIES) {
    lazy(`${query.toUpperCase()}_QUERY`, () => folders.map((folder) => read(`${folder}/${query}.scm`)).join('\n'));
  }
  return language;
};

const binding = load(root);

export const puppet = withFiles(binding.puppet, 'src', ['queries']);
export const epp = withFiles(binding.epp, 'epp/src', ['queries', 'epp/queries']);
export default puppet;
