#!/usr/bin/env python3
"""Executes the recipes of docs/editors.md with real editors, and asks the editors for the results.

    python3 tests/editors/run.py [PPREPL] [NAME...]

PPREPL is target/release/pprepl when left out; NAME is a part of the name of a test. A test whose editor is missing is
skipped. NVIM, EMACS, HX, NPM and TREE_SITTER name other commands than the usual ones; NVIM_TREESITTER is the directory of
the plugin nvim-treesitter.
"""
import json, os, re, shlex, shutil, subprocess, sys, tempfile, traceback

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, '../..'))
BINARY = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f'{ROOT}/target/release/pprepl')
PAGE = open(f'{ROOT}/docs/editors.md').read()
MANIFEST = open(f'{HERE}/sample.pp').read()
TEMPLATE = "<%- | String $name | -%>\n# <%= $name %>\n<% if $name { -%>\n  <%= $facts['os']['family'] %>\n<% } -%>\n"


class Missing(Exception):
    """A program that the test needs is not here."""


def recipe(name):
    """Gives the code under a comment of the page."""
    block = re.search(rf'<!-- recipe: {name} -->\n\n((?:    .*\n|\n)+)', PAGE)[1]
    return '\n'.join(line[4:] for line in block.rstrip().split('\n')) + '\n'


def command(name, variable):
    words = shlex.split(os.environ.get(variable, name))
    if not shutil.which(words[0]):
        raise Missing(f'{words[0]} is not installed')
    return words


