#!/usr/bin/env python3
"""Asks vim what the keys of keys.txt do, and writes its answers: python3 tests/vi/reference.py

A row is `TEXT :: KEYS`; `¦` is the cursor, `⏎` a line end, `⇥` a tab. Keys in angle brackets are named. vim drops the keys
after one that fails, so a row has no key that fails before its end.
"""
import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAMED = {"<esc>": "\\<Esc>", "<enter>": "\\<CR>", "<redo>": "\\<C-R>"}
ESCAPED = {'"': '\\"', "\\": "\\\\", "<": "\\<lt>"}


def plain(text):
    return text.replace("⏎", "\n").replace("⇥", "\t")


def typed(keys):
    parts = re.split("(" + "|".join(NAMED) + ")", keys)
    return "".join(NAMED.get(part) or "".join(ESCAPED.get(c, c) for c in part) for part in parts)


def ask(rows, out):
    script = ["set nocp bs=2 sw=2 et sol nofixeol noeol ww= tw=0 nojs ai report=9999 viminfo="]
    for before, keys in rows:
        text, start = before.replace("¦", ""), before[: before.index("¦")]
        line, column = start.count("\n") + 1, len(start.rsplit("\n", 1)[-1].encode()) + 1
        quoted = ",".join('"' + one.translate(str.maketrans({**ESCAPED, "\t": "\\t"})) + '"' for one in text.split("\n"))
        script += [
            "enew!",
            "setlocal noml ai",
            f"call setline(1,[{quoted}])",
            'let @"=""',
            "let &ul=&ul",  # what follows is a change of its own
            f"call cursor({line},{column})",
            f'exe "normal! {typed(keys)}"',
            f'call writefile([line("."), col(".")]+[join(getline(1,"$"),"⏎")],"{out}","a")',
        ]
    path = out + ".vim"
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(script) + "\nqa!\n")
    command = ["vim", "-u", "NONE", "-i", "NONE", "-N", "-es", "--not-a-term", "-S", path]
    environment = dict(os.environ, LANG="C.UTF-8", LC_ALL="C.UTF-8")
    subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False)
    with open(out, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for line, column, text in zip(lines[0::3], lines[1::3], lines[2::3]):
        own = text.split("⏎")
        place = own[int(line) - 1].encode()
        at = int(column) - 1
        own[int(line) - 1] = place[:at].decode() + "¦" + place[at:].decode()
        yield "⏎".join(own).replace("\t", "⇥")


def main():
    path = os.path.join(HERE, "keys.txt")
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    rows = [line for line in lines if line and not line.startswith(("#", "=> "))]
    with tempfile.TemporaryDirectory() as folder:
        asked = [(plain(before), keys) for before, keys in (row.rsplit(" :: ", 1) for row in rows)]
        answers = iter(list(ask(asked, os.path.join(folder, "out"))))
    with open(path, "w", encoding="utf-8") as file:
        for line in lines:
            if not line.startswith("=> "):
                file.write(line + "\n")
                if line and not line.startswith("#"):
                    file.write("=> " + next(answers) + "\n")


main()
