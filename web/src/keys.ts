// The keys of the page, as its help lists them.

export const KEYS: { title: string; rows: [string, string][] }[] = [
  {
    title: 'In a cell',
    rows: [
      ['Shift-Enter', 'run the cell and go to the next one; in an exercise, check the answer'],
      ['Ctrl-Enter', 'run the cell'],
      ['Alt-Enter', 'run the cell and insert one below'],
      ['Ctrl-Space', 'complete'],
      ['Ctrl-Z / Ctrl-Y', 'undo and redo typing'],
      ['Ctrl-F', 'find in the cell'],
      ['Ctrl-Shift-Minus', 'split the cell at the cursor'],
      ['Tab', 'accept a completion; otherwise go to the next button'],
      ['Escape', 'leave the editor, or a question: the cell has the focus'],
    ],
  },
  {
    title: 'On a cell',
    rows: [
      ['Enter', 'edit'],
      ['↑ / k', 'the cell above'],
      ['↓ / j', 'the cell below'],
      ['Alt-↑ / Alt-↓', 'move the cell'],
      ['a / b', 'insert a cell above, below'],
      ['d d', 'delete the cell'],
      ['m', 'change between code and prose'],
      ['M', 'merge with the cell below'],
      ['z / Z', 'undo, redo a change of cells'],
      ['0 0', 'start again: forget all results and values'],
    ],
  },
  {
    title: 'Presenting',
    rows: [
      ['Space / →', 'show the next cell or slide'],
      ['←', 'go back'],
      ['Escape', 'end'],
    ],
  },
  {
    title: 'Everywhere',
    rows: [
      ['Ctrl-C', 'stop what runs'],
      ['Ctrl-Shift-F', 'find in all cells'],
      ['Ctrl-S', 'save now; the page saves by itself within a second'],
      ['Alt-L', 'the chapters of the course'],
      ['Alt-P', 'show or hide the panes'],
      ['?', 'this list'],
    ],
  },
];
