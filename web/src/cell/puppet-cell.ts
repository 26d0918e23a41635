// <puppet-cell>: code, Run, result and type, for documents and blogs. Interface 1, described in README.md.

import { button, fill, h, visible } from '../dom';
import { CellEditor, type Span } from '../editor';
import { Ended, Engine } from '../engine/client';
import { compile } from '../engine/compile';
import { showResult, spoken } from '../notebook/result';
import type { NotebookDocument, Result, State } from '../protocol';

declare const STYLE: string;
declare const VERSION: string;

/** The engine of the page: all cells share it. It loads when the first cell is seen or run. */
let engine: Engine | null = null;

function theEngine(): Engine {
  const at = (name: string): string => new URL(name, import.meta.url).href;
  engine ??= new Engine({ worker: at('./worker.js'), module: compile(at('./pprepl.wasm')) });
  return engine;
}

/** Cells with one session name are one notebook, in the order of the page. */
class SharedSession {
  private readonly members: PuppetCell[] = [];
  private ids: Promise<Map<PuppetCell, number>> | null = null;

  constructor(readonly name: string) {}

  add(cell: PuppetCell): void {
    if (this.members.includes(cell)) return;
    this.members.push(cell);
    this.ids = null;
  }

  /** Runs a cell, and the results of all cells that it changes. */
  async run(cell: PuppetCell): Promise<void> {
    this.ids ??= this.open();
    const ids = await this.ids;
    const id = ids.get(cell);
    const call = <T>(method: string, params: object): Promise<T> => theEngine().call<T>(method, { notebook: this.name, ...params });
    await call<State>('notebook/edit', { cell: id, text: cell.code });
    const state = await call<State>('notebook/run', { cell: id });
    for (const result of state.results ?? []) {
      for (const [member, number] of ids) if (number === result.cell) member.show(result);
    }
  }

  private async open(): Promise<Map<PuppetCell, number>> {
    this.members.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    // A line that would begin a cell of its own comes with the edit before each run, which divides nothing.
    const own = ({ code }: PuppetCell): string => (/^#\s*%%/m.test(code) ? '' : code);
    const text = this.members.map((cell) => `# %%\n${own(cell)}\n`).join('\n');
    const document = await theEngine().call<NotebookDocument>('notebook/open', { notebook: this.name, text });
    return new Map(this.members.map((cell, index) => [cell, document.cells[index]?.id ?? -1]));
  }

  forget(): void {
    this.ids = null;
  }
}

const sessions = new Map<string, SharedSession>();
let unnamed = 0;

export class PuppetCell extends HTMLElement {
  static readonly version = VERSION;
  static readonly interface = 1;
  private editor: CellEditor | null = null;
  private readonly result = h('div', { class: 'result', role: 'status' });
  private readonly stop = button('■ Stop', () => void this.end(), { class: 'stop small' });
  private session!: SharedSession;

  /** The code as it is in the editor. */
  get code(): string {
    return this.editor?.text ?? '';
  }

  set code(text: string) {
    this.editor?.setText(text);
  }

  connectedCallback(): void {
    if (this.editor !== null) return;
    const text = (this.textContent ?? '').replace(/^\s*\n/, '').trimEnd();
    const name = this.getAttribute('session') ?? `cell ${++unnamed}`;
    this.session = sessions.get(name) ?? new SharedSession(name);
    sessions.set(name, this.session);
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${STYLE} :host{display:block;margin:1em 0;background:var(--paper);color:var(--ink);font:16px/1.5 var(--sans);border:1px solid var(--edge);border-radius:6px;padding:.4rem}`);
    root.adoptedStyleSheets = [sheet];
    const run = (): boolean => {
      void this.run();
      return true;
    };
    this.editor = new CellEditor(text, 'Puppet code', this.hasAttribute('readonly'), [{ key: 'Mod-Enter', run }, { key: 'Ctrl-Enter', run }, { key: 'Shift-Enter', run }], {
      highlight: async (source, from, to) => (await theEngine().call<{ spans: Span[] }>('highlight', { source, from, to })).spans,
      complete: async () => null,
      changed: () => this.dispatchEvent(new CustomEvent('puppet-change', { bubbles: true, composed: true, detail: { code: this.code } })),
      moved: () => undefined,
      focused: () => undefined,
    }, false, root);
    this.stop.hidden = true;
    root.append(h('div', { class: 'code' }, this.editor.view.dom), h('div', { class: 'actions' }, button('▶ Run', () => void this.run(), { class: 'primary small' }), this.stop), this.result);
    this.session.add(this);
    const apply = (): void => {
      this.dataset['theme'] = this.getAttribute('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    };
    apply();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  }

  /** Runs the cell. */
  async run(): Promise<void> {
    this.stop.hidden = false;
    try {
      await this.session.run(this);
    } catch (error) {
      const text = error instanceof Ended ? 'Stopped. Cells above must run again.' : error instanceof Error ? error.message : String(error);
      if (error instanceof Ended) sessions.forEach((session) => session.forget());
      fill(this.result, h('p', { class: 'diagnostic error' }, visible(text)));
    } finally {
      this.stop.hidden = true;
    }
  }

  private async end(): Promise<void> {
    await theEngine().stop();
  }

  /** Shows what the engine says about an issue code, below the result. */
  private async explain(code: string): Promise<void> {
    const found = await theEngine().call<{ text?: string }>('command', { line: `:explain ${code}` });
    this.result.querySelector('.explain')?.remove();
    this.result.append(h('pre', { class: 'explain', tabindex: 0 }, visible(found.text ?? '')));
  }

  show(result: Result): void {
    showResult(this.result, result, {
      parts: async () => [],
      go: (from, to) => this.editor?.select(from, to),
      fix: (fix) => this.editor?.replace(fix.edits),
      explain: (code) => void this.explain(code),
    }, false);
    const { ok, value, type } = result;
    this.dispatchEvent(new CustomEvent('puppet-result', { bubbles: true, composed: true, detail: { ok, value, type, text: spoken(result) } }));
  }
}

if (customElements.get('puppet-cell') === undefined) customElements.define('puppet-cell', PuppetCell);
