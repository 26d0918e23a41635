// The options of the language client, without VS Code's own parts: these can be tested without a desktop.

/** The documents that the server gets: manifests, templates, and the data of an environment. */
export const DOCUMENTS = [
  { language: 'puppet' },
  { language: 'epuppet' },
  { language: 'yaml', pattern: '**/{data,hieradata}/**/*.{yaml,yml,eyaml}' },
];

export interface Program {
  command: string;
  args: string[];
}

/** Returns the program that serves the editor. */
export function program(path: string | undefined): Program {
  return { command: path?.trim() || 'pprepl', args: ['lsp'] };
}

/** Returns the message for a program that does not start. */
export function missing(command: string, reason: string): string {
  return `pprepl: cannot start '${command}': ${reason}. Install pprepl, or set "pprepl.path".`;
}
