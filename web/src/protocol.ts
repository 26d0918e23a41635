// The messages of the engine that the page uses: docs/web-protocol.md. Positions are UTF-16 code units.

export type CellKind = 'code' | 'prose';
export type CellStatus = 'new' | 'done' | 'failed' | 'stale';

export interface Cell {
  id: number;
  number: number | null;
  kind: CellKind;
  title: string;
  heading: string;
  text: string;
  folded: boolean;
  status: CellStatus;
  edited: boolean;
  paused: string | null;
  part: { kind: 'given' | 'run' | 'exercise' | 'quiz'; step: string | null } | null;
  locked: boolean;
}

export interface NotebookDocument {
  name: string;
  cells: Cell[];
  changed: boolean;
  auto: boolean;
  trusted: boolean;
  can_undo: boolean;
  can_redo: boolean;
  findings: Finding[];
  environment?: string | null;
  facts?: object[];
  /** The results since the last answer. */
  results?: Result[];
}

export interface Finding {
  cell: number;
  severity: string;
  code: string;
  message: string;
  help?: string | null;
  from: number;
  to: number;
}

export interface Edit {
  from: number;
  to: number;
  text: string;
}

export interface Fix {
  title: string;
  edits: Edit[];
}

export interface Diagnostic {
  severity: string;
  code?: string | null;
  message: string;
  help?: string | string[] | null;
  notes?: string[];
  number?: number | null;
  from?: number;
  to?: number;
  fixes?: Fix[];
}

export interface Part {
  label: string;
  value: string;
  type: string;
  access: string;
  parts: number;
}

export interface Result {
  cell: number;
  run: number;
  ok: boolean;
  empty: boolean;
  canceled: boolean;
  value: string | null;
  type: string | null;
  detailed: string | null;
  cut: number;
  logs: [string, string][];
  logs_left_out: number;
  diagnostics: Diagnostic[];
  /** What the cell expects of its run; `mistake` says why it does not hold. */
  expectations?: { text: string; mistake: string | null }[];
  table: { columns: string[]; rows: string[][]; total: number } | null;
  tree: Part | null;
  elapsed_us: number;
}

export interface State {
  cells?: { id: number; status: CellStatus; edited: boolean; paused: string | null }[];
  findings?: Finding[];
  environment?: string | null;
  facts?: object[];
  changed?: boolean;
  can_undo?: boolean;
  can_redo?: boolean;
  results?: Result[];
}

export interface ViewLine {
  pieces: [string, string][];
  from?: number | null;
  to?: number | null;
  goal?: Goal | null;
}

/** Where a line of a pane leads: a part of the code, or a choice. */
export interface Goal {
  resource?: string;
  source?: string;
  line?: number;
  cell?: number;
  text?: string;
  fact_set?: boolean;
  fact?: string;
  value?: string;
}

export interface PaneView {
  title: string;
  focus: number | null;
  lines: ViewLine[];
  marks: [number, number, string][];
}

export interface TraceStep {
  step: number;
  source: string;
  start: [number, number];
  end: [number, number];
  label: string;
  bindings: Record<string, string>;
  code: string;
  reduced: string;
  value: string | null;
  complete: boolean;
  note: string | null;
  error: string | null;
}

export interface Trace {
  steps: TraceStep[];
  omitted: number;
}

export type StepState = 'open' | 'tried' | 'shown' | 'skipped' | 'done';

export interface Step {
  name: string;
  kind: 'run' | 'exercise' | 'quiz';
  title: string;
  cell: number;
  graded: boolean;
  state: StepState;
  task?: string | null;
  question?: string;
  code?: string;
  hints?: number;
  has_solution?: boolean;
  options?: string[];
}

export interface Lesson {
  name: string;
  title: string;
  minutes: number | null;
  needs: string[];
  steps: Step[];
  next: string | null;
  after: string | null;
  notebook: NotebookDocument;
}

export interface Checked extends State {
  state: string;
  done: boolean;
  lines: string[];
  when: string | null;
  hint: string | null;
  others: string[];
  may_show_solution: boolean;
  output: string[];
  diagnostics: Diagnostic[];
  steps: Step[];
}

export interface Chapter {
  number: number;
  name: string;
  title: string;
  minutes: number | null;
  steps: number;
  done: number;
  tried: number;
}

export interface Engineered {
  name: string;
  version: string;
  protocol: number;
  panes: { name: string; description: string }[];
  formats: { suffix: string; name: string }[];
  themes: string[];
  fact_sets: { name: string; description: string }[];
}
