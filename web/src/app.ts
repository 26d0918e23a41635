// The page: its head, the notebook, the lesson, the panes, and what is saved.

import { Learner, type ProgressRecord } from './class/learner';
import { ask, askText, open } from './dialog';
import { button, debounced, fill, h, visible } from './dom';
import { Ended } from './engine/client';
import { LessonView } from './lesson/lesson';
import { fragmentOf, MAX_LINK, textOf } from './link';
import { markdown } from './markdown';
import { NotebookView, type NotebookHost } from './notebook/notebook';
import { Panes } from './panes';
import { Presentation } from './present';
import type { Cell, Chapter, Engineered, Lesson, NotebookDocument } from './protocol';
import { CourseFiles, Engines, engineStart } from './start';
import { forgetLast, keepLast, lastKept, Store, takeLock, type Release, type SavedNotebook } from './store';
import { applyTheme, chosenTheme, followSystem, setTheme, THEMES, type Theme } from './theme';
import { welcome } from './welcome';
import { find } from './find';
import { KEYS } from './keys';

/** The time between an edit and its saving, in milliseconds. */
const SAVE = 400;

/** The maximum size of a file to open in bytes. */
const MAX_FILE = 8 << 20;

interface OpenNotebook {
  id: string;
  title: string;
  lesson: string | null;
  /** The text of a lesson that is not of the course. */
  master?: string | null;
}

export class App {
  private readonly engines = new Engines(engineStart());
  private readonly engine = this.engines.run;
  private readonly course = new CourseFiles(this.engine);
  private readonly notebook = new NotebookView(this.engine, () => this.engines.painter, this.notebookHost());
  private readonly panes = new Panes(this.notebook, (name) => void this.opening.then((store) => store.setValue('pane', name)));
  private readonly live = h('div', { class: 'hidden', role: 'status', 'aria-live': 'polite' });
  private readonly message = h('div', { class: 'message', role: 'alert' });
  private readonly title = button('', () => void this.rename(), { class: 'title', title: 'Change the title' });
  private readonly saved = h('span', { class: 'dim saved' });
  private readonly stopButton = button('■ Stop', () => void this.notebook.stop(), { class: 'stop', title: 'Stop what runs (Ctrl-C outside of a cell)' });
  private readonly lessonPlace = h('div');
  private readonly main = h('main', { id: 'main' });
  private readonly saving = debounced(SAVE, () => void this.save());
  private readonly opening = Store.open();
  private store!: Store;
  private book: OpenNotebook = { id: '', title: '', lesson: null };
  private lesson: LessonView | null = null;
  private learner: Learner | null = null;
  private presentation: Presentation | null = null;
  /** Resolves when the engine has the progress of earlier visits. */
  private restored: Promise<void> = Promise.resolve();
  private locked: { id: string; release: Release } | null = null;

