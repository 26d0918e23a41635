// The trace of a cell, step by step: the code of the step is marked, its value can be predicted first.

import { button, fill, h, visible } from './dom';
import type { CellEditor } from './editor';
import type { Engine } from './engine/client';
import type { Trace, TraceStep } from './protocol';

export class Stepper {
  readonly element = h('div', { class: 'stepper' });
  private readonly place = h('p', { class: 'stepper-place', role: 'status' });
  private readonly slider = h('input', { type: 'range', min: 1, 'aria-label': 'Step', oninput: () => this.go(Number(this.slider.value) - 1) });
  private readonly predicts = h('input', { type: 'checkbox', id: 'predict', onchange: () => this.draw() });
  private readonly body = h('div', { class: 'stepper-step' });
  private trace: Trace | null = null;
  private source = '';
  private at = 0;
  /** The first step whose value is still to be predicted. */
  private hidden = 0;

  constructor(private readonly engine: Engine, private readonly notebook: string, private readonly editor: () => CellEditor | undefined) {
    const move = (label: string, name: string, to: () => number): HTMLElement => button(label, () => this.go(to()), { 'aria-label': name, title: name });
    const last = (): number => (this.trace?.steps.length ?? 1) - 1;
    this.element.append(
      h('div', { class: 'actions' },
        move('⏮', 'First step', () => 0), move('◀', 'Step back', () => this.at - 1),
        move('▶', 'Next step', () => this.at + 1), move('⏭', 'Last step', last), this.slider),
      h('p', {}, this.predicts, ' ', h('label', { for: 'predict' }, 'Predict each value before it is shown')),
      this.place, this.body);
  }

  /** Shows the trace of a cell; the step stays where it is if the run is the same. */
  show(trace: Trace, cell: number): void {
    const source = `cell ${cell}`;
    const isSame = source === this.source && JSON.stringify(trace.steps) === JSON.stringify(this.trace?.steps);
    if (!isSame) {
      this.at = 0;
      this.hidden = 0;
    }
    this.trace = trace;
    this.source = source;
    this.slider.max = String(Math.max(trace.steps.length, 1));
    this.draw();
  }

  private go(to: number): void {
    this.at = Math.max(0, Math.min(to, (this.trace?.steps.length ?? 1) - 1));
    this.draw();
  }

  private draw(): void {
    const step = this.trace?.steps[this.at];
    this.slider.value = String(this.at + 1);
    if (step === undefined) {
      this.place.textContent = 'Nothing was evaluated: the code is its own value.';
      return fill(this.body);
    }
    const count = this.trace?.steps.length ?? 0;
    const omitted = this.trace?.omitted ?? 0;
    this.place.textContent = `Step ${this.at + 1} of ${count}${omitted > 0 ? `, ${omitted} more are not kept` : ''}`;
    this.mark(step);
    const bindings = Object.entries(step.bindings).map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, `$${visible(name)}`), h('td', {}, visible(value))));
    const isHidden = this.predicts.checked && step.value !== null && this.at >= this.hidden;
    fill(this.body,
      h('pre', { class: 'stepper-code' }, visible(step.code)),
      step.label !== '' && h('p', { class: 'dim' }, visible(step.label)),
      bindings.length > 0 && h('table', {}, h('tbody', {}, ...bindings)),
      step.reduced !== '' && !isHidden && h('p', {}, '→ ', h('code', {}, visible(step.reduced))),
      isHidden && this.question(step),
      !isHidden && step.value !== null && h('p', { class: 'stepper-value' }, '⇒ ', h('code', {}, visible(step.value)), step.complete ? '' : ' …'),
      (step.note ?? '') !== '' && h('p', { class: 'dim' }, visible(step.note ?? '')),
      step.error !== null && h('p', { class: 'diagnostic error' }, visible(step.error)));
  }

  /** Asks for the value of a step. */
  private question(step: TraceStep): HTMLElement {
    const input = h('input', { id: 'prediction', maxlength: 500, autocomplete: 'off', spellcheck: 'false' });
    const verdict = h('p', { class: 'dim', role: 'alert' });
    const reveal = (text: string): void => {
      this.hidden = this.at + 1;
      this.draw();
      this.body.append(h('p', { class: 'feedback', role: 'alert' }, visible(text)));
    };
    const judge = async (): Promise<void> => {
      const answer = input.value.trim();
      if (answer === '') return void (verdict.textContent = 'Write the value as Puppet code, or choose Show.');
      const { right, message } = await this.engine.call<{ right?: boolean; message?: string }>('trace/judge', { notebook: this.notebook, answer, value: step.value });
      if (message !== undefined) return void (verdict.textContent = message);
      reveal(right === true ? `Right: ${step.value}` : `Not ${answer}: it is ${step.value}`);
    };
    return h('form', { onsubmit: (event) => {
      event.preventDefault();
      void judge();
    } }, h('label', { for: 'prediction' }, 'What is its value?'), ' ', input, ' ', h('button', { type: 'submit' }, 'Check'), ' ', button('Show', () => reveal(`It is ${step.value}`)), verdict);
  }

  /** Marks the code of a step, if it is in this cell. */
  private mark(step: TraceStep): void {
    const editor = this.editor();
    if (editor === undefined) return;
    const lines = editor.text.split('\n');
    const offset = ([line, column]: [number, number]): number => {
      const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
      return before + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
    };
    editor.mark(step.source === this.source ? [[offset(step.start), offset(step.end), 'match']] : []);
  }
}
