"""Executes a notebook by nbclient, and compares each output with the one that `pprepl run` has exported.

Usage: notebook_test.py NOTEBOOK.ipynb
"""

import copy
import re
import sys

import nbformat
from nbclient import NotebookClient

COLORS = re.compile(r"\x1b\[[0-9;]*m")


def flat(text):
    """Removes colors and layout: a console breaks long values over lines."""
    return re.sub(r"\s+", "", COLORS.sub("", "".join(text)))


def frame(lines):
    """Removes the place of the source, which is a file for `pprepl run`, and a cell here."""
    text = COLORS.sub("", "\n".join(lines))
    text = re.sub(r"^ *\d+ \||^ *-->.*$|^ *\|", "", text, flags=re.MULTILINE)
    return re.sub(r"\s+", "", text)


def outputs(cell):
    found = []
    for output in cell.get("outputs", []):
        kind = output["output_type"]
        if kind == "stream":
            found.append((output["name"], flat(output["text"])))
        elif kind == "error":
            found.append(("error", output["ename"], flat(output["evalue"])))
        else:
            found.append((kind, flat(output["data"]["text/plain"])))
    return found


def main(path):
    expected = nbformat.read(path, as_version=4)
    executed = copy.deepcopy(expected)
    for cell in executed.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookClient(executed, kernel_name="puppet", allow_errors=True, timeout=60).execute()
    nbformat.validate(executed)
    failures = 0
    codes = [cell for cell in expected.cells if cell.cell_type == "code"]
    for number, (want, cell) in enumerate(zip(codes, (c for c in executed.cells if c.cell_type == "code")), 1):
        if outputs(want) != outputs(cell):
            failures += 1
            print(f"cell {number}: {want.source!r}\n  expected {outputs(want)}\n  found    {outputs(cell)}")
    print(f"{len(codes)} cells, {failures} differ")
    return 1 if failures or not codes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
