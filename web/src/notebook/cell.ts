// A cell on the page: its editor or prose, its buttons, its result.

import type { KeyBinding } from '@codemirror/view';
import { button, fill, h, visible } from '../dom';
import { CellEditor, type EditorHost } from '../editor';
import { markdown } from '../markdown';
import type { Cell, Diagnostic, Finding, Result, Step } from '../protocol';
import { showResult, type ResultHost, logLine } from './result';

export interface CellHost extends EditorHost, ResultHost {
  act(action: CellAction): void;
}

export type CellAction =
  | 'run' | 'run-next' | 'run-insert' | 'above' | 'below' | 'prose' | 'delete' | 'up' | 'down' | 'kind' | 'leave' | 'next' | 'previous' | 'fix'
  | 'split' | 'merge' | 'restart';

/** What a lesson adds to a cell. */
export interface StepView {
  /** The task, above the code. */
  task: HTMLElement;
  /** The answer with its feedback, below the code; null where the cell just runs. */
  answer: HTMLElement | null;
  update(step: Step): void;
}

const STATUS: Record<string, [string, string]> = {
  new: ['', 'not run'],
  done: ['✓', 'done'],
  failed: ['✗', 'failed'],
  stale: ['↻', 'stale: run it again'],
  running: ['…', 'running'],
};

export class CellView {
  readonly element: HTMLElement;
  readonly editor: CellEditor;
  private readonly gutter = h('span', { class: 'number' });
  private readonly result = h('div', { class: 'result' });
  private readonly findings = h('div', { class: 'findings' });
  private readonly prose = h('div', { class: 'prose' });
  private readonly taskPlace = h('div', { class: 'step' });
  private readonly answerPlace = h('div', { class: 'step' });
  private readonly title = h('h3', { class: 'cell-title' });
  private readonly tools: HTMLElement;
  private isRunning = false;
  private isWriting = false;
  step: StepView | null = null;

  constructor(public cell: Cell, private readonly host: CellHost) {
    this.editor = new CellEditor(cell.text, this.label(), cell.locked, this.keys(), host, cell.kind === 'prose');
    this.tools = this.toolbar();
    this.element = h('div', { class: 'cell', role: 'group', tabindex: -1, 'data-cell': cell.id, 'aria-label': this.label() },
      h('div', { class: 'side' }, this.gutter),
      h('div', { class: 'body' }, this.title, this.taskPlace, this.prose, h('div', { class: 'code' }, this.editor.view.dom), this.answerPlace, this.findings, this.result),
      this.tools);
    this.prose.addEventListener('dblclick', () => this.write());
    this.update(cell);
  }

  private label(): string {
    return this.cell.kind === 'prose' ? 'Prose' : `Cell ${this.cell.number ?? ''}`.trim();
  }

  private keys(): KeyBinding[] {
    const act = (action: CellAction) => (): boolean => {
      this.host.act(action);
      return true;
    };
    return [
      { key: 'Shift-Enter', run: act('run-next') },
      { key: 'Mod-Enter', run: act('run') },
      { key: 'Ctrl-Enter', run: act('run') },
      { key: 'Alt-Enter', run: act('run-insert') },
      { key: 'Ctrl-Shift--', run: act('split') },
      { key: 'Escape', run: act('leave') },
    ];
  }

