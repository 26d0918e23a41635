// The notebook of a first visit. The page draws it before the engine is there.

import type { Cell, CellKind, NotebookDocument } from './protocol';

const CELLS: [CellKind, string][] = [
  ['prose', `# Welcome to pprepl
This page runs Puppet in your browser: nothing is installed, and your code stays here.
Press **Shift-Enter** to run a cell and go to the next one. Press **?** outside of a cell for all keys.`],
  ['code', '$ports = [80, 443, 8080]'],
  ['code', '$ports.filter |$port| { $port > 100 }'],
  ['prose', 'A cell shows its value and its type. Below, text meets a number. Run it, and read the note.'],
  ['code', "'18' == 18"],
  ['code', `file { '/etc/motd':
  ensure  => file,
  content => "ports: \${ports.join(', ')}\\n",
}`],
  ['prose', `**Course** teaches the language in 13 chapters. **Panes** shows types, variables, heredocs and the catalog for the cell
with the cursor.`],
];

/** Returns the welcome as a notebook in which nothing ran. */
export function welcome(): NotebookDocument {
  let number = 0;
  const cells = CELLS.map(([kind, text], index): Cell => ({
    id: index + 1, number: kind === 'code' ? (number += 1) : null, kind, title: '', heading: '', text, folded: false,
    status: 'new', edited: false, paused: null, part: null, locked: false,
  }));
  return { name: 'Welcome', cells, changed: false, auto: false, trusted: true, can_undo: false, can_redo: false, findings: [] };
}
