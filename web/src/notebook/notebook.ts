// The notebook on the page. The engine has the document; the page draws it, and keeps a copy to live through a stop.

import type { CompletionResult } from '@codemirror/autocomplete';
import { debounced, h } from '../dom';
import type { Span } from '../editor';
import { Ended, type Engine } from '../engine/client';
import type { Cell, Diagnostic, Fix, NotebookDocument, Part, Result, State } from '../protocol';
import { CellView, type CellAction, type CellHost } from './cell';
import { spoken } from './result';

/** The time that typing pauses before the page checks and saves, in milliseconds. */
const PAUSE = 250;

/** Runs that took longer are not repeated without a question, in microseconds. */
const LONG = 1_000_000;

export interface NotebookHost {
  /** Says a sentence on the page, and to a screen reader. */
  say(text: string, isError?: boolean): void;
  announce(text: string): void;
  ask(question: string, yes: string, no: string): Promise<boolean>;
  explain(code: string): void;
  cursor(cell: number, offset: number): void;
  changed(): void;
  /** A run began or ended. */
  busy(isBusy: boolean): void;
  /** Runs the cell of a lesson's step in its own way. Returns false for other cells. */
  runStep(cell: Cell): boolean;
  ran(cell: Cell, result: Result): void;
  /** The engine has the document again, after it had ended. */
  rebuilt(reason: 'stopped' | 'stack' | 'memory'): Promise<void>;
}

/** Another notebook is shown since the question: nobody waits for the answer. */
class Left extends Error {}

interface Completed {
  from: number;
  items: { label: string; kind: string; detail?: string | null; doc?: string | null }[];
}

export class NotebookView {
  readonly element = h('div', { class: 'cells' });
  document: NotebookDocument | null = null;
  readonly results = new Map<number, Result>();
  current: number | null = null;
  private readonly views = new Map<number, CellView>();
  private readonly edited = new Set<number>();
  /** The number of documents shown so far. */
  private shown = 0;
  private runningCell: number | null = null;
  private runs = 0;
  /** The changes that the engine has not answered yet. */
  private changes = 0;
  private readonly pause = debounced(PAUSE, () => void this.afterTyping());
  private lastKey = '';

  constructor(readonly engine: Engine, private readonly painter: () => Engine, private readonly host: NotebookHost, readonly name = 'main') {
    engine.on<{ notebook: string; cell: number }>('notebook/began', (note) => note.notebook === name && this.began(note.cell));
    engine.on<{ notebook: string; cell: number; level: string; text: string }>('notebook/log', (note) => {
      if (note.notebook === name) this.views.get(note.cell)?.addLog(note.level, note.text);
    });
    engine.on<{ notebook: string; result: Result }>('notebook/finished', (note) => note.notebook === name && this.finished(note.result));
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.element.addEventListener('focusin', (event) => {
      const cell = (event.target as Element).closest<HTMLElement>('[data-cell]');
      if (cell !== null) this.setCurrent(Number(cell.dataset['cell']));
    });
  }

  get isRunning(): boolean {
    return this.runs > 0;
  }

  /** The document with the text of the editors. */
  snapshot(): NotebookDocument | null {
    if (this.document === null) return null;
    const text = (cell: Cell): string => this.views.get(cell.id)?.editor.text ?? cell.text;
    return { ...this.document, cells: this.document.cells.map((cell) => ({ ...cell, text: text(cell) })) };
  }

  view(cell: number): CellView | undefined {
    return this.views.get(cell);
  }

  ranCells(): number[] {
    return (this.document?.cells ?? []).filter((cell) => this.results.has(cell.id)).map((cell) => cell.id);
  }

  /** Shows a document that the engine opened. */
  show(document: NotebookDocument): void {
    this.views.forEach((view) => view.destroy());
    this.views.clear();
    this.results.clear();
    this.edited.clear();
    this.current = null;
    this.shown += 1;
    this.take(document);
  }

