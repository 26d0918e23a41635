// Presenting: a heading starts a slide, and each key reveals the next cell.

import { h } from './dom';
import type { NotebookView } from './notebook/notebook';

export class Presentation {
  private readonly bar = h('p', { class: 'slide-bar', role: 'status' });
  private slides: number[][] = [];
  private slide = 0;
  private shown = 1;

  constructor(private readonly notebook: NotebookView, private readonly ended: () => void) {}

  start(): void {
    for (const cell of this.notebook.document?.cells ?? []) {
      const isHeading = cell.kind === 'prose' && /^\s*#{1,2} /.test(cell.text);
      if (isHeading || this.slides.length === 0) this.slides.push([]);
      this.slides.at(-1)?.push(cell.id);
    }
    document.body.classList.add('is-presenting');
    document.body.append(this.bar);
    this.draw();
  }

  /** Takes a key that is not for an editor. Returns whether it was one of the presentation. */
  key(key: string): boolean {
    const move: Record<string, () => void> = {
      ' ': () => this.forward(),
      ArrowRight: () => this.forward(),
      PageDown: () => this.forward(),
      ArrowLeft: () => this.back(),
      PageUp: () => this.back(),
      Escape: () => this.end(),
    };
    move[key]?.();
    return move[key] !== undefined;
  }

  private forward(): void {
    const cells = this.slides[this.slide] ?? [];
    if (this.shown < cells.length) this.shown += 1;
    else if (this.slide < this.slides.length - 1) {
      this.slide += 1;
      this.shown = 1;
    }
    this.draw();
  }

  private back(): void {
    if (this.shown > 1) this.shown -= 1;
    else if (this.slide > 0) {
      this.slide -= 1;
      this.shown = this.slides[this.slide]?.length ?? 1;
    }
    this.draw();
  }

  private draw(): void {
    const visible = new Set((this.slides[this.slide] ?? []).slice(0, this.shown));
    for (const cell of this.notebook.document?.cells ?? []) {
      const view = this.notebook.view(cell.id);
      if (view !== undefined) view.element.hidden = !visible.has(cell.id);
    }
    const last = [...visible].at(-1);
    if (last !== undefined) this.notebook.view(last)?.focus();
    this.bar.textContent = `Slide ${this.slide + 1} of ${this.slides.length}. Space: next, ←: back, Escape: end`;
  }

  private end(): void {
    for (const cell of this.notebook.document?.cells ?? []) {
      const view = this.notebook.view(cell.id);
      if (view !== undefined) view.element.hidden = false;
    }
    document.body.classList.remove('is-presenting');
    this.bar.remove();
    this.ended();
  }
}
