// Prose as elements: headings, paragraphs, lists, tables, quotes, code. HTML in it stays text.

import { h, visible } from './dom';

/** Returns the elements of Markdown. */
export function markdown(text: string): HTMLElement[] {
  return blocks(text.replaceAll('\r\n', '\n').split('\n'));
}

function blocks(lines: string[]): HTMLElement[] {
  const found: HTMLElement[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const fence = /^\s*(```+|~~~+)/.exec(line);
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (fence !== null) at = code(lines, at, fence[1] ?? '```', found);
    else if (heading !== null) {
      found.push(headingOf((heading[1] ?? '#').length, heading[2] ?? ''));
      at += 1;
    } else if (isTable(lines, at)) at = table(lines, at, found);
    else if (/^\s*([-*+]|\d+[.)])\s+/.test(line)) at = list(lines, at, found);
    else if (/^\s*>/.test(line)) {
      const end = endOf(lines, at, (next) => /^\s*>/.test(next));
      found.push(h('blockquote', {}, ...blocks(lines.slice(at, end).map((quoted) => quoted.replace(/^\s*> ?/, '')))));
      at = end;
    } else {
      const end = endOf(lines, at, (next) => next.trim() !== '' && !/^(\s*(```|~~~|>)|#{1,6}\s|\s*([-*+]|\d+[.)])\s)/.test(next));
      found.push(h('p', {}, ...inline(lines.slice(at, Math.max(end, at + 1)).join('\n'))));
      at = Math.max(end, at + 1);
    }
  }
  return found;
}

function endOf(lines: string[], at: number, belongs: (line: string) => boolean): number {
  let end = at;
  while (end < lines.length && belongs(lines[end] ?? '')) end += 1;
  return end;
}

/** Headings of cells start below those of the page. */
function headingOf(level: number, text: string): HTMLElement {
  const tags = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;
  return h(tags[level - 1] ?? 'h6', {}, ...inline(text));
}

function code(lines: string[], at: number, fence: string, found: HTMLElement[]): number {
  const end = endOf(lines, at + 1, (line) => !line.trim().startsWith(fence));
  found.push(h('pre', { tabindex: 0 }, h('code', {}, visible(lines.slice(at + 1, end).join('\n')))));
  return end + 1;
}

function list(lines: string[], at: number, found: HTMLElement[]): number {
  const isNumbered = /^\s*\d+[.)]/.test(lines[at] ?? '');
  const element = h(isNumbered ? 'ol' : 'ul');
  let item: string[] = [];
  const close = (): void => {
    if (item.length > 0) element.append(h('li', {}, ...inline(item.join('\n'))));
    item = [];
  };
  const end = endOf(lines, at, (line) => line.trim() !== '' && !line.startsWith('#'));
  for (const line of lines.slice(at, end)) {
    const marker = /^\s*([-*+]|\d+[.)])\s+(.*)$/.exec(line);
    if (marker !== null) {
      close();
      item.push(marker[2] ?? '');
    } else item.push(line.trim());
  }
  close();
  found.push(element);
  return end;
}

function isTable(lines: string[], at: number): boolean {
  return (lines[at] ?? '').includes('|') && /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(lines[at + 1] ?? '');
}

function cells(line: string): string[] {
  const parts = line.trim().replace(/^\|/, '').replace(/\|$/, '').split(/(?<!\\)\|/);
  return parts.map((part) => part.trim().replaceAll('\\|', '|'));
}

function table(lines: string[], at: number, found: HTMLElement[]): number {
  const end = endOf(lines, at + 2, (line) => line.includes('|'));
  const row = (tag: 'th' | 'td', line: string): HTMLElement => h('tr', {}, ...cells(line).map((cell) => h(tag, {}, ...inline(cell))));
  const body = lines.slice(at + 2, end).map((line) => row('td', line));
  const grid = h('table', {}, h('thead', {}, row('th', lines[at] ?? '')), h('tbody', {}, ...body));
  found.push(h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'table' }, grid));
  return end;
}

const INLINE = /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)|\*\*([^*\n]+)\*\*|(?<![\w*])[*_](?!\s)([^*_\n]+)(?<!\s)[*_](?![\w*])|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|<(https?:\/\/[^\s>]+)>/g;

/** Returns the text of a paragraph with code, emphasis and links. */
export function inline(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    parts.push(visible(text.slice(at, match.index)));
    at = match.index + match[0].length;
    const [, , codeText, strong, emphasis, label, target, bare] = match;
    if (codeText !== undefined) parts.push(h('code', {}, visible(codeText)));
    else if (strong !== undefined) parts.push(h('strong', {}, visible(strong)));
    else if (emphasis !== undefined) parts.push(h('em', {}, visible(emphasis)));
    else {
      const url = target ?? bare ?? '';
      parts.push(h('a', { href: url, rel: 'noreferrer noopener', target: '_blank' }, visible(label ?? url)));
    }
  }
  parts.push(visible(text.slice(at)));
  return parts;
}