  /** Shows a document that the page keeps, and gives it to the engine, which may start later. Nothing runs. */
  async adopt(kept: NotebookDocument): Promise<void> {
    const document = structuredClone(kept);
    for (const cell of document.cells) Object.assign(cell, { status: 'new', edited: false, paused: null });
    document.findings = [];
    this.show(document);
    this.merge(await this.call<State>('session/replay', { document: structuredClone(document), ran: [], trapped: null, reason: 'stopped' }));
  }

  /** Asks about the document that is shown. Fails with `Left` when another one is shown before the answer. */
  private async call<T>(method: string, params: object = {}): Promise<T> {
    const shown = this.shown;
    const answer = this.engine.call<T>(method, { notebook: this.name, ...params });
    await answer.catch(() => undefined);
    if (shown !== this.shown) throw new Left();
    return answer;
  }

  /** Sends texts that the engine does not have yet. */
  async flush(): Promise<void> {
    const waiting = [...this.edited];
    this.edited.clear();
    // All are sent at once: what the user does next comes after them.
    await Promise.all(waiting.map(async (cell) => {
      const text = this.views.get(cell)?.editor.text;
      if (text !== undefined && this.document?.cells.some((known) => known.id === cell)) this.merge(await this.call<State>('notebook/edit', { cell, text }));
    }));
  }

  /** Ends a step of the history: what is typed next is undone separately. */
  private async endStep(): Promise<void> {
    try {
      await this.flush();
      await this.call('notebook/pause');
    } catch (error) {
      this.report(error);
    }
  }

  /** Changes the document: the method answers with all of it. */
  private async change(method: string, params: object = {}): Promise<number | null> {
    this.changes += 1;
    this.element.setAttribute('aria-busy', 'true');
    try {
      await this.flush();
      const changed = await this.call<NotebookDocument & { cell?: number | null }>(method, params);
      this.take(changed);
      this.host.changed();
      return changed.cell ?? null;
    } catch (error) {
      this.report(error);
      return null;
    } finally {
      this.changes -= 1;
      if (this.changes === 0) this.element.removeAttribute('aria-busy');
    }
  }

  private report(error: unknown): void {
    if (error instanceof Ended || error instanceof Left) return;
    this.host.say(error instanceof Error ? error.message : String(error), true);
  }

  private take({ results, ...document }: NotebookDocument): void {
    this.document = document;
    const ids = new Set(document.cells.map((cell) => cell.id));
    for (const [id, view] of this.views) {
      if (ids.has(id)) continue;
      view.destroy();
      this.views.delete(id);
      this.results.delete(id);
    }
    document.cells.forEach((cell, index) => {
      let view = this.views.get(cell.id);
      if (view !== undefined && view.cell.kind !== cell.kind) {
        view.destroy();
        view = undefined;
      }
      if (view === undefined) {
        view = new CellView(cell, this.cellHost(cell.id));
        this.views.set(cell.id, view);
      } else view.update(cell);
      if (this.element.children[index] !== view.element) this.element.insertBefore(view.element, this.element.children[index] ?? null);
    });
    // A cell that came back ran before it was on the page.
    (results ?? []).forEach((result) => this.finished(result));
    this.showFindings();
  }

  private showFindings(): void {
    const findings = this.document?.findings ?? [];
    this.views.forEach((view, id) => view.showFindings(findings.filter((finding) => finding.cell === id)));
  }

  /** Merges a state into the document. */
  merge(state: State): void {
    const document = this.document;
    if (document === null) return;
    for (const { id, ...rest } of state.cells ?? []) {
      const cell = document.cells.find((known) => known.id === id);
      if (cell === undefined) continue;
      Object.assign(cell, rest);
      this.views.get(id)?.showStatus();
    }
    document.findings = state.findings ?? document.findings;
    document.can_undo = state.can_undo ?? document.can_undo;
    document.can_redo = state.can_redo ?? document.can_redo;
    document.changed = state.changed ?? document.changed;
    if (state.environment !== undefined) document.environment = state.environment;
    document.facts = state.facts ?? document.facts;
    (state.results ?? []).forEach((result) => this.finished(result));
    this.showFindings();
  }

