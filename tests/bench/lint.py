#!/usr/bin/env python3
"""Compares `check --style` with puppet-lint, rule by rule and line by line, over manifests. Prints Markdown.

    python3 tests/bench/lint.py [BINARY] [FOLDER] [STEP]

BINARY is target/dist/pprepl, FOLDER the Debian packages that `.ci/run` fetches, when left out; of the files, one of STEP
is read. SHOW=RULE lists the places where the two differ.
"""
import collections, glob, json, os, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../target/dist/pprepl')
FOLDER = sys.argv[2] if len(sys.argv) > 2 else os.path.expanduser('~/.cache/pprepl/debian')
STEP = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def lines_of(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.splitlines()


def own(files):
    """The findings of pprepl: rule, file, line."""
    found = set()
    for line in lines_of([BINARY, 'check', '--style-rules', '--json', *files]):
        record = json.loads(line)
        for report in record.get('reports', record.get('diagnostics', [])):
            found.add((report['code'].lower(), record.get('file'), report.get('line')))
    return found


def lint(files):
    """The findings of puppet-lint."""
    found = set()
    form = '%{check}\t%{path}\t%{line}'
    for start in range(0, len(files), 200):
        for line in lines_of(['puppet-lint', '--no-config', '--log-format', form, *files[start:start + 200]]):
            parts = line.split('\t')
            if len(parts) == 3:
                found.add((parts[0], parts[1], int(parts[2])))
    return found


def main():
    files = sorted(glob.glob(f'{FOLDER}/**/*.pp', recursive=True))[::STEP]
    ours, theirs = own(files), lint(files)
    known = {rule for rule, _, _ in ours}
    listed = {line.split()[0] for line in lines_of([BINARY, 'check', '--rules']) if ' style ' in f'{line} '}
    rules = sorted((known | {rule for rule, _, _ in theirs}) & listed)
    print(f'{len(files)} manifests\n\n| rule | both | pprepl alone | puppet-lint alone | agreement |\n| --- | ---: | ---: | ---: | ---: |')
    total = collections.Counter()
    for rule in rules:
        one, other = ({place[1:] for place in all if place[0] == rule} for all in (ours, theirs))
        both, mine, foreign = len(one & other), len(one - other), len(other - one)
        total.update(both=both, mine=mine, foreign=foreign)
        print(f'| {rule} | {both} | {mine} | {foreign} | {100 * both / max(1, both + mine + foreign):.1f} % |')
        if os.environ.get('SHOW') == rule:
            for place in sorted(one ^ other)[:40]:
                print('  ', 'pprepl     ' if place in one else 'puppet-lint', *place)
    both, mine, foreign = total['both'], total['mine'], total['foreign']
    print(f'| all | {both} | {mine} | {foreign} | {100 * both / max(1, both + mine + foreign):.2f} % |')


main()
