// Static servers that know nothing of pprepl.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** Any static server: no headers of ours, no compression. */
export function staticServer(folder) {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/octet-stream', '.json': 'application/json', '.svg': 'image/svg+xml' };
  const server = createServer((request, response) => {
    let path = join(folder, normalize(new URL(request.url, 'http://x').pathname));
    if (path.endsWith('/')) path += 'index.html';
    if (!existsSync(path) || statSync(path).isDirectory()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(readFileSync(path));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({ page: `http://localhost:${server.address().port}/`, end: () => server.close() })));
}

/** The static server that Python has; null without it. */
export function pythonServer(folder) {
  const child = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', () => resolve(null));
    child.stdout.on('data', (data) => {
      const port = /port (\d+)/.exec(String(data))?.[1];
      if (port !== undefined) resolve({ name: "python's http.server", page: `http://localhost:${port}/`, end: () => child.kill() });
    });
  });
}
