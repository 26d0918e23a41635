#!/usr/bin/env python3
"""Measures a lesson as a learner waits for it: start to the first frame, a check to its verdict, and a key to
its frame, in the lesson and in a plain notebook of the same text. Prints Markdown.

    python3 tests/bench/lesson.py [BINARY [CHAPTER]]      (target/dist/pprepl and types)
"""
import glob, os, select, shutil, sys, tempfile, time

from terminal import Terminal, spread

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../target/dist/pprepl')
CHAPTER = sys.argv[2] if len(sys.argv) > 2 else 'types'
FRAME = b'\x1b\\[\\?2026l'


def row(what, times, goal):
    median, p99 = spread(times)
    print(f'| {what} | {min(times):.2f} ms | {median:.2f} ms | {p99:.2f} ms | {goal} |', flush=True)


def opening(plain):
    """The first opening writes the learner's copy; later ones read it. A plain notebook of the same text for comparison."""
    home = tempfile.mkdtemp()
    commands = {'open a new lesson': ([BINARY, 'learn', CHAPTER], None), 'open it again': ([BINARY, 'learn', CHAPTER], home),
                'open a plain notebook': ([BINARY, 'notebook', plain], home)}
    times = {what: [] for what in commands}
    for _ in range(21):
        for what, (command, place) in commands.items():
            terminal = Terminal(command if place is None else ['env', f'HOME={place}', f'XDG_DATA_HOME={place}'] + command, 40, 120)
            times[what].append((terminal.read_until(FRAME) - terminal.started) * 1e3)
            terminal.drain(0.3)
            terminal.close()
    for what in commands:
        row(what + ': first frame', times[what], '25 ms')


def last_output(terminal, before):
    """The time until the screen rests."""
    end = before
    while select.select([terminal.fd], [], [], 0.15)[0]:
        os.read(terminal.fd, 65536)
        end = time.perf_counter()
    return (end - before) * 1e3


def checks(lesson):
    """Answers of different kinds to the first exercise."""
    times = []
    lesson.send(b'\x1bql')
    lesson.drain(0.3)
    lesson.send(b'range of ports\r' if CHAPTER == 'types' else b'\r')
    lesson.drain(0.5)
    for number in range(40):
        lesson.send(b'\x01')
        lesson.drain(0.05)
        lesson.send(b'\x1b[200~$port_type = Integer[%d, 65535]\x1b[201~' % (number % 2))
        lesson.drain(0.4)
        times.append(last_output(lesson, lesson.send(b'\x1b[15~')))
    row('a check, to the last frame with verdict and value', times, '20 ms')


def keys(what, terminal):
    times = []
    terminal.send(b'\x1b')
    terminal.drain(0.3)
    terminal.send(b'G')
    terminal.drain(0.3)
    terminal.send(b'a')
    terminal.drain(0.4)
    for letter in b'$abc_def = [1, 2, 3] + $ports ' * 4:
        before = terminal.send(bytes([letter]))
        times.append((terminal.read_until(FRAME) - before) * 1e3)
        terminal.drain(0.06)
    row(f'a key, {what}', times, '')


print('| what | least | median | p99 | goal |\n| --- | --- | --- | --- | --- |')
source = sorted(glob.glob(os.path.join(HERE, f'../../lessons/*-{CHAPTER}.pp')))[0]
plain = os.path.join(tempfile.mkdtemp(), 'plain.pp')
shutil.copy(source, plain)
opening(plain)
lesson = Terminal([BINARY, 'learn', CHAPTER], 40, 120)
lesson.read_until(FRAME)
lesson.drain(1.0)
if CHAPTER == 'types':
    checks(lesson)
keys('lesson', lesson)
lesson.close()
notebook = Terminal([BINARY, 'notebook', plain], 40, 120)
notebook.read_until(FRAME)
notebook.drain(1.0)
keys('plain notebook', notebook)
notebook.close()
