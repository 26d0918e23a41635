// Dialogs of the page: the browser's own, so that focus, Escape and screen readers work as everywhere.

import { button, h } from './dom';

/** Opens a dialog. It resolves when the user closes it. */
export function open(title: string, content: (Node | string)[], actions: HTMLElement[] = [], isWide = false): { dialog: HTMLDialogElement; closed: Promise<void> } {
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const close = button('Close', () => dialog.close(), { class: 'plain' });
  const dialog = h('dialog', { 'aria-labelledby': id, class: isWide ? 'wide' : '' },
    h('header', {}, h('h2', { id }, title), close),
    h('div', { class: 'dialog-body', tabindex: -1 }, ...content),
    actions.length > 0 && h('footer', {}, ...actions));
  document.body.append(dialog);
  const closed = new Promise<void>((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve();
    });
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.showModal();
  return { dialog, closed };
}

/** Asks a question with two answers; closing the dialog is the second one. */
export async function ask(question: string, yes: string, no: string): Promise<boolean> {
  let answer = false;
  const act = (value: boolean) => () => {
    answer = value;
    shown.dialog.close();
  };
  const shown = open('A question', [h('p', {}, question)], [button(yes, act(true), { class: 'primary' }), button(no, act(false))]);
  await shown.closed;
  return answer;
}

/** Offers names, each with its description. Resolves with the chosen one; null when the dialog is closed. */
export async function choose(title: string, rows: [name: string, description: string][]): Promise<string | null> {
  let answer: string | null = null;
  const row = ([name, description]: [string, string]): HTMLElement => h('li', {}, button(name === '' ? 'None' : name, () => {
    answer = name;
    shown.dialog.close();
  }), ' ', h('span', { class: 'dim' }, description));
  const shown = open(title, [h('ul', { class: 'books' }, ...rows.map(row))]);
  await shown.closed;
  return answer;
}

/** Asks for a line of text; null when the dialog is closed. `check` may refuse it with a sentence. */
export async function askText(title: string, label: string, value: string, ok: string, check: (text: string) => Promise<string | null> = async () => null): Promise<string | null> {
  let answer: string | null = null;
  const input = h('input', { id: 'dialog-input', value, maxlength: 200, autocomplete: 'off' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const send = async (): Promise<void> => {
    const refused = await check(input.value);
    problem.textContent = refused ?? '';
    if (refused !== null) return input.focus();
    answer = input.value;
    shown.dialog.close();
  };
  const form = h('form', { onsubmit: (event) => {
    event.preventDefault();
    void send();
  } }, h('label', { for: 'dialog-input' }, label), input, problem);
  const shown = open(title, [form], [button(ok, () => void send(), { class: 'primary' })]);
  input.focus();
  input.select();
  await shown.closed;
  return answer;
}
