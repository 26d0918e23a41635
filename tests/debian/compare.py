#!/usr/bin/env python3
"""Compiles the main class of each of Debian's puppet-module-* packages in Puppet and in pprepl and compares.

    tests/debian/compare.py MODULES [PPREPL] [--declarations] [NAME...]

MODULES is a folder with the unpacked modules, a link for each by its short name (see fetch.sh); PPREPL the binary to ask
(target/debug/pprepl by default). Both get the same facts (facts.json), code and strictness (cases.json, where a class needs
more than an include). With --declarations they compile the declarations of declarations.jsonl instead: name, code, the facts
(a file of the folder facts), strictness. A row says what each made of the code; where both compiled it, what differs between
the catalogs: resources by type and title, attributes by value, tags in their order, edges of containment (places are left
out). What Puppet said is kept beside the modules and asked again with --again. --write keeps pprepl's outcomes for the Rust
test debian: outcomes.jsonl, or for declarations declared.jsonl, each with the size of its catalog and the verdict.
--ruby (or --ruby=puppet) lets pprepl run the modules' Ruby. --all shows every difference; --part=NAMES asks only questions whose name begins so.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import puppet8  # noqa: E402
ROOT = HERE.parent.parent
# What every catalog has.
GIVEN = {("Stage", "main"), ("Class", "Settings"), ("Class", "main"), ("Class", "Main")}


def questions(modules):
    """A question for each module that has a class to ask for."""
    special = json.loads((HERE / "cases.json").read_text())
    for module in sorted(os.listdir(modules)):
        own = special.get(module, {})
        name = main_class(modules / module, module)
        if name is None and "code" not in own:
            continue
        code = own.get("code", f"include {name}")
        yield {"name": module, "code": code, "strict": own.get("strict", "error"), "facts": "facts.json"}


def declarations():
    """The questions of declarations.jsonl."""
    for line in (HERE / "declarations.jsonl").read_text().splitlines():
        own = json.loads(line)
        yield {**own, "facts": f"facts/{own['facts']}.json"}


def main_class(folder, module):
    for file, name in (("init", module), ("server", f"{module}::server"), ("params", f"{module}::params"), ("client", f"{module}::client")):
        if (folder / "manifests" / f"{file}.pp").exists():
            return name
    return None


def puppet(modules, asked, again):
    """Puppet's answers by name, those to the same question from the last time."""
    kept = modules.parent / "puppet-answers.json"
    known = json.loads(kept.read_text()) if kept.exists() and not again else {}
    texts = {q["facts"]: (HERE / q["facts"]).read_text() for q in asked}
    fits = lambda q: known.get(q["name"], {}).get("question") == [q, texts[q["facts"]]]
    todo = [q for q in asked if not fits(q)]
    if todo:
        command = [puppet8.ruby(), str(HERE / "puppet.rb"), str(modules)]
        text = "".join(json.dumps(q) + "\n" for q in todo)
        lines = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()
        for question, line in zip(todo, lines, strict=True):
            known[question["name"]] = {"question": [question, texts[question["facts"]]], "answer": json.loads(line)}
        kept.write_text(json.dumps(known))
    return {q["name"]: known[q["name"]]["answer"] for q in asked}


def ours(binary, modules, question, ruby):
    """What pprepl makes of it, in the same form; `ruby` is its option --ruby, or nothing."""
    common = [*ruby, "--edition", "puppet8", "--set", f"strict={question['strict']}", "--modulepath", str(modules), "--facts", str(HERE / question["facts"])]
    with tempfile.NamedTemporaryFile("w", suffix=".pp") as file:
        file.write(question["code"] + "\n")
        file.flush()
        run = subprocess.run([binary, "catalog", *common, file.name], capture_output=True, text=True, timeout=300)
    if run.returncode == 0:
        return {"catalog": json.loads(run.stdout)}
    run = subprocess.run([binary, *common, "--json", "-e", question["code"]], capture_output=True, text=True, timeout=300)
    try:
        lines = [json.loads(line) for line in run.stdout.splitlines()]
    except json.JSONDecodeError:
        return {"code": "CRASH", "message": run.stderr[-300:]}
    errors = [found for line in lines for found in line["diagnostics"] if found["severity"] == "error"]
    if not errors:
        return {"code": "CATALOG", "message": "the catalog cannot be finished"}
    return {"code": errors[0]["code"], "message": errors[0]["message"]}


def resources(answer):
    """Attributes by type and title, tags among them. What is sensitive counts as being there: pprepl shows no secrets."""
    found = {}
    for one in answer["catalog"]["resources"]:
        if (one["type"], one["title"]) not in GIVEN:
            hidden = dict.fromkeys(one.get("sensitive_parameters", []), "sensitive")
            marks = {"tags": one.get("tags", []), "virtual": one.get("virtual", False), "exported": one.get("exported", False)}
            found[one["type"], one["title"]] = {**one.get("parameters", {}), **hidden, **marks}
    return found


def edges(answer):
    return {(edge["source"], edge["target"]) for edge in answer["catalog"]["edges"]}