class Home:
    """An empty home directory with the sources, the program and an environment."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix='pprepl-')
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith('XDG_')}
        self.environment.update(HOME=self.path, PATH=f'{self.path}/bin:' + os.environ['PATH'])
        os.makedirs(f'{self.path}/bin')
        os.makedirs(f'{self.path}/src')
        os.symlink(BINARY, f'{self.path}/bin/pprepl')
        for part in ['tree-sitter-puppet', 'editors']:
            unwanted = shutil.ignore_patterns('node_modules', 'out', '*.so', '*.elc')
            shutil.copytree(f'{ROOT}/{part}', f'{self.path}/src/pprepl/{part}', ignore=unwanted)
        self.write('env/environment.conf', 'modulepath = modules\n')
        self.write('env/manifests/site.pp', "include web\n$x = 1 + 'a'\n")
        self.write('env/modules/web/manifests/init.pp', MANIFEST)
        self.write('env/modules/web/templates/page.epp', TEMPLATE)

    def file(self, name):
        return f'{self.path}/{name}'

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.file(name)), exist_ok=True)
        open(self.file(name), 'w').write(text)

    def read(self, name):
        return open(self.file(name)).read()

    def run(self, words, name='env', limit=120):
        """Runs a command in a directory; gives what it prints."""
        done = subprocess.run(words, cwd=self.file(name), env=self.environment, timeout=limit, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, f'{words} ends with {done.returncode}:\n{done.stdout[-4000:]}'
        return done.stdout

    def shell(self, name):
        if not shutil.which('cc'):
            raise Missing('cc is not installed')
        return self.run(['sh', '-eu', '-c', recipe(name)])


def same(found, expected, what):
    assert found == expected, f'{what}: found {found!r}, expected {expected!r}'


# ---- Neovim

def neovim(home, init, script, file, plugin=None):
    """Runs a script in Neovim with a file; gives the table that it leaves."""
    home.write('.config/nvim/init.lua', init)
    home.write('script.lua', open(f'{HERE}/neovim.lua').read() + script)
    words = command('nvim', 'NVIM') + ['--headless']
    if plugin:
        words += ['--cmd', f'set runtimepath^={plugin}']
    if os.path.exists(home.file('result.json')):
        os.remove(home.file('result.json'))
    printed = home.run(words + [file, '-c', f'luafile {home.file("script.lua")}', '-c', 'qa!'])
    assert os.path.exists(home.file('result.json')), printed
    return json.loads(home.read('result.json'))


def version_of(words):
    found = re.search(r'v(\d+)\.(\d+)', subprocess.run(words + ['--version'], text=True, stdout=subprocess.PIPE).stdout)
    return int(found[1]), int(found[2])


def new_neovim(needed):
    if version_of(command('nvim', 'NVIM')) < needed:
        raise Missing(f'Neovim is older than {needed[0]}.{needed[1]}')


def test_neovim_language_server():
    new_neovim((0, 11))
    home = Home()
    found = neovim(home, recipe('nvim-init').split('\n\n')[0], 'server_report()', 'manifests/site.pp')
    same(found['client'], 'pprepl', 'the client')
    assert any('operator' in text or 'number' in text.lower() for text in found['diagnostics']), found
    assert 'web' in found['hover'], found
    assert found['definition'].endswith('modules/web/manifests/init.pp'), found
    assert 'notice' in found['completion'], found['completion'][:9]
    assert found['symbols'] > 0, found


def test_neovim_colors():
    new_neovim((0, 11))
    home = Home()
    home.shell('nvim-parsers')
    found = neovim(home, recipe('nvim-init'), 'colors_report()', 'modules/web/manifests/init.pp')
    same(found['errors'], [], 'errors of queries')
    same(found['language'], 'puppet', 'the language')
    for word, capture in [('class web', 'keyword'), ('Integer', 'type'), ('# A class', 'comment'), ('$port', 'variable')]:
        assert any(one.startswith(capture) for one in found['captures'][word]), (word, found['captures'][word])
    assert 'lua' in found['injected'], found['injected']
    assert found['folds'] > 0, found
    assert found['spell'], 'no comment is checked for spelling'
    found = neovim(home, recipe('nvim-init'), 'template_report()', 'modules/web/templates/page.epp')
    same((found['filetype'], found['language'], found['errors']), ('epuppet', 'epp', []), 'a template')


# Lines that a user types, each with the column of the line that Enter starts after it.
TYPED = [
    [('class a (', 2), ('String $x,', 2)],
    [('class a {', 2), ('if $x {', 4)],
    [('case $x {', 2), ('1: {', 4)],
    [('case $x {', 2), ('default: {', 4)],
    [("file { '/a':", 2), ('ensure => file,', 2)],
    [('$x = [', 2)],
    [('$x.each |$y| {', 2)],
    [('class a {', 2), ('include b', 2)],
]
DEEPLY_TYPED = [
    [('class a {', 2), ('if $x {', 4), ('case $y {', 6), ('1: {', 8), ("file { '/a':", 10), ('content => [', 12), ("'b',", 12)],
    [('class a {', 2), ('$x.each |$y| {', 4), ('$y.each |$z| {', 6), ('notify { $z:', 8), ("message => 'z',", 8)],
    [('define a::b (', 2), ('Hash $x = {', 4), ("'k' => [", 6), ('1,', 6)],
    [('node default {', 2), ('unless $x {', 4), ('include a', 4), ('} else {', 4)],
    [('class a {', 2), ('if $x {', 4), ('$y =', 6)],
    [('class a {', 2), ('file {', 4), ("'/b':", 6), ('ensure => file,', 6)],
]


def indentation(home, lists, expression, plugin=None):
    """Indents the sample and types lists of lines; looks at the columns."""
    init = recipe('nvim-init') + (recipe('nvim-treesitter') if plugin else '')
    lines = json.dumps(json.dumps([[line for line, _ in one] for one in lists]))
    script = f'indentation_report(vim.json.decode({lines}), {json.dumps(expression) if expression else "nil"})'
    found = neovim(home, init, script, 'modules/web/manifests/init.pp', plugin)
    same(found['errors'], [], 'errors of queries')
    same(found['indented'], MANIFEST, 'gg=G')
    same(found['typed'], [[list(pair) for pair in one] for one in lists], 'the columns of the next lines')


def test_neovim_indentation():
    new_neovim((0, 11))
    home = Home()
    home.shell('nvim-parsers')
    indentation(home, TYPED + DEEPLY_TYPED, None)


def test_neovim_treesitter():
    new_neovim((0, 12))
    plugin = os.environ.get('NVIM_TREESITTER', '/usr/share/neovim-treesitter')
    if not os.path.isdir(f'{plugin}/lua'):
        raise Missing('nvim-treesitter is not installed')
    command('tree-sitter', 'TREE_SITTER')
    home = Home()
    neovim(home, recipe('nvim-init') + recipe('nvim-treesitter'), 'install_parsers()', 'manifests/site.pp', plugin)
    indentation(home, TYPED + DEEPLY_TYPED, None, plugin)
    indentation(home, TYPED, "v:lua.require'nvim-treesitter'.indentexpr()", plugin)


# ---- Helix

def test_helix():
    words = command('hx', 'HX')
    home = Home()
    home.write('.config/helix/languages.toml', recipe('helix-languages').replace('HOME', home.path))
    home.write('bin/hx', '#!/bin/sh\nexec ' + shlex.join(words) + ' "$@"\n')
    os.chmod(home.file('bin/hx'), 0o755)
    home.shell('helix-queries')
    for language in ['puppet', 'epp']:
        health = re.sub(r'\x1b\[[0-9;]*m', '', home.run(['hx', '--health', language]))
        assert re.search(r'pprepl: .*bin/pprepl', health), health
        for line in ['Tree-sitter parser: ✓', 'Highlight queries: ✓', 'Indent queries: ✓', 'Textobject queries: ✓']:
            assert line in health, f'{language}: {line} is not in\n{health}'
    helix_screen(home)


def helix_screen(home):
    """Looks at a manifest and a template in a terminal."""
    if not shutil.which('tmux'):
        raise Missing('tmux is not installed (all else of this test passes)')
    for file, wanted in [('modules/web/manifests/init.pp', 'class web'), ('modules/web/templates/page.epp', 'String')]:
        screen = terminal(home, f'hx {file}', wanted)
        assert wanted in re.sub(r'\x1b\[[0-9;]*m', '', screen), screen
        row = next(line for line in screen.split('\n') if wanted.split()[0] in line)
        assert len(set(re.findall(r'\x1b\[[0-9;]*m', row))) > 2, f'no colors: {row!r}'
    screen = terminal(home, 'hx manifests/site.pp', '●')
    assert '●' in screen, f'no mark of a finding:\n{screen}'


def terminal(home, shell, wanted):
    """Shows a command in a terminal until a text is there; gives the screen with its colors."""
    tmux = ['tmux', '-L', os.path.basename(tempfile.mkdtemp(prefix='pprepl-')), '-f', '/dev/null']
    environment = dict(home.environment, TERM='xterm-256color')
    start = tmux + ['new-session', '-d', '-x', '100', '-y', '40', shell]
    subprocess.run(start, cwd=home.file('env'), env=environment, check=True)
    try:
        for _ in range(300):
            show = tmux + ['capture-pane', '-e', '-p']
            screen = subprocess.run(show, env=environment, text=True, stdout=subprocess.PIPE).stdout
            if wanted in re.sub(r'\x1b\[[0-9;]*m', '', screen):
                break
            subprocess.run(['sleep', '0.1'])
        return screen
    finally:
        subprocess.run(tmux + ['kill-server'], env=environment, stderr=subprocess.DEVNULL)


# ---- Emacs

def emacs(home, script, *files):
    words = command('emacs', 'EMACS')
    if int(re.search(r'Emacs (\d+)', subprocess.run(words + ['--version'], text=True, stdout=subprocess.PIPE).stdout)[1]) < 29:
        raise Missing('Emacs is older than 29')
    return home.run(words + ['--batch', '--eval', f'(setq user-emacs-directory "{home.file(".emacs.d/")}")', *script, *files])


def test_emacs_modes():
    home = Home()
    home.shell('emacs-parsers')
    tests = home.file('src/pprepl/editors/emacs/test/puppet-ts-mode-test.el')
    recipe('emacs-init')
    out = emacs(home, ['-L', home.file('src/pprepl/editors/emacs'), '-l', tests, '-f', 'ert-run-tests-batch-and-exit'])
    assert ' 0 unexpected' in out, out


def test_emacs_language_server():
    home = Home()
    home.shell('emacs-parsers')
    home.write('.emacs.d/init.el', recipe('emacs-init') + recipe('emacs-eglot'))
    out = emacs(home, ['-l', home.file('.emacs.d/init.el'), '-l', f'{HERE}/eglot-test.el', '-f', 'pprepl-test-eglot'])
    found = json.loads(re.search(r'^RESULT (.*)$', out, re.M)[1])
    same(found['mode'], 'puppet-ts-mode', 'the mode')
    assert found['diagnostics'], out
    assert found['definition'].endswith('modules/web/manifests/init.pp'), found
    assert 'notice' in found['completion'], found
    assert 'web' in found['hover'], found


# ---- Visual Studio Code, Zed

def test_vscode():
    npm = command('npm', 'NPM')
    home = Home()
    home.run(['sh', '-eu', '-c', recipe('vscode-build')], limit=600)
    assert os.path.exists(home.file('src/pprepl/editors/vscode/out/extension.js'))
    home.environment['PPREPL'] = BINARY
    home.run(npm + ['test'], 'src/pprepl/editors/vscode')


def test_zed():
    if not shutil.which('git'):
        raise Missing('git is not installed')
    home = Home()
    shutil.rmtree(home.file('src/pprepl'))
    os.symlink(ROOT, home.file('src/pprepl'))
    home.run(['sh', '-eu', '-c', recipe('zed-extension')])
    manifest = home.read('zed-puppet/extension.toml')
    assert 'REPOSITORY' not in manifest and 'COMMIT' not in manifest, manifest
    # Zed fetches the commit into an empty repository, and builds the path in it.
    repository, commit = re.search(r'repository = "(.*)"\nrev = "(.*)"', manifest).groups()
    home.run(['git', 'init', '-q', home.file('fetched')])
    home.run(['git', '-C', home.file('fetched'), 'fetch', '-q', '--depth', '1', repository, commit])
    home.run(['git', '-C', home.file('fetched'), 'checkout', '-q', commit])
    paths = re.findall(r'^path = "(.*)"$', manifest, re.M)
    same(len(paths), 2, 'the paths of the grammars')
    for path in paths:
        assert os.path.exists(home.file(f'fetched/{path}/src/parser.c')), path
    tree_sitter = command('tree-sitter', 'TREE_SITTER')
    for language, path, file in [('puppet', paths[0], 'modules/web/manifests/init.pp'), ('epp', paths[1], 'modules/web/templates/page.epp')]:
        folder = home.file(f'zed-puppet/languages/{language}')
        for query in sorted(os.listdir(folder)):
            if query.endswith('.scm'):
                out = home.run(tree_sitter + ['query', '-p', home.file(f'fetched/{path}'), f'{folder}/{query}', home.file(f'env/{file}')])
                assert 'rror' not in out, out


def main():
    chosen = sys.argv[2:]
    failed = 0
    for name, test in list(globals().items()):
        if not name.startswith('test_') or chosen and not any(part in name for part in chosen):
            continue
        try:
            test()
            print(f'{name[5:]}: passes', flush=True)
        except Missing as reason:
            print(f'{name[5:]}: skipped: {reason}', flush=True)
        except Exception:
            failed += 1
            print(f'{name[5:]}: FAILS\n{traceback.format_exc()}', flush=True)
    source = open(__file__).read()
    for name in re.findall(r'<!-- recipe: (\S+) -->', PAGE):
        if f"('{name}')" not in source:
            failed += 1
            print(f'no test executes the recipe {name}')
    return failed


if __name__ == '__main__':
    sys.exit(main() > 0)
