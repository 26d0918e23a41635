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
  /** Asks for the spans of the text. */
  highlight(text: string): Promise<Span[]>;
  complete(offset: number): Promise<CompletionResult | null>;
  changed(text: string): void;
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

function decorations(spans: Span[], prefix: 'h' | 'r', length: number): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const inside = spans.filter(([from, to]) => from < to && to <= length);
  inside.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  for (const [from, to, name] of inside) builder.add(from, to, Decoration.mark({ class: classes(prefix, name) }));
  return builder.finish();
}

/** A text of more lines is painted when typing pauses: until then its colors move with the text. */
const LONG = 200;

/** The time that typing pauses before a long text is painted, in milliseconds. */
const PAUSE = 120;

export class CellEditor {
  readonly view: EditorView;
  private readonly locked = new Compartment();
  private isOwnChange = false;
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
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          (update.state.doc.lines > LONG ? this.paintLater : this.paint).soon();
          if (!this.isOwnChange) this.host.changed(this.text);
        }
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

  private async repaint(): Promise<void> {
    const document = this.view.state.doc;
    try {
      const spans = await this.host.highlight(document.toString());
      if (this.view.state.doc !== document) return;
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
