// The service worker: keeps the files of one build, and answers with them when the network does not.

declare const FILES: string[];
declare const BUILD: string;

const scope = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `pprepl ${BUILD}`;

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('pprepl ') && name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => scope.clients.claim()));
});

/** A file with a digest in its name comes from the cache; others from the network first. */
async function answer(request: Request): Promise<Response> {
  const isHashed = /-[0-9A-Z]{8}\.[a-z]+$/.test(new URL(request.url).pathname);
  const kept = await caches.match(request, { ignoreSearch: true });
  if (isHashed && kept !== undefined) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept !== undefined) return kept;
    throw error;
  }
}

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const isOwn = url.origin === scope.location.origin && event.request.method === 'GET' && !url.pathname.includes('/api/');
  if (isOwn) event.respondWith(answer(event.request));
});
