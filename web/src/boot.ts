// Begins to load the engine while the browser still reads the script of the page.

import { engineFiles } from './engine/compile';

const { worker, module } = engineFiles();
// The page says what is wrong when it asks for the engine.
module.catch(() => undefined);
globalThis.pprepl = { worker, module, first: new Worker(worker, { type: 'module' }) };
