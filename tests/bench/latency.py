#!/usr/bin/env python3
"""Measures what a user waits for: start, prompt, a key, Enter, Ctrl-C, and memory. Prints Markdown.

    python3 tests/bench/latency.py [BINARY]      (target/dist/pprepl when left out)

Other interactive programs run beside it in the same pseudo-terminal: what the machine and the terminal cost is in their
figures, too. Each key is typed after a pause, as a person types.
"""
import os, select, shutil, subprocess, sys, time

from terminal import Terminal, spread

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../target/dist/pprepl')
# Name, command, what its prompt holds, an input that adds one to a number.
PEERS = [('pprepl', [BINARY], b'pprepl:', '{}+1'), ('bash', ['bash', '--norc'], b'[$#]', 'echo $(({}+1))'),
         ('python3', ['python3', '-q'], b'>>>', '{}+1'), ('lua5.4', ['lua5.4'], b'>', '{}+1')]


def ready(command, prompt):
    terminal = Terminal(command)
    terminal.read_until(prompt)
    terminal.drain(0.2)
    return terminal


def row(what, name, times, unit, goal):
    median, p99 = spread(times)
    print(f'| {what} | {name} | {median:.2f} {unit} | {p99:.2f} {unit} | {goal if name == "pprepl" else ""} |', flush=True)


def one_shot():
    for name, command in [('pprepl', [BINARY, '-e', '1+1']), ('true', ['true']), ('lua5.4', ['lua5.4', '-e', 'print(1+1)'])]:
        times = []
        for _ in range(60 if shutil.which(command[0]) else 0):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL)
            times.append((time.perf_counter() - start) * 1e3)
        if times:
            row('one-shot, start to exit', name, times, 'ms', '2.5 ms')


def prompt(name, command, shown, _):
    times, memory = [], []
    for _ in range(20):
        terminal = Terminal(command)
        times.append((terminal.read_until(shown) - terminal.started) * 1e3)
        terminal.drain()
        memory.append(terminal.memory())
        terminal.close()
    row('start to prompt', name, times, 'ms', '5 ms')
    row('memory at the prompt', name, memory, 'MiB', '12 MiB')


def keys(name, command, shown, _):
    terminal = ready(command, shown)
    times = []
    for _ in range(8):
        for byte in b"$x = [1, 2, 3].map |$i| { 'n' }":
            start = terminal.send(bytes([byte]))
            if select.select([terminal.fd], [], [], 1)[0]:
                os.read(terminal.fd, 65536)
                times.append((time.perf_counter() - start) * 1e6)
            terminal.drain(0.03)
        terminal.send(b'\x15')
        terminal.drain()
    terminal.close()
    row('key to the first byte back', name, times, 'us', '250 us')


def enter(name, command, shown, template):
    terminal = ready(command, shown)
    times = []
    for n in range(5000, 5060):
        terminal.send(template.format(n).encode())
        terminal.drain()
        start = terminal.send(b'\r')
        times.append((terminal.read_until(str(n + 1).encode()) - start) * 1e6)
        terminal.drain(0.02)
    terminal.close()
    row('Enter to the result', name, times, 'us', '150 us')


def interrupt():
    terminal = ready([BINARY], b'pprepl:')
    times = []
    for _ in range(15):
        terminal.send(b'Integer[1, 1000000000000].each |$x| { $x }\r')
        time.sleep(0.2)
        terminal.drain()
        start = terminal.send(b'\x03')
        times.append((terminal.read_until(b'pprepl:') - start) * 1e3)
        terminal.drain()
    terminal.close()
    row('Ctrl-C to prompt in an endless loop', 'pprepl', times, 'ms', '20 ms')


print('| what | program | median | p99 | goal |\n| --- | --- | --: | --: | --: |')
one_shot()
for measure in (prompt, keys, enter):
    for peer in PEERS:
        if shutil.which(peer[1][0]):
            measure(*peer)
interrupt()
