#!/usr/bin/env python3
# Random calls of stdlib's functions, one a line: arguments by the types that the module's files declare, and now and then
# any others. `compare.py` asks pprepl and Puppet for their values.
#
#     tests/stdlib/calls.py MODULES SEED COUNT > calls
import os
import random
import re
import sys

# Functions of the node, of chance, of the catalog, of files and of programs.
LEFT_OUT = """assert_private defined_with_params deprecation ensure_packages ensure_resource ensure_resources fact fqdn_rand_string
fqdn_rotate get_module_path getparam glob has_function has_interface_with has_ip_address has_ip_network load_module_metadata loadjson
loadyaml os_version_gte pry pw_hash shuffle str2resource str2saltedpbkdf2 str2saltedsha512 time validate_augeas validate_cmd
validate_legacy validate_x509_rsa_key_pair is_function_available private parsehocon""".split()

WORDS = ["a", "b", "", "A b", "yes", "no", "1", "-2", "0x1f", "3.5", "1e3", "é", "a.b-c", "10.0.0.1", "10.0.0.0/8", "fe80::1/64", "a,b",
         "x: y", "[1, 2]", '{"a": 1}', "- a\n- b", "two\nlines", "a\r\nb", "tab\t", " a ", "$x", "'", '"', "\\", "#", "%41", "~", "null",
         "true", "/etc/passwd", "C:\\a", "a@b.c", "2020-01-01", ":a", "MB", "4 kB", "y", "-", "0755", "<a&b>", "10.0.0.1/255.255.0.0"]


def quote(text):
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
    return '"' + out.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"'


class Values:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def string(self):
        pick = self.random.random()
        if pick < 0.8:
            return quote(self.random.choice(WORDS))
        return quote("".join(self.random.choice("ab 1:-#'\"\né\u20ac.,[]{}&*!|>%@`\t") for _ in range(self.random.randint(1, 12))))

    def integer(self):
        return str(self.random.choice([0, 1, 2, 3, -1, 7, 10, 255, 1000, -40, 65536]))

    def float(self):
        return self.random.choice(["0.0", "1.5", "-2.25", "1e10", "3.0", "1e-7"])

    def array(self, depth=2):
        return "[" + ", ".join(self.any(depth - 1) for _ in range(self.random.randint(0, 4))) + "]"

    def hash(self, depth=2):
        pairs = {}
        for _ in range(self.random.randint(0, 3)):
            pairs[self.string() if self.random.random() < 0.9 else self.scalar()] = self.any(depth - 1)
        return "{" + ", ".join(f"{key} => {value}" for key, value in pairs.items()) + "}"

    def scalar(self):
        return self.random.choice([self.string, self.string, self.integer, self.float, lambda: self.random.choice(["true", "false"])])()

    def any(self, depth=2):
        pick = self.random.random()
        if depth > 0 and pick < 0.2:
            return self.array(depth)
        if depth > 0 and pick < 0.35:
            return self.hash(depth)
        if pick < 0.42:
            return "undef"
        if pick < 0.44:
            return self.random.choice(["default", "/a.b/", "Sensitive('s')", "Integer[1, 2]"])
        return self.scalar()

    def of_type(self, text):
        text = text.strip()
        if self.random.random() < 0.06:
            return self.any()
        head, _, inside = text.partition("[")
        parts = split(inside[:-1]) if inside else []
        if head in ("Variant",):
            return self.of_type(self.random.choice(parts))
        if head == "Optional":
            return "undef" if self.random.random() < 0.2 else self.of_type(parts[0])
        if head == "Enum":
            return quote(self.random.choice(parts).strip("'\" "))
        if head in ("String", "Pattern"):
            return self.string()
        if head == "Integer":
            return self.integer()
        if head in ("Numeric", "Float"):
            return self.random.choice([self.integer, self.float])()
        if head == "Boolean":
            return self.random.choice(["true", "false"])
        if head == "Array":
            return "[" + ", ".join(self.of_type(parts[0] if parts else "Any") for _ in range(self.random.randint(0, 3))) + "]"
        if head in ("Hash", "Struct"):
            return self.hash()
        if head in ("Scalar", "ScalarData"):
            return self.scalar()
        if head == "Sensitive":
            return f"Sensitive({self.of_type(parts[0] if parts else 'Any')})"
        if head == "Iterable":
            return self.random.choice([self.array, self.hash, self.integer, self.string])()
        if head == "Binary":
            return "Binary('YWJj')"
        return self.any()


def split(text):
    parts, depth, last = [], 0, ""
    for letter in text:
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0:
            parts.append(last)
            last = ""
        else:
            last += letter
    return parts + [last] if last.strip() else parts


def functions(modules):
    """The functions: their names, and for each overload its parameters; None for those of the old interface."""
    base = os.path.join(modules, "stdlib", "lib", "puppet")
    found = {}
    for folder, _, files in os.walk(os.path.join(base, "parser", "functions")):
        for file in files:
            found[file[:-3]] = None
    for folder, _, files in os.walk(os.path.join(base, "functions")):
        for file in files:
            name = os.path.relpath(os.path.join(folder, file), os.path.join(base, "functions"))[:-3].replace(os.sep, "::")
            code = re.sub(r"^\s*#.*$", "", open(os.path.join(folder, file)).read(), flags=re.M)
            overloads = []
            for part in re.split(r"^\s*dispatch\b", code, flags=re.M)[1:]:
                rows = re.findall(r"\b((?:\w+_)?param)\s+('[^']*'|\"[^\"]*\")", part.split("\n  end")[0])
                overloads.append([(kind, ty[1:-1]) for kind, ty in rows])
            found[name] = overloads or [[("param", "Any")]]
    return {name: rows for name, rows in found.items() if name.split("::")[-1] not in LEFT_OUT}


def call(name, overloads, values):
    if overloads is None:
        args = [values.any() for _ in range(values.random.choice([1, 1, 1, 2, 2, 3]))]
        return f"{name}({', '.join(args)})"
    args, block = [], ""
    for kind, ty in values.random.choice(overloads):
        if "block" in kind:
            count = len(split(ty[ty.find("[") + 1:-1])) if "Callable" in ty else 1
            names = [["$a"], ["$a", "$b"], ["$a", "$b", "$c"]][min(2, max(0, count - 1))]
            if kind.startswith("optional") and values.random.random() < 0.6:
                continue
            block = f" |{', '.join(names)}| {{ {values.random.choice(names + ['{x => 1}', '1'])} }}"
        elif "repeated" in kind:
            args += [values.of_type(ty) for _ in range(values.random.randint(0, 3))]
        elif kind.startswith("optional") and values.random.random() < 0.4:
            break
        else:
            args.append(values.of_type(ty))
    return f"{name}({', '.join(args)}){block}"


def main():
    modules, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    values = Values(seed)
    known = sorted(functions(modules).items())
    for _ in range(count):
        name, overloads = values.random.choice(known)
        print(call(name, overloads, values))


if __name__ == "__main__":
    main()
