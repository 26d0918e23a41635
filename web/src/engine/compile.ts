// Loads the module of the engine.

/** Fetches and compiles the module; a server without the media type of WebAssembly works too. */
export async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status} ${response.statusText}`);
  const media = response.headers.get('content-type') ?? '';
  if (media.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Begins to load the engine. The build wrote the addresses into the page, as attributes of its body. */
export function engineFiles(): { worker: string; module: Promise<WebAssembly.Module> } {
  const address = (name: string): string => new URL(document.body.dataset[name] ?? '', document.baseURI).href;
  return { worker: address('worker'), module: compile(address('module')) };
}
