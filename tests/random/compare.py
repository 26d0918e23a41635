#!/usr/bin/env python3
"""Asks pprepl (edition puppet8) what answers.rb asked Puppet, and prints where value, outcome, issue code or logs differ.

    tests/random/programs.py SEED COUNT > programs
    tests/random/compare.py PPREPL programs          # starts ruby8 of PPREPL_PUPPET8; --answers FILE keeps or reads its answers
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import puppet8


# Values that are only an address or a name inside Puppet.
UNSTABLE = re.compile(r"#<Puppet::|-Collector\[")

# Errors that the printing of a value or of a catalog raises, not the program.
OUTSIDE = re.compile(r"Creation of new instance of type|.*Endless recursion detected when attempting to serialize")

AT_THE_END = re.compile("Could not find resource|is in a dependency cycle|no parameter named")


class Session:
    """A process `pprepl rpc`, which starts again when it ends."""

    def __init__(self, program):
        self.program, self.process, self.number = program, None, 0

    def call(self, method, **params):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen([self.program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.call("options", edition="puppet8", memory="500", time="4", preview="off")
        self.number += 1
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line).get("result", {}) if line else {"died": True}

    def answer(self, code):
        self.call("reset")
        result = self.call("eval", source=code)
        errors = [one for one in result.get("diagnostics", []) if one["severity"] == "error"]
        found = {"logs": [log for log in result.get("logs", []) if log[0] == "notice"]}
        if result.get("died"):
            found["died"] = True
        elif errors:
            found.update(error=errors[0]["message"], issue=errors[0]["code"], line=errors[0].get("line"), pos=errors[0].get("column"))
        else:
            found["value"] = result.get("value")
        return found


def kind(want, found):
    """Names how two answers differ; None where they agree."""
    if "error" in want and "error" not in found and OUTSIDE.match(want["error"]):
        return None
    if AT_THE_END.search(want.get("error", "")):
        return None  # Found at the end of a catalog, which an input of a session is not.
    if "error" in want:
        if "error" not in found:
            return "runs, Puppet fails"
        # Where Puppet gives no code, pprepl has its own.
        return "other issue" if want["issue"].isupper() and want["issue"] != found["issue"] else None
    if "error" in found or "died" in found:
        return "fails, Puppet runs"
    if want.get("value") and not UNSTABLE.search(want["value"]) and want["value"] != found.get("value"):
        return "other value"
    logs = [log for log in want["logs"] if log[0] == "notice"]
    return "other logs" if logs != found["logs"] and not UNSTABLE.search(str(logs)) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("programs")
    parser.add_argument("--answers")
    options = parser.parse_args()
    kept = pathlib.Path(options.answers) if options.answers else None
    if kept and kept.exists():
        answers = kept.open()
    else:
        oracle = subprocess.Popen([puppet8.ruby(), str(pathlib.Path(__file__).with_name("answers.rb"))], stdin=open(options.programs), stdout=subprocess.PIPE, text=True)
        answers = oracle.stdout
    session, counts = Session(options.program), collections.Counter()
    copy = kept.open("w") if kept and not kept.exists() else None
    for line, answer in zip(open(options.programs), answers):
        if copy:
            copy.write(answer)
        program, want = json.loads(line), json.loads(answer)
        assert program["id"] == want["id"], (program["id"], want["id"])
        if want.get("skip"):
            counts["skipped"] += 1
            continue
        found = session.answer(program["code"])
        differs = kind(want, found)
        counts[differs or ("both fail" if "error" in want else "equal")] += 1
        if differs:
            print(json.dumps({"kind": differs, "id": program["id"], "code": program["code"], "puppet": want, "pprepl": found}, ensure_ascii=False), flush=True)
    print(dict(counts), file=sys.stderr)


main()
