#!/usr/bin/env python3
"""Plays the conformance data through a build of pprepl: release/conform.py [--against PROGRAM] PROGRAM [ARGUMENT...]

Prints the steps whose outcome, value, type and issue code are Puppet's. With --against, plays them through a second
program, too, and exits with 1 where the two answer differently: a release for another system must answer like the
native build. PROGRAM may be a runner and the program: `wine64 pprepl.exe`, `qemu-aarch64-static pprepl`,
`node --no-warnings web/wasi.mjs web/engine/pprepl.wasm`.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys

DATA = pathlib.Path(__file__).resolve().parent.parent / "tests/conformance/puppet8"


class Program:
    """A pprepl that serves JSON-RPC."""

    def __init__(self, command):
        self.process = subprocess.Popen(command + ["rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.ask("options", edition="puppet8")

    def ask(self, method, **params):
        """Returns the result of a request."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the program ended at {method} {params}")
        answer = json.loads(line)
        return answer.get("result", answer)

    def evaluate(self, source):
        """Returns what an input gives, without its time."""
        result = self.ask("eval", source=source)
        result.pop("elapsed_us", None)
        return result

    def end(self):
        """Ends the program; returns its status."""
        self.process.stdin.close()
        return self.process.wait()


def passes(result, expected):
    """Returns whether an answer has Puppet's outcome, value and issue code."""
    errors = [report for report in result.get("diagnostics", []) if report["severity"] == "error"]
    if expected.get("error"):
        return bool(errors)
    return not errors and result.get("value") == expected.get("value")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", help="a program whose answers must be the same")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    programs = [Program(options.program)] + ([Program([options.against])] if options.against else [])
    counts, different = collections.Counter(), []
    for file in sorted(DATA.glob("*.jsonl")):
        for case in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            for program in programs:
                program.ask("reset")
            for step, expected in zip(case["steps"], case["results"]):
                answers = [program.evaluate(step) for program in programs]
                counts["steps"] += 1
                counts["right"] += passes(answers[0], expected)
                if len(answers) == 2 and answers[0] != answers[1]:
                    different.append((case["id"], step, answers))
    statuses = [program.end() for program in programs]
    print(f"{counts['right']} of {counts['steps']} steps as Puppet's; status {statuses[0]}")
    if options.against:
        print(f"{len(different)} answers differ from {options.against}")
    for case, step, answers in different[:20]:
        print(f"{case}: {step!r}\n  {answers[0]}\n  {answers[1]}")
    sys.exit(1 if different or any(statuses) else 0)


if __name__ == "__main__":
    main()
