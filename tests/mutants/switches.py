#!/usr/bin/env python3
"""Builds thousands of mutants into one program, each behind a switch, and runs the tests against a random sample.

  switches.py make FOLDER SEED          copies the checkout to FOLDER/code, adds the switches, and builds the tests
  switches.py refresh FOLDER SEED       takes over what changed in the checkout since, with new mutants in changed files
  switches.py trace FOLDER              runs each test once, and notes which mutants it reaches
  switches.py sample FOLDER SEED COUNT  prints numbers of mutants: at most one of each function
  switches.py run FOLDER SAMPLE RESULTS [SECONDS]   runs the tests that reach each mutant until one fails
  switches.py try FOLDER NUMBERS TEST...            runs the tests whose names contain TEST against mutants: 1,2,3
  switches.py hunt FOLDER RESULTS KINDS MILLISECONDS  looks for rows of tables that notice mutants: arm,binary 4000
  switches.py table FOLDER RESULTS...   prints the scores
  switches.py list FOLDER RESULTS...    prints what no test noticed

A build takes ten minutes on two cores, a trace five, and a mutant two seconds: `cargo mutants` needs minutes for one. Needs
Python 3.11, `pip install tree-sitter tree-sitter-rust`, and a copy of the test data beside FOLDER/code (../shared) where a test reads
it. JOBS is the number of tests that run at once (4). FOLDER/equivalent.json may list mutants that change nothing.
"""

import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import threading
import time

import tree_sitter_rust
from tree_sitter import Language, Parser

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARSER = Parser(Language(tree_sitter_rust.language()))
JOBS = int(os.environ.get("JOBS", "4"))
# Of a hundred mutants, those of each kind: more guards, arms and operators than the code has, for figures by kind.
SHARES = {"guard": 15, "arm": 12, "binary": 33, "unary": 6, "value": 34}
# How often each kind is drawn from the places of a function that is drawn at random: the weights of the whole score.
MIXTURE = {"value": 52, "binary": 28, "arm": 9, "unary": 9, "guard": 3}
# No code of the product, or run only while the product is built.
LEFT_OUT = ("assets", "musl", "testing")
# The modules of tests that read tables of rows.
TABLES = ("rules", "stdlib", "panes", "sample", "style_places", "notebook_rules", "edits", "dialogs", "prompt_parts", "options",
          "screen_table", "present_table", "request_rules", "export_rules", "lesson_rules", "tree_rules", "text_rules")
# A test may take this many times its own time, and as many seconds more.
TIMES, MORE = 10, 25

OPERATORS = {
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "<": ["==", ">", "<="], ">": ["==", "<", ">="], "<=": [">"], ">=": ["<"],
    "+": ["-", "*"], "-": ["+", "/"], "*": ["+", "/"], "/": ["%", "*"], "%": ["/", "+"],
    "<<": [">>"], ">>": ["<<"], "&": ["|", "^"], "|": ["&", "^"], "^": ["|", "&"],
    "+=": ["-=", "*="], "-=": ["+=", "/="], "*=": ["+=", "/="], "/=": ["%=", "*="], "%=": ["/=", "+="],
    "|=": ["&=", "^="], "&=": ["|=", "^="], "^=": ["|=", "&="], "<<=": [">>="], ">>=": ["<<="],
}
PLAIN_VALUES = {
    "": ["()"], "()": ["()"], "bool": ["true", "false"], "char": ["'x'"], "f32": ["0.0", "1.0"], "f64": ["0.0", "1.0"],
    "String": ["String::new()", '"xyzzy".to_string()'],
}


def parts_of(text):
    """Splits at the commas that are in no brackets."""
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += (letter in "<([") - (letter in ">)]")
        if letter == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return parts + [part.strip()] if part.strip() else parts