  private toolbar(): HTMLElement {
    const tool = (label: string, sign: string, action: CellAction): HTMLButtonElement =>
      button(sign, () => this.host.act(action), { class: 'tool', 'aria-label': label, title: label });
    const run = button('Run', () => this.host.act('run'), { class: 'tool run', title: 'Run this cell (Ctrl-Enter)' });
    const edit = button('Edit', () => (this.isWriting ? this.read() : this.write()), { class: 'tool edit', title: 'Edit this prose' });
    const more = h('details', { class: 'more' }, h('summary', { 'aria-label': 'More actions of this cell', title: 'More' }, '⋯'),
      h('div', { class: 'popup' },
        tool('Move up', '↑ Move up', 'up'), tool('Move down', '↓ Move down', 'down'),
        tool('Insert a cell above', '+ Insert above', 'above'), tool('Insert a cell below', '+ Insert below', 'below'),
        tool('Split at the cursor', '⎀ Split', 'split'), tool('Merge with the cell below', '∪ Merge with below', 'merge'),
        tool('Change between code and prose', '¶ Code or prose', 'kind'),
        tool('Apply the safe fixes', '✎ Apply fixes', 'fix'),
        tool('Delete this cell', '× Delete', 'delete')));
    more.addEventListener('click', (event) => {
      if (event.target instanceof HTMLButtonElement) more.open = false;
    });
    more.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget instanceof Node) || !more.contains(event.relatedTarget)) more.open = false;
    });
    return h('div', { class: 'tools' }, run, edit, more);
  }

  /** Takes the state of the document. */
  update(cell: Cell): void {
    this.cell = cell;
    const isProse = cell.kind === 'prose';
    this.editor.setText(cell.text);
    this.editor.setLocked(cell.locked);
    this.element.classList.toggle('is-prose', isProse);
    this.element.classList.toggle('is-locked', cell.locked);
    this.element.setAttribute('aria-label', this.label());
    const title = isProse ? '' : cell.title;
    fill(this.title, visible(title));
    this.title.hidden = title === '';
    if (isProse && !this.isWriting) this.read();
    this.showStatus();
  }

  /** Shows the prose, or its source while it is edited. */
  private read(): void {
    const isEmpty = this.editor.text.trim() === '';
    this.isWriting = isEmpty && this.isWriting;
    fill(this.prose, ...markdown(this.editor.text));
    this.element.classList.toggle('is-writing', this.isWriting);
  }

  write(): void {
    if (this.cell.kind !== 'prose' || this.cell.locked) return;
    this.isWriting = true;
    this.element.classList.add('is-writing');
    this.editor.view.focus();
  }

  endWriting(): void {
    this.isWriting = false;
    if (this.cell.kind === 'prose') this.read();
  }

  setRunning(isRunning: boolean): void {
    this.isRunning = isRunning;
    if (isRunning) fill(this.result);
    this.element.classList.toggle('is-running', isRunning);
    this.showStatus();
  }

  showStatus(): void {
    const status = this.isRunning ? 'running' : this.cell.edited && this.cell.status !== 'new' ? 'stale' : this.cell.status;
    const [sign, words] = STATUS[status] ?? ['', ''];
    this.element.dataset['status'] = status;
    if (this.cell.kind === 'prose') return fill(this.gutter);
    fill(this.gutter, `${this.cell.number ?? ''}`, h('span', { class: 'sign', title: words }, sign), h('span', { class: 'hidden' }, words));
  }

  addLog(level: string, text: string): void {
    this.result.append(logLine(level, text));
  }

  showResult(result: Result | null): void {
    if (result === null) return fill(this.result);
    showResult(this.result, result, this.host);
    this.underline(result.diagnostics);
  }

  /** Underlines diagnostics of the last run or the check while typing. */
  underline(diagnostics: Diagnostic[]): void {
    const placed = diagnostics.filter((one) => one.from !== undefined && one.to !== undefined);
    this.editor.underline(placed.map((one) => ({
      from: one.from ?? 0,
      to: Math.max(one.to ?? 0, one.from ?? 0),
      severity: one.severity === 'error' ? 'error' : one.severity === 'warning' ? 'warning' : 'info',
      message: visible(one.message),
    })));
  }

  showFindings(findings: Finding[]): void {
    fill(this.findings, ...findings.map((finding) =>
      h('p', { class: `finding ${finding.severity}` }, h('span', { class: 'label' }, finding.severity), ' ', visible(finding.message))));
  }

  setStep(step: StepView | null): void {
    this.step = step;
    fill(this.taskPlace, step?.task);
    fill(this.answerPlace, step?.answer);
    this.element.classList.toggle('has-answer', step?.answer != null);
  }

  focus(): void {
    this.element.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  edit(): void {
    if (this.cell.kind === 'prose') this.write();
    else this.editor.view.focus();
  }

  destroy(): void {
    this.editor.view.destroy();
    this.element.remove();
  }
}
