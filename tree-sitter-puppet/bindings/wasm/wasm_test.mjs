// Parses with both grammars in web-tree-sitter: `node --test bindings/wasm`, after build.sh in this folder.
import assert from 'node:assert';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (language) => fileURLToPath(new URL(`tree-sitter-${language}.wasm`, import.meta.url));
const web = await import('web-tree-sitter').catch(() => null);
const skip = !web ? 'web-tree-sitter is not installed' : !existsSync(path('puppet')) && 'build.sh has not run here';

const TEXTS = [
  ['puppet', "file { '/a':\n  content => @(E:yaml),\n    a: 1\n    | E\n}\n"],
  ['epp', '<%- | String $name | -%>\n# <%= $name %>\n'],
];

for (const [language, text] of TEXTS) {
  test(`${language} parses`, { skip }, async () => {
    await web.Parser.init();
    const parser = new web.Parser();
    parser.setLanguage(await web.Language.load(path(language)));
    assert.strictEqual(parser.parse(text).rootNode.hasError, false);
  });
}