def values_of(kind):
    """Returns expressions that may replace the body of a function whose result has this type."""
    kind = " ".join(kind.split())
    if kind in PLAIN_VALUES:
        return PLAIN_VALUES[kind]
    if re.fullmatch(r"[ui](8|16|32|64|128|size)", kind):
        return ["0", "1"]
    if re.fullmatch(r"&('\w+ )?str", kind):
        return ['""', '"xyzzy"']
    if re.fullmatch(r"&('\w+ )?\[.*\]", kind):
        return ["&[]"]
    if found := re.fullmatch(r"Option<(.*)>", kind):
        inner = values_of(found[1])
        return ["None"] + [f"Some({value})" for value in inner if value != "Default::default()"]
    if found := re.fullmatch(r"(?:\w+::)*Result<(.*)>", kind):
        return [f"Ok({value})" for value in values_of((parts_of(found[1]) or ["()"])[0])]
    if found := re.fullmatch(r"(Box|Rc|Arc)<(.*)>", kind):
        return [f"{found[1]}::new({value})" for value in values_of(found[2])]
    if found := re.fullmatch(r"\((.*)\)", kind):
        inner = [values_of(part) for part in parts_of(found[1])]
        return ["(" + ", ".join(values[0] for values in inner) + ",)"] if all(inner) else []
    if kind.startswith(("&", "impl ")) or kind in ("Self", "!") or "dyn " in kind:
        return []
    return ["Default::default()"]


class Places:
    """The places in a file where a mutant can be. `@` in a new text becomes the call of the switch."""

    def __init__(self, source):
        self.source = source
        self.found = []

    def all(self):
        """Returns every place of the file."""
        self.visit(PARSER.parse(self.source).root_node, None)
        return self.found

    def text(self, node):
        """Returns the text of a node."""
        return self.source[node.start_byte:node.end_byte].decode()

    def visit(self, node, function):
        """Adds the places in a node of a function; None outside of functions, and in those that run at compile time."""
        if node.type in ("const_item", "static_item", "const_block", "macro_definition", "array_type", "enum_variant"):
            return
        if node.type in ("function_item", "mod_item") and self.is_test(node):
            return
        if node.type == "function_item":
            modifiers = [self.text(child) for child in node.children if child.type == "function_modifiers"]
            is_const = any("const" in words for words in modifiers)
            function = None if is_const else (self.text(node.child_by_field_name("name")), node.start_byte)
            if function:
                self.value(node, function)
        elif function:
            self.operators(node, function)
            if node.type == "match_arm":
                self.arm(node, function)
        for child in node.children:
            self.visit(child, function)

    def is_test(self, node):
        """Returns whether an attribute says that this is for tests."""
        before = node.prev_sibling
        while before is not None and before.type in ("attribute_item", "line_comment"):
            if before.type == "attribute_item" and "test" in self.text(before):
                return True
            before = before.prev_sibling
        return False

    def add(self, function, kind, line, edit, what):
        """Adds a place: `edit` is the start and the end of what changes, and the new text."""
        name, at = function
        self.found.append({"function": name, "at": at, "kind": kind, "line": line, "edit": edit, "what": " ".join(what.split())})

    def value(self, node, function):
        """Adds the values that replace a function's own."""
        body, result = node.child_by_field_name("body"), node.child_by_field_name("return_type")
        kind = self.text(result) if result is not None else "()"
        if body is None or body.named_child_count == 0:
            return
        at = body.start_byte + 1
        for value in values_of(kind):
            self.add(function, "value", node.start_point[0] + 1, (at, at, f" if @ {{ return {value}; }}"), f"the value is {value}")

    def operators(self, node, function):
        """Adds the other operators of an expression."""
        whole, span = self.text(node), (node.start_byte, node.end_byte)
        line = node.start_point[0] + 1
        if node.type == "unary_expression" and whole[0] in "!-":
            new = f"(if @ {{ {whole[1:]} }} else {{ {whole} }})"
            self.add(function, "unary", line, (*span, new), f"{whole[0]} is gone: {whole}")
        if node.type not in ("binary_expression", "compound_assignment_expr") or self.has_let(node):
            return
        left, sign, right = (self.text(node.child_by_field_name(name)) for name in ("left", "operator", "right"))
        for other in OPERATORS.get(sign, []):
            new = f"if @ {{ {left} {other} {right} }} else {{ {whole} }}"
            new = f"({new})" if node.type == "binary_expression" else f"{{ {new} }}"
            self.add(function, "binary", line, (*span, new), f"{sign} is {other}: {whole}")

    def has_let(self, node):
        """Returns whether a condition binds names: it has a place in `if` alone."""
        chained = ("binary_expression", "let_chain")
        return any(child.type == "let_condition" or child.type in chained and self.has_let(child) for child in node.children)

    def arm(self, node, function):
        """Adds the guard of an arm forced, or the arm without a guard removed, where a last arm takes everything."""
        pattern = node.child_by_field_name("pattern")
        condition = pattern.child_by_field_name("condition")
        shown, line = self.text(pattern), pattern.start_point[0] + 1
        if condition is not None:
            if condition.type in ("let_condition", "let_chain") or self.has_let(condition):
                return
            text, span = self.text(condition), (condition.start_byte, condition.end_byte)
            self.add(function, "guard", line, (*span, f"(@ || ({text}))"), f"the guard is true: {shown}")
            self.add(function, "guard", line, (*span, f"(!@ && ({text}))"), f"the guard is false: {shown}")
            return
        arms = [child for child in node.parent.children if child.type == "match_arm"]
        last = self.text(arms[-1].child_by_field_name("pattern")).strip()
        if node != arms[-1] and last not in ("true", "false") and re.fullmatch(r"_|[a-z]\w*", last):
            self.add(function, "arm", line, (pattern.end_byte, pattern.end_byte, " if !@"), f"the arm is gone: {shown}")


