// The editor of a cell: CodeMirror with the engine's highlighting, diagnostics and completion.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { setDiagnostics, type Diagnostic as Underline } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, RangeSetBuilder, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, keymap, placeholder, type DecorationSet, type KeyBinding } from '@codemirror/view';
import { classes, debounced } from './dom';

export type Span = [from: number, to: number, name: string];

export interface EditorHost {
  /** Asks for the spans of the text that touch a part of it. */
  highlight(text: string, from: number, to: number): Promise<Span[]>;
  complete(offset: number): Promise<CompletionResult | null>;
  changed(): void;
  moved(offset: number): void;
  focused(): void;
}

const setSpans = StateEffect.define<DecorationSet>();
const setMarks = StateEffect.define<DecorationSet>();

function layer(effect: typeof setSpans): StateField<DecorationSet> {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(spans, transaction) {
      const found = transaction.effects.find((one) => one.is(effect));
      return found === undefined ? spans.map(transaction.changes) : (found.value as DecorationSet);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const spanLayer = layer(setSpans);
const markLayer = layer(setMarks);

const decorationsByClass = new Map<string, Decoration>();

function decoration(prefix: 'h' | 'r', name: string): Decoration {
  const key = `${prefix} ${name}`;
  let known = decorationsByClass.get(key);
  if (known === undefined) decorationsByClass.set(key, known = Decoration.mark({ class: classes(prefix, name) }));
  return known;
}

function decorations(spans: Span[], prefix: 'h' | 'r', length: number): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const inside = spans.filter(([from, to]) => from < to && to <= length);
  inside.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  for (const [from, to, name] of inside) builder.add(from, to, decoration(prefix, name));
  return builder.finish();
}

/**
 * Takes a typed character itself, before the browser changes the page: in a long text the browser's own change, which the
 * editor then has to read back, takes a quarter of a key's time. What an input method composes stays with the browser.
 */
const typing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event as InputEvent;
    const { main, ranges } = view.state.selection;
    if (inputType !== 'insertText' || data === null || isComposing || view.composing || ranges.length > 1 || view.state.readOnly) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    // A bracket closes itself, for example.
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, main.from, main.to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});

/** A text of more lines is painted in part, and when typing pauses: until then its colors move with the text. */
const LONG = 200;

/** How far a part is painted beyond the lines in sight, in characters. */
const MARGIN = 4_000;

/** The time that typing pauses before a long text is painted, in milliseconds. */
const PAUSE = 120;

export class CellEditor {
  readonly view: EditorView;
  private readonly locked = new Compartment();
  private isOwnChange = false;
  /** The part of a long text that has its colors. */
  private painted = { from: 0, to: 0 };
  private readonly paint = debounced(0, () => void this.repaint());
  private readonly paintLater = debounced(PAUSE, () => void this.repaint());

  constructor(text: string, label: string, isLocked: boolean, keys: KeyBinding[], private readonly host: EditorHost, isProse = false, root?: ShadowRoot) {
    const extensions: Extension[] = [
      Prec.highest(keymap.of([...keys, { key: 'Tab', run: acceptCompletion }])),
      history(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      EditorView.lineWrapping,
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      indentUnit.of('  '),
      autocompletion({ override: isProse ? [] : [(context) => this.complete(context)], activateOnTypingDelay: 150 }),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap]),
      spanLayer,
      markLayer,
      placeholder(isProse ? 'Prose in Markdown' : 'Puppet code'),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
      this.locked.of(lock(isLocked)),
      typing,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          (update.state.doc.lines > LONG ? this.paintLater : this.paint).soon();
          if (!this.isOwnChange) this.host.changed();
          this.painted = { from: update.changes.mapPos(this.painted.from), to: update.changes.mapPos(this.painted.to) };
        } else if (update.viewportChanged && !this.isInPaint()) this.paint.soon();
        if (update.selectionSet || update.docChanged) this.host.moved(update.state.selection.main.head);
        if (update.focusChanged && update.view.hasFocus) this.host.focused();
      }),
    ];
    this.view = new EditorView({ state: EditorState.create({ doc: text, extensions }), ...(root === undefined ? {} : { root }) });
    this.paint.soon();
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get offset(): number {
    return this.view.state.selection.main.head;
  }

  /** Replaces the text, without telling the host. */
  setText(text: string): void {
    if (text === this.text) return;
    this.isOwnChange = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.isOwnChange = false;
  }

  setLocked(isLocked: boolean): void {
    this.view.dispatch({ effects: this.locked.reconfigure(lock(isLocked)) });
  }

  /** Underlines diagnostics. */
  underline(found: Underline[]): void {
    const length = this.view.state.doc.length;
    const inside = found.map((one) => ({ ...one, from: Math.min(one.from, length), to: Math.min(one.to, length) }));
    this.view.dispatch(setDiagnostics(this.view.state, inside));
  }

  /** Marks ranges for a pane. */
  mark(marks: Span[]): void {
    this.view.dispatch({ effects: setMarks.of(decorations(marks, 'r', this.view.state.doc.length)) });
  }

  select(from: number, to: number): void {
    const length = this.view.state.doc.length;
    this.view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, scrollIntoView: true });
    this.view.focus();
  }

  replace(edits: { from: number; to: number; text: string }[]): void {
    this.view.dispatch({ changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })) });
  }

  /** The part to paint: a short text as a whole, a long one around the lines in sight. */
  private inSight(): { from: number; to: number } {
    const { doc } = this.view.state;
    if (doc.lines <= LONG) return { from: 0, to: doc.length };
    const { from, to } = this.view.viewport;
    return { from: Math.max(0, from - MARGIN), to: Math.min(doc.length, to + MARGIN) };
  }

  private isInPaint(): boolean {
    const { from, to } = this.view.viewport;
    return this.painted.from <= from && this.painted.to >= to;
  }

  private async repaint(): Promise<void> {
    const document = this.view.state.doc;
    const { from, to } = this.inSight();
    try {
      const spans = await this.host.highlight(document.toString(), from, to);
      if (this.view.state.doc !== document) return;
      this.painted = { from, to };
      this.view.dispatch({ effects: setSpans.of(decorations(spans, 'h', document.length)) });
    } catch {
      // A stopped engine gives no colors; the next edit asks again.
    }
  }

  repaintSoon(): void {
    this.paint.soon();
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const before = context.matchBefore(/[$\w:]+/);
    if (before === null && !context.explicit) return null;
    try {
      return await this.host.complete(context.pos);
    } catch {
      return null;
    }
  }
}

function lock(isLocked: boolean): Extension {
  return isLocked ? [EditorState.readOnly.of(true)] : [EditorState.readOnly.of(false)];
}
