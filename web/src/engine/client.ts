// The page's side of an engine: calls, notifications, stopping, and a new worker after an old one.

import type { Message } from './instance';
import type { FromWorker, ToWorker } from './messages';

/** A call that the engine refused, with its sentence. */
export class CallError extends Error {}

/** The worker ended before the call was answered: stopped by the user, or by a trap. */
export class Ended extends Error {
  constructor(readonly reason: 'stopped' | 'stack' | 'memory') {
    super(`the engine ended: ${reason}`);
  }
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface EngineStart {
  module: Promise<WebAssembly.Module>;
  worker: string;
  /** A worker that was created while the page was loading, for the first engine. */
  first?: Worker | undefined;
}

declare global {
  /** The engine that `boot.ts` began to load. */
  var pprepl: EngineStart | undefined;
}

type Listener = (params: never) => void;

export class Engine {
  /** Resolves when the engine answers. */
  ready: Promise<void>;
  private worker!: Worker;
  private flag: Int32Array | null = null;
  private next = 1;
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Map<string, Listener[]>();
  private readonly files = new Map<string, Uint8Array>();

  constructor(private readonly start: EngineStart) {
    this.ready = this.launch();
  }

  /** Whether a running evaluation can be stopped without losing the session. */
  get isolated(): boolean {
    return this.flag !== null;
  }

  get isBusy(): boolean {
    return this.pending.size > 0;
  }

  private async launch(): Promise<void> {
    const shared = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === 'function';
    const buffer = shared ? new SharedArrayBuffer(4) : null;
    this.flag = buffer === null ? null : new Int32Array(buffer);
    const worker = this.start.first ?? new Worker(this.start.worker, { type: 'module' });
    this.start.first = undefined;
    this.worker = worker;
    const module = await this.start.module;
    await new Promise<void>((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
      worker.onmessage = (event: MessageEvent<FromWorker>) => {
        if (event.data.kind === 'ready') resolve();
        else if (event.data.kind === 'failed') reject(new Error(event.data.reason));
        else this.receive(event.data);
      };
      this.post({ kind: 'start', module, flag: buffer, files: [...this.files] });
    });
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case 'messages':
        message.messages.forEach((inner) => this.take(inner));
        return;
      case 'trap': {
        const waiting = this.pending.get(message.id);
        this.pending.delete(message.id);
        waiting?.reject(new Ended(message.reason));
        return;
      }
      case 'failed':
        this.endAll('memory');
        return;
      case 'ready':
    }
  }

  private take(message: Message): void {
    if (message.method !== undefined) {
      const listeners = this.listeners.get(message.method) ?? [];
      listeners.forEach((listener) => listener(message.params as never));
      return;
    }
    const waiting = this.pending.get(message.id ?? 0);
    this.pending.delete(message.id ?? 0);
    if (message.error !== undefined) waiting?.reject(new CallError(message.error.message));
    else waiting?.resolve(message.result);
  }

  on<T>(method: string, listener: (params: T) => void): void {
    this.listeners.set(method, [...(this.listeners.get(method) ?? []), listener as Listener]);
  }

  /** Calls a method. Rejects with `CallError` or `Ended`. */
  async call<T>(method: string, params: object = {}): Promise<T> {
    await this.ready;
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.post({ kind: 'call', message: { jsonrpc: '2.0', id, method, params } });
    });
  }

  /** Writes a file for the engine, also after a restart. */
  write(path: string, bytes: Uint8Array): void {
    this.files.set(path, bytes);
    this.ready.then(() => this.post({ kind: 'file', path, bytes })).catch(() => undefined);
  }

  /** Stops what runs. Resolves with whether the session lives on; otherwise the caller replays it. */
  async stop(): Promise<boolean> {
    if (this.flag !== null) {
      Atomics.store(this.flag, 0, 1);
      const flag = this.flag;
      const waiting = [...this.pending.values()];
      if (waiting.length === 0) Atomics.store(flag, 0, 0);
      this.whenIdle(() => Atomics.store(flag, 0, 0));
      return true;
    }
    await this.restart();
    return false;
  }

  private whenIdle(act: () => void): void {
    const look = (): void => {
      if (this.pending.size === 0) act();
      else setTimeout(look, 5);
    };
    look();
  }

  /** Ends the worker and starts another one. */
  async restart(): Promise<void> {
    this.worker.terminate();
    this.endAll('stopped');
    this.ready = this.launch();
    await this.ready;
  }

  private endAll(reason: 'stopped' | 'memory'): void {
    const all = [...this.pending.values()];
    this.pending.clear();
    all.forEach((waiting) => waiting.reject(new Ended(reason)));
  }
}
