#!/usr/bin/env python3
"""Measures the notebook as a user waits for it: start to the first full frame, a key to its frame, and memory. Prints Markdown.

    python3 tests/bench/screen.py [BINARY]      (target/dist/pprepl when left out)

The whole way is in the figures: the pseudo-terminal, this program, and the machine's other work.
"""
import os, sys, tempfile

from terminal import Terminal, spread

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../target/dist/pprepl')


class Notebook(Terminal):
    """The notebook in a pseudo-terminal of 120 by 40."""

    def __init__(self, text):
        path = os.path.join(tempfile.mkdtemp(), 'lesson.pp')
        open(path, 'w').write(text)
        super().__init__([BINARY, 'notebook', path], 40, 120)

    def frame(self):
        """Reads to the end of a frame; gives the time of its last piece."""
        return self.read_until(b'\x1b\\[\\?2026l')


def row(what, times, unit, goal):
    median, p99 = spread(times)
    print(f'| {what} | {median:.2f} {unit} | {p99:.2f} {unit} | {goal} |', flush=True)


def start(what, text, goal):
    times, memories = [], []
    for _ in range(15):
        notebook = Notebook(text)
        times.append((notebook.frame() - notebook.started) * 1e3)
        notebook.drain(1.0 if len(times) == 1 else 0.3)
        memories.append(notebook.memory())
        notebook.close()
    row(f'start to the first full frame, {what}', times, 'ms', goal[0])
    row(f'memory, {what}', memories, 'MiB', goal[1])


def keys(what, text, goal):
    notebook = Notebook(text)
    notebook.frame()
    notebook.drain(1.0)
    notebook.send(b'\r')
    notebook.drain(0.5)
    notebook.send(b'\x1b[B' * 200 + b'\x1b[F')
    notebook.drain(1.0)
    times = []
    for at in range(300):
        begun = notebook.send(b'x')
        times.append((notebook.frame() - begun) * 1e3)
        notebook.drain(0.02)
        if at % 40 == 39:
            notebook.send(b'\x7f' * 40)
            notebook.drain(0.3)
    row(f'key to frame, {what}', times, 'ms', goal)
    notebook.close()


def cell(lines):
    return '# %%\n' + ''.join(f"$v{at} = [{at}, 'text {at}', {{ 'key' => {at} }}]\n" for at in range(lines))


def main():
    print('| what | median | p99 | goal |\n| --- | --- | --- | --- |')
    small = '# %%\n$a = 1\n\n# %%\n$b = $a + 1\n'
    start('two cells', small, ('15 ms', '20 MiB'))
    start('500 cells', ''.join(f'# %%\n$v{at} = [{at}, "text {at}"]\n\n' for at in range(500)), ('150 ms', '80 MiB'))
    keys('a cell of 500 lines, two panes live', cell(500), 'p99 6.9 ms')
    keys('a cell of 30 lines, two panes live', cell(30), 'p99 6.9 ms')


main()
