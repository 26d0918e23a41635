#!/usr/bin/env python3
"""Kills a build of pprepl while it replaces files, and counts what is lost: release/kills.py PROGRAM [ARGUMENT...]

Each of 50 rounds formats 12 manifests and kills the program at another moment. A file may be the old one or the new one;
anything else is lost. PROGRAM may be a runner and the program: `release/wine pprepl.exe`.
"""

import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROUNDS, FILES = 50, 12


def manifest(number):
    """Returns an unformatted manifest."""
    rows = "".join(f"file{{ '/tmp/{number}/{row}':ensure=>file,mode =>'0644' }}\n" for row in range(200))
    return f"class c{number}{{\n{rows}}}\n"


def write(folder):
    """Writes the manifests; returns them by their paths."""
    texts = {folder / f"c{number}.pp": manifest(number) for number in range(FILES)}
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return texts


def main():
    program = sys.argv[1:]
    if not program:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        old = write(folder)
        command = program + ["fmt", *(path.name for path in old)]
        # Twice: the first run also starts what a runner needs.
        for _ in range(2):
            write(folder)
            started = time.monotonic()
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
            whole = time.monotonic() - started
        new = {path: path.read_text(encoding="utf-8") for path in old}
        if any(new[path] == old[path] for path in old):
            sys.exit("a manifest was not formatted: the kills would show nothing")
        counts = {"old": 0, "new": 0, "lost": 0, "rounds that were cut": 0, "temporary files": 0}
        for turn in range(ROUNDS):
            write(folder)
            process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, start_new_session=True)
            # Most of the time passes before the first file is replaced: the moments are in the second half.
            time.sleep(whole * (0.5 + 0.6 * turn / ROUNDS))
            process.send_signal(signal.SIGKILL)
            process.wait()
            time.sleep(0.2)
            kinds = set()
            for path in old:
                text = path.read_text(encoding="utf-8") if path.exists() else None
                kind = "old" if text == old[path] else "new" if text == new[path] else "lost"
                counts[kind] += 1
                kinds.add(kind)
            counts["rounds that were cut"] += len(kinds) > 1
            for path in set(folder.iterdir()) - set(old):
                counts["temporary files"] += 1
                path.unlink()
        print(", ".join(f"{kind}: {count}" for kind, count in counts.items()), f"({ROUNDS} kills)")
        if not counts["rounds that were cut"]:
            sys.exit("no kill came while files were replaced: the kills show nothing")
        sys.exit(1 if counts["lost"] else 0)


if __name__ == "__main__":
    main()
