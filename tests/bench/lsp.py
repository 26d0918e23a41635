#!/usr/bin/env python3
"""Measures what a user of an editor waits for: the index, findings after a key, completion, and memory. Prints Markdown.

    python3 tests/bench/lsp.py [BINARY] [MODULES]

BINARY is target/dist/pprepl and MODULES the Debian packages that `.ci/run` fetches, when left out. Beside the time that
passes stands the processor time of the server, which other work on the machine does not change.
"""
import glob, json, os, select, subprocess, sys, tempfile, time

from terminal import spread

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../target/dist/pprepl')
MODULES = sys.argv[2] if len(sys.argv) > 2 else os.path.expanduser('~/.cache/pprepl/debian')
TICK = 1000 / os.sysconf('SC_CLK_TCK')


class Server:
    """A server, and what it has sent."""

    def __init__(self, root):
        self.process = subprocess.Popen([BINARY, 'lsp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.bytes, self.id = b'', 0
        self.found = {}
        self.started = time.perf_counter()
        capabilities = {'window': {'workDoneProgress': True}}
        self.ask('initialize', {'processId': None, 'capabilities': capabilities, 'rootUri': 'file://' + root})
        self.tell('initialized', {})

    def send(self, message):
        text = json.dumps({'jsonrpc': '2.0', **message}).encode()
        self.process.stdin.write(b'Content-Length: %d\r\n\r\n' % len(text) + text)
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({'method': method, 'params': params})

    def ask(self, method, params):
        self.id += 1
        self.send({'id': self.id, 'method': method, 'params': params})
        return self.wait(lambda it: it.get('id') == self.id and 'method' not in it)['result']

    def message(self):
        """Reads the next message."""
        while True:
            head, found, rest = self.bytes.partition(b'\r\n\r\n')
            length = int(head.split(b':')[1].split()[0]) if found else 0
            if found and len(rest) >= length:
                self.bytes = rest[length:]
                return json.loads(rest[:length])
            select.select([self.process.stdout], [], [])
            self.bytes += os.read(self.process.stdout.fileno(), 1 << 16)

    def wait(self, wanted):
        while True:
            message = self.message()
            if message.get('method') == 'textDocument/publishDiagnostics':
                self.found[message['params'].get('version')] = message['params']['diagnostics']
            if wanted(message):
                return message

    def indexed(self):
        """Waits for the index; gives the number of its files in words."""
        end = self.wait(lambda it: it.get('method') == '$/progress' and it['params']['value']['kind'] == 'end')
        return end['params']['value']['message']

    def findings(self, version):
        """Waits for the findings of a version of a document; they may come before an answer that was waited for."""
        if version not in self.found:
            self.wait(lambda it: version in self.found)
        return self.found[version]

    def processor(self):
        """Gives the processor time of the server's threads, in milliseconds."""
        paths = glob.glob(f'/proc/{self.process.pid}/task/*/schedstat')
        return sum(int(open(path).read().split()[0]) for path in paths) / 1e6

    def processor_of_all(self):
        """Gives the processor time of the server, with the threads that have ended, in milliseconds."""
        fields = open(f'/proc/{self.process.pid}/stat').read().rsplit(')')[1].split()
        return (int(fields[11]) + int(fields[12])) * TICK

    def memory(self, name='VmRSS'):
        lines = open(f'/proc/{self.process.pid}/status').read().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name))

    def end(self):
        self.ask('shutdown', None)
        self.tell('exit', None)
        self.process.wait()


def environment():
    """Makes an environment with all modules; gives its directory and the number of lines of their manifests."""
    root = tempfile.mkdtemp()
    os.mkdir(f'{root}/modules')
    open(f'{root}/environment.conf', 'w').write('modulepath = modules\n')
    lines = 0
    for path in sorted(glob.glob(f'{MODULES}/*/usr/share/puppet/modules.available/*')):
        name = os.path.basename(path).rsplit('-', 1)[-1]
        if os.path.isdir(path) and not os.path.exists(f'{root}/modules/{name}'):
            os.symlink(path, f'{root}/modules/{name}')
            for manifest in glob.glob(f'{path}/**/*.pp', recursive=True):
                lines += open(manifest, 'rb').read().count(b'\n')
    return root, lines


def row(what, times, busy, unit, goal):
    median, p99 = spread(times)
    used = f'{spread(busy)[0]:.1f} / {spread(busy)[1]:.1f}' if busy else ''
    print(f'| {what} | {median:.1f} {unit} | {p99:.1f} {unit} | {used} | {goal} |', flush=True)


