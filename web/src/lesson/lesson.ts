// A lesson on the page: tasks, answers, hints, quizzes and progress. The engine judges; the page shows what it says.

import { button, fill, h, visible } from '../dom';
import { Ended, type Engine } from '../engine/client';
import { inline } from '../markdown';
import type { NotebookView } from '../notebook/notebook';
import type { Cell, Checked, Lesson, Step } from '../protocol';
import type { StepView } from '../notebook/cell';

export interface LessonHost {
  say(text: string, isError?: boolean): void;
  announce(text: string): void;
  openLesson(name: string): void;
  changed(): void;
}

const STATES: Record<string, [string, string]> = {
  open: ['○', 'not tried'],
  tried: ['✗', 'not right yet'],
  shown: ['?', 'the solution was shown'],
  skipped: ['–', 'skipped'],
  done: ['✓', 'done'],
};

/** What is said of an answer. The judge's first line may give the verdict itself. */
function verdict(words: string, lines: string[]): string {
  const isGiven = /^(Right\.|No:)/.test(lines[0] ?? '');
  return [isGiven ? '' : words, ...lines].filter((line) => line !== '').map(visible).join(' ');
}

export class LessonView {
  readonly element = h('section', { class: 'lesson', 'aria-label': 'Lesson' });
  private readonly steps = new Map<string, StepView>();

  constructor(private lesson: Lesson, private readonly engine: Engine, private readonly notebook: NotebookView, private readonly host: LessonHost) {}

  get name(): string {
    return this.lesson.name;
  }

  get title(): string {
    return this.lesson.title;
  }

  /** Adds the steps to the cells of the notebook. */
  show(): void {
    for (const step of this.lesson.steps) {
      const view = this.stepView(step);
      this.steps.set(step.name, view);
      this.notebook.view(step.cell)?.setStep(view);
    }
    this.update(this.lesson.steps);
  }

  private update(steps: Step[]): void {
    this.lesson.steps = steps;
    steps.forEach((step) => this.steps.get(step.name)?.update(step));
    const graded = steps.filter((step) => step.graded);
    const done = graded.filter((step) => step.state === 'done').length;
    const marks = graded.map((step, index) => {
      const [sign, words] = STATES[step.state] ?? ['○', step.state];
      const label = `Step ${index + 1}, ${visible(step.title)}: ${words}`;
      return button(sign, () => this.notebook.view(step.cell)?.focus(), { class: `mark ${step.state}`, 'aria-label': label, title: label });
    });
    const next = this.lesson.after;
    fill(this.element,
      h('div', { class: 'lesson-head' }, h('strong', {}, visible(this.lesson.title)), h('span', { class: 'dim' }, `${done} of ${graded.length} steps`)),
      h('div', { class: 'marks' }, ...marks),
      done === graded.length && next !== null && button(`Next chapter: ${visible(next)}`, () => this.host.openLesson(next), { class: 'primary' }));
  }

  /** Takes a cell that runs in a lesson's way. Returns false for others. */
  run(cell: Cell): boolean {
    const step = this.lesson.steps.find((known) => known.cell === cell.id);
    if (step === undefined || step.kind === 'run') return false;
    const form = this.steps.get(step.name)?.answer?.querySelector('form');
    form?.requestSubmit();
    return true;
  }

  /** Takes note that a cell ran. */
  ran(cell: Cell): void {
    const step = this.lesson.steps.find((known) => known.cell === cell.id && known.kind === 'run' && known.state !== 'done');
    if (step !== undefined) void this.ask<{ steps: Step[] }>('lesson/ran', { step: step.name }).then((found) => found && this.update(found.steps));
  }

  private async ask<T>(method: string, params: object): Promise<T | null> {
    try {
      await this.notebook.flush();
      return await this.engine.call<T>(method, { notebook: this.notebook.name, ...params });
    } catch (error) {
      if (!(error instanceof Ended)) this.host.say(error instanceof Error ? error.message : String(error), true);
      return null;
    } finally {
      this.host.changed();
    }
  }

  private stepView(step: Step): StepView {
    switch (step.kind) {
      case 'exercise':
        return this.exercise(step);
      case 'quiz':
        return this.quiz(step);
      case 'run':
        return this.runStep(step);
    }
  }

  private head(step: Step, words: string): { element: HTMLElement; update(step: Step): void } {
    const state = h('span', { class: 'state' });
    const element = h('p', { class: 'step-head' }, state, ' ', h('strong', {}, visible(words)), ' ', visible(step.title));
    return {
      element,
      update(now: Step) {
        const [sign, text] = STATES[now.state] ?? ['○', now.state];
        fill(state, sign, h('span', { class: 'hidden' }, text));
        state.className = `state ${now.state}`;
      },
    };
  }

  private runStep(step: Step): StepView {
    const head = this.head(step, 'Predict, then run');
    return { task: h('div', { class: 'task' }, head.element), answer: null, update: (now) => head.update(now) };
  }

