"""A program in a pseudo-terminal, for the programs here that measure what a user waits for."""
import fcntl, os, pty, re, select, signal, statistics, struct, tempfile, termios, time


class Terminal:
    """A program in a pseudo-terminal, in a home of its own."""

    def __init__(self, command, rows=24, columns=80, home=None):
        home = home or tempfile.mkdtemp()
        self.started = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
            os.environ.update(HOME=home, TERM='xterm-256color', XDG_DATA_HOME=home, COLORTERM='truecolor')
            os.execvp(command[0], command)

    def read_until(self, pattern, limit=20.0):
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
        """The resident set in MiB."""
        status = open(f'/proc/{self.pid}/status').read()
        return int(re.search(r'VmRSS:\s+(\d+)', status)[1]) / 1024

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def spread(times):
    """Median and 99th percentile."""
    times = sorted(times)
    return statistics.median(times), times[min(len(times) - 1, int(len(times) * 0.99))]
