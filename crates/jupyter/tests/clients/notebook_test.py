"""Executes a notebook by nbclient, and compares each output with the one that `pprepl run` has exported.

Usage: notebook_test.py NOTEBOOK.ipynb
"""

import copy
import re
import sys

import nbformat
from nbclient import NotebookClient

COLORS = re.compile(r"\x1b\[[0-9;]*m")


BLOCK = re.compile(r"^(?=(?:note|warning|error)\[)|^(?=(?:Notice|Warning|Error|Info|Debug): )", re.MULTILINE)


def flat(text):
    """Removes colors and layout: a console breaks long values over lines."""
    return re.sub(r"\s+", "", COLORS.sub("", "".join(text)))


def is_log(block):
    return not re.match(r"(?:note|warning)\[", block)


def executed_outputs(cell):
    """Values, log lines and errors. Warnings and notes about the code are compared by their messages alone."""
    found, warnings = [], []
    for output in cell.outputs:
        kind = output.output_type
        if kind == "stream":
            blocks = [block for block in BLOCK.split(COLORS.sub("", output.text)) if block.strip()]
            warnings += [flat(block) for block in blocks if block.startswith("warning[")]
            logs = flat([block for block in blocks if is_log(block)])
            found += [(output.name, logs)] if logs else []
        elif kind == "error":
            found.append(("error", output.ename, flat(output.evalue)))
        else:
            found.append((kind, flat(output.data["text/plain"])))
    return found, warnings


def expected_outputs(cell):
    """The same of an export, in which warnings are outputs of the type `error`, and log lines too."""
    own = cell.metadata.get("pprepl", {}).get("output", {})
    warnings = [flat(report["message"]) for report in own.get("reports", []) if not report["error"]]
    found = []
    for output in cell.outputs:
        kind = output.output_type
        if kind == "stream":
            text = flat(output.text)
            for warning in warnings:
                text = text.replace("Warning:" + warning, "", 1)
            found += [(output.name, text)] if text else []
        elif kind == "error" and flat(output.evalue) not in warnings:
            found.append(("error", output.ename, flat(output.evalue)))
        elif kind != "error":
            found.append((kind, flat(output.data["text/plain"])))
    return found, warnings


def equal(expected, executed):
    (want, want_warnings), (found, found_warnings) = expected, executed
    pairs = zip(want_warnings, found_warnings)
    return want == found and len(want_warnings) == len(found_warnings) and all(a in b for a, b in pairs)


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
        expected_values, executed_values = expected_outputs(want), executed_outputs(cell)
        if not equal(expected_values, executed_values):
            failures += 1
            print(f"cell {number}: {want.source!r}\n  expected {expected_values}\n  found    {executed_values}")
    print(f"{len(codes)} cells, {failures} differ")
    return 1 if failures or not codes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
