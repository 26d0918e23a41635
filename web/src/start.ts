// What every page needs to start an engine: the addresses that the build wrote into the page.

import { Engine, type EngineStart } from './engine/client';
import { engineFiles } from './engine/compile';

/** Returns the engine that `boot.ts` began to load; without it, the page begins. */
export function engineStart(): EngineStart {
  return globalThis.pprepl ?? engineFiles();
}

/** Two engines of one module: the second one colors and formats while something runs. */
export class Engines {
  readonly run: Engine;
  private language: Engine | null = null;
  private isReady = false;

  constructor(private readonly start: EngineStart) {
    this.run = new Engine(start);
    // The second one starts when the first answers, so that the page is usable sooner.
    void this.run.ready.then(() => {
      this.language = new Engine(this.start);
      return this.language.ready.then(() => (this.isReady = true));
    }).catch(() => undefined);
  }

  get painter(): Engine {
    return this.isReady && this.language !== null ? this.language : this.run;
  }
}

/** Loads the course into the engine's files, once. The engine has them again after a restart. */
export class CourseFiles {
  private loaded: Promise<void> | null = null;

  constructor(private readonly engine: Engine) {}

  load(): Promise<void> {
    this.loaded ??= this.fetch().catch((error: unknown) => {
      this.loaded = null;
      throw error;
    });
    return this.loaded;
  }

  private async fetch(): Promise<void> {
    const response = await fetch(new URL(document.body.dataset['course'] ?? '', document.baseURI));
    if (!response.ok) throw new Error(`The course cannot be loaded: ${response.status} ${response.statusText}.`);
    const files = (await response.json()) as Record<string, string>;
    for (const [name, text] of Object.entries(files)) this.engine.write(`course/${name}`, new TextEncoder().encode(text));
  }
}
