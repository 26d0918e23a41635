#!/usr/bin/env python3
"""Prints random programs of the Puppet language, one JSON object a line: {"id", "code", "finish"}. The same seed gives the same programs.

    tests/random/programs.py SEED COUNT

Most expressions have the type that their place wants, some do not: errors are part of the language. `finish` asks for the
whole catalog, not only for the value.
"""
import json
import random
import sys

NAMES = ["a", "b", "c", "d"]
STRINGS = ["", "a", "b", "abc", "Hello World", "10", "0x1F", "-3.5", "é", "a,b,c", "x::y", "true", " pad ", "1.2.3", "ß", "ABC", "a\nb"]
SCALARS = {"int": ["0", "1", "2", "-1", "7", "42", "255", "9223372036854775807", "0x1F", "017"],
           "float": ["0.0", "1.5", "-2.25", "1e3", "1.0e-5", "3.14159"], "bool": ["true", "false"],
           "regex": ["/a/", "/^[a-z]+$/", "/(b)(c)?/", "/é/", "/(?i:A)/", "/\\d+/", "/(?<n>b)/", "/x|y/", "//"], "undef": ["undef"]}
TYPES = ["Any", "Undef", "Scalar", "ScalarData", "Data", "RichData", "Numeric", "Integer", "Float", "String", "Boolean", "Collection", "Array", "Hash", "Regexp", "Default", "Sensitive", "Type",
         "Iterable", "Callable", "SemVer", "Timespan", "Binary", "NotUndef", "Catalogentry", "Resource", "Notify", "Init", "Object", "Enum", "Pattern", "Tuple", "Struct", "Variant", "Optional"]
ATTRIBUTES = ["message", "withpath", "noop", "tag", "loglevel", "require", "before", "alias", "nosuch", "name"]


