#!/usr/bin/env python3
"""Asks an installed Puppet the lookups of keys.jsonl and forms.jsonl again and prints a table of what differs.

    tests/hiera/compare.py            asks Puppet's lookup in one process (seconds)
    tests/hiera/compare.py --cli      asks 'puppet lookup' itself, a process for each key (minutes)
    tests/hiera/compare.py --bless    writes what Puppet says into the files

The test tests/hiera.rs holds pprepl to the same files.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import puppet8  # noqa: E402


def cases(name):
    return [json.loads(line) for line in (HERE / name).read_text().splitlines()]


def asked(case):
    return {key: case[key] for key in ("key", "merge", "code") if key in case}


def told(questions):
    """What Puppet's own code answers, in one process."""
    text = "".join(json.dumps(question) + "\n" for question in questions)
    command = [puppet8.ruby(), str(HERE / "reference.rb"), str(HERE), "error"]
    lines = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def reference(questions):
    """The same in the form of the files."""
    answers = []
    for question, answer in zip(questions, told(questions), strict=True):
        answer.pop("json", None)
        if "fails" in answer:
            answer = {"fails": True}
        elif isinstance(question.get("merge"), dict):
            answer = {"value": answer["value"]}
        answers.append({**question, **answer})
    return answers


def flags(merge):
    """The options of 'puppet lookup' for a merge; None when it has none for it."""
    if merge is None:
        return []
    if isinstance(merge, str):
        return ["--merge", merge]
    options = ["--merge", merge.get("strategy", "")]
    for key, value in merge.items():
        if key == "knockout_prefix":
            options += ["--knock-out-prefix", value]
        elif key in ("sort_merged_arrays", "merge_hash_arrays"):
            options.append("--" + key.replace("_", "-"))
        elif key != "strategy":
            return None
    return options


def command_line(case, expected, scratch):
    """Does 'puppet lookup' give the same JSON? None where it cannot be asked."""
    options = flags(case.get("merge"))
    if options is None or case["key"].startswith(("'", '"', ".")):
        return None
    command = ["puppet", "lookup", "--confdir", scratch, "--vardir", scratch, "--environment", "production"]
    command += ["--environmentpath", str(HERE / "environments"), "--hiera_config", str(HERE / "global/hiera.yaml")]
    command += ["--node", "web1.example.com", "--facts", str(HERE / "facts.yaml"), "--render-as", "json"]
    run = subprocess.run([*command, *options, case["key"]], capture_output=True, text=True)
    if run.returncode != 0 or not run.stdout.strip():
        return "json" not in expected
    found = json.loads(run.stdout)
    return "json" in expected and (found == expected["json"] or case["key"] == "secret")


def compare(name):
    known = cases(name)
    found = reference([asked(case) for case in known])
    if "--bless" in sys.argv:
        text = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in found)
        (HERE / name).write_text(text)
    different = [(old, new) for old, new in zip(known, found) if old != new]
    for old, new in different:
        print(f"{name}: {json.dumps(asked(old))}\n    file   {json.dumps(old)}\n    puppet {json.dumps(new)}")
    values = sum("value" in case for case in found)
    print(f"{name:12} {len(found):4} asked  {values:4} with a value  {len(different):4} differ")
    return len(different)


def main():
    different = compare("keys.jsonl") + compare("forms.jsonl")
    if "--cli" in sys.argv:
        known = [asked(case) for case in cases("keys.jsonl")]
        with tempfile.TemporaryDirectory() as scratch:
            pairs = zip(known, told(known), strict=True)
            verdicts = [(case, command_line(case, expected, scratch)) for case, expected in pairs]
        wrong = [case for case, verdict in verdicts if verdict is False]
        for case in wrong:
            print(f"puppet lookup: {json.dumps(case)}")
        count = sum(verdict is not None for _, verdict in verdicts)
        print(f"puppet lookup {count:3} asked  {len(wrong):24} differ")
        different += len(wrong)
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
