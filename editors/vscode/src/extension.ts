// Starts `pprepl lsp` for Puppet's files. The server never evaluates code, so that untrusted workspaces are supported.

import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';

import { DOCUMENTS, missing, program } from './options';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('pprepl.restart', restart),
    vscode.commands.registerCommand('pprepl.showReferences', showReferences),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration('pprepl')) {
        await restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('pprepl');
  const server: ServerOptions = program(configuration.get<string>('path'));
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENTS,
    initializationOptions: {
      settings: configuration.get('settings', {}),
      commands: ['pprepl.showReferences'],
    },
  };
  client = new LanguageClient('pprepl', 'pprepl', server, options);
  try {
    await client.start();
  } catch (error) {
    const { command } = program(configuration.get<string>('path'));
    void vscode.window.showErrorMessage(missing(command, String(error)));
  }
}

async function restart(): Promise<void> {
  await client?.stop().catch(() => undefined);
  await start();
}

interface Position {
  line: number;
  character: number;
}

interface Place {
  uri: string;
  range: { start: Position; end: Position };
}

/** Shows the places of a code lens. */
async function showReferences(uri: string, position: Position, places: Place[]): Promise<void> {
  const at = (one: Position) => new vscode.Position(one.line, one.character);
  const place = (one: Place) =>
    new vscode.Location(vscode.Uri.parse(one.uri), new vscode.Range(at(one.range.start), at(one.range.end)));
  const target = vscode.Uri.parse(uri);
  await vscode.commands.executeCommand('editor.action.showReferences', target, at(position), places.map(place));
}
