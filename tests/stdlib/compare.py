#!/usr/bin/env python3
# Compares pprepl with Puppet over calls, one a line: prints those whose values differ, and the share. One process of each
# answers 500 calls.
#
#     tests/stdlib/calls.py MODULES 1 50000 | tests/stdlib/compare.py PPREPL MODULES RUBY
import json
import os
import subprocess
import sys

# Shows what is inside a Sensitive result.
OPENED = "with(%s) |$v| { if $v =~ Sensitive { ['Sensitive', $v.unwrap] } else { $v } }"

HERE = os.path.dirname(os.path.abspath(__file__))


def ours(program, modules, calls):
    server = subprocess.Popen([program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(method, **params):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
        server.stdin.flush()
        return json.loads(server.stdout.readline()).get("result", {})

    ask("options", edition="puppet8", modulepath=modules)
    for call in calls:
        answer = ask("eval", source=OPENED % call)
        failed = any(one["severity"] == "error" for one in answer.get("diagnostics", []))
        why = "; ".join(one["message"] for one in answer.get("diagnostics", []))
        yield ("fails", why) if failed else (answer.get("value"), "")
    server.stdin.close()
    server.wait()


def puppets(ruby, modules, calls):
    answers = subprocess.run([ruby, os.path.join(HERE, "values.rb"), modules], input="".join(OPENED % call + "\n" for call in calls),
                             capture_output=True, text=True).stdout
    return [json.loads(line) for line in answers.split("\n") if line]


def main():
    program, modules, ruby = sys.argv[1:4]
    calls = [line.rstrip("\n") for line in sys.stdin]
    wrong = 0
    for at in range(0, len(calls), 500):
        some = calls[at:at + 500]
        for call, (value, why), (right, reason) in zip(some, ours(program, modules, some), puppets(ruby, modules, some)):
            if right not in (value, "late"):
                wrong += 1
                print(f"{call}\n    ours   {value} {why}\n    Puppet {right} {reason}", flush=True)
    print(f"{wrong} of {len(calls)} differ: {100 * wrong / max(1, len(calls)):.2f} %")


if __name__ == "__main__":
    main()
