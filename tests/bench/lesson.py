#!/usr/bin/env python3
"""Measures a lesson as a learner waits for it: start to the first frame and to its marks, a check to its verdict, and a key to
its frame, in the lesson and in a plain notebook of the same text. Prints Markdown.

    python3 tests/bench/lesson.py [BINARY [CHAPTER]]      (target/release/pprepl and types)
"""
import glob, os, shutil, sys, tempfile, time

from terminal import Terminal, spread

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../target/release/pprepl')
CHAPTER = sys.argv[2] if len(sys.argv) > 2 else 'types'
FRAME = b'\x1b\\[\\?2026l'


def row(what, times, goal):
    median, p99 = spread(times)
    print(f'| {what} | {median:.2f} ms | {p99:.2f} ms | {goal} |', flush=True)


def opening():
    frames, marks = [], []
    for _ in range(15):
        lesson = Terminal([BINARY, 'learn', CHAPTER], 40, 120)
        frames.append((lesson.read_until(FRAME) - lesson.started) * 1e3)
        lesson.close()
        lesson = Terminal([BINARY, 'learn', CHAPTER], 40, 120)
        marks.append((lesson.read_until(b'of \\d+ steps') - lesson.started) * 1e3)
        lesson.close()
    row('open: first frame', frames, '25 ms')
    row('open: the progress is there', marks, '25 ms')


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
        lesson.send(b'\x1b[200~$port_type = Integer[%d, 65535]\x1b[201~' % (number % 3))
        lesson.drain(0.4)
        before = lesson.send(b'\x1b[15~')
        times.append((lesson.read_until('Another way|first difference|still holds'.encode() if number % 3 == 1 else FRAME) - before) * 1e3)
        lesson.drain(0.3)
    row('a check', times, '20 ms')


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


print('| what | median | p99 | goal |\n| --- | --- | --- | --- |')
opening()
lesson = Terminal([BINARY, 'learn', CHAPTER], 40, 120)
lesson.read_until(FRAME)
lesson.drain(1.0)
if CHAPTER == 'types':
    checks(lesson)
keys('lesson', lesson)
lesson.close()
source = sorted(glob.glob(os.path.join(HERE, f'../../lessons/*-{CHAPTER}.pp')))[0]
plain = os.path.join(tempfile.mkdtemp(), 'plain.pp')
shutil.copy(source, plain)
notebook = Terminal([BINARY, 'notebook', plain], 40, 120)
notebook.read_until(FRAME)
notebook.drain(1.0)
keys('plain notebook', notebook)
notebook.close()
