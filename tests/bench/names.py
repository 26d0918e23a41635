#!/usr/bin/env python3
"""Measures the prompt with 10,000 inputs in the history and 10,000 variables: start, a key, Enter, Tab, Ctrl-R. Prints Markdown.

    python3 tests/bench/names.py [BINARY]      (target/dist/pprepl when left out)

Each row has the figure of an empty prompt beside it.
"""
import json, os, select, sys, tempfile, time

from terminal import Terminal, spread

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../target/dist/pprepl')
COUNT = 10_000
PROMPT = rb'pprepl:\d+>'


def filled(home):
    """A home with a full history, and the file that sets the variables."""
    os.makedirs(os.path.join(home, 'pprepl'), exist_ok=True)
    with open(os.path.join(home, 'pprepl/history.jsonl'), 'w') as history:
        for number in range(COUNT):
            entry = {'at': 1_700_000_000 + number, 'text': f'$result_{number} = [{number}, 2].map |$n| {{ $n * {number} }}',
                     'session': f's{number // 50}', 'folder': f'/srv/project{number % 7}', 'value': f'[{number}, 4]'}
            history.write(json.dumps(entry) + '\n')
    path = os.path.join(home, 'names.pp')
    with open(path, 'w') as names:
        names.writelines(f'$name_{number} = {number}\n' for number in range(COUNT))
    return path


def ready(full):
    home = tempfile.mkdtemp()
    command = [BINARY, '-i', filled(home)] if full else [BINARY]
    terminal = Terminal(command, home=home)
    shown = terminal.read_until(PROMPT)
    terminal.drain(0.3)
    return terminal, (shown - terminal.started) * 1e3


def answered(terminal, keys, pattern=None):
    """Milliseconds to the first byte of the answer, or to a pattern."""
    start = terminal.send(keys)
    if pattern:
        return (terminal.read_until(pattern) - start) * 1e3
    select.select([terminal.fd], [], [], 5)
    return (time.perf_counter() - start) * 1e3


def key_times(terminal):
    times = []
    for byte in b"$x = [1, 2, 3].map |$i| { 'n' + $name_12 }" * 2:
        times.append(answered(terminal, bytes([byte])))
        terminal.drain(0.05)
    terminal.send(b'\x15')
    terminal.drain(0.2)
    return times


def enter_times(terminal):
    times = []
    for number in range(7000, 7020):
        terminal.send(f'{number} + 1'.encode())
        terminal.drain(0.05)
        times.append(answered(terminal, b'\r', str(number + 1).encode()))
        terminal.drain(0.05)
    return times


def tab_times(terminal):
    times = []
    for typed in (b'$name_99', b'$nam', b'ma', b'notice($n') * 3:
        terminal.send(typed)
        terminal.drain(0.1)
        times.append(answered(terminal, b'\t'))
        terminal.drain(0.1)
        terminal.send(b'\x03')
        terminal.drain(0.1)
        terminal.send(b'\x15')
        terminal.drain(0.1)
    return times


def picker_times(terminal):
    times = []
    for _ in range(5):
        times.append(answered(terminal, b'\x12', rb'of \d+'))
        terminal.drain(0.1)
        for byte in b'map99':
            times.append(answered(terminal, bytes([byte])))
            terminal.drain(0.1)
        terminal.send(b'\x03')
        terminal.drain(0.2)
    return times


def main():
    rows = {}
    for full in (False, True):
        terminal, start = ready(full)
        rows.setdefault('start to prompt', []).append([start])
        for what, measure in [('key', key_times), ('Enter to the result', enter_times), ('Tab', tab_times), ('Ctrl-R, and a key in it', picker_times)]:
            rows.setdefault(what, []).append(measure(terminal))
        terminal.close()
    print('| what | empty, median | p99 | 10,000 names and inputs, median | p99 |\n| --- | --: | --: | --: | --: |')
    for what, columns in rows.items():
        figures = ' | '.join(f'{median:.2f} ms | {p99:.2f} ms' for median, p99 in map(spread, columns))
        print(f'| {what} | {figures} |')


main()
