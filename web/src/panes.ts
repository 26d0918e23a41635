// The pane beside the notebook: one view of the engine at a time, about the cell with the cursor.

import { askText, choose } from './dialog';
import { button, classes, debounced, fill, h, visible } from './dom';
import type { Span } from './editor';
import type { NotebookView } from './notebook/notebook';
import type { Goal, PaneView, State, Trace, ViewLine } from './protocol';
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
  /** The resource that the catalog shows in full. */
  private resource: string | null = null;
  private isGraph = false;
  private factSets: { name: string; description: string }[] = [];
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

  setFactSets(sets: { name: string; description: string }[]): void {
    this.factSets = sets;
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
      if (name === 'Catalog' && this.isGraph) return await this.graph(turn);
      const view = await this.notebook.engine.call<PaneView | null>('pane', { ...at, pane: name, filter: this.filter.value, resource: this.resource });
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
    fill(this.body, h('h3', {}, visible(view.title)), name === 'Catalog' && this.catalogTools(), h('div', { class: 'lines' }, ...lines));
    if (view.lines.length === 0) this.body.append(h('p', { class: 'dim' }, 'Nothing to show here.'));
    this.body.scrollTop = scroll;
    this.body.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    if (this.cell !== null) this.notebook.view(this.cell)?.editor.mark(view.marks as Span[]);
  }

  private catalogTools(): HTMLElement {
    const act = (change: () => void) => (): void => {
      change();
      void this.refresh();
    };
    const all = button('All resources', act(() => (this.resource = null)), { class: 'small' });
    all.hidden = this.resource === null;
    const form = button(this.isGraph ? 'As a list' : 'As a graph', act(() => (this.isGraph = !this.isGraph)), { class: 'small' });
    return h('p', { class: 'actions' }, form, all);
  }

  /** Draws the catalog as a picture: as an image, because nothing in it may run. */
  private async graph(turn: number): Promise<void> {
    const { svg } = await this.notebook.engine.call<{ svg: string }>('catalog/graph', { notebook: this.notebook.name, resource: this.resource });
    if (turn !== this.turn) return;
    this.shown = 'Graph';
    const about = this.resource === null ? 'The resources of the catalog and their order' : `What is related to ${visible(this.resource)}`;
    fill(this.body, h('h3', {}, 'Catalog'), this.catalogTools(), h('img', { class: 'graph', alt: about, src: `data:image/svg+xml,${encodeURIComponent(svg)}` }));
  }

  /** Follows a line of a pane. */
  private async follow(goal: Goal): Promise<void> {
    try {
      if (goal.resource !== undefined) {
        this.resource = this.resource === goal.resource ? null : goal.resource;
        await this.refresh();
      } else if (goal.cell !== undefined) this.goToCell(goal.cell, goal.text ?? '');
      else if (goal.fact_set === true) {
        const rows = this.factSets.map(({ name, description }): [string, string] => [name, description]);
        const name = await choose('Facts', [...rows, ['', 'no facts']]);
        if (name !== null) await this.changeFacts({ set: name });
      } else if (goal.fact !== undefined) {
        const value = await askText('Fact', `${visible(goal.fact)}, as Puppet code`, goal.value ?? '', 'Change');
        if (value !== null) await this.changeFacts({ path: goal.fact, value });
      }
    } catch (error) {
      fill(this.body, h('p', { class: 'problem' }, visible(error instanceof Error ? error.message : String(error))));
    }
  }

  private goToCell(number: number, text: string): void {
    const cell = this.notebook.document?.cells.find((known) => known.number === number);
    const editor = cell === undefined ? undefined : this.notebook.view(cell.id)?.editor;
    const at = Math.max(editor?.text.indexOf(text) ?? 0, 0);
    editor?.select(at, at + (editor.text.startsWith(text, at) ? text.length : 0));
  }

  private async changeFacts(change: object): Promise<void> {
    const state = await this.notebook.engine.call<State & { ok: boolean; message: string }>('notebook/facts', { notebook: this.notebook.name, ...change });
    this.notebook.merge(state);
    await this.refresh();
    if (!state.ok) this.body.prepend(h('p', { class: 'problem', role: 'alert' }, visible(state.message)));
  }

  private line(line: ViewLine, isCurrent: boolean): HTMLElement {
    const pieces = line.pieces.map(([role, text]) => h('span', { class: classes('r', role) }, visible(text)));
    const cell = this.cell;
    const { from, to } = line;
    if (from !== null && from !== undefined && to !== null && to !== undefined && cell !== null) {
      return h('button', { type: 'button', class: 'line', 'aria-current': isCurrent ? 'true' : null, onclick: () => this.notebook.view(cell)?.editor.select(from, to) }, ...pieces);
    }
    const goal = line.goal;
    if (goal?.resource !== undefined || goal?.cell !== undefined || goal?.fact_set === true || goal?.fact !== undefined) {
      return h('button', { type: 'button', class: 'line', onclick: () => void this.follow(goal) }, ...pieces);
    }
    return h('div', { class: 'line', 'aria-current': isCurrent ? 'true' : null }, ...(pieces.length > 0 ? pieces : ['\u00a0']));
  }
}