class Program:
    def __init__(self, rng, number):
        self.rng, self.number, self.names, self.catalog = rng, number, 0, False
        self.variables, self.functions, self.types, self.classes, self.defines, self.resources = {}, [], [], [], [], []

    def pick(self, items):
        return self.rng.choice(items)

    def chance(self, share):
        return self.rng.random() < share

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # Types

    def type(self, depth=2):
        if depth <= 0 or self.chance(0.3):
            return self.pick(TYPES) if not self.types or self.chance(0.8) else self.pick(self.types)
        inner = lambda: self.type(depth - 1)
        number = lambda: self.pick(["0", "1", "2", "5", "default", "10"])
        return self.pick([
            lambda: f"Integer[{number()}, {number()}]", lambda: f"Integer[{number()}]", lambda: "Float[0.0, 2.5]", lambda: f"String[{number()}]", lambda: f"String[{number()}, {number()}]",
            lambda: "Enum['a', 'b']", lambda: "Enum['A', true]", lambda: "Pattern[/a/, /^[0-9]+$/]", lambda: f"Array[{inner()}]", lambda: f"Array[{inner()}, {number()}, {number()}]", lambda: f"Array[{inner()}, {number()}]",
            lambda: f"Hash[{inner()}, {inner()}]", lambda: f"Hash[{inner()}, {inner()}, {number()}]", lambda: f"Tuple[{inner()}, {inner()}]", lambda: f"Tuple[{inner()}, {number()}, {number()}]",
            lambda: f"Struct[{{a => {inner()}}}]", lambda: f"Struct[{{Optional[a] => {inner()}, b => {inner()}}}]", lambda: f"Struct[{{NotUndef[a] => {inner()}}}]", lambda: f"Variant[{inner()}, {inner()}]", lambda: f"Optional[{inner()}]",
            lambda: f"NotUndef[{inner()}]", lambda: f"Type[{inner()}]", lambda: f"Iterable[{inner()}]", lambda: f"Sensitive[{inner()}]", lambda: f"Callable[{inner()}]", lambda: f"Callable[{inner()}, {inner()}, 1, 2]",
            lambda: f"Callable[[{inner()}], {inner()}]", lambda: "Regexp[/a/]", lambda: "Boolean[true]", lambda: "Optional['a']", lambda: "Notify['a']", lambda: "Class['c1']", lambda: "Resource['notify']", lambda: "SemVer['1.x']",
            lambda: f"Init[{inner()}]", lambda: f"Collection[{number()}, {number()}]", lambda: "Runtime['ruby', 'a']", lambda: "TypeReference['X']"])()

    # Values and expressions

    def interpolation(self, depth):
        """A bare keyword or number in `${}` is the name of a variable: what is not a variable gets parentheses."""
        code = self.expression(self.pick(["any", "int", "string", "array"]), depth - 1)
        return "${" + (code if code.startswith("$") else f"({code})") + "}"

    def text(self, depth):
        if self.chance(0.5):
            return "'" + self.pick(STRINGS).replace("\\", "\\\\").replace("'", "\\'") + "'"
        part = lambda: self.pick(["x", " ", "-", "\\n", "\\t", "\\u00e9", "$", "\\$", "%"]) if self.chance(0.5) else self.interpolation(depth)
        return '"' + "".join(part() for _ in range(self.rng.randint(1, 3))) + '"'

    def lambda_(self, arity, kind, depth):
        kept = dict(self.variables)
        names = [self.fresh("p") for _ in range(arity)]
        shape = self.rng.random()
        if shape < 0.06:
            listed = f"*${names[0]}"
            self.variables[names[0]] = "array"
        else:
            listed = []
            for at, name in enumerate(names):
                self.variables[name] = "any"
                typed = f"{self.type(1)} " if self.chance(0.04) else ""
                default = f" = {self.expression('any', 0)}" if at + 1 == arity and self.chance(0.08) else ""
                listed.append(f"{typed}${name}{default}")
            listed = ", ".join(listed)
        body = self.expression(kind, depth - 1)
        if self.chance(0.08):
            body = self.pick([f"notice({body})", f"next({body})", f"break()", f"return({body})", f"if {self.expression('bool', 0)} {{ next({body}) }} {body}"])
        self.variables = kept
        return f"|{listed}| {{ {body} }}"

    def expression(self, kind, depth):
        if self.chance(0.012):
            kind = self.pick(["int", "float", "string", "bool", "array", "hash", "type", "regex", "undef", "any"])
        fitting = [name for name, of in self.variables.items() if of == kind or kind == "any"]
        if fitting and self.chance(0.35):
            return "$" + self.pick(fitting)
        if depth <= 0:
            return self.leaf(kind)
        return getattr(self, "make_" + kind)(depth)

    def leaf(self, kind):
        if kind in SCALARS:
            return self.pick(SCALARS[kind])
        if kind == "string":
            return self.text(0)
        if kind == "array":
            return self.pick(["[]", "[1, 2, 3]", "['b', 'a']", "[1, 'a', undef]", "[[1, 2], [3, 4]]", "[3, 1, 2, 1]"])
        if kind == "hash":
            return self.pick(["{}", "{a => 1}", "{a => 1, b => 'x'}", "{1 => [2]}", "{a => {b => 3}}", "{'k' => undef}"])
        if kind == "type":
            return self.type(1)
        return self.leaf(self.pick(["int", "int", "float", "string", "string", "bool", "array", "hash", "type", "undef", "regex"])) if self.chance(0.97) else "default"

    def branch(self, kind, depth):
        """An expression of any kind that chooses, calls or looks into something."""
        one = lambda of: self.expression(of, depth - 1)
        return self.pick([
            lambda: f"({one('bool')} ? {{ true => {one(kind)}, default => {one(kind)} }})",
            lambda: f"({one('any')} ? {{ {self.option(depth)} => {one(kind)}, {self.option(depth)} => {one(kind)}, default => {one(kind)} }})",
            lambda: f"[{one(kind)}, {one(kind)}][{self.pick(['0', '1', '-1', '5'])}]", lambda: f"{{a => {one(kind)}}}['{self.pick(['a', 'a', 'b'])}']",
            lambda: f"{one(kind)}.then {self.lambda_(1, kind, depth)}", lambda: f"with({one('any')}) {self.lambda_(1, kind, depth)}", lambda: f"{one('any')}.lest || {{ {one(kind)} }}",
            lambda: f"dig({{a => [{one(kind)}]}}, a, {self.pick(['0', '1'])})", lambda: f"[{one('any')}, {one('any')}].reduce({one(kind)}) {self.lambda_(2, kind, depth)}",
            lambda: f"assert_type({self.pick(['Any', self.type(1)])}, {one(kind)})", lambda: f"get({{a => {{b => {one(kind)}}}}}, 'a.b')", lambda: self.call(kind, depth)])()

    def call(self, kind, depth):
        if not self.functions:
            return self.expression(kind, depth - 1)
        name, arity = self.pick(self.functions)
        return f"{name}({', '.join(self.expression('any', depth - 1) for _ in range(arity + (self.chance(0.05))))})"

    def option(self, depth):
        return self.pick([lambda: self.type(1), lambda: self.leaf(self.pick(["int", "float", "bool", "undef"])), lambda: self.pick(["'a'", "'10'", "abc"]), lambda: self.leaf("regex"), lambda: "[1, Integer]", lambda: "*[1, 'a']", lambda: "undef"])()

    def make_any(self, depth):
        return self.expression(self.pick(["int", "int", "float", "string", "string", "bool", "array", "array", "hash", "hash", "type", "undef"]), depth)

    def make_undef(self, depth):
        return self.pick(["undef", "{}['x']", "[][0]", "notice(1)"])

    def make_regex(self, depth):
        return self.leaf("regex")

    def make_int(self, depth):
        one = lambda of: self.expression(of, depth - 1)
        return self.pick([
            lambda: f"{one('int')} {self.pick('+-*/%')} {one('int')}", lambda: f"({one('int')} {self.pick(['<<', '>>'])} {self.pick(['1', '3', '-1'])})", lambda: f"-({one('int')})", lambda: f"size({one(self.pick(['array', 'hash', 'string']))})",
            lambda: f"Integer({self.pick([one('string'), one('float'), one('bool'), one('int')])})", lambda: f"{one('float')}.{self.pick(['floor', 'ceiling', 'round'])}", lambda: f"abs({one('int')})", lambda: f"{self.pick(['max', 'min'])}({one('int')}, {one('int')})",
            lambda: f"compare({one('int')}, {one('int')})", lambda: f"versioncmp({one('string')}, {one('string')})", lambda: f"{one('array')}.count" if self.chance(0.05) else f"{one('array')}.length", lambda: f"Integer({one('string')}, {self.pick(['2', '8', '10', '16', 'default'])})",
            lambda: f"({one('int')})", lambda: self.branch("int", depth), lambda: self.branch("int", depth), lambda: self.leaf("int")])()

    def make_float(self, depth):
        one = lambda of: self.expression(of, depth - 1)
        return self.pick([lambda: f"{one('float')} {self.pick('+-*/')} {one(self.pick(['float', 'int']))}", lambda: f"Float({one(self.pick(['int', 'string', 'float', 'bool']))})", lambda: f"abs({one('float')})", lambda: self.branch("float", depth), lambda: self.leaf("float")])()

    def make_bool(self, depth):
        one = lambda of: self.expression(of, depth - 1)
        return self.pick([
            lambda: f"{one('any')} {self.pick(['==', '!='])} {one('any')}", lambda: f"{one('int')} {self.pick(['<', '>', '<=', '>='])} {one(self.pick(['int', 'float']))}", lambda: f"{one('string')} {self.pick(['<', '>', '<=', '>='])} {one('string')}",
            lambda: f"{one('type')} {self.pick(['<', '>', '<=', '>='])} {one('type')}", lambda: f"{one('any')} {self.pick(['=~', '!~'])} {self.type(2)}", lambda: f"{one('string')} {self.pick(['=~', '!~'])} {one('regex')}",
            lambda: f"{one('any')} in {one(self.pick(['array', 'hash', 'string']))}", lambda: f"({one('bool')} {self.pick(['and', 'or'])} {one('bool')})", lambda: f"!{self.atom('bool', depth)}",
            lambda: f"{one('array')}.{self.pick(['any', 'all'])} {self.lambda_(1, 'bool', depth)}", lambda: f"{one('hash')}.{self.pick(['any', 'all'])} {self.lambda_(2, 'bool', depth)}", lambda: f"empty({one(self.pick(['array', 'hash', 'string']))})",
            lambda: f"defined({self.pick(['Notify[a]', 'notify', 'Integer', one('string')])})", lambda: f"Boolean({one(self.pick(['string', 'int', 'float']))})", lambda: self.branch("bool", depth), lambda: self.leaf("bool")])()

    def atom(self, kind, depth):
        return f"({self.expression(kind, depth - 1)})"

    def make_string(self, depth):
        one = lambda of: self.expression(of, depth - 1)
        format_ = lambda: "%" + self.pick(["", "", "#", "-", "0", "+", " "]) + self.pick(["", "", "5", "10.2", ".3"]) + self.pick("sspdxXobBeEfgGacCuht")
        return self.pick([
            lambda: self.text(depth), lambda: self.text(depth), lambda: f"String({one('any')})", lambda: f"String({one('any')}, '{format_()}')", lambda: f"sprintf('{format_()}|{format_()}', {one('any')}, {one('any')})",
            lambda: f"{one('string')}.{self.pick(['upcase', 'downcase', 'capitalize', 'camelcase', 'strip', 'lstrip', 'rstrip', 'chomp', 'chop'])}", lambda: f"join({one('array')}, {self.leaf('string')})",
            lambda: f"regsubst({one('string')}, {self.pick([self.leaf('regex'), self.leaf('string')])}, {self.pick(['<>', '[', 'x'])!r}, 'G')" if self.chance(0.5) else f"regsubst({one('string')}, {self.leaf('regex')}, '<\\\\0\\\\1>')",
            lambda: f"{one('string')}[{one('int')}]", lambda: f"{one('string')}[{self.pick(['0', '1', '-2'])}, {self.pick(['1', '2', '-1'])}]", lambda: f"md5({one('string')})", lambda: f"inline_epp('<% if true {{ -%>a<%= {self.leaf('any').replace(chr(39), chr(34))} %>b<% }} %>')",
            lambda: f"\"${{type({one('any')}, '{self.pick(['detailed', 'reduced', 'generalized'])}')}}\"",
            lambda: self.branch("string", depth), lambda: self.branch("string", depth)])()

    def make_array(self, depth):
        one = lambda of: self.expression(of, depth - 1)
        return self.pick([
            lambda: "[" + ", ".join(one("any") for _ in range(self.rng.randint(0, 4))) + "]", lambda: f"{one('array')} + {one(self.pick(['array', 'any']))}", lambda: f"{one('array')} - {one('array')}", lambda: f"{one('array')} << {one('any')}",
            lambda: f"{one('array')}.map {self.lambda_(1, 'any', depth)}", lambda: f"{one('array')}.map {self.lambda_(2, 'any', depth)}", lambda: f"{one('hash')}.map {self.lambda_(self.pick([1, 2]), 'any', depth)}", lambda: f"{one('array')}.filter {self.lambda_(1, 'bool', depth)}",
            lambda: f"split({one('string')}, {self.pick([self.leaf('regex'), self.leaf('string')])})", lambda: f"flatten({one('array')}, {one('any')})", lambda: f"unique({one('array')})", lambda: f"{one('hash')}.{self.pick(['keys', 'values'])}", lambda: f"sort({one('array')})",
            lambda: f"{one('array')}.sort {self.lambda_(2, 'int', depth)}", lambda: f"{one('array')}.slice({self.pick(['1', '2', '3'])})", lambda: f"{one('array')}.partition {self.lambda_(1, 'bool', depth)}", lambda: f"Array({one('any')}{self.pick(['', ', true'])})",
            lambda: f"{one('array')}[{self.pick(['0', '1', '-2'])}, {self.pick(['1', '2', '-1'])}]", lambda: f"Integer[{self.pick(['1, 4', '0, 6'])}].map {self.lambda_(1, 'any', depth)}", lambda: f"{one('array')}.reverse_each.map {self.lambda_(1, 'any', depth)}", lambda: f"{one('array')}.step({self.pick(['1', '2'])}).map {self.lambda_(1, 'any', depth)}",
            lambda: f"Array({one('array')}.tree_each)", lambda: f"[*{self.atom('any', depth)}]", lambda: f"scanf({one('string')}, '%{self.pick(['d', 's', 'x', 'f', 'c'])}')", lambda: f"match({one('string')}, {one('regex')})", lambda: self.branch("array", depth)])()

    def make_hash(self, depth):
        one = lambda of: self.expression(of, depth - 1)
        key = lambda: self.pick(["a", "b", "c", "1", "'x y'"])
        keys = lambda: self.rng.sample(["a", "b", "c", "1", "'x y'"], self.rng.randint(0, 3))
        return self.pick([
            lambda: "{" + ", ".join(f"{name} => {one('any')}" for name in keys()) + "}", lambda: f"{one('hash')} + {one('hash')}", lambda: f"{one('hash')} - {self.pick([key(), '[a, b]', '{a => 1}'])}", 
            lambda: f"{one('hash')}.filter {self.lambda_(self.pick([1, 2]), 'bool', depth)}", lambda: f"{one('array')}.group_by {self.lambda_(1, 'any', depth)}", lambda: f"Hash([[a, {one('any')}], [b, {one('any')}]])", lambda: f"Hash({one('any')})",
            lambda: f"Hash({one('hash')}.map |$k, $v| {{ [$k, $v] }})", lambda: f"Struct[{{a => {self.type(1)}}}].new({one('hash')})" if self.chance(0.3) else one("hash"), lambda: self.branch("hash", depth)])()

    def make_type(self, depth):
        one = lambda of: self.expression(of, depth - 1)
        return self.pick([lambda: self.type(3), lambda: self.type(2), lambda: f"type({one('any')}{self.pick(['', ', detailed', ', reduced', ', generalized'])})", lambda: f"Type({one('string')})" if self.chance(0.2) else self.type(2), lambda: self.branch("type", depth)])()

    # Statements

    def statement(self, depth):
        """A statement at top level."""
        return self.definition(depth) if self.chance(0.16) else self.inner(depth)

    def definition(self, depth):
        return self.pick([self.function, self.function, self.alias, self.class_, self.class_, self.define])(depth)

    def alias(self, depth):
        name = f"T{self.number}{self.fresh('x')}"
        line = f"type {name} = {self.type(3)}"
        self.types.append(name)
        return line

    def inner(self, depth):
        """A statement that may be in a block."""
        rng = self.rng.random()
        if rng < 0.34:
            name, kind = self.pick(NAMES) if self.chance(0.1) else self.fresh("v"), self.pick(["int", "float", "string", "bool", "array", "hash", "type", "any"])
            line = f"${name} = {self.expression(kind, depth)}"
            self.variables[name] = kind
            return line
        if rng < 0.5:
            return f"notice({self.expression('any', depth)})"
        if rng < 0.6:
            return f"if {self.expression('bool', depth)} {{ {self.block(depth)} }} " + self.pick(["", f"else {{ {self.block(depth)} }}", f"elsif {self.expression('bool', 1)} {{ {self.block(depth)} }}"])
        if rng < 0.64:
            return f"unless {self.expression('bool', depth)} {{ {self.block(depth)} }}"
        if rng < 0.72:
            options = " ".join(f"{self.option(depth)}: {{ {self.block(depth)} }}" for _ in range(2))
            return f"case {self.expression('any', depth)} {{ {options} {self.pick(['', 'default: { ' + self.block(depth) + ' }'])} }}"
        if rng < 0.78:
            return f"if {self.expression('string', 1)} =~ {self.leaf('regex')} {{ notice($0) {self.pick(['', 'notice($1)', self.block(1)])} }}"
        if rng < 0.84:
            return f"each({self.expression('array', 1)}) {self.lambda_(self.pick([1, 2]), 'any', depth)}"
        return self.pick([self.resource, self.resource, self.resource, self.override, self.collector, self.default, self.chain])(depth)

    def block(self, depth):
        kept = dict(self.variables)
        made = " ".join(self.inner(min(depth - 1, 1)) if self.chance(0.5) else self.expression("any", min(depth - 1, 1)).join(["notice(", ")"]) for _ in range(self.rng.randint(1, 2)))
        self.variables = kept if self.chance(0.9) else self.variables
        return made

    def parameters(self):
        made, names = [], []
        for _ in range(self.rng.randint(0, 3)):
            name = self.fresh("q")
            names.append(name)
            made.append((f"{self.pick(['Any', 'Any', self.type(1)])} " if self.chance(0.3) else "") + f"${name}" + (f" = {self.expression('any', 0)}" if self.chance(0.3) else ""))
        return made, names

    def function(self, depth):
        name = self.fresh("f")
        outer, self.variables = self.variables, {}
        listed, names = self.parameters()
        self.variables = {one: "any" for one in names}
        returns = f" >> {self.pick(['Any', self.type(1)])}" if self.chance(0.2) else ""
        body = self.pick(["", "notice('f') "]) + self.expression("any", depth)
        self.variables = outer
        self.functions.append((name, len(names)))
        return f"function {name}({', '.join(listed)}){returns} {{ {body} }}"

    def attributes(self):
        made = []
        for name in self.rng.sample(ATTRIBUTES, self.rng.randint(0, 3)):
            value = {"withpath": lambda: self.pick(["true", "false", "'x'"]), "noop": lambda: self.pick(["true", "false"]), "loglevel": lambda: self.pick(["info", "notice", "bad"]),
                     "require": self.reference, "before": self.reference}.get(name, lambda: self.expression("any", 1))()
            if name == "nosuch" and self.chance(0.8) or name in ("alias", "name") and self.chance(0.6):
                continue
            made.append(f"{name} => {value}")
        if self.chance(0.06):
            made.append(f"* => {self.pick(['{message => 7}', '{noop => true}', '{}'])}")
        return ", ".join(made)

    def reference(self):
        return f"Notify[{self.pick(self.resources)}]" if self.resources else "Notify['none']"

    def resource(self, depth):
        self.catalog = True
        title = f"'{self.fresh('r')}'" if not self.resources or self.chance(0.93) else self.pick(self.resources)
        attributes = self.attributes()
        self.resources.append(title)
        return f"{self.pick(['', '', '', '@', '@@'])}notify {{ {title}: {attributes} }}"

    def class_(self, depth):
        self.catalog = True
        name = self.fresh("c")
        outer, self.variables = self.variables, {}
        listed, names = self.parameters()
        self.variables = {one: "any" for one in names}
        body = " ".join(self.inner(1) for _ in range(self.rng.randint(1, 3)))
        self.variables = outer
        parent = f" inherits {self.pick(self.classes)}" if self.classes and self.chance(0.4) else ""
        self.classes.append(name)
        given = ", ".join(f"{one} => {self.expression('any', 0)}" for one in names if self.chance(0.7))
        declare = self.pick([f"include {name}", f"class {{ '{name}': {given} }}", f"contain {name}", f"require {name}", ""])
        return f"class {name}({', '.join(listed)}){parent} {{ {body} }} {declare}"

    def define(self, depth):
        self.catalog = True
        name = self.fresh("d")
        outer, self.variables = self.variables, {}
        listed, names = self.parameters()
        self.variables = {one: "any" for one in names + ["title", "name"]}
        body = f"notify {{ \"{name}-${{title}}\": {self.attributes()} }} " + self.pick(["", "notice($title)", self.inner(1)])
        self.variables = outer
        given = ", ".join(f"{one} => {self.expression('any', 0)}" for one in names if self.chance(0.8))
        return f"define {name}({', '.join(listed)}) {{ {body} }} {name} {{ {self.pick(['t1', 'x y', '/z'])!r}: {given} }}"

    def override(self, depth):
        return f"{self.reference()} {{ {self.pick(['message', 'noop', 'withpath', 'tag'])} {self.pick(['=>', '=>', '+>'])} {self.expression('any', 0)} }}"

    def collector(self, depth):
        query = self.pick(["", "title == r1", "title != r2", "tag == x", "message == 1 or noop == true", "title == r1 and noop == true"])
        return f"Notify {self.pick(['<| ' + query + ' |>', '<| ' + query + ' |>', '<<| ' + query + ' |>>'])} " + self.pick(["", "", f"{{ message => {self.expression('any', 0)} }}", "{ tag +> 'z' }"])

    def default(self, depth):
        return f"Notify {{ {self.pick(['message', 'noop', 'withpath'])} => {self.expression('any', 0)} }}"

    def chain(self, depth):
        return f"{self.reference()} {self.pick(['->', '~>', '<-', '<~'])} {self.reference()}"

    def code(self):
        lines = [self.statement(self.pick([1, 2, 2, 3])) for _ in range(self.rng.randint(1, 5))]
        if self.chance(0.7):
            lines.append(f"$last = {self.expression('any', 3)}")
        return "\n".join(lines)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    for number in range(count):
        program = Program(random.Random(f"{seed}-{number}"), number)
        code = program.code()
        print(json.dumps({"id": f"{seed}-{number}", "code": code, "finish": program.catalog}, ensure_ascii=False))


main()
