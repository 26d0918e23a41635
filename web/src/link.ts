// Links that hold a notebook: `#nb=1.` and its text, deflated, in base64url. No server sees it; opening it runs nothing.

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

const VERSION = '1';

/** The maximum length of a link: beyond it mail programs and chats cut links. */
export const MAX_LINK = 8_000;

/** The maximum size of a notebook from a link in bytes. */
const MAX_TEXT = 1 << 20;

/** Returns the fragment of a notebook's text. */
export function fragmentOf(text: string): string {
  const bytes = deflateSync(strToU8(text), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#nb=${VERSION}.${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Reads a fragment. Throws a sentence for one that is damaged, too large or of another version. */
export function textOf(fragment: string): string {
  const [version, data] = fragment.replace(/^#?nb=/, '').split('.', 2);
  if (data === undefined || data === '') throw new Error('This link is not complete: the notebook after “#nb=” is missing.');
  if (version !== VERSION) throw new Error(`This link has version ${version?.slice(0, 8)}; this page reads version ${VERSION}.`);
  try {
    const binary = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    // The buffer bounds what a small link can unfold to.
    const out = inflateSync(packed, { out: new Uint8Array(MAX_TEXT) });
    if (out.length >= MAX_TEXT) throw new Error('too large');
    return strFromU8(out);
  } catch {
    throw new Error('This link is damaged: its notebook cannot be read. Ask for a new one, or for the file.');
  }
}
