// Finds a text in all cells of the notebook.

import { open } from './dialog';
import { fill, h, visible } from './dom';
import type { NotebookView } from './notebook/notebook';

/** The number of places that are listed. */
const MAX_PLACES = 200;

interface Place {
  cell: number;
  number: number;
  line: number;
  from: number;
  text: string;
}

/** Returns where the cells contain a text. Case counts only if the text has a capital letter. */
function places(notebook: NotebookView, wanted: string): Place[] {
  const fold = (text: string): string => (wanted === wanted.toLowerCase() ? text.toLowerCase() : text);
  const found: Place[] = [];
  notebook.snapshot()?.cells.forEach((cell, index) => {
    let start = 0;
    cell.text.split('\n').forEach((text, line) => {
      for (let at = fold(text).indexOf(wanted); at >= 0; at = fold(text).indexOf(wanted, at + wanted.length)) {
        found.push({ cell: cell.id, number: index + 1, line: line + 1, from: start + at, text });
      }
      start += text.length + 1;
    });
  });
  return found;
}

/** Opens the search. Choosing a place closes it and selects the text there. */
export function find(notebook: NotebookView): void {
  const selected = getSelection()?.toString() ?? '';
  const input = h('input', { id: 'find', type: 'search', maxlength: 200, autocomplete: 'off' });
  const count = h('p', { class: 'dim', role: 'status' });
  const list = h('div', { class: 'lines' });
  const go = (place: Place): void => {
    shown.dialog.close();
    const view = notebook.view(place.cell);
    view?.editor.select(place.from, place.from + input.value.length);
    view?.element.scrollIntoView({ block: 'nearest' });
  };
  const search = (): void => {
    const found = input.value === '' ? [] : places(notebook, input.value);
    const cells = new Set(found.map((place) => place.cell)).size;
    count.textContent = input.value === '' ? '' : found.length === 0 ? 'Not found' : `${found.length} in ${cells} ${cells === 1 ? 'cell' : 'cells'}`;
    fill(list, ...found.slice(0, MAX_PLACES).map((place) => h('button', { type: 'button', class: 'line', onclick: () => go(place) },
      h('span', { class: 'dim' }, `cell ${place.number}, line ${place.line}  `), visible(place.text.trim()))));
  };
  input.addEventListener('input', search);
  const form = h('form', { onsubmit: (event) => {
    event.preventDefault();
    const first = places(notebook, input.value)[0];
    if (input.value !== '' && first !== undefined) go(first);
  } }, h('label', { for: 'find' }, 'Find in all cells'), ' ', input);
  const shown = open('Find', [form, count, list], [], true);
  if (selected !== '' && !selected.includes('\n')) input.value = selected.slice(0, 200);
  search();
  input.focus();
  input.select();
}
