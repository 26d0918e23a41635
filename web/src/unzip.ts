// What a zip holds: an environment, or one module as the Forge and hosts of repositories pack it.

import { strFromU8, unzipSync } from 'fflate';

export interface Unzipped {
  /** The files by their paths in the environment. */
  files: [path: string, bytes: Uint8Array][];
  /** The name of the module, if the zip is one. */
  module: string | null;
}

const OF_ENVIRONMENT = /^(modules|manifests|data|environment\.conf|hiera\.yaml|Puppetfile)(\/|$)/;
const OF_MODULE = /^(metadata\.json|manifests|functions|types|lib|templates|files)(\/|$)/;

/** Reads a zip of at most `most` bytes unpacked. Its message is a sentence for the page. */
export function unzip(name: string, bytes: Uint8Array, most: number): Unzipped {
  let total = 0;
  const accept = ({ name: path, originalSize }: { name: string; originalSize: number }): boolean => {
    total += originalSize;
    if (total > most) throw new Error(`“${name}” is too large: at most ${most >> 20} MiB unpacked.`);
    return !path.endsWith('/') && !path.split('/').includes('..');
  };
  let entries: [string, Uint8Array][];
  try {
    entries = Object.entries(unzipSync(bytes, { filter: accept }));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('“')) throw error;
    throw new Error(`“${name}” is not a zip that can be read.`);
  }
  if (entries.length === 0) throw new Error(`“${name}” has no files.`);
  const folder = wrapper(entries.map(([path]) => path));
  const files = entries.map(([path, content]): [string, Uint8Array] => [path.slice(folder.length), content]);
  const module = moduleName(files, folder === '' ? name : folder);
  return { files: module === null ? files : files.map(([path, content]) => [`modules/${module}/${path}`, content]), module };
}

/** Returns the directory around all files, with its slash; empty without one. */
function wrapper(paths: string[]): string {
  const first = `${paths[0]?.split('/')[0] ?? ''}/`;
  return paths.every((path) => path.startsWith(first)) && !OF_ENVIRONMENT.test(first) ? first : '';
}

/** Returns the name of the module that these files are; null for an environment. */
function moduleName(files: [string, Uint8Array][], place: string): string | null {
  const metadata = files.find(([path]) => path === 'metadata.json');
  const has = (path: RegExp): boolean => files.some(([known]) => path.test(known));
  const isModule = metadata !== undefined || has(/^manifests\/init\.pp$/) || (!has(/^(modules|manifests|data|hiera\.yaml|environment\.conf)/) && has(OF_MODULE));
  if (!isModule || has(/^(modules\/|environment\.conf$)/)) return null;
  return nameIn(metadata?.[1]) ?? plain(place.replace(/(-v?\d[\w.]*)?(\.zip|\/)$/i, ''));
}

/** Returns the name that the metadata give: the part after the author. */
function nameIn(metadata: Uint8Array | undefined): string | null {
  if (metadata === undefined) return null;
  try {
    const { name } = JSON.parse(strFromU8(metadata)) as { name?: unknown };
    return typeof name === 'string' ? plain(name) : null;
  } catch {
    return null;
  }
}

/** Makes the name of a module from `author-name`. */
function plain(text: string): string {
  const name = text.split(/[/-]/).filter((part) => part !== '' && part !== 'main' && part !== 'master').pop() ?? '';
  return name.toLowerCase().replace(/\W/g, '_').replace(/^[^a-z]+/, '') || 'uploaded';
}