  private began(cell: number): void {
    this.runningCell = cell;
    this.views.get(cell)?.setRunning(true);
  }

  private finished(result: Result): void {
    const isNew = this.results.get(result.cell)?.run !== result.run || !this.views.get(result.cell)?.element.classList.contains('has-result');
    this.results.set(result.cell, result);
    const view = this.views.get(result.cell);
    view?.setRunning(false);
    view?.element.classList.add('has-result');
    if (this.runningCell === result.cell) this.runningCell = null;
    if (!isNew || view === undefined) return;
    view.showResult(result);
    // What ran by itself, such as the given cells of a lesson, interrupts nobody.
    if (this.isRunning) this.host.announce(`Cell ${view.cell.number ?? ''}: ${spoken(result)}`);
    this.host.ran(view.cell, result);
  }

  private async run(method: string, params: object = {}): Promise<void> {
    this.runs += 1;
    this.host.busy(true);
    try {
      await this.flush();
      this.merge(await this.call<State>(method, params));
    } catch (error) {
      if (error instanceof Ended && error.reason !== 'stopped') await this.replay(error.reason);
      else this.report(error);
    } finally {
      this.runs -= 1;
      this.host.busy(this.isRunning);
      this.host.changed();
    }
  }

  runCell(id: number): Promise<void> {
    const view = this.views.get(id);
    if (view === undefined) return Promise.resolve();
    if (view.cell.kind === 'prose') {
      view.endWriting();
      return this.flush().catch((error: unknown) => this.report(error));
    }
    if (this.host.runStep(view.cell)) return Promise.resolve();
    return this.run('notebook/run', { cell: id });
  }

  runAll(): Promise<void> {
    return this.run('notebook/run_all');
  }

  restart(): Promise<void> {
    this.results.clear();
    this.views.forEach((view) => {
      view.showResult(null);
      view.element.classList.remove('has-result');
    });
    return this.run('notebook/restart');
  }

  /** Stops what runs. Without shared memory the worker ends, and the cells that had run are run again. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    if (await this.engine.stop()) return;
    await this.replay('stopped');
  }

  /** Rebuilds the session in a new engine. */
  private async replay(reason: 'stopped' | 'stack' | 'memory'): Promise<void> {
    this.runs += 1;
    try {
      await this.rebuild(reason);
      await this.host.rebuilt(reason);
    } catch (error) {
      this.report(error);
    } finally {
      this.runs -= 1;
      this.host.busy(this.isRunning);
    }
  }

  private async rebuild(reason: 'stopped' | 'stack' | 'memory'): Promise<void> {
    const trapped = this.runningCell;
    this.runningCell = null;
    this.views.forEach((view) => view.setRunning(false));
    const document = this.snapshot();
    if (document === null) return;
    const before = [...this.results.values()].filter((result) => result.cell !== trapped && result.ok);
    const took = before.reduce((sum, result) => sum + result.elapsed_us, 0);
    const question = `The session ended. Run the ${before.length} cells again that had run? They took ${(took / LONG).toFixed(1)} s.`;
    const isRun = took <= LONG || (await this.host.ask(question, 'Run them', 'Start empty'));
    const ran = isRun ? before.map((result) => result.cell) : [];
    this.edited.clear();
    this.results.clear();
    this.merge(await this.call<State>('session/replay', { document, ran, trapped, reason }));
    this.host.say(reason === 'stopped' ? 'Stopped. The session was rebuilt from its cells.' : 'The browser ended the engine. The session was rebuilt; your text is unchanged.');
  }