def differences(theirs, own):
    """Resources that are missing or too many, attributes with other values, edges."""
    found = [f"missing edge {' -> '.join(edge)}" for edge in sorted(edges(theirs) - edges(own))]
    found += [f"added edge {' -> '.join(edge)}" for edge in sorted(edges(own) - edges(theirs))]
    theirs, own = resources(theirs), resources(own)
    found += [f"missing {kind}[{title}]" for kind, title in theirs if (kind, title) not in own]
    found += [f"added {kind}[{title}]" for kind, title in own if (kind, title) not in theirs]
    for (kind, title), attributes in theirs.items():
        mine = own.get((kind, title))
        if mine is None:
            continue
        for name in sorted(attributes.keys() | mine.keys()):
            if attributes.get(name) != mine.get(name):
                found.append(f"{kind}[{title}] {name}: {shown(attributes.get(name))} / {shown(mine.get(name))}")
    return found


def shown(value):
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:197] + "..."


def row(theirs, own):
    """Do they agree? And what to say of it."""
    if "catalog" in theirs and "catalog" in own:
        found = differences(theirs, own)
        size = len(resources(theirs))
        return not found, f"{size} resources" if not found else f"{size} resources, {len(found)} differences", found
    say = lambda answer: answer.get("code", "compiles")
    # In the body of a define Puppet says RUNTIME_ERROR of everything.
    named = "catalog" not in theirs and own.get("code") in ("RUBY_FUNCTION", "ERB_NEEDS_RUBY")
    if theirs.get("code") == own.get("code") or named:
        return True, f"fails alike: {say(own)}", []
    details = [f"Puppet: {theirs.get('message', 'compiles')}", f"pprepl: {own.get('message', 'compiles')}"]
    return False, f"Puppet {say(theirs)}, pprepl {say(own)}", details


def main():
    flags = {argument for argument in sys.argv[1:] if argument.startswith("--")}
    places = [argument for argument in sys.argv[1:] if argument not in flags]
    if not places:
        sys.exit(__doc__)
    if not shutil.which(puppet8.ruby()) or subprocess.run([puppet8.ruby(), "-rpuppet", "-e", ""], capture_output=True).returncode != 0:
        print("skipped: this comparison asks Puppet, and there is no ruby with puppet here")
        return
    modules = pathlib.Path(places[0]).absolute()
    binary = places[1] if len(places) > 1 else str(ROOT / "target/debug/pprepl")
    declared = "--declarations" in flags
    ruby = [flag for flag in flags if flag.startswith("--ruby")]
    part = next((flag.removeprefix("--part=") for flag in flags if flag.startswith("--part=")), "")
    asked = [q for q in (declarations() if declared else questions(modules)) if q["name"].startswith(part)]
    theirs = puppet(modules, asked, "--again" in flags)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda question: ours(binary, modules, question, ruby), asked))
    alike = compiled = possible = 0
    outcomes = []
    for question, own in zip(asked, answers, strict=True):
        name = question["name"]
        agrees, said, details = row(theirs[name], own)
        alike += agrees
        possible += "catalog" in theirs[name]
        compiled += agrees and "catalog" in own
        outcomes.append(kept_row(question, theirs[name], own, details) if declared else main_row(question, own))
        print(f"{'=' if agrees else '#'} {name:18} {said}")
        for detail in details[: None if "--all" in flags else 4]:
            print(f"      {detail}")
    print(f"\n{alike} of {len(asked)} agree; Puppet compiles {possible}, {compiled} of them to the same catalog")
    if "--write" in flags:
        keep(outcomes, "declared.jsonl" if declared else "outcomes.jsonl")


def main_row(question, own):
    count = len(resources(own)) if "catalog" in own else 0
    return {**question, "outcome": own.get("code", "compiles"), "resources": count}


def kept_row(question, theirs, own, details):
    """pprepl's outcome with the size of its catalog (resources, attributes, tags, edges), and how it agrees with Puppet's:
    "equal", "differs", "refused" (Puppet alone compiles it), "fails" (in Puppet; "apart" where its agent's modules miss)."""
    all_of = own["catalog"]["resources"] if "catalog" in own else []
    count = lambda key: sum(len(one.get(key, [])) for one in all_of)
    size = [len(all_of), count("parameters"), count("tags"), len(own["catalog"]["edges"]) if all_of else 0]
    why = ""
    if "catalog" in theirs:
        verdict = "refused" if "catalog" not in own else "differs" if details else "equal"
        why = own["message"] if "catalog" not in own else explained(details)
    else:
        verdict = "apart" if missing_from_agent(theirs["message"]) else "fails"
        why = f"Unknown resource type: '{missing_from_agent(theirs['message'])}'" if verdict == "apart" else ""
    why = re.sub(r"\S*/(\w+/templates/)", r"\1", why)[:200]
    return {"name": question["name"], "outcome": own.get("code", "compiles"), "size": size, "verdict": verdict, "why": why}


def missing_from_agent(message):
    """The type of a module that Puppet's agent bundles, and Debian's Puppet does not have."""
    found = re.search(r"Unknown resource type: '(augeas|cron|host|mount|yumrepo|ssh_authorized_key|sshkey|selboolean|selmodule|mailalias|zfs|zpool)'", message)
    return found and found.group(1)


def explained(details):
    """The reason that stands for the differences."""
    return "; ".join(details)


def keep(outcomes, file):
    """Writes pprepl's outcomes for the Rust test."""
    lines = [json.dumps(one) for one in sorted(outcomes, key=lambda one: one["name"])]
    (HERE / file).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
