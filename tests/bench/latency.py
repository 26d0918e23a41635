#!/usr/bin/env python3
"""Measures what a user waits for: start, prompt, a key, Enter, Ctrl-C, and memory. Prints Markdown.

    python3 tests/bench/latency.py [BINARY]      (target/release/pprepl when left out)

Other interactive programs run beside it in the same pseudo-terminal: what the machine and the terminal cost is in their
figures, too. Each key is typed after a pause, as a person types.
"""
import fcntl, os, pty, re, select, shutil, signal, statistics, struct, subprocess, sys, tempfile, termios, time

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, '../../target/release/pprepl')
# Name, command, what its prompt holds, an input that adds one to a number.
PEERS = [('pprepl', [BINARY], b'pprepl:', '{}+1'), ('bash', ['bash', '--norc'], b'[$#]', 'echo $(({}+1))'),
         ('python3', ['python3', '-q'], b'>>>', '{}+1'), ('lua5.4', ['lua5.4'], b'>', '{}+1')]


class Terminal:
    """A program in a pseudo-terminal of 80 by 24."""

    def __init__(self, command):
        home = tempfile.mkdtemp()
        self.started = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(HOME=home, TERM='xterm-256color', XDG_DATA_HOME=home, COLORTERM='truecolor')
            os.execvp(command[0], command)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))

    def read_until(self, pattern, limit=10.0):
        """Reads until the pattern is seen; gives the time of its last piece."""
        seen, end = b'', time.perf_counter() + limit
        while not re.search(pattern, seen):
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.perf_counter()))
            if not ready:
                raise SystemExit(f'waited in vain for {pattern!r}: {seen[-300:]!r}')
            seen += os.read(self.fd, 65536)
        return time.perf_counter()

    def drain(self, quiet=0.05):
        while select.select([self.fd], [], [], quiet)[0]:
            os.read(self.fd, 65536)

    def send(self, text):
        start = time.perf_counter()
        os.write(self.fd, text)
        return start

    def memory(self):
        status = open(f'/proc/{self.pid}/status').read()
        return int(re.search(r'VmRSS:\s+(\d+)', status)[1]) / 1024

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def ready(command, prompt):
    terminal = Terminal(command)
    terminal.read_until(prompt)
    terminal.drain(0.2)
    return terminal


def row(what, name, times, unit, goal):
    times = sorted(times)
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    print(f'| {what} | {name} | {statistics.median(times):.2f} {unit} | {p99:.2f} {unit} | {goal if name == "pprepl" else ""} |', flush=True)


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