class Editor:
    """A document that a user types in."""

    def __init__(self, server, path, text):
        self.server, self.uri, self.version = server, 'file://' + path, 1
        item = {'uri': self.uri, 'languageId': 'puppet', 'version': 1, 'text': text}
        server.found.clear()
        server.tell('textDocument/didOpen', {'textDocument': item})
        server.findings(1)

    def type(self, line, column, text, deleted=0):
        self.version += 1
        span = {'start': {'line': line, 'character': column}, 'end': {'line': line, 'character': column + deleted}}
        change = {'textDocument': {'uri': self.uri, 'version': self.version},
                  'contentChanges': [{'range': span, 'text': text}]}
        self.server.tell('textDocument/didChange', change)

    def close(self):
        self.server.tell('textDocument/didClose', {'textDocument': {'uri': self.uri}})


def measured(server, times, busy, act):
    used, start = server.processor(), time.perf_counter()
    act()
    times.append((time.perf_counter() - start) * 1e3)
    busy.append(server.processor() - used)


def findings(server, path, text, what, goal):
    """Types a comment and an assignment before the end of the definition of a document."""
    editor = Editor(server, path, text)
    line = text.rstrip().count('\n')
    editor.type(line, 0, '\n')
    server.findings(editor.version)
    times, busy = [], []
    for word in ['# a comment', '$name_of_it = 1 + 2']:
        for at, key in enumerate(word):
            measured(server, times, busy, lambda: (editor.type(line, at, key), server.findings(editor.version)))
        editor.type(line, 0, '', len(word))
        server.findings(editor.version)
    row(f'findings after a key, {what}', times, busy, 'ms', goal)
    complete(server, editor, line, what)
    editor.close()


def complete(server, editor, line, what):
    for kind, word in [('a name', 'inclu'), ('a variable', '$os'), ('an attribute', 'file { "/x": mo'), ('a class', 'include nov')]:
        times, busy, count = [], [], 0
        for at, key in enumerate(word):
            editor.type(line, at, key)
            server.findings(editor.version)
            params = {'textDocument': {'uri': editor.uri}, 'position': {'line': line, 'character': at + 1}}
            measured(server, times, busy, lambda: server.ask('textDocument/completion', params))
        both, both_busy = [], []
        for at in range(len(word), len(word) + 6):
            params = {'textDocument': {'uri': editor.uri}, 'position': {'line': line, 'character': at + 1}}
            measured(server, both, both_busy, lambda: (editor.type(line, at, 'a'), server.ask('textDocument/completion', params)))
        server.findings(editor.version)
        editor.type(line, 0, '', len(word) + 6)
        server.findings(editor.version)
        row(f'completion of {kind}, {what}', times, busy, 'ms', '10 ms')
        row(f'a key and completion of {kind}, {what}', both, both_busy, 'ms', '10 ms')


def generated(lines):
    """A class of about this many lines."""
    text = 'class generated (\n  String $owner = "root",\n) {\n'
    for at in range((lines - 4) // 10):
        text += f'''  $path_{at} = "/etc/app/${{facts['os']['family']}}/{at}.conf"
  if $path_{at} =~ /conf$/ {{
    file {{ $path_{at}:
      ensure  => file,
      owner   => $owner,
      mode    => '0644',
      content => join([1, 2, {at}].map |$i| {{ "line ${{i}}" }}, "\\n"),
    }}
  }}

'''
    return text + '}\n'


def main():
    root, lines = environment()
    print(f'{lines:,} lines of manifests in {len(os.listdir(root + "/modules"))} modules\n')
    print('| what | median | p99 | processor, ms: median / p99 | goal |\n| --- | --- | --- | --- | --- |')
    times, busy, memory = [], [], []
    for _ in range(5):
        server = Server(root)
        files = server.indexed()
        times.append((time.perf_counter() - server.started) * 1e3)
        busy.append(server.processor_of_all())
        memory.append(server.memory())
        if len(times) < 5:
            server.end()
    row(f'start to index, {files}', times, busy, 'ms', '1000 ms on two cores')
    row('memory with the index', memory, [], 'MiB', '')
    os.mkdir(f'{root}/manifests')
    for count in (100, 1000):
        findings(server, f'{root}/manifests/generated.pp', generated(count), f'{count} lines', '20 ms' if count == 1000 else '')
    path = f'{root}/modules/tempest/manifests/init.pp'
    if os.path.exists(path):
        findings(server, path, open(path).read(), 'tempest (1,026 lines)', '20 ms')
    row('memory after it', [server.memory()], [], 'MiB', '')
    server.end()


main()