  private exercise(step: Step): StepView {
    const head = this.head(step, 'Exercise');
    const feedback = h('div', { class: 'feedback' });
    const hint = button('Hint', () => void this.hint(step, feedback));
    const solution = button('Solution', () => void this.solution(step, feedback));
    const check = h('button', { type: 'submit', class: 'primary' }, 'Check');
    const form = h('form', { class: 'actions', onsubmit: (event) => {
      event.preventDefault();
      void this.check(step, feedback);
    } }, check, hint, solution);
    return {
      task: h('div', { class: 'task' }, head.element, step.task && h('p', {}, ...inline(step.task))),
      answer: h('div', { class: 'answer', 'data-step': step.name }, form, feedback),
      update: (now) => {
        head.update(now);
        hint.hidden = (now.hints ?? 0) === 0;
        solution.hidden = now.has_solution === false;
      },
    };
  }

  private async check(step: Step, feedback: HTMLElement): Promise<void> {
    const checked = await this.ask<Checked>('lesson/check', { step: step.name });
    if (checked === null) return;
    const rows: HTMLElement[] = checked.lines.map((line, index) => h('p', {}, index === 0 ? `${checked.done ? '✓' : '✗'} ` : '', ...inline(line)));
    if (checked.when !== null) rows.push(h('p', { class: 'advice' }, ...inline(checked.when)));
    if (checked.hint !== null) rows.push(h('p', { class: 'hint' }, 'Hint: ', ...inline(checked.hint)));
    const others = checked.others.map((code) => h('pre', { tabindex: 0 }, h('code', {}, visible(code))));
    if (others.length > 0) rows.push(h('details', {}, h('summary', {}, 'Other answers that are right'), ...others));
    feedback.className = `feedback ${checked.done ? 'is-right' : 'is-wrong'}`;
    fill(feedback, ...rows);
    this.notebook.merge(checked);
    if (checked.diagnostics.length > 0) this.notebook.view(step.cell)?.underline(checked.diagnostics);
    this.update(checked.steps);
    this.host.announce(verdict(checked.done ? 'Right.' : 'Not right yet.', [...checked.lines, checked.when ?? '', checked.hint ?? '']));
  }

  private async hint(step: Step, feedback: HTMLElement): Promise<void> {
    const found = await this.ask<{ hint: string | null }>('lesson/hint', { step: step.name });
    if (found === null) return;
    const text = found.hint ?? 'There are no more hints.';
    feedback.append(h('p', { class: 'hint' }, 'Hint: ', ...inline(text)));
    this.host.announce(visible(text));
  }

  private async solution(step: Step, feedback: HTMLElement): Promise<void> {
    const found = await this.ask<{ code: string | null }>('lesson/solution', { step: step.name });
    if (found === null) return;
    const text = found.code;
    if (text === null) {
      feedback.append(h('p', { class: 'hint' }, 'The solution shows after three tries.'));
      return this.host.announce('The solution shows after three tries.');
    }
    feedback.append(h('p', {}, 'A solution:'), h('pre', { tabindex: 0 }, h('code', {}, visible(text))));
    this.host.announce(`A solution: ${visible(text)}`);
  }

  private quiz(step: Step): StepView {
    const head = this.head(step, 'Question');
    const feedback = h('div', { class: 'feedback' });
    const group = `quiz-${step.name}`;
    const options = (step.options ?? []).map((option, index) => h('label', { class: 'option' },
      h('input', { type: 'radio', name: group, value: option, required: true, id: `${group}-${index}` }), ' ', h('code', {}, visible(option))));
    const input = h('input', { type: 'text', 'aria-label': 'Your answer', autocomplete: 'off', maxlength: 500, required: true, spellcheck: 'false' });
    const question = h('fieldset', {}, h('legend', {}, ...inline(step.question ?? step.task ?? 'What is the result?')), ...(options.length > 0 ? options : [input]));
    const form = h('form', { class: 'quiz', onsubmit: (event) => {
      event.preventDefault();
      const chosen = form.querySelector<HTMLInputElement>('input:checked')?.value ?? input.value;
      void this.answer(step, chosen, feedback);
    } }, question, h('button', { type: 'submit', class: 'primary' }, 'Answer'));
    return { task: h('div', { class: 'task' }, head.element), answer: h('div', { class: 'answer', 'data-step': step.name }, form, feedback), update: (now) => head.update(now) };
  }

  private async answer(step: Step, answer: string, feedback: HTMLElement): Promise<void> {
    const found = await this.ask<{ state: string; lines: string[]; steps: Step[] }>('lesson/quiz', { step: step.name, answer });
    if (found === null) return;
    const isRight = found.state === 'right';
    feedback.className = `feedback ${isRight ? 'is-right' : 'is-wrong'}`;
    fill(feedback, ...found.lines.map((line, index) => h('p', {}, index === 0 ? `${isRight ? '✓' : '✗'} ` : '', ...inline(line))));
    this.update(found.steps);
    this.host.announce(verdict(isRight ? 'Right.' : 'Not right.', found.lines));
  }
}
