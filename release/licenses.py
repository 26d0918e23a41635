#!/usr/bin/env python3
"""Prints the licenses of all crates that a target's program holds: release/licenses.py [--target TARGET]"""

import argparse
import json
import pathlib
import subprocess
import sys

NAMES = ("LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")


def metadata(target):
    """Returns cargo's description of the packages, for one target or for all."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    if target:
        command += ["--filter-platform", target]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def linked(described):
    """Returns the ids of the packages that the program pprepl is linked from."""
    nodes = {node["id"]: node for node in described["resolve"]["nodes"]}
    root = next(package["id"] for package in described["packages"] if package["name"] == "pprepl")
    seen, waiting = set(), [root]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        for dependency in nodes[one]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return seen


def texts(package):
    """Returns the texts of a package's license files."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES))
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in files]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", help="the target; all without one")
    described = metadata(parser.parse_args().target)
    ids = linked(described)
    packages = sorted((p for p in described["packages"] if p["id"] in ids), key=lambda p: (p["name"], p["version"]))
    own = set(described["workspace_members"])
    foreign = [package for package in packages if package["id"] not in own]
    for package in foreign:
        print(f"{package['name']} {package['version']}: {package['license'] or 'see below'}")
    shown = {}
    for package in foreign:
        for text in texts(package):
            shown.setdefault(text, []).append(f"{package['name']} {package['version']}")
    for text, names in shown.items():
        print("\n" + "=" * 80 + "\n" + ", ".join(names) + "\n" + "=" * 80 + "\n" + text)
    bare = [package["name"] for package in foreign if not package["license"] and not texts(package)]
    if bare:
        sys.exit("no license: " + ", ".join(bare))


if __name__ == "__main__":
    main()