def touches(one, other):
    """Returns whether two edits overlap. An insertion touches what has it inside or at an edge, but for the start of a body."""
    (start, end, _), (from_, to, _) = one["edit"], other["edit"]
    if "value" in (one["kind"], other["kind"]):
        return start < from_ < end or from_ < start < to
    return start <= to and from_ <= end


def chosen(places, rng):
    """Returns up to five places of each function, one of each kind first, that do not touch."""
    functions = collections.defaultdict(list)
    for place in places:
        functions[place["at"]].append(place)
    all_ = []
    for at in sorted(functions):
        rng.shuffle(functions[at])
        for kinds in (("guard",), ("arm",), ("binary", "unary"), ("value",), ("binary", "unary")):
            fitting = (place for place in functions[at] if place["kind"] in kinds and not any(touches(place, other) for other in all_[-40:]))
            all_.extend([place for place, _ in zip(fitting, "1")])
    return all_


def tracked():
    """Returns the files of the checkout."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\n") if name and (ROOT / name).is_file()]


def crate_of(name):
    """Returns the crate of a file; `src` is the program."""
    return name.split("/")[1] if name.startswith("crates/") else "src"


def is_code(name):
    """Returns whether a file gets mutants."""
    return bool(re.fullmatch(r"(crates/\w+/)?src/.*\.rs", name)) and crate_of(name) not in LEFT_OUT


class Farm:
    """The folder of a build with switches."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.code, self.origin = self.folder / "code", self.folder / "origin"

    def load(self):
        """Reads the mutants that compile, the tests, and the tests that reach each mutant."""
        rows = map(json.loads, (self.folder / "mutants.jsonl").read_text().splitlines())
        self.mutants = {row["id"]: row for row in rows if not row.get("dropped")}
        traces = self.folder / "trace.jsonl"
        rows = map(json.loads, traces.read_text().splitlines()) if traces.exists() else []
        self.tests = {row["test"]: row for row in rows}
        self.reach = collections.defaultdict(list)
        for number, row in self.tests.items():
            for mutant in row["reached"] if row["state"] == "ok" else []:
                self.reach[mutant].append(number)
        return self

    def make(self, seed):
        """Copies the checkout and adds the switches."""
        rng, mutants = random.Random(seed), []
        for name in tracked():
            for base in (self.code, self.origin) if is_code(name) else (self.code,):
                (base / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, base / name, follow_symlinks=False)
            if is_code(name):
                places = Places((ROOT / name).read_bytes()).all()
                mutants += [{**place, "file": name} for place in chosen(places, rng)]
        for number, mutant in enumerate(mutants, 1):
            mutant["id"] = number
        print(len(mutants), "mutants")
        self.add_switch()
        self.add_hunt()
        self.settle(mutants)
        self.build()

    def refresh(self, seed):
        """Takes over what changed in the checkout."""
        rng, names = random.Random(seed), tracked()
        mutants = list(map(json.loads, (self.folder / "mutants.jsonl").read_text().splitlines()))
        gone = [str(path.relative_to(self.origin)) for path in self.origin.rglob("*.rs")]
        for name in set(gone) - set(names):
            (self.origin / name).unlink()
            (self.code / name).unlink()
            mutants = [mutant for mutant in mutants if mutant["file"] != name]
        for name in names:
            base = self.origin if is_code(name) else self.code
            is_same = (base / name).exists() and (base / name).read_bytes() == (ROOT / name).read_bytes()
            # The manifests and the lock of the copy name the switch.
            if is_same or name.endswith(("Cargo.toml", "Cargo.lock")):
                continue
            (base / name).parent.mkdir(parents=True, exist_ok=True)
            (self.code / name).parent.mkdir(parents=True, exist_ok=True)
            # A new time, so that cargo builds it again.
            shutil.copyfile(ROOT / name, base / name)
            if is_code(name):
                top = max(mutant["id"] for mutant in mutants)
                places = chosen(Places((ROOT / name).read_bytes()).all(), rng)
                mutants = [mutant for mutant in mutants if mutant["file"] != name]
                mutants += [{**place, "file": name, "id": top + at} for at, place in enumerate(places, 1)]
        self.add_hunt()
        self.settle(mutants)
        self.build()

    def add_hunt(self):
        """Adds the hunt to the crate that reads tables of rows."""
        crate = self.code / "crates/testing"
        shutil.copyfile(ROOT / "tests/mutants/hunt.rs", crate / "src/hunt.rs")
        text = (ROOT / "crates/testing/src/lib.rs").read_text().replace("pub mod cases;", "pub mod cases;\nmod hunt;", 1)
        begin = "    let (mut blessed, mut wrong, mut rows)"
        text = text.replace(begin, f"    if hunt::is_on() {{\n        return hunt::hunt(name, &text, answer);\n    }}\n{begin}", 1)
        begin = "    let (next, answers) ="
        text = text.replace(begin, f"    if hunt::is_on() {{\n        return check_rules(name, answer);\n    }}\n{begin}", 1)
        (crate / "src/lib.rs").write_text(text)
        line = f'[dependencies]\nmutswitch = {{ path = "{self.folder / "mutswitch"}" }}\n'
        text = (ROOT / "crates/testing/Cargo.toml").read_text()
        (crate / "Cargo.toml").write_text(text.replace("[dependencies]\n", line, 1))

    def add_switch(self):
        """Adds the crate of the switch to every manifest."""
        crate = self.folder / "mutswitch"
        (crate / "src").mkdir(parents=True, exist_ok=True)
        (crate / "Cargo.toml").write_text('[package]\nname = "mutswitch"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n')
        shutil.copyfile(ROOT / "tests/mutants/switch.rs", crate / "src/lib.rs")
        line = f'[dependencies]\nmutswitch = {{ path = "{crate}" }}\n'
        for manifest in [self.code / "Cargo.toml", *sorted(self.code.glob("crates/*/Cargo.toml"))]:
            text = manifest.read_text()
            if manifest.parent.name in LEFT_OUT or "mutswitch" in text:
                continue
            has_any = re.search(r"^\[dependencies\]\n", text, re.MULTILINE)
            manifest.write_text(re.sub(r"^\[dependencies\]\n", line, text, count=1, flags=re.MULTILINE) if has_any else f"{text}\n{line}")

    def settle(self, mutants):
        """Writes the code, and drops what does not compile until the rest does."""
        for _ in range(100):
            self.write(mutants)
            dropped = self.drop(mutants)
            (self.folder / "mutants.jsonl").write_text("".join(json.dumps(mutant) + "\n" for mutant in mutants))
            print("dropped", dropped, flush=True)
            if dropped == 0:
                return

    def write(self, mutants):
        """Writes the files with the switches of the mutants that are left."""
        edits = collections.defaultdict(list)
        for mutant in mutants:
            if not mutant.get("dropped"):
                start, end, text = mutant["edit"]
                edits[mutant["file"]].append((start, end, text.replace("@", f"::mutswitch::on({mutant['id']})", 1)))
        for path in self.origin.rglob("*.rs"):
            name, source = str(path.relative_to(self.origin)), path.read_bytes()
            for start, end, text in sorted(edits[name], reverse=True):
                source = source[:start] + text.encode() + source[end:]
            if not (self.code / name).exists() or (self.code / name).read_bytes() != source:
                (self.code / name).write_bytes(source)

    def cargo(self, *arguments):
        """Runs cargo on the copy. Unused code is no error there."""
        own = {"CARGO_TARGET_DIR": str(self.folder / "target"), "CARGO_INCREMENTAL": "0", "RUSTFLAGS": "--cap-lints allow"}
        return subprocess.run(["cargo", *arguments], cwd=self.code, env={**os.environ, **own}, capture_output=True, text=True)

    def drop(self, mutants):
        """Drops the mutants on the lines of errors, or the nearest ones; returns their number."""
        checked = self.cargo("check", "--workspace", "--offline", "--keep-going", "--message-format=json")
        lines = {name: self.lines(name, mutants) for name in {mutant["file"] for mutant in mutants}}
        dropped = 0
        for message in map(json.loads, checked.stdout.splitlines()):
            error = message.get("message")
            if message.get("reason") != "compiler-message" or error["level"] != "error":
                continue
            spans = sorted(error["spans"], key=lambda span: not span["is_primary"])
            guilty = self.guilty(lines, spans)
            dropped += sum(not mutant.get("dropped") for mutant in guilty)
            for mutant in guilty:
                mutant["dropped"] = True
        if checked.returncode != 0 and dropped == 0:
            sys.exit(checked.stderr[-3000:] + "\nthe code does not compile, and no mutant is on the lines of the errors")
        return dropped

    def guilty(self, lines, spans):
        """Returns the mutants on the lines of an error, else the four nearest."""
        places = [(span["file_name"].removeprefix(f"{self.code}/"), span) for span in spans]
        for name, span in places:
            hit = [mutant for mutant, low, high in lines.get(name, []) if low <= span["line_end"] and span["line_start"] <= high]
            if hit:
                return hit
        near = [(abs(low - span["line_start"]), mutant) for name, span in places for mutant, low, _ in lines.get(name, [])]
        return [mutant for _, mutant in sorted(near, key=lambda pair: pair[0])[:4]]

    def lines(self, name, mutants):
        """Returns the mutants of a file with their first and last lines there: what they repeat moves the rest down."""
        source, found, moved = (self.origin / name).read_bytes(), [], 0
        own = [mutant for mutant in mutants if mutant["file"] == name and not mutant.get("dropped")]
        for mutant in sorted(own, key=lambda mutant: mutant["edit"][0]):
            start, end, text = mutant["edit"]
            low = source.count(b"\n", 0, start) + 1 + moved
            found.append((mutant, low, low + text.count("\n")))
            moved += text.count("\n") - source.count(b"\n", start, end)
        return found

    def build(self):
        """Builds the tests."""
        built = self.cargo("test", "--workspace", "--offline", "--no-run", "--message-format=json")
        if built.returncode != 0:
            sys.exit(built.stderr[-4000:])
        programs = []
        for message in map(json.loads, built.stdout.splitlines()):
            if message.get("reason") == "compiler-artifact" and message.get("executable") and message["profile"]["test"]:
                programs.append({"path": message["executable"], "folder": str(pathlib.Path(message["manifest_path"]).parent)})
        (self.folder / "programs.json").write_text(json.dumps(programs))

    def trace(self):
        """Runs each test once."""
        found = []
        for program in json.loads((self.folder / "programs.json").read_text()):
            for name in listed(program):
                found.append({"test": len(found), "name": name, "program": program})
        (self.folder / "traces").mkdir(exist_ok=True)

        def one(row):
            path = self.folder / "traces" / str(row["test"])
            path.unlink(missing_ok=True)
            row["state"], row["seconds"] = run_test(row, 300, MUTANT_TRACE=str(path))
            row["reached"] = sorted({int(number) for number in path.read_text().split()}) if path.exists() else []

        side_by_side(found, one)
        (self.folder / "trace.jsonl").write_text("".join(json.dumps(row) + "\n" for row in found))
        failing = [row["name"] for row in found if row["state"] != "ok"]
        print(len(found), "tests; without a mutant fail:", failing)

    def sample(self, seed, count):
        """Prints a random sample; the rare kinds are drawn first."""
        numbers, used, drawn = sorted(self.mutants), set(), []
        random.Random(seed).shuffle(numbers)
        for kind in ("guard", "arm", "unary", "binary", "value"):
            left = round(count * SHARES[kind] / 100)
            for number in numbers:
                mutant = self.mutants[number]
                function = (mutant["file"], mutant["at"])
                if left > 0 and mutant["kind"] == kind and function not in used:
                    used.add(function)
                    drawn.append(number)
                    left -= 1
        random.Random(seed).shuffle(drawn)
        print(json.dumps(drawn))

    def run(self, numbers, results, seconds):
        """Runs the tests against mutants, those first that noticed others of the crate, or have words of the function."""
        done = {json.loads(line)["id"] for line in open(results)} if os.path.exists(results) else set()
        wins, tries, lock = collections.Counter(), collections.Counter(), threading.Lock()

        def order(mutant, test):
            row, crate = self.tests[test], crate_of(mutant["file"])
            words = set(re.findall("[a-z]{3,}", mutant["file"] + " " + mutant["function"])) - {"src", "crates", "mod"}
            similar = len(words & set(re.findall("[a-z]{3,}", row["name"])))
            return -(wins[crate, test] + 0.05 + 0.05 * similar) / (tries[crate, test] + 1) / (row["seconds"] + 0.05)

        def judge(mutant, left, end):
            while left:
                left.sort(key=lambda test: order(mutant, test))
                for test in left[:8]:
                    if time.time() > end:
                        return "open", None
                    state = self.state(mutant["id"], test)
                    crate = crate_of(mutant["file"])
                    tries[crate, test] += 1
                    if state != "ok":
                        wins[crate, test] += 1
                        return ("noticed" if state == "failed" else "time"), self.tests[test]["name"]
                left = left[8:]
            return ("survived" if self.reach.get(mutant["id"]) else "unreached"), None

        def one(number):
            mutant = self.mutants[number]
            state, test = judge(mutant, list(self.reach.get(number, [])), time.time() + seconds)
            with lock, open(results, "a") as out:
                out.write(json.dumps({"id": number, "state": state, "test": test}) + "\n")

        side_by_side([number for number in numbers if number not in done], one)

    def state(self, number, test):
        """Returns what a test makes of a mutant. One that fails must fail again."""
        row = self.tests[test]
        limit = MORE + TIMES * row["seconds"]
        state, _ = run_test(row, limit, MUTANT_ON=str(number))
        return run_test(row, limit, MUTANT_ON=str(number))[0] if state == "failed" else state

    def try_out(self, numbers, words):
        """Prints which of some tests notice mutants. A new row may reach what no test reached in the trace."""
        tests = [test for test, row in self.tests.items() if any(word in row["name"] for word in words)]

        def one(number):
            noticed = [self.tests[test]["name"] for test in tests if self.state(number, test) != "ok"]
            print(number, self.mutants[number]["function"], noticed[:3] or "no test notices it", flush=True)

        side_by_side(numbers, one)

    def hunt(self, results, kinds, milliseconds):
        """Asks the rows of each table about mutants, then variations of the rows about those that no row noticed."""
        tables = [{"name": name, "program": program} for program in json.loads((self.folder / "programs.json").read_text())
                  for name in listed(program) if name.split("::")[0] in TABLES]
        open_ = [number for number, mutant in sorted(self.mutants.items()) if mutant["kind"] in kinds]
        settled, reached = set(), set()
        for own in ({"HUNT_ROWS": "1000"}, {"HUNT_ROWS": "200", "HUNT_TIME": str(milliseconds)}):
            for table in tables:
                left = [number for number in open_ if number not in settled]
                side_by_side([left[at::JOBS] for at in range(JOBS)], lambda part: self.ask(table, part, results, own))
                rows = list(map(json.loads, pathlib.Path(results).read_text().splitlines()))
                settled = {int(row[1]) for row in rows if row[0] in ("noticed", "broke", "found")}
                reached = {int(row[1]) for row in rows if row[0] == "survived"} | settled
                print(table["name"], len(settled), "of", len(reached), flush=True)
            open_ = sorted(reached)

    def ask(self, table, numbers, results, own):
        """Asks a table about mutants."""
        path = self.folder / f"hunt-{threading.get_ident()}"
        path.write_text("\n".join(map(str, numbers)))
        own = {"HUNT": str(pathlib.Path(results).resolve()), "HUNT_MUTANTS": str(path), "CARGO_MANIFEST_DIR": table["program"]["folder"], **own}
        command = [table["program"]["path"], "--exact", table["name"], "--test-threads=1"]
        subprocess.run(command, cwd=table["program"]["folder"], env={**os.environ, **own}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        path.unlink()

    def table(self, rows):
        """Prints the scores of results."""
        judged = self.folder / "equivalent.json"
        equivalent = json.loads(judged.read_text()) if judged.exists() else []
        groups = collections.defaultdict(collections.Counter)
        for row in rows:
            mutant = self.mutants[row["id"]]
            state = "equivalent" if row["id"] in equivalent else row["state"]
            for group in ("all", mutant["kind"], crate_of(mutant["file"])):
                groups[group][state] += 1
        print("| kind or crate | tried | noticed | survived | no test runs it | open | equivalent | score [95 %] |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        kinds, scores = sorted(SHARES), {}
        for name in ["all", *kinds, *sorted(set(groups) - {"all", *kinds})]:
            group = groups[name]
            noticed = group["noticed"] + group["time"]
            total = noticed + group["survived"] + group["unreached"]
            scores[name] = noticed / total if total else 0
            cells = [f"{noticed} ({group['time']})", *(group[state] for state in ("survived", "unreached", "open", "equivalent"))]
            print(f"| {name} | {group.total()} |", " | ".join(map(str, cells)), f"| {interval(noticed, total)} |")
        print("weighted:", round(100 * sum(scores[kind] * MIXTURE[kind] for kind in kinds) / sum(MIXTURE.values()), 1))

    def list(self, rows):
        """Prints what no test noticed."""
        for row in rows:
            mutant = self.mutants[row["id"]]
            if row["state"] in ("survived", "unreached", "open"):
                print(row["id"], row["state"], len(self.reach.get(row["id"], [])), f"{mutant['file']}:{mutant['line']}",
                      mutant["function"], f"[{mutant['kind']}]", mutant["what"][:150])


def listed(program):
    """Returns the names of a program's tests."""
    command = [program["path"], "--list", "--format", "terse"]
    lines = subprocess.run(command, capture_output=True, text=True, cwd=program["folder"]).stdout.splitlines()
    return [line.removesuffix(": test") for line in lines if line.endswith(": test")]


def run_test(row, limit, **switch):
    """Runs a test in a process of its own: "ok", "failed" or "time", and its seconds."""
    program, begin = row["program"], time.time()
    own = {**os.environ, "INSTA_UPDATE": "no", "CARGO_MANIFEST_DIR": program["folder"], **switch}
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([program["path"], "--exact", row["name"]], cwd=program["folder"], env=own, start_new_session=True, **quiet)
    try:
        state = "ok" if process.wait(limit) == 0 else "failed"
    except subprocess.TimeoutExpired:
        state = "time"
    try:
        os.killpg(process.pid, 9)
    except ProcessLookupError:
        pass
    process.wait()
    return state, time.time() - begin


def side_by_side(items, work):
    """Works on items, some at a time."""
    left, lock = list(items), threading.Lock()

    def worker():
        while True:
            with lock:
                if not left:
                    return
                item = left.pop(0)
            work(item)

    threads = [threading.Thread(target=worker) for _ in range(JOBS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def interval(hits, total):
    """Returns a share with Wilson's interval."""
    if total == 0:
        return "-"
    z, share = 1.96, hits / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * ((share * (1 - share) / total + z * z / (4 * total * total)) ** 0.5) / (1 + z * z / total)
    return f"{100 * share:.1f} % [{100 * (middle - half):.0f}, {100 * (middle + half):.0f}]"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    verb, farm, rest = sys.argv[1], Farm(sys.argv[2]), sys.argv[3:]
    results = [json.loads(line) for path in rest for line in open(path)] if verb in ("table", "list") else []
    match verb, rest:
        case "make", [seed]:
            farm.make(seed)
        case "refresh", [seed]:
            farm.refresh(seed)
        case "trace", []:
            farm.trace()
        case "sample", [seed, count]:
            farm.load().sample(seed, int(count))
        case "run", [sample, out, *seconds]:
            farm.load().run(json.loads(pathlib.Path(sample).read_text()), out, float(seconds[0]) if seconds else 60)
        case "try", [numbers, *words] if words:
            farm.load().try_out([int(number) for number in numbers.split(",")], words)
        case "hunt", [out, kinds, milliseconds]:
            farm.load().hunt(out, kinds.split(","), int(milliseconds))
        case "table", [_, *_]:
            farm.load().table(results)
        case "list", [_, *_]:
            farm.load().list(results)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
