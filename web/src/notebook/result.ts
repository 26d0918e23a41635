// The result of a cell: value, type, logs, table, tree and diagnostics.

import { button, classes, fill, h, visible } from '../dom';
import type { Diagnostic, Fix, Part, Result } from '../protocol';

/** The maximum number of elements that unfold at once. */
const MOST_PARTS = 100;

/** The maximum number of characters of a value that show at once. */
const MOST_TEXT = 2_000;

export interface ResultHost {
  parts(path: number[], from: number, most: number): Promise<Part[]>;
  go(from: number, to: number): void;
  fix(fix: Fix): void;
  explain(code: string): void;
}

/** Returns what a screen reader is told about a result. */
export function spoken(result: Result): string {
  const first = result.diagnostics[0];
  const missed = (result.expectations ?? []).filter(({ mistake }) => mistake !== null);
  if (missed.length > 0) return missed.map(({ text, mistake }) => `Expected ${text}: ${mistake}`).join('. ');
  if (!result.ok) return first === undefined ? 'It failed.' : `${first.severity}: ${visible(first.message)}`;
  const logs = result.logs.map(([level, text]) => `${level}: ${visible(text)}`).join('. ');
  const value = result.empty || result.value === null ? '' : visible(result.value).slice(0, 300);
  return [logs, value === '' ? (logs === '' ? 'No value.' : '') : `The value is ${value}`].filter(Boolean).join('. ');
}

/** Shows a result. `canUnfold` is false where the value's elements cannot be asked for. */
export function showResult(target: HTMLElement, result: Result, host: ResultHost, canUnfold = true): void {
  const rows: HTMLElement[] = result.logs.map(([level, text]) => logLine(level, text));
  if (result.logs_left_out > 0) rows.push(h('p', { class: 'dim' }, `${result.logs_left_out} more log lines`));
  if (result.value !== null && !result.empty) rows.push(valueRow(result, host, canUnfold));
  if (result.table !== null) rows.push(table(result.table));
  rows.push(...result.diagnostics.map((diagnostic) => diagnosticRow(diagnostic, host)));
  rows.push(...(result.expectations ?? []).map(expectationRow));
  if (rows.length === 0 && result.ok) rows.push(h('p', { class: 'dim' }, 'No value'));
  fill(target, ...rows);
}

/** A mark and words say whether an expectation holds: color alone does not. */
function expectationRow({ text, mistake }: { text: string; mistake: string | null }): HTMLElement {
  const label = h('span', { class: 'label' }, mistake === null ? '✓ ' : '✗ ');
  const words = mistake === null ? `expected ${text}` : `expected ${text}: ${mistake}`;
  return h('p', { class: mistake === null ? 'expectation' : 'expectation diagnostic error' }, label, visible(words));
}

export function logLine(level: string, text: string): HTMLElement {
  const word = level.charAt(0).toUpperCase() + level.slice(1);
  return h('p', { class: 'log' }, h('span', { class: `label ${classes('r', `log.${level}`)}` }, visible(word)), ' ', visible(text));
}

function valueRow(result: Result, host: ResultHost, canUnfold: boolean): HTMLElement {
  const value = visible(result.value ?? '');
  const isLong = value.length > MOST_TEXT;
  const text = h('code', { class: 'value-text' }, isLong ? value.slice(0, MOST_TEXT) : value);
  const row = h('div', { class: 'value' }, h('div', { class: 'value-line' }, h('pre', { tabindex: 0, 'aria-label': 'value' }, text)));
  if (isLong) {
    const more = button(`Show all ${value.length} characters`, () => {
      fill(text, value);
      more.remove();
    }, { class: 'small' });
    row.append(more);
  }
  if (result.cut > 0) row.append(h('p', { class: 'dim' }, `${result.cut} more bytes are not shown`));
  const type = typeButton(result);
  if (type !== null) row.append(type);
  if (canUnfold && result.tree !== null && result.tree.parts > 0) row.append(branch(result.tree, [], host));
  return row;
}

/** The short type, which unfolds to the detailed one. */
function typeButton(result: Result): HTMLElement | null {
  const { type, detailed } = result;
  if (type === null) return null;
  if (detailed === null || detailed === type) return h('p', { class: 'type' }, visible(type));
  let isFull = false;
  const toggle = button(visible(type), () => {
    isFull = !isFull;
    fill(toggle, visible(isFull ? detailed : type));
    toggle.setAttribute('aria-expanded', String(isFull));
  }, { class: 'type', 'aria-expanded': 'false', title: 'Show the full type' });
  return toggle;
}

/** A value with elements, which unfolds on demand. */
function branch(part: Part, path: number[], host: ResultHost): HTMLElement {
  const label = part.label === '' ? 'elements' : part.label;
  if (part.parts === 0) return h('div', { class: 'leaf' }, h('span', { class: 'key' }, visible(label)), ' ', h('code', {}, visible(part.value)));
  const inner = h('div', { class: 'branch' });
  const folded = h('details', {}, h('summary', {}, h('span', { class: 'key' }, visible(label)), ' ', h('span', { class: 'dim' }, `${part.parts}`)), inner);
  folded.addEventListener('toggle', () => {
    if (folded.open && inner.childElementCount === 0) void unfold(inner, part, path, 0, host);
  });
  return folded;
}

async function unfold(target: HTMLElement, part: Part, path: number[], from: number, host: ResultHost): Promise<void> {
  const parts = await host.parts(path, from, MOST_PARTS);
  target.append(...parts.map((inner, index) => branch(inner, [...path, from + index], host)));
  const shown = from + parts.length;
  if (shown >= part.parts || parts.length === 0) return;
  const more = button(`Show ${Math.min(MOST_PARTS, part.parts - shown)} more`, () => {
    more.remove();
    void unfold(target, part, path, shown, host);
  }, { class: 'small' });
  target.append(more);
}

function table(found: { columns: string[]; rows: string[][]; total: number }): HTMLElement {
  const row = (tag: 'th' | 'td', texts: string[]): HTMLElement => h('tr', {}, ...texts.map((text) => h(tag, {}, visible(text))));
  const grid = h('table', {}, h('thead', {}, row('th', found.columns)), h('tbody', {}, ...found.rows.map((texts) => row('td', texts))));
  const rest = found.total - found.rows.length;
  return h('details', { class: 'grid' }, h('summary', {}, 'As a table'),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'table' }, grid), rest > 0 && h('p', { class: 'dim' }, `${rest} more rows`));
}

export function diagnosticRow(diagnostic: Diagnostic, host: ResultHost): HTMLElement {
  const { severity, message, code, from, to } = diagnostic;
  const text = h('span', { class: 'sentence' }, visible(message));
  const row = h('div', { class: `diagnostic ${severity}` }, h('span', { class: 'label' }, severity), ' ', text);
  if (from !== undefined && to !== undefined) row.append(' ', button('Show the place', () => host.go(from, to), { class: 'small' }));
  const help = [diagnostic.help ?? [], diagnostic.notes ?? []].flat();
  row.append(...help.map((line) => h('p', { class: 'help' }, visible(line))));
  const buttons = (diagnostic.fixes ?? []).map((fix) => button(visible(fix.title), () => host.fix(fix), { class: 'small' }));
  if (code) buttons.push(button('Explain', () => host.explain(code), { class: 'small' }));
  if (buttons.length > 0) row.append(h('div', { class: 'actions' }, ...buttons));
  return row;
}
