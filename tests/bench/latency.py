#!/usr/bin/env python3
"""Measures what a user waits for: start, prompt, a key, Enter, Ctrl-C, and memory. Prints Markdown.

    python3 tests/bench/latency.py [BINARY]      (target/release/pprepl when left out)
"""
import fcntl, os, pty, re, select, signal, statistics, struct, subprocess, sys, tempfile, termios, time

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../target/release/pprepl')


class Terminal:
    """A pprepl in a pseudo-terminal of 80 by 24."""

    def __init__(self):
        self.home = tempfile.mkdtemp()
        self.started = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(HOME=self.home, TERM='xterm-256color', XDG_DATA_HOME=self.home, COLORTERM='truecolor')
            os.execv(BINARY, [BINARY])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))

    def read_until(self, pattern, limit=10.0):
        """Reads until the pattern is seen; gives the text and the time of its last piece."""
        seen, end = b'', time.perf_counter() + limit
        while not re.search(pattern, seen):
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.perf_counter()))
            if not ready:
                raise SystemExit(f'waited in vain for {pattern!r}: {seen[-300:]!r}')
            seen += os.read(self.fd, 65536)
        return seen, time.perf_counter()

    def drain(self, quiet=0.05):
        while select.select([self.fd], [], [], quiet)[0]:
            os.read(self.fd, 65536)

    def send(self, text):
        os.write(self.fd, text)
        return time.perf_counter()

    def memory(self):
        status = open(f'/proc/{self.pid}/status').read()
        return int(re.search(r'VmRSS:\s+(\d+)', status)[1]) / 1024

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def row(name, times, unit, goal):
    times = sorted(times)
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    print(f'| {name} | {statistics.median(times):.2f} {unit} | {p99:.2f} {unit} | {goal} |', flush=True)


def one_shot():
    times = []
    for _ in range(100):
        start = time.perf_counter()
        subprocess.run([BINARY, '-e', '1+1'], stdout=subprocess.DEVNULL)
        times.append((time.perf_counter() - start) * 1e3)
    row("`pprepl -e '1+1'`, start to exit", times, 'ms', '2.5 ms')


def prompt():
    times, memory = [], []
    for _ in range(20):
        terminal = Terminal()
        _, at = terminal.read_until(rb'pprepl:')
        times.append((at - terminal.started) * 1e3)
        terminal.drain()
        memory.append(terminal.memory())
        terminal.close()
    row('start to prompt', times, 'ms', '5 ms')
    row('memory at the prompt', memory, 'MiB', '12 MiB')


def keys():
    terminal = Terminal()
    terminal.read_until(rb'pprepl:')
    terminal.drain()
    text = b"$x = [1, 2, 3].map |$i| { \"n${i}\" }"
    times = []
    for _ in range(12):
        for byte in text:
            start = terminal.send(bytes([byte]))
            ready, _, _ = select.select([terminal.fd], [], [], 1)
            if ready:
                os.read(terminal.fd, 65536)
                times.append((time.perf_counter() - start) * 1e6)
            terminal.drain(0.03)
        terminal.send(b'\x15')
        terminal.drain()
    terminal.close()
    row('key to the first coloured byte back (one line)', times, 'us', '250 us')


def enter():
    terminal = Terminal()
    terminal.read_until(rb'pprepl:')
    terminal.drain()
    times = []
    for n in range(60):
        terminal.send(str(n).encode() + b'+1')
        terminal.drain(0.05)
        start = terminal.send(b'\r')
        _, at = terminal.read_until(re.escape(str(n + 1).encode()))
        times.append((at - start) * 1e6)
        terminal.drain(0.02)
    terminal.close()
    row('Enter to result of `n+1`', times, 'us', '150 us')


def interrupt():
    terminal = Terminal()
    terminal.read_until(rb'pprepl:')
    terminal.drain()
    times = []
    for _ in range(15):
        terminal.send(b'Integer[1, 1000000000000].each |$x| { $x }\r')
        time.sleep(0.2)
        terminal.drain(0.05)
        start = terminal.send(b'\x03')
        _, at = terminal.read_until(rb'pprepl:')
        times.append((at - start) * 1e3)
        terminal.drain(0.05)
    terminal.close()
    row('Ctrl-C to prompt, in an endless loop', times, 'ms', '20 ms')


print('| what | median | p99 | goal |\n| --- | --: | --: | --: |')
one_shot()
prompt()
keys()
enter()
interrupt()
