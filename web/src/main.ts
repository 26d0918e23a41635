// The entry of the notebook page.

import { App } from './app';

const root = document.getElementById('app');
if (root !== null) void new App().start(root);

// Offline after the first visit, where the browser allows it.
if ('serviceWorker' in navigator && document.body.dataset['offline'] !== undefined) {
  window.addEventListener('load', () => void navigator.serviceWorker.register('sw.js').catch(() => undefined));
}
