// A learner in a class: joins with a name, and posts progress. What cannot be posted waits for the network.

import { askText } from '../dialog';
import type { Store } from '../store';

export interface ProgressRecord {
  lesson: string;
  step: string;
  state: string;
  hash?: string;
  tries?: number;
  hints?: number;
  finding?: string | null;
}

interface Membership {
  token: string;
  name: string;
  key: string;
  className: string;
}

/** The maximum number of records of one request. */
const MOST = 40;

/** The time between two attempts, in milliseconds. */
const PAUSE = 3_000;

export class Learner {
  private waiting: ProgressRecord[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(private readonly member: Membership, private readonly store: Store, private readonly say: (text: string, isError?: boolean) => void) {}

  get title(): string {
    return `${this.member.className}: ${this.member.name}`;
  }

  /** Joins the class of a link, or continues in it. */
  static async join(token: string, store: Store, say: (text: string, isError?: boolean) => void): Promise<Learner | null> {
    const known = await store.value<Membership>('class');
    if (known !== undefined && (token === '' || known.token === token)) return new Learner(known, store, say);
    if (token === '') return null;
    let member: Membership | null = null;
    const check = async (name: string): Promise<string | null> => {
      const answer = await post('join', token, { name });
      if (typeof answer === 'string') return answer;
      member = { token, name: String(answer['name']), key: String(answer['key']), className: String(answer['class']) };
      return null;
    };
    await askText('Join the class', 'Your name, for the teacher. Only your progress is sent, never your answers.', '', 'Join', check);
    if (member === null) return null;
    await store.setValue('class', member);
    return new Learner(member, store, say);
  }

  report(record: ProgressRecord): void {
    this.waiting.push(record);
    this.timer ??= setTimeout(() => void this.send(), 50);
  }

  private async send(): Promise<void> {
    this.timer = undefined;
    const records = this.waiting.slice(0, MOST).map(({ lesson, step, state, hash, tries, hints, finding }) => ({ lesson, step, state, hash, tries, hints, finding }));
    const answer = await post('progress', this.member.key, { name: this.member.name, records });
    if (typeof answer !== 'string') this.waiting = this.waiting.slice(records.length);
    else if (answer.startsWith('This link') || answer.startsWith('The request cannot')) {
      this.waiting = [];
      await this.store.setValue('class', undefined);
      this.say(`Your progress was not sent: ${answer}`, true);
    }
    if (this.waiting.length > 0) this.timer = setTimeout(() => void this.send(), PAUSE);
  }
}

/** Posts to the server of the class. Returns its answer, or a sentence. */
async function post(what: string, token: string, body: object): Promise<Record<string, unknown> | string> {
  try {
    const response = await fetch(`api/class/${what}`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    return response.ok ? answer : String(answer['error'] ?? response.statusText);
  } catch {
    return 'The server of the class does not answer. Is it running, and are you in its network?';
  }
}
