// What the browser keeps: notebooks, progress, files and choices, in IndexedDB. Without it nothing is saved, and the
// page says so.

import type { NotebookDocument } from './protocol';

export interface SavedNotebook {
  id: string;
  title: string;
  document: NotebookDocument;
  /** The ids of the cells that had run. */
  ran: number[];
  /** The name of the lesson, and the learner's copy of it. */
  lesson: string | null;
  copy: string | null;
  /** The text of a lesson that is not of the course. */
  master?: string | null;
  updated: number;
}

const NAME = 'pprepl';
const STORES = ['notebooks', 'values'];

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the storage failed'));
  });
}

export class Store {
  private constructor(private readonly database: IDBDatabase | null) {}

  static async open(): Promise<Store> {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        for (const name of STORES) request.result.createObjectStore(name);
      };
      return new Store(await asked(request));
    } catch {
      return new Store(null);
    }
  }

  get works(): boolean {
    return this.database !== null;
  }

  private async get<T>(store: string, key: string): Promise<T | undefined> {
    if (this.database === null) return undefined;
    return asked(this.database.transaction(store).objectStore(store).get(key) as IDBRequest<T | undefined>);
  }

  private async put(store: string, key: string, value: unknown): Promise<void> {
    if (this.database === null) return;
    await asked(this.database.transaction(store, 'readwrite').objectStore(store).put(value, key));
  }

  notebook(id: string): Promise<SavedNotebook | undefined> {
    return this.get('notebooks', id);
  }

  save(notebook: SavedNotebook): Promise<void> {
    return this.put('notebooks', notebook.id, notebook);
  }

  async remove(id: string): Promise<void> {
    if (this.database === null) return;
    await asked(this.database.transaction('notebooks', 'readwrite').objectStore('notebooks').delete(id));
  }

  /** All notebooks, the newest first. */
  async notebooks(): Promise<SavedNotebook[]> {
    if (this.database === null) return [];
    const all = await asked(this.database.transaction('notebooks').objectStore('notebooks').getAll() as IDBRequest<SavedNotebook[]>);
    return all.sort((one, other) => other.updated - one.updated);
  }

  value<T>(key: string): Promise<T | undefined> {
    return this.get('values', key);
  }

  setValue(key: string, value: unknown): Promise<void> {
    return this.put('values', key, value);
  }
}

/** The name of the copy of the notebook that was open last. */
const LAST = 'pprepl last';

/** A copy is at most so long; a longer notebook is read from the database. */
const MAX_COPY = 200_000;

/** Keeps a copy of the notebook that is open. It is read at once, before the database is open. */
export function keepLast(notebook: SavedNotebook): void {
  try {
    const text = JSON.stringify(notebook);
    localStorage.setItem(LAST, notebook.lesson === null && text.length <= MAX_COPY ? text : '{}');
  } catch {
    // Without the copy the page asks the database.
  }
}

/** Deletes the copy of a deleted notebook. */
export function forgetLast(id: string): void {
  if (lastKept()?.id === id) localStorage.removeItem(LAST);
}

/** Returns the copy; `null` at the first visit, `undefined` where only the database knows. */
export function lastKept(): SavedNotebook | null | undefined {
  try {
    const text = localStorage.getItem(LAST);
    if (text === null) return null;
    const kept = JSON.parse(text) as Partial<SavedNotebook>;
    return typeof kept.id === 'string' && kept.document !== undefined ? (kept as SavedNotebook) : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the right to write a notebook. */
export type Release = () => void;

/** Takes the right to write a notebook. Returns null if another tab has it. */
export async function takeLock(id: string): Promise<Release | null> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) return askOtherTabs(id);
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (lock !== null) return new Promise((release) => resolve(() => release()));
      resolve(null);
      return undefined;
    };
    locks.request(`notebook ${id}`, { ifAvailable: true }, hold).catch(() => resolve(() => undefined));
  });
}

/** The time for another tab to answer, in milliseconds. */
const PATIENCE = 80;

/** Asks other tabs, where the browser has no locks: an address over http in a local network. */
function askOtherTabs(id: string): Promise<Release | null> {
  const channel = new BroadcastChannel('pprepl notebooks');
  return new Promise((resolve) => {
    let isMine = false;
    const timer = setTimeout(() => {
      isMine = true;
      resolve(() => channel.close());
    }, PATIENCE);
    channel.onmessage = (event: MessageEvent<{ ask?: string; taken?: string }>) => {
      if (event.data.ask === id && isMine) channel.postMessage({ taken: id });
      if (event.data.taken === id && !isMine) {
        clearTimeout(timer);
        channel.close();
        resolve(null);
      }
    };
    channel.postMessage({ ask: id });
  });
}