  private cellHost(id: number): CellHost {
    return {
      highlight: async (source, from, to) => {
        const isProse = this.views.get(id)?.cell.kind === 'prose';
        const found = await this.painter().call<{ spans: Span[] }>('highlight', { source, from, to, dialect: isProse ? 'prose' : 'puppet' });
        return found.spans;
      },
      complete: (offset) => this.complete(id, offset),
      changed: () => {
        this.edited.add(id);
        const cell = this.document?.cells.find((known) => known.id === id);
        if (cell !== undefined && !cell.edited) {
          cell.edited = true;
          this.views.get(id)?.showStatus();
        }
        this.host.changed();
        this.pause.soon();
      },
      moved: (offset) => this.host.cursor(id, offset),
      focused: () => this.setCurrent(id),
      parts: async (path, from, most) => (await this.call<{ parts: Part[] }>('notebook/parts', { cell: id, path, from, most })).parts,
      go: (from, to) => this.views.get(id)?.editor.select(from, to),
      fix: (fix: Fix) => {
        this.views.get(id)?.editor.replace(fix.edits);
        this.host.announce('Changed the cell. Undo takes it back.');
      },
      explain: (code) => this.host.explain(code),
      act: (action) => void this.act(id, action),
    };
  }

  private async complete(cell: number, offset: number): Promise<CompletionResult | null> {
    await this.flush();
    const found = await this.call<Completed>('notebook/complete', { cell, offset });
    if (found.items.length === 0) return null;
    const options = found.items.map(({ label, kind, detail, doc }) => ({ label, detail: detail ?? kind, info: doc ?? undefined }));
    return { from: found.from, options, validFor: /^[$\w:]*$/ };
  }

  private async afterTyping(): Promise<void> {
    const current = this.current;
    if (this.isRunning) return;
    try {
      await this.flush();
      const view = current === null ? undefined : this.views.get(current);
      if (view === undefined || view.cell.kind === 'prose') return;
      const text = view.editor.text;
      const found = await this.call<{ diagnostics: Diagnostic[] }>('notebook/check', { cell: current, offset: view.editor.offset });
      if (view.editor.text === text) view.underline(found.diagnostics);
      this.host.cursor(view.cell.id, view.editor.offset);
    } catch (error) {
      this.report(error);
    }
  }

  private setCurrent(id: number): void {
    if (this.current === id) return;
    const before = this.current === null ? undefined : this.views.get(this.current);
    before?.element.classList.remove('is-current');
    this.current = id;
    const view = this.views.get(id);
    view?.element.classList.add('is-current');
    if (view !== undefined) this.host.cursor(id, view.editor.offset);
  }

  private index(id: number): number {
    return this.document?.cells.findIndex((cell) => cell.id === id) ?? -1;
  }

  private neighbor(id: number, distance: number): CellView | undefined {
    const cell = this.document?.cells[this.index(id) + distance];
    return cell === undefined ? undefined : this.views.get(cell.id);
  }

  async insert(at: number, kind: 'code' | 'prose' = 'code', text = ''): Promise<void> {
    const cell = await this.change('notebook/insert', { at, kind, text });
    const view = cell === null ? undefined : this.views.get(cell);
    view?.edit();
  }

  async undo(isRedo = false): Promise<void> {
    const cell = await this.change(isRedo ? 'notebook/redo' : 'notebook/undo');
    this.host.announce(isRedo ? 'Redone.' : 'Undone.');
    if (cell !== null) this.views.get(cell)?.focus();
  }

