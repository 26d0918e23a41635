// Starts the server as the extension does, with the protocol library of VS Code, and asks a few questions.
// PPREPL names the program.

import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const rpc = require('vscode-languageserver-protocol/node');
const { DOCUMENTS, missing, program } = require('../out/options.js');

test('the server answers the protocol library of VS Code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pprepl-'));
  const file = join(folder, 'a.pp');
  writeFileSync(file, '$a = 1\n$a = 2\n');
  const { command, args } = program(process.env.PPREPL);
  const server = spawn(command, args);
  const connection = rpc.createProtocolConnection(
    new rpc.StreamMessageReader(server.stdout),
    new rpc.StreamMessageWriter(server.stdin),
  );
  const found = new Promise((done) => connection.onNotification(rpc.PublishDiagnosticsNotification.type, done));
  connection.listen();
  const answer = await connection.sendRequest(rpc.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {},
    workspaceFolders: null,
  });
  assert.ok(answer.capabilities.renameProvider);
  await connection.sendNotification(rpc.InitializedNotification.type, {});
  const uri = pathToFileURL(file).href;
  await connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'puppet', version: 1, text: '$a = 1\n$a = 2\n' },
  });
  const { diagnostics } = await found;
  assert.strictEqual(diagnostics[0].code, 'reassignment');
  const symbols = await connection.sendRequest(rpc.DocumentSymbolRequest.type, { textDocument: { uri } });
  assert.deepStrictEqual(symbols.map((symbol) => symbol.name), ['$a', '$a']);
  await connection.sendRequest(rpc.ShutdownRequest.type);
  await connection.sendNotification(rpc.ExitNotification.type);
  const status = await new Promise((done) => server.on('exit', done));
  assert.strictEqual(status, 0);
  connection.dispose();
});

test('the options name the program and the documents', () => {
  assert.deepStrictEqual(program(undefined), { command: 'pprepl', args: ['lsp'] });
  assert.deepStrictEqual(program(' /bin/pprepl '), { command: '/bin/pprepl', args: ['lsp'] });
  assert.ok(DOCUMENTS.some((one) => one.language === 'epuppet'));
  assert.match(missing('pprepl', 'not found'), /pprepl\.path/);
});
