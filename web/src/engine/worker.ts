// The worker: runs the engine, so that the page never waits for it.

import { Files } from './files';
import { Instance, type Message } from './instance';
import type { FromWorker, ToWorker } from './messages';

let module: WebAssembly.Module;
let files: Files;
let instance: Promise<Instance>;

const send = (message: FromWorker): void => self.postMessage(message);

function start(): Promise<Instance> {
  return Instance.start(module, files, (message) => send({ kind: 'messages', messages: [message] }));
}

/** Whether a trap came from the browser's stack; other traps are memory that the browser does not give. */
function trapReason(error: unknown): 'stack' | 'memory' {
  const text = String(error);
  return error instanceof RangeError || /stack|recursion/i.test(text) ? 'stack' : 'memory';
}

async function call(message: Message): Promise<void> {
  const running = await instance;
  try {
    send({ kind: 'messages', messages: await running.handle(message) });
  } catch (error) {
    console.warn('the engine ended:', error);
    instance = start();
    await instance;
    send({ kind: 'trap', id: message.id ?? 0, reason: trapReason(error) });
  }
}

async function take(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'start': {
      module = message.module;
      files = new Files(message.flag === null ? null : new Int32Array(message.flag));
      for (const [path, bytes] of message.files) files.write(path, bytes);
      instance = start();
      send({ kind: 'ready', memory: (await instance).memory() });
      return;
    }
    case 'call':
      return call(message.message);
    case 'file':
      files.write(message.path, message.bytes);
  }
}

/** What came before is done first: the module answers one message at a time. */
let queue = Promise.resolve();

self.onmessage = (event: MessageEvent<ToWorker>): void => {
  queue = queue.then(() => take(event.data)).catch((error: unknown) => send({ kind: 'failed', reason: String(error) }));
};
