// What a page and its worker say to each other.

import type { Message } from './instance';

export type ToWorker =
  | { kind: 'start'; module: WebAssembly.Module; flag: SharedArrayBuffer | null; files: [string, Uint8Array][] }
  | { kind: 'call'; message: Message }
  | { kind: 'file'; path: string; bytes: Uint8Array };

export type FromWorker =
  | { kind: 'ready'; memory: number }
  | { kind: 'failed'; reason: string }
  | { kind: 'messages'; messages: Message[] }
  | { kind: 'trap'; id: number; reason: 'stack' | 'memory' };
