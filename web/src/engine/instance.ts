// One instance of the engine's module: a message in, messages out.

import { ConsoleStdout, File, OpenFile, WASI } from '@bjorn3/browser_wasi_shim';
import type { Files } from './files';

interface Exports {
  memory: WebAssembly.Memory;
  _start(): void;
  input(length: number): number;
  handle(length: number): number;
  output(): number;
}

export interface Message {
  jsonrpc: '2.0';
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

export class Instance {
  private constructor(private readonly exports: Exports) {}

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
    const wasi = new WASI(['pprepl', 'engine'], ['HOME=/'], fds, { debug: false });
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.start(instance as unknown as Parameters<WASI['start']>[0]);
    const started = new Instance(instance.exports as unknown as Exports);
    started.handle({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { stream: true } });
    return started;
  }

  /** Answers a message. Throws when the module traps: then the instance must not be used again. */
  handle(message: Message): Message[] {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const at = this.exports.input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    const length = this.exports.handle(bytes.length);
    const answer = new Uint8Array(this.exports.memory.buffer, this.exports.output(), length);
    return JSON.parse(new TextDecoder().decode(answer)) as Message[];
  }

  /** The size of the instance's memory in bytes. */
  memory(): number {
    return this.exports.memory.buffer.byteLength;
  }
}
