// Turns themes/*.toml, the themes of the terminal, into CSS: one class for each capture (h-) and each role (r-).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['light', 'dark', 'high-contrast'];
const ATTRIBUTES = { bold: 'font-weight:700', dim: 'opacity:.75', italic: 'font-style:italic', underline: 'text-decoration:underline' };

/** Reads the tables of a theme: rows `name = "style"`. */
function parse(text) {
  const tables = {};
  let table = {};
  for (const line of text.split('\n')) {
    const head = /^\[(\w+)\]/.exec(line);
    const row = /^"?([\w.-]+)"?\s*=\s*"([^"]*)"/.exec(line);
    if (head) table = tables[head[1]] = {};
    else if (row) table[row[1]] = row[2];
  }
  return tables;
}

/** Returns the declarations of a style. */
function declarations(style, palette) {
  const color = (word) => palette[word] ?? (word.startsWith('#') ? word : null);
  const found = [];
  let isBackground = false;
  for (const word of style.split(/\s+/)) {
    if (word === 'on') isBackground = true;
    else if (word === 'reverse') found.push('color:var(--paper)', 'background:var(--ink)');
    else if (ATTRIBUTES[word]) found.push(ATTRIBUTES[word]);
    else if (color(word)) {
      found.push(`${isBackground ? 'background' : 'color'}:${color(word)}`);
      isBackground = false;
    }
  }
  return found.join(';');
}

/** Returns the rules of all themes. */
export function themes(folder) {
  let css = '';
  for (const name of NAMES) {
    const { palette, capture, role } = parse(readFileSync(join(folder, `${name}.toml`), 'utf8'));
    const [ink, , paper] = role.screen.split(' ');
    css += `[data-theme=${name}]{--ink:${ink};--paper:${paper}}\n`;
    for (const [prefix, table] of [['h', capture], ['r', role]]) {
      for (const [key, style] of Object.entries(table)) {
        const text = declarations(style, palette);
        if (text && key !== 'screen') css += `[data-theme=${name}] .${prefix}-${key.replaceAll('.', '-')}{${text}}\n`;
      }
    }
  }
  return css;
}

/** Returns a style sheet for a shadow root: the theme is an attribute of its host. */
export function hosted(css) {
  // A page may have another size of `rem`, such as 10 px; a cell's parts keep theirs to each other.
  return css.replaceAll(/\[data-theme=([a-z-]+)\]/g, ':host([data-theme=$1])').replaceAll(':root', ':host').replaceAll(/([\d.]+)rem\b/g, (_, size) => `${Number(size) * 16}px`);
}
