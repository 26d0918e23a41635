// The pane beside the notebook: one view of the engine at a time, about the cell with the cursor.

import { classes, debounced, fill, h, visible } from './dom';
import type { Span } from './editor';
import type { NotebookView } from './notebook/notebook';
import type { PaneView, Trace, ViewLine } from './protocol';
import { Stepper } from './stepper';

/** The names of panes on the page. */
const LABELS: Record<string, string> = { Scope: 'Variables', EPP: 'EPP template' };

const AUTOMATIC = 'Automatic';

export class Panes {
  readonly element: HTMLElement;
  private readonly select = h('select', { id: 'pane-select' });
  private readonly body = h('div', { class: 'pane-body', tabindex: 0, role: 'region', 'aria-label': 'Pane' });
  private readonly filter = h('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter of the pane', maxlength: 100 });
  private cell: number | null = null;
  private offset = 0;
  private turn = 0;
  private shown = '';
  private readonly stepper: Stepper;
  private readonly soon = debounced(120, () => void this.refresh());

  constructor(private readonly notebook: NotebookView, private readonly store: (name: string) => void) {
    this.stepper = new Stepper(notebook.engine, notebook.name, () => (this.cell === null ? undefined : notebook.view(this.cell)?.editor));
    this.select.addEventListener('change', () => {
      this.store(this.select.value);
      this.soon.soon();
    });
    this.filter.addEventListener('input', () => this.soon.soon());
    this.element = h('aside', { class: 'panes', 'aria-label': 'Panes' },
      h('div', { class: 'pane-head' }, h('label', { for: 'pane-select' }, 'Pane'), this.select, this.filter), this.body);
    this.element.hidden = true;
  }

  setNames(panes: { name: string; description: string }[], chosen: string): void {
    const names = panes.map((pane) => pane.name).filter((name) => name !== 'Debugger');
    const option = (name: string): HTMLElement => h('option', { value: name }, LABELS[name] ?? name);
    fill(this.select, ...[AUTOMATIC, ...names].map(option));
    this.select.value = names.includes(chosen) ? chosen : AUTOMATIC;
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  show(isOpen: boolean): void {
    this.element.hidden = !isOpen;
    if (isOpen) {
      this.cell ??= this.notebook.document?.cells.find((cell) => cell.kind === 'code')?.id ?? null;
      this.soon.soon();
    } else if (this.cell !== null) this.notebook.view(this.cell)?.editor.mark([]);
  }

  choose(name: string): void {
    this.select.value = name;
    this.show(true);
  }

  cursor(cell: number, offset: number): void {
    if (this.cell !== null && this.cell !== cell) this.notebook.view(this.cell)?.editor.mark([]);
    this.cell = cell;
    this.offset = offset;
    if (this.isOpen) this.soon.soon();
  }

  refreshSoon(): void {
    if (this.isOpen) this.soon.soon();
  }

  private async refresh(): Promise<void> {
    const { cell, offset } = this;
    if (cell !== null && this.notebook.view(cell) === undefined) this.cell = null;
    if (this.cell === null && this.isOpen) fill(this.body, h('p', { class: 'dim' }, 'Put the cursor into a cell.'));
    if (cell === null || this.cell === null || this.notebook.isRunning || !this.isOpen) return;
    const turn = ++this.turn;
    try {
      await this.notebook.flush();
      const at = { notebook: this.notebook.name, cell, offset };
      let name = this.select.value;
      if (name === AUTOMATIC) name = (await this.notebook.engine.call<{ pane: string | null }>('pane/contextual', at)).pane ?? 'Type';
      const trace = name === 'Trace' ? await this.notebook.engine.call<Trace | null>('trace/cell', at) : null;
      if (trace !== null && turn === this.turn) return this.step(trace, cell);
      const view = await this.notebook.engine.call<PaneView | null>('pane', { ...at, pane: name, filter: this.filter.value });
      if (turn === this.turn && view !== null) this.draw(view, name);
    } catch (error) {
      if (turn === this.turn) fill(this.body, h('p', { class: 'dim' }, error instanceof Error ? visible(error.message) : 'This pane is empty.'));
    }
  }

  private step(trace: Trace, cell: number): void {
    const isNew = this.shown !== 'Trace' || !this.body.contains(this.stepper.element);
    this.shown = 'Trace';
    if (isNew) fill(this.body, h('h3', {}, 'Trace'), this.stepper.element);
    this.stepper.show(trace, cell);
  }

  private draw(view: PaneView, name: string): void {
    const scroll = this.shown === name ? this.body.scrollTop : 0;
    this.shown = name;
    const lines = view.lines.map((line, index) => this.line(line, index === view.focus));
    fill(this.body, h('h3', {}, visible(view.title)), h('div', { class: 'lines' }, ...lines));
    if (view.lines.length === 0) this.body.append(h('p', { class: 'dim' }, 'Nothing to show here.'));
    this.body.scrollTop = scroll;
    this.body.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    if (this.cell !== null) this.notebook.view(this.cell)?.editor.mark(view.marks as Span[]);
  }

  private line(line: ViewLine, isCurrent: boolean): HTMLElement {
    const pieces = line.pieces.map(([role, text]) => h('span', { class: classes('r', role) }, visible(text)));
    const cell = this.cell;
    const { from, to } = line;
    if (from !== null && from !== undefined && to !== null && to !== undefined && cell !== null) {
      return h('button', { type: 'button', class: 'line', 'aria-current': isCurrent ? 'true' : null, onclick: () => this.notebook.view(cell)?.editor.select(from, to) }, ...pieces);
    }
    return h('div', { class: 'line', 'aria-current': isCurrent ? 'true' : null }, ...(pieces.length > 0 ? pieces : ['\u00a0']));
  }
}