  async act(id: number, action: CellAction): Promise<void> {
    const at = this.index(id);
    switch (action) {
      case 'run':
        return this.runCell(id);
      case 'run-next': {
        const running = this.runCell(id);
        const next = this.neighbor(id, 1);
        if (next !== undefined) next.cell.kind === 'prose' ? next.focus() : next.edit();
        else if (this.views.get(id)?.cell.part === null) await this.insert(at + 1);
        return running;
      }
      case 'run-insert': {
        const running = this.runCell(id);
        await this.insert(at + 1);
        return running;
      }
      case 'above':
        return this.insert(at);
      case 'below':
        return this.insert(at + 1);
      case 'prose':
        return this.insert(at + 1, 'prose');
      case 'delete': {
        const next = this.neighbor(id, 1) ?? this.neighbor(id, -1);
        await this.change('notebook/delete', { cell: id });
        this.host.say('Deleted the cell. Undo brings it back.');
        next?.focus();
        return;
      }
      case 'up':
      case 'down': {
        const to = action === 'up' ? at - 1 : at + 1;
        if (to < 0 || to >= (this.document?.cells.length ?? 0)) return;
        await this.change('notebook/move', { cell: id, to });
        this.views.get(id)?.focus();
        return;
      }
      case 'kind': {
        const kind = this.views.get(id)?.cell.kind === 'prose' ? 'code' : 'prose';
        await this.change('notebook/kind', { cell: id, kind });
        this.views.get(id)?.focus();
        return;
      }
      case 'fix':
        return this.fix(id);
      case 'leave': {
        const view = this.views.get(id);
        view?.endWriting();
        view?.focus();
        return this.endStep();
      }
      case 'split': {
        const cell = await this.change('notebook/split', { cell: id, at: this.views.get(id)?.editor.offset ?? 0 });
        if (cell !== null) this.views.get(cell)?.focus();
        return;
      }
      case 'merge':
        await this.change('notebook/merge', { cell: id });
        return this.views.get(id)?.focus();
      case 'restart':
        this.host.announce('Started again.');
        return this.restart();
      case 'next':
        return this.neighbor(id, 1)?.focus();
      case 'previous':
        return this.neighbor(id, -1)?.focus();
    }
  }

  private async fix(id: number): Promise<void> {
    try {
      await this.flush();
      const found = await this.call<{ text: string | null; titles: string[] }>('notebook/fix', { cell: id });
      if (found.text === null) return this.host.say('This cell has no safe fix.');
      const view = this.views.get(id);
      view?.editor.replace([{ from: 0, to: view.editor.text.length, text: found.text }]);
      this.host.say(`Applied: ${found.titles.join(', ')}. Undo takes it back.`);
    } catch (error) {
      this.report(error);
    }
  }

  /** The keys of a cell that is not edited, as in Jupyter. */
  private key(event: KeyboardEvent): void {
    this.leaveControl(event);
    const cell = event.target instanceof HTMLElement && event.target.dataset['cell'];
    if (!cell || event.isComposing) return;
    const id = Number(cell);
    const name = `${event.ctrlKey || event.metaKey ? 'Ctrl-' : ''}${event.altKey ? 'Alt-' : ''}${event.shiftKey && event.key.length > 1 ? 'Shift-' : ''}${event.key}`;
    const isDouble = (name === 'd' || name === '0') && this.lastKey === name;
    this.lastKey = isDouble ? '' : name;
    const act = this.cellKeys(id, isDouble)[name];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  /** Escape on a control of a cell, such as a question's answer, leads back to the cell. The editor has its own way. */
  private leaveControl(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !(event.target instanceof Element) || event.target.closest('.cm-editor') !== null) return;
    const cell = event.target.closest<HTMLElement>('[data-cell]');
    if (cell !== null && cell !== event.target) cell.focus();
  }

  private cellKeys(id: number, isDouble: boolean): Record<string, () => unknown> {
    const act = (action: CellAction) => () => this.act(id, action);
    return {
      Enter: () => this.views.get(id)?.edit(),
      'Shift-Enter': act('run-next'),
      'Ctrl-Enter': act('run'),
      'Alt-Enter': act('run-insert'),
      ArrowDown: act('next'),
      j: act('next'),
      ArrowUp: act('previous'),
      k: act('previous'),
      'Alt-ArrowDown': act('down'),
      'Alt-ArrowUp': act('up'),
      a: act('above'),
      b: act('below'),
      m: act('kind'),
      y: act('kind'),
      d: () => isDouble && this.act(id, 'delete'),
      0: () => isDouble && this.act(id, 'restart'),
      M: act('merge'),
      z: () => this.undo(),
      Z: () => this.undo(true),
    };
  }
}