  /** Draws the page, then opens what its address names. */
  async start(root: HTMLElement): Promise<void> {
    applyTheme();
    followSystem();
    this.draw(root);
    const early = this.openEarly();
    this.store = await this.opening;
    if (!this.store.works) this.say('This browser saves nothing for this page. Export your notebook before you close it.', true);
    this.engine.on<{ record: ProgressRecord }>('lesson/record', ({ record }) => this.record(record));
    window.addEventListener('hashchange', () => void this.openAddress());
    window.addEventListener('pagehide', () => this.saving.now());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.saving.now());
    document.addEventListener('keydown', (event) => this.key(event));
    this.acceptDrops(root);
    try {
      const starting = this.engine.call<Engineered>('initialize', { stream: true });
      this.restored = this.restoreProgress();
      await Promise.all([starting, this.restored, early ?? this.openAddress()]);
      const known = await starting;
      this.panes.setFactSets(known.fact_sets);
      this.panes.setNames(known.panes, (await this.store.value<string>('pane')) ?? '');
      this.reach('ready');
    } catch (error) {
      this.say(`The engine did not start: ${error instanceof Error ? error.message : String(error)}. Reload the page, or use a newer browser.`, true);
      document.body.dataset['state'] = 'failed';
    }
    this.learner = await Learner.join('', this.store, (text, isError) => this.say(text, isError));
    this.showLearner();
  }

  /** Tells styles and measurements how far the page is: it can be used before the engine is ready. */
  private reach(state: 'usable' | 'ready'): void {
    document.body.dataset['state'] = state;
    performance.mark(`pprepl ${state}`);
  }

  private draw(root: HTMLElement): void {
    const theme = h('select', { id: 'theme', 'aria-label': 'Theme' }, ...THEMES.map((name) => h('option', { value: name }, name)));
    theme.value = chosenTheme();
    theme.addEventListener('change', () => setTheme(theme.value as Theme));
    const act = (work: () => unknown) => (): void => void work();
    const head = h('header', { class: 'head' },
      h('a', { class: 'skip', href: '#main', onclick: (event) => {
        event.preventDefault();
        this.focusNotebook();
      } }, 'Skip to the cells'),
      h('h1', { class: 'logo' }, 'pprepl'), this.title, this.saved,
      h('nav', { class: 'bar', 'aria-label': 'Actions' },
        button('▶ Run all', act(() => this.notebook.runAll()), { class: 'primary', title: 'Run all cells from the top' }),
        this.stopButton,
        button('↶', act(() => this.notebook.undo()), { 'aria-label': 'Undo', title: 'Undo' }),
        button('↷', act(() => this.notebook.undo(true)), { 'aria-label': 'Redo', title: 'Redo' }),
        button('Course', act(() => this.showCourse())),
        button('Open', act(() => this.showNotebooks())),
        button('Share', act(() => this.showShare())),
        button('Present', act(() => this.present()), { title: 'Present the cells as slides' }),
        button('Find', act(() => find(this.notebook)), { 'aria-label': 'Find in all cells', title: 'Find in all cells (Ctrl-Shift-F)' }),
        button('Panes', act(() => this.panes.show(!this.panes.isOpen)), { 'aria-label': 'Show or hide the panes' }),
        theme,
        button('?', act(() => this.showHelp()), { 'aria-label': 'Keys and help', title: 'Keys and help (?)' })));
    this.stopButton.hidden = true;
    const add = h('div', { class: 'add' },
      button('+ Code', () => void this.notebook.insert(this.cells().length)),
      button('+ Prose', () => void this.notebook.insert(this.cells().length, 'prose')));
    this.main.append(this.message, this.lessonPlace, this.notebook.element, add);
    fill(root, head, h('div', { class: 'work' }, this.main, this.panes.element), this.live);
  }

  private cells(): Cell[] {
    return this.notebook.document?.cells ?? [];
  }

  private focusNotebook(): void {
    const first = this.cells()[0];
    if (first !== undefined) this.notebook.view(first.id)?.focus();
  }

  private notebookHost(): NotebookHost {
    return {
      say: (text, isError) => this.say(text, isError),
      announce: (text) => this.announce(text),
      ask,
      explain: (code) => void this.explain(code),
      cursor: (cell, offset) => this.panes.cursor(cell, offset),
      changed: () => {
        this.saving.soon();
        this.saved.textContent = '';
      },
      busy: (isBusy) => {
        this.stopButton.hidden = !isBusy;
        document.body.dataset['busy'] = String(isBusy);
        if (!isBusy) this.panes.refreshSoon();
      },
      runStep: (cell) => this.lesson?.run(cell) ?? false,
      ran: (cell) => {
        this.lesson?.ran(cell);
        this.panes.refreshSoon();
      },
      rebuilt: (reason) => this.rebuilt(reason),
    };
  }

  /** Shows a sentence until the next one. */
  private say(text: string, isError = false): void {
    this.message.className = `message ${isError ? 'is-error' : ''}`;
    fill(this.message, h('p', {}, visible(text)), button('×', () => fill(this.message), { 'aria-label': 'Hide this message', class: 'plain' }));
  }

  private announce(text: string): void {
    this.live.textContent = text;
  }

  private async explain(code: string): Promise<void> {
    try {
      const found = await this.engine.call<{ text?: string; answer?: { text?: string } }>('command', { line: `:explain ${code}` });
      open(`:explain ${code}`, [h('pre', { class: 'explain', tabindex: 0 }, visible(found.text ?? found.answer?.text ?? ''))], [], true);
    } catch (error) {
      this.report(error);
    }
  }

  private report(error: unknown): void {
    if (!(error instanceof Ended)) this.say(error instanceof Error ? error.message : String(error), true);
  }

  /** Opens the notebook of the last visit before the database is open. Returns null where the database is needed. */
  private openEarly(): Promise<void> | null {
    if (location.hash !== '') return null;
    const kept = lastKept();
    if (kept === undefined) return null;
    const opened = kept === null ? this.openWelcome() : this.openSaved(kept);
    return opened.catch((error: unknown) => this.report(error));
  }

  // What the address names: a shared notebook, a lesson, a class, a file of the server, or a saved notebook.
  private async openAddress(): Promise<void> {
    const hash = location.hash;
    const named = new URLSearchParams(hash.slice(1));
    try {
      if (hash.startsWith('#nb=')) {
        await this.openText(textOf(hash), 'Shared notebook', 'pp');
        this.say('This notebook came from a link. Nothing ran: read it, then run its cells.');
        return;
      }
      if (named.has('class')) await this.joinClass(named.get('class') ?? '');
      if (named.has('lesson')) return await this.openLesson(named.get('lesson') ?? '');
      if (named.has('file')) return await this.openServed(named.get('file') ?? '');
      const last = named.get('id') ?? (await this.store.value<string>('last'));
      const saved = last === undefined ? undefined : await this.store.notebook(last);
      if (saved !== undefined) return await this.openSaved(saved);
    } catch (error) {
      this.report(error);
      if (this.notebook.document !== null) return;
    }
    await this.openWelcome();
  }

  private openWelcome(): Promise<void> {
    return this.openKept({ id: this.newId(), title: 'Welcome', lesson: null }, welcome());
  }

  private async joinClass(token: string): Promise<void> {
    document.body.dataset['state'] = 'ready';
    this.learner = await Learner.join(token, this.store, (text, isError) => this.say(text, isError));
    history.replaceState(null, '', location.pathname);
    this.showLearner();
    if (this.learner !== null) await this.showCourse();
  }

  private showLearner(): void {
    document.body.dataset['class'] = this.learner === null ? '' : 'joined';
    if (this.learner !== null) this.saved.title = this.learner.title;
  }

  private begin(book: OpenNotebook, document: NotebookDocument): void {
    this.leave(book);
    this.notebook.show(document);
  }

  /** Ends the open notebook, and puts the title of the next one on the page. */
  private leave(book: OpenNotebook): void {
    this.saving.now();
    this.book = book;
    this.lesson = null;
    fill(this.lessonPlace);
    fill(this.message);
    fill(this.title, visible(book.title));
    window.document.title = `${visible(book.title)} – pprepl`;
    void this.lock(book);
  }

  /** Makes this tab the only writer of a notebook; where another tab is, this one writes a copy. */
  private async lock(book: OpenNotebook): Promise<void> {
    if (this.locked?.id === book.id) return;
    this.locked?.release();
    this.locked = null;
    const release = await takeLock(book.id);
    if (this.book !== book) return release?.();
    if (release !== null) {
      this.locked = { id: book.id, release };
      return;
    }
    this.book = { ...book, id: this.newId(), title: `${book.title} (copy)` };
    this.say('This notebook is open in another tab. Changes here are saved as a copy.');
    fill(this.title, visible(this.book.title));
  }

  private newId(): string {
    return typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  }

  /** Opens a text as a new notebook. Nothing runs. */
  private async openText(text: string, title: string, format: string): Promise<void> {
    const document = await this.engine.call<NotebookDocument>('notebook/open', { notebook: this.notebook.name, text, format, name: title });
    this.begin({ id: this.newId(), title, lesson: null }, document);
    if (location.hash !== '') history.replaceState(null, '', location.pathname);
  }

  private async openSaved(saved: SavedNotebook): Promise<void> {
    if (saved.lesson !== null) return this.openLesson(saved.lesson, saved);
    return this.openKept({ id: saved.id, title: saved.title, lesson: null }, saved.document);
  }

  /** Opens a notebook whose cells the page has: it is there to read and edit before the engine is. */
  private async openKept(book: OpenNotebook, document: NotebookDocument): Promise<void> {
    this.leave(book);
    const adopted = this.notebook.adopt(document);
    if (globalThis.document.body.dataset['state'] === 'loading') this.reach('usable');
    if (location.hash !== '') history.replaceState(null, '', location.pathname);
    await adopted;
  }

  private async openLesson(name: string, saved?: { copy: string | null; master?: string | null }): Promise<void> {
    const known = saved ?? (await this.store.notebook(`lesson ${name}`));
    await Promise.all([this.restored, this.course.load()]);
    const source = known?.master ? { text: known.master, name } : { lesson: name };
    const lesson = await this.engine.call<Lesson>('lesson/open', { notebook: this.notebook.name, ...source, ...(known?.copy ? { text_of_copy: known.copy } : {}) });
    this.begin({ id: `lesson ${lesson.name}`, title: lesson.title, lesson: lesson.name, master: known?.master ?? null }, lesson.notebook);
    this.lesson = new LessonView(lesson, this.engine, this.notebook, {
      say: (text, isError) => this.say(text, isError),
      announce: (text) => this.announce(text),
      openLesson: (next) => void this.goToLesson(next),
      changed: () => this.saving.soon(),
    });
    this.lesson.show();
    fill(this.lessonPlace, this.lesson.element);
    const first = lesson.steps.find((step) => step.graded);
    if (this.learner !== null && first !== undefined && first.state === 'open') this.learner.report({ lesson: lesson.name, step: first.name, state: 'open' });
    history.replaceState(null, '', `#lesson=${encodeURIComponent(lesson.name)}`);
    this.saving.soon();
  }

  /** Opens a lesson that the user chose, and goes to its first cell. */
  private async goToLesson(name: string): Promise<void> {
    try {
      await this.openLesson(name);
      this.announce(`Opened the chapter ${this.book.title}.`);
      this.focusNotebook();
    } catch (error) {
      this.report(error);
    }
  }

  /** Opens the lesson of a new engine again: with the answers, and with the progress that the old engine kept. */
  private async rebuilt(reason: string): Promise<void> {
    const { lesson, master } = this.book;
    if (lesson === null) return;
    const { text } = await this.engine.call<{ text: string }>('notebook/export', { notebook: this.notebook.name, format: 'pp' });
    if (reason === 'stopped') await this.restoreProgress();
    await this.openLesson(lesson, { copy: text, master });
    this.say('The engine started again. Your answers and your progress are unchanged.');
  }

  private async openServed(name: string): Promise<void> {
    const response = await fetch(`folder/${name.split('/').map(encodeURIComponent).join('/')}`);
    if (!response.ok) throw new Error(`The server has no file “${name}”.`);
    await this.openFile(name, await response.text());
  }

  /** Opens a file by its extension; a lesson with its steps. */
  private async openFile(name: string, text: string): Promise<void> {
    const extension = name.split('.').pop()?.toLowerCase() ?? 'pp';
    if (extension === 'pp' && /^#\|\s*lesson\s/m.test(text)) return this.openLesson(name.split('/').pop() ?? name, { copy: null, master: text });
    const format = extension === 'ipynb' || extension === 'md' ? extension : 'pp';
    await this.openText(text, name.split('/').pop() ?? name, format);
  }

  // Saving.

  private async save(): Promise<void> {
    const document = this.notebook.snapshot();
    if (document === null ) return;
    let copy: string | null = null;
    if (this.book.lesson !== null && !this.notebook.isRunning) {
      copy = (await this.engine.call<{ text: string }>('notebook/export', { notebook: this.notebook.name, format: 'pp' }).catch(() => ({ text: '' }))).text || null;
    }
    const { id, title, lesson, master } = this.book;
    try {
      const before = copy === null && lesson !== null ? (await (await this.opening).notebook(id))?.copy ?? null : copy;
      const saved = { id, title, lesson, document, ran: this.notebook.ranCells(), copy: before, master: master ?? null, updated: Date.now() };
      keepLast(saved);
      await (await this.opening).save(saved);
      await this.store.setValue('last', id);
      this.saved.textContent = 'saved';
    } catch (error) {
      this.say(`The notebook cannot be saved: ${error instanceof Error ? error.message : String(error)}. Export it.`, true);
    }
  }

  private record(record: ProgressRecord): void {
    this.learner?.report(record);
    void this.engine.call<{ records: string }>('lesson/progress').then(({ records }) => this.store.setValue('progress', records)).catch(() => undefined);
  }

  private async restoreProgress(): Promise<void> {
    const records = await this.store.value<string>('progress');
    if (records !== undefined) await this.engine.call('lesson/restore', { records });
  }

  private async rename(): Promise<void> {
    const title = await askText('Title', 'The title of this notebook', this.book.title, 'Change');
    if (title === null || title.trim() === '') return;
    this.book.title = title.trim();
    fill(this.title, visible(this.book.title));
    document.title = `${visible(this.book.title)} – pprepl`;
    this.saving.soon();
  }

  // Dialogs.

  private async showCourse(): Promise<void> {
    try {
      await Promise.all([this.restored, this.course.load()]);
      const { chapters } = await this.engine.call<{ chapters: Chapter[] }>('lesson/list');
      const row = (chapter: Chapter): HTMLElement => {
        const done = chapter.done === chapter.steps && chapter.steps > 0;
        const about = `${chapter.done} of ${chapter.steps} steps${chapter.minutes === null ? '' : `, ${chapter.minutes} minutes`}`;
        return h('li', {}, button(`${done ? '✓ ' : ''}${chapter.title}`, () => {
          shown.dialog.close();
          void this.goToLesson(chapter.name);
        }), ' ', h('span', { class: 'dim' }, about));
      };
      const shown = open('The course', [h('ol', { class: 'chapters' }, ...chapters.map(row))]);
    } catch (error) {
      this.report(error);
    }
  }

  private async showNotebooks(): Promise<void> {
    this.saving.now();
    const [saved, served] = [await (await this.opening).notebooks(), await this.servedFiles()];
    const close = (work: () => Promise<void>) => (): void => {
      shown.dialog.close();
      work().catch((error: unknown) => this.report(error));
    };
    const row = (book: SavedNotebook): HTMLElement => {
      const item = h('li', {}, button(visible(book.title), close(() => this.openSaved(book))), ' ',
        h('span', { class: 'dim' }, new Date(book.updated).toLocaleString()), ' ',
        button('Delete', () => void this.store.remove(book.id).then(() => (forgetLast(book.id), item.remove())), { class: 'small', 'aria-label': `Delete ${visible(book.title)}` }));
      return item;
    };
    const input = h('input', { type: 'file', id: 'open-file', accept: '.pp,.md,.ipynb,.epp,.yaml,.yml,.json,.zip', multiple: true });
    input.addEventListener('change', () => {
      shown.dialog.close();
      void this.takeFiles([...(input.files ?? [])]);
    });
    const files = served.map((name) => h('li', {}, button(visible(name), close(() => this.openServed(name)))));
    const shown = open('Open', [
      h('p', { class: 'actions' }, button('New notebook', close(() => this.openText('', 'Untitled', 'pp')), { class: 'primary' }), button('Welcome', close(() => this.openWelcome()))),
      h('p', {}, h('label', { for: 'open-file' }, 'Open a file (.pp, .md, .ipynb), or data and modules as .yaml, .json or .zip '), input),
      served.length > 0 && h('section', {}, h('h3', {}, 'Files of this server'), h('ul', { class: 'books' }, ...files)),
      h('section', {}, h('h3', {}, 'In this browser'), saved.length === 0 ? h('p', { class: 'dim' }, 'Nothing is saved yet.') : h('ul', { class: 'books' }, ...saved.map(row))),
    ].filter((part): part is HTMLElement => part !== false));
  }

  private async servedFiles(): Promise<string[]> {
    try {
      const response = await fetch('folder/index.json');
      if (!response.ok) return [];
      const list = (await response.json()) as { files: { name: string }[] };
      return list.files.map((file) => file.name).filter((name) => /\.(pp|md|ipynb)$/.test(name));
    } catch {
      return [];
    }
  }

  private acceptDrops(root: HTMLElement): void {
    root.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
    root.addEventListener('drop', (event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      void this.takeFiles(files);
    });
  }

  /** Opens notebooks; writes data and zipped modules for the engine. */
  private async takeFiles(files: File[]): Promise<void> {
    for (const file of files) {
      try {
        if (file.size > MAX_FILE) throw new Error(`“${visible(file.name)}” is too large: at most 8 MiB.`);
        if (/\.zip$/i.test(file.name)) await this.takeZip(file);
        else if (/\.(ya?ml|json|epp)$/i.test(file.name)) {
          this.engine.write(file.name, new Uint8Array(await file.arrayBuffer()));
          this.say(`“${visible(file.name)}” is there for code, as /${visible(file.name)}.`);
        } else await this.openFile(file.name, await file.text());
      } catch (error) {
        this.report(error);
      }
    }
  }

  /** Unpacks a zip: an environment with manifests, modules or data, or one module. */
  private async takeZip(file: File): Promise<void> {
    const { unzip } = await import('./unzip');
    const { files, module } = unzip(file.name, new Uint8Array(await file.arrayBuffer()), 8 * MAX_FILE);
    for (const [path, bytes] of files) this.engine.write(`environment/${path}`, bytes);
    this.notebook.merge(await this.engine.call('notebook/environment', { notebook: this.notebook.name, folder: '/environment' }));
    const what = module === null ? 'are the environment of this notebook' : `are the module “${module}” of this notebook`;
    this.say(`${files.length} files of “${visible(file.name)}” ${what}.`);
  }

  private async showShare(): Promise<void> {
    try {
      await this.notebook.flush();
      const { text } = await this.engine.call<{ text: string }>('notebook/export', { notebook: this.notebook.name, format: 'pp' });
      const link = new URL(fragmentOf(text), location.href.split('#')[0]).href;
      const isLong = link.length > MAX_LINK;
      const field = h('input', { readonly: true, value: link, id: 'link', 'aria-label': 'Link' });
      const copied = h('span', { role: 'status', class: 'dim' });
      const copy = async (): Promise<void> => {
        field.select();
        try {
          await navigator.clipboard.writeText(link);
          copied.textContent = 'Copied.';
        } catch {
          copied.textContent = 'Press Ctrl-C to copy.';
        }
      };
      const formats: [string, string][] = [['pp', 'Manifest (.pp)'], ['ipynb', 'Jupyter (.ipynb)'], ['md', 'Markdown (.md)'], ['html', 'Web page (.html)'], ['svg', 'Picture (.svg)']];
      const content = isLong
        ? [h('p', {}, `A link would have ${link.length} characters: too long for mail and chat. Send a file.`)]
        : [h('p', {}, 'The link holds the whole notebook. No server sees it, and opening it runs nothing.'), h('p', { class: 'link' }, field, button('Copy', () => void copy(), { class: 'primary' }), copied)];
      open('Share', [...content, h('h3', {}, 'Export as a file'), h('p', { class: 'actions' }, ...formats.map(([format, label]) => button(label, () => void this.download(format))))]);
    } catch (error) {
      this.report(error);
    }
  }

  private async download(format: string): Promise<void> {
    try {
      const found = await this.engine.call<{ text: string; suffix: string; mime: string }>('notebook/export', { notebook: this.notebook.name, format });
      const url = URL.createObjectURL(new Blob([found.text], { type: found.mime }));
      const suffix = found.suffix.startsWith('.') ? found.suffix : `.${found.suffix}`;
      const name = this.book.title.replace(/\.(pp|md|ipynb)$/, '').replace(/[^\p{L}\p{N} _-]/gu, '_') || 'notebook';
      h('a', { href: url, download: name + suffix }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (error) {
      this.report(error);
    }
  }

  private showHelp(): void {
    const row = ([keys, what]: [string, string]): HTMLElement => h('tr', {}, h('th', { scope: 'row' }, ...keys.split(' / ').flatMap((key, index) => [index > 0 ? ' or ' : '', h('kbd', {}, key)])), h('td', {}, what));
    const tables = KEYS.flatMap(({ title, rows }) => [h('h3', {}, title), h('table', { class: 'keys' }, h('tbody', {}, ...rows.map(row)))]);
    open('Keys and help', [...markdown('Code runs in your browser; nothing is sent anywhere, except progress in a class that you joined.'), ...tables], [], true);
  }

  private present(): void {
    this.panes.show(false);
    this.presentation = new Presentation(this.notebook, () => {
      this.presentation = null;
    });
    this.presentation.start();
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const isTyping = target.closest('.cm-editor, input, select, textarea, dialog') !== null;
    if (this.presentation !== null && !isTyping && target.closest('button, summary') === null && this.presentation.key(event.key)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey && event.key === 'c' && this.notebook.isRunning && (getSelection()?.isCollapsed ?? true)) {
      event.preventDefault();
      void this.notebook.stop();
    } else if ((event.ctrlKey || event.metaKey) && event.key === 's') {
      event.preventDefault();
      void this.save().then(() => this.announce('Saved.'));
    } else if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      find(this.notebook);
    } else if (event.altKey && event.key === 'p' && !event.ctrlKey) {
      event.preventDefault();
      this.panes.show(!this.panes.isOpen);
    } else if (event.altKey && event.key === 'l' && !event.ctrlKey) {
      event.preventDefault();
      void this.showCourse();
    } else if (!isTyping && event.key === '?') {
      event.preventDefault();
      this.showHelp();
    }
  }
}
