// One instance of the engine's module: a message in, messages out.

import { ConsoleStdout, File, OpenFile, WASI } from '@bjorn3/browser_wasi_shim';
import type { Files } from './files';

interface Exports {
  memory: WebAssembly.Memory;
  _start(): void;
  input(length: number): number;
  handle(length: number): number;
  output(): number;
  resume(): void;
}

/** A browser that runs each call into a module on a stack of its own has this function. TypeScript does not know it yet. */
const promising = (WebAssembly as { promising?: <A extends unknown[], R>(call: (...args: A) => R) => (...args: A) => Promise<R> }).promising;

/**
 * The bytes of the module's stack for evaluations, and the number of the browser's stacks after the first. Each of them holds
 * about twice what a worker's stack does in Chromium. Four hold the calls that the terminal allows, with room for what is no call.
 */
const STACKS = ['200000', '3'];

export interface Message {
  jsonrpc: '2.0';
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

export class Instance {
  /** Why the deepest call on another stack ended, where it did not come to its end. */
  private fault: unknown;
  private readonly call: (length: number) => number | Promise<number>;

  private constructor(private readonly exports: Exports, files: Files) {
    this.call = promising === undefined ? exports.handle : promising(exports.handle);
    if (promising === undefined) return;
    const resume = promising(exports.resume);
    // The call is over when it returns: its promise only says whether it came to its end.
    files.onFullStack(() => void resume().catch((error: unknown) => (this.fault ??= error)));
  }

  /** Starts an instance. `notify` gets its notifications as they occur. */
  static async start(module: WebAssembly.Module, files: Files, notify: (message: Message) => void): Promise<Instance> {
    const line = (text: string): void => {
      if (text.startsWith('{')) notify(JSON.parse(text) as Message);
    };
    const fds = [
      new OpenFile(new File([])),
      ConsoleStdout.lineBuffered(line),
      ConsoleStdout.lineBuffered((text) => console.warn(text)),
      files.root,
    ];
    const wasi = new WASI(['pprepl', 'engine', ...(promising === undefined ? [] : STACKS)], ['HOME=/'], fds, { debug: false });
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.start(instance as unknown as Parameters<WASI['start']>[0]);
    const started = new Instance(instance.exports as unknown as Exports, files);
    await started.handle({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { stream: true } });
    return started;
  }

  /** Answers a message, one after the other. Rejects when the module traps: then the instance must not be used again. */
  async handle(message: Message): Promise<Message[]> {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const at = this.exports.input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    try {
      const length = await this.call(bytes.length);
      const answer = new Uint8Array(this.exports.memory.buffer, this.exports.output(), length);
      return JSON.parse(new TextDecoder().decode(answer)) as Message[];
    } catch (error) {
      throw this.fault ?? error;
    }
  }

  /** The size of the instance's memory in bytes. */
  memory(): number {
    return this.exports.memory.buffer.byteLength;
  }
}
