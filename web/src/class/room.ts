// The room of a class, for the teacher: learners by steps, who is stuck, frequent findings.

import { button, fill, h, visible } from '../dom';
import { applyTheme } from '../theme';

interface Learning {
  name: string;
  marks: string[];
  done: number;
  step: string;
  finding: string | null;
  stuck: number | null;
  is_away: boolean;
}

interface Room {
  class: string;
  joined: number;
  room: { lessons: string[]; lesson: string; title: string; steps: string[]; learners: Learning[]; findings: { name: string; learners: number }[]; damaged: number };
}

const SIGNS: Record<string, [string, string]> = {
  open: ['·', 'not tried'],
  tried: ['✗', 'tried'],
  skipped: ['–', 'skipped'],
  shown: ['?', 'solution shown'],
  done: ['✓', 'right'],
  missed: ['~', 'quiz answered wrong'],
};

/** The time between two looks, in milliseconds. */
const PAUSE = 2_000;

const token = new URLSearchParams(location.hash.slice(1)).get('teacher') ?? '';
const main = document.querySelector('main') as HTMLElement;
const status = h('p', { role: 'status' });
const place = h('div');
let lesson = '';
let order = 'name';

function orders(): HTMLElement {
  const select = h('select', { id: 'order' }, ...['name', 'stuck', 'done', 'recent'].map((name) => h('option', { value: name }, name)));
  select.addEventListener('change', () => {
    order = select.value;
    void look();
  });
  return h('p', { class: 'actions' }, h('label', { for: 'order' }, 'Order by '), select);
}

async function look(): Promise<void> {
  try {
    const query = new URLSearchParams({ order, ...(lesson === '' ? {} : { lesson }) });
    const response = await fetch(`api/class/room?${query}`, { headers: { authorization: `Bearer ${token}` } });
    const answer = (await response.json()) as Room & { error?: string };
    if (!response.ok) throw new Error(answer.error ?? response.statusText);
    draw(answer);
  } catch (error) {
    status.textContent = error instanceof TypeError ? 'The server does not answer. The page tries again.' : error instanceof SyntaxError ? 'This address has no class. Open the link that the terminal shows.' : (error as Error).message;
  }
}

function draw({ class: name, joined, room }: Room): void {
  document.title = `${visible(name)}: the room`;
  status.textContent = `${joined} learners in the class, ${room.learners.length} in this lesson.`;
  const lessons = room.lessons.map((one) => button(visible(one), () => {
    lesson = one;
    void look();
  }, { 'aria-pressed': String(one === room.lesson) }));
  const head = h('tr', {}, h('th', { scope: 'col' }, 'Learner'), ...room.steps.map((step, index) => h('th', { scope: 'col', title: visible(step) }, h('abbr', { title: visible(step) }, String(index + 1)))), h('th', { scope: 'col' }, 'Done'), h('th', { scope: 'col' }, 'Now'));
  const rows = room.learners.map((learner) => row(learner, room.steps.length));
  const grid = h('table', { class: 'room' }, h('caption', {}, visible(room.title === '' ? room.lesson : room.title)), h('thead', {}, head), h('tbody', {}, ...rows));
  const findings = room.findings.map((finding) => h('li', {}, `${visible(finding.name)}: ${finding.learners}`));
  fill(place, h('div', { class: 'actions' }, ...lessons),
    room.learners.length === 0 ? h('p', { class: 'dim' }, 'Nobody has opened a lesson yet.') : h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'The room' }, grid),
    findings.length > 0 && h('section', {}, h('h2', {}, 'Findings by learners'), h('ul', {}, ...findings)));
}

function row(learner: Learning, steps: number): HTMLElement {
  const marks = learner.marks.map((mark) => {
    const [sign, words] = SIGNS[mark] ?? ['·', mark];
    return h('td', { class: `mark ${mark}` }, h('span', { 'aria-hidden': 'true', title: words }, sign), h('span', { class: 'hidden' }, words));
  });
  const minutes = learner.stuck === null ? 0 : Math.floor(learner.stuck / 60);
  const now = learner.is_away ? 'away' : learner.stuck !== null ? `stuck for ${minutes} min at ${learner.step}` : learner.step;
  return h('tr', { class: learner.stuck !== null && !learner.is_away ? 'is-stuck' : '' }, h('th', { scope: 'row' }, visible(learner.name)), ...marks, h('td', {}, `${learner.done}/${steps}`), h('td', {}, visible(now), learner.finding !== null && ` (${visible(learner.finding)})`));
}

applyTheme();
fill(main, h('h1', {}, 'The room'), status, orders(), place);
void look();
setInterval(() => void look(), PAUSE);
