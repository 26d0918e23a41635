//! Random programs: well-formed, most of them sensible, some with a mistake.
//!
//! A *straight* program evaluates everything that it holds: what a static error is in does run. A *winding* one has
//! branches, lambdas that may not be called, and functions that may return early: of it only the values are looked at.

use super::random::Random;
use super::types::{KEYS, T, WORDS, is_new_key};

/// What an expression is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum K {
    Int,
    Float,
    Str,
    Bool,
    Array,
    Hash,
    Regexp,
    Type,
    Any,
}

const KINDS: &[K] = &[K::Int, K::Int, K::Float, K::Str, K::Str, K::Bool, K::Array, K::Array, K::Hash, K::Hash, K::Any];

/// A program in parts that can be left out one by one.
#[derive(Clone, Debug)]
pub struct Program {
    pub definitions: Vec<String>,
    pub statements: Vec<String>,
    /// The variables, with the statement that assigns each.
    pub variables: Vec<(String, usize)>,
}

impl Program {
    /// The text; the value of its last line is a list of the variables.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for part in self.definitions.iter().chain(&self.statements) {
            text.push_str(part);
            text.push('\n');
        }
        let names: Vec<String> = self.variables.iter().map(|(name, _)| format!("${name}")).collect();
        text.push_str(&format!("[{}]", names.join(", ")));
        text
    }

    /// The line (from 1) on which a part begins: the definitions, then the statements, then the last line.
    pub fn line_of(&self, part: usize) -> u32 {
        let before = self.definitions.iter().chain(&self.statements).take(part);
        1 + before.map(|part| part.matches('\n').count() as u32 + 1).sum::<u32>()
    }

    /// The part that a line is in.
    pub fn part_at(&self, line: u32) -> usize {
        let parts = self.definitions.len() + self.statements.len();
        (0..=parts).rev().find(|part| self.line_of(*part) <= line).unwrap_or(0)
    }

    /// Without one part; `None` when there is no such part.
    pub fn without(&self, part: usize) -> Option<Program> {
        let mut less = self.clone();
        if part < less.definitions.len() {
            less.definitions.remove(part);
            return Some(less);
        }
        let at = part - less.definitions.len();
        if at >= less.statements.len() {
            return None;
        }
        less.statements.remove(at);
        less.variables.retain(|(_, statement)| *statement != at);
        less.variables.iter_mut().filter(|(_, statement)| *statement > at).for_each(|(_, statement)| *statement -= 1);
        Some(less)
    }
}

struct Function {
    name: String,
    params: Vec<T>,
    result: K,
}

/// A parameter of a define: its name, its type, and whether it has a default.
type Parameter = (String, T, bool);

pub struct Generator {
    rng: Random,
    winding: bool,
    /// How many mistakes, per hundred expressions.
    mistakes: usize,
    scope: Vec<(String, K)>,
    functions: Vec<Function>,
    aliases: Vec<T>,
    defines: Vec<(String, Vec<Parameter>)>,
    matched: bool,
    /// In the body of a definition, which stands on one line.
    inside: bool,
    next: usize,
}

/// Calls of built-in functions: what they give, and how they are written. `{I}` and the like are expressions of a kind.
const CALLS: &[(K, &str)] = &[
    (K::Int, "length({S})"),
    (K::Int, "length({A})"),
    (K::Int, "{H}.size"),
    (K::Int, "abs({I})"),
    (K::Float, "abs({F})"),
    (K::Int, "ceiling({F})"),
    (K::Int, "floor({F})"),
    (K::Int, "round({F})"),
    (K::Int, "max({I}, {I})"),
    (K::Int, "min({I}, {I}, {I})"),
    (K::Float, "max({F}, {I})"),
    (K::Any, "max({S}, {S})"),
    (K::Any, "min({A})"),
    (K::Any, "max([{I}, {I}])"),
    (K::Int, "compare({I}, {I})"),
    (K::Int, "compare({S}, {S})"),
    (K::Int, "versioncmp('1.2', {S})"),
    (K::Int, "Integer({S})"),
    (K::Int, "Integer({F})"),
    (K::Int, "Integer('12')"),
    (K::Int, "Integer('0x1f', 16)"),
    (K::Int, "Integer({B})"),
    (K::Float, "Float({I})"),
    (K::Float, "Float('1.5')"),
    (K::Float, "Numeric({S})"),
    (K::Float, "Numeric({I})"),
    (K::Str, "String({I})"),
    (K::Str, "String({X})"),
    (K::Str, "String({I}, '%x')"),
    (K::Bool, "Boolean({S})"),
    (K::Bool, "Boolean({I})"),
    (K::Bool, "Boolean('true')"),
    (K::Array, "Array({H})"),
    (K::Array, "Array({X}, true)"),
    (K::Array, "Array({S})"),
    (K::Hash, "Hash({A})"),
    (K::Hash, "Hash([[{S}, {X}]])"),
    (K::Hash, "Hash({H})"),
    (K::Array, "Tuple({A})"),
    (K::Any, "Sensitive({X})"),
    (K::Any, "Sensitive({X}).unwrap"),
    (K::Any, "unwrap({X})"),
    (K::Any, "Timespan({I})"),
    (K::Any, "SemVer('1.0.0')"),
    (K::Str, "upcase({S})"),
    (K::Array, "upcase({A})"),
    (K::Any, "downcase({X})"),
    (K::Str, "{S}.downcase"),
    (K::Str, "capitalize({S})"),
    (K::Array, "capitalize([{S}, {S}])"),
    (K::Str, "camelcase({S})"),
    (K::Str, "strip({S})"),
    (K::Any, "lstrip({A})"),
    (K::Str, "chomp({S})"),
    (K::Str, "chop({S})"),
    (K::Str, "regsubst({S}, {R}, {S})"),
    (K::Str, "regsubst({S}, 'a', 'b', 'G')"),
    (K::Array, "regsubst([{S}, {S}], {R}, 'x')"),
    (K::Array, "split({S}, {R})"),
    (K::Array, "split({S}, ',')"),
    (K::Array, "{S}.split('')"),
    (K::Str, "join({A})"),
    (K::Str, "join({A}, ',')"),
    (K::Any, "match({S}, {R})"),
    (K::Any, "match([{S}, {S}], {R})"),
    (K::Bool, "empty({S})"),
    (K::Bool, "empty({A})"),
    (K::Bool, "{H}.empty"),
    (K::Array, "keys({H})"),
    (K::Array, "values({H})"),
    (K::Array, "flatten({A})"),
    (K::Array, "flatten({X}, {A})"),
    (K::Array, "unique({A})"),
    (K::Str, "unique({S})"),
    (K::Array, "unique([{X}, {X}]) |$u| { {X} }"),
    (K::Array, "sort([{I}, {I}])"),
    (K::Array, "sort({A})"),
    (K::Str, "sort({S})"),
    (K::Array, "sort([{I}, {I}]) |$a, $b| { compare($a, $b) }"),
    (K::Array, "sort([{X}, {X}]) |$a, $b| { {X} }"),
    (K::Any, "max({I}, {F}) |$a, $b| { {X} }"),
    (K::Any, "[{S}, {I}].min |$a, $b| { {I} }"),
    (K::Array, "slice({A}, 2)"),
    (K::Any, "dig({H}, {S})"),
    (K::Any, "dig({A}, {I})"),
    (K::Any, "dig({H}, 'a', {I})"),
    (K::Any, "{H}.dig('a')"),
    (K::Any, "dig([{A}], 0, 0)"),
    (K::Any, "get({A}, '0')"),
    (K::Any, "get({H}, 'a')"),
    (K::Any, "get({H}, 'a.b', {X})"),
    (K::Any, "{H}.get('a')"),
    (K::Type, "type({X})"),
    (K::Type, "type({X}, 'generalized')"),
    (K::Bool, "defined('$v0')"),
    (K::Bool, "defined('notice')"),
    (K::Str, "sprintf('%s', {X})"),
    (K::Str, "sprintf('%d', {I})"),
    (K::Str, "sprintf('%s-%s', {S}, {I})"),
    (K::Str, "md5({S})"),
    (K::Any, "notice({X})"),
    (K::Any, "{X}.convert_to({T})"),
    (K::Any, "assert_type({T}, {X})"),
    (K::Any, "assert_type(Any, {X})"),
    (K::Any, "assert_type(NotUndef, {I})"),
    (K::Int, "assert_type(Scalar, {I})"),
    (K::Str, "assert_type(Optional[String], {S})"),
    (K::Any, "assert_type({T}, {X}) |$want, $got| { {X} }"),
    (K::Any, "scanf({S}, '%d')"),
    (K::Any, "{I}.new"),
    (K::Any, "[{I}, {I}].reverse_each"),
    (K::Any, "step([{I}, {X}, {I}], 2)"),
    (K::Array, "Array([{I}, {X}].reverse_each)"),
    (K::Array, "tree_each({A}).map |$x| { $x }"),
    (K::Any, "getvar('v0')"),
    (K::Any, "getvar('v1.a', {X})"),
    (K::Int, "index([{I}, {X}], {I})"),
    (K::Array, "Array(Integer[1, 3])"),
    (K::Any, "any([{X}])"),
    (K::Bool, "all([{X}])"),
];

impl Generator {
    pub fn new(seed: u64, winding: bool) -> Generator {
        let mut rng = Random::new(seed);
        let mistakes = *rng.pick(&[0, 0, 2, 6]);
        Generator {
            rng,
            winding,
            mistakes,
            scope: Vec::new(),
            functions: Vec::new(),
            aliases: Vec::new(),
            defines: Vec::new(),
            matched: false,
            inside: false,
            next: 0,
        }
    }

    pub fn program(mut self) -> Program {
        let mut definitions = Vec::new();
        self.inside = true;
        for number in 0..self.rng.below(3) {
            definitions.push(self.alias(number));
        }
        if self.winding {
            // What is known of its result is the declaration, or nothing.
            definitions.push("function opaque($x) { $x }".to_owned());
        }
        for number in 0..self.rng.below(4) {
            let function = self.function(number);
            definitions.push(function);
        }
        if self.rng.percent(15) {
            let define = self.define();
            definitions.push(define);
        }
        self.inside = false;
        let mut program = Program { definitions, statements: Vec::new(), variables: Vec::new() };
        for _ in 0..if self.winding { 2 } else { 0 } {
            let (name, ty) = (self.fresh(), self.ty(2));
            let value = ty.value(&mut self.rng);
            program.variables.push((name.clone(), program.statements.len()));
            program.statements.push(format!("${name} = assert_type({}, opaque({value}))", ty.text()));
            self.scope.push((name, ty.kind()));
        }
        for _ in 0..2 + self.rng.below(7) {
            let before = self.scope.len();
            let statement = self.statement();
            program.statements.push(statement);
            let at = program.statements.len() - 1;
            program.variables.extend(self.scope[before..].iter().map(|(name, _)| (name.clone(), at)));
        }
        if !self.winding {
            // Each body runs once.
            for at in 0..self.functions.len() {
                let call = self.call_of(at, 1);
                program.statements.push(call);
            }
            for at in 0..self.defines.len() {
                let resource = self.resource_of(at);
                program.statements.push(resource);
            }
        }
        program
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("v{}", self.next - 1)
    }

    fn ty(&mut self, depth: usize) -> T {
        if !self.aliases.is_empty() && self.rng.percent(15) {
            return self.rng.pick(&self.aliases).clone();
        }
        T::random(&mut self.rng, depth)
    }

    fn alias(&mut self, number: usize) -> String {
        let ty = self.ty(2);
        let name = format!("T{number}");
        let text = format!("type {name} = {}", ty.text());
        self.aliases.push(T::Alias(name, Box::new(ty)));
        text
    }

    /// A function with declared parameters: what its body does must fail for each value of them, or for none.
    fn function(&mut self, number: usize) -> String {
        let name = format!("f{number}");
        let params: Vec<T> = (0..1 + self.rng.below(2)).map(|_| self.ty(2)).collect();
        let outer = std::mem::take(&mut self.scope);
        let mut written = Vec::new();
        for (at, ty) in params.iter().enumerate() {
            self.scope.push((format!("p{at}"), ty.kind()));
            written.push(format!("{} $p{at}", ty.text()));
        }
        let kind = *self.rng.pick(KINDS);
        let mut body = String::new();
        if self.rng.percent(40) {
            let inner = self.statement();
            body.push_str(&inner);
            body.push_str("; ");
        }
        let (result, declared) = match self.rng.below(3) {
            // The declared result hides what the body gives.
            0 => {
                let ty = self.ty(1);
                let declared = format!(" >> {}", ty.text());
                let value = if self.slips() { self.expr(kind, 1) } else { ty.value(&mut self.rng) };
                (value, declared)
            }
            1 if self.winding => ("$p0".to_owned(), format!(" >> {}", params[0].text())),
            _ => (self.expr(kind, 2), String::new()),
        };
        if self.winding && self.rng.percent(25) {
            let (test, value) = (self.condition(1), self.expr(kind, 1));
            body.push_str(&format!("if {test} {{ return({value}) }}; "));
        }
        body.push_str(&result);
        self.scope = outer;
        self.functions.push(Function { name: name.clone(), params, result: kind });
        format!("function {name}({}){declared} {{ {body} }}", written.join(", "))
    }

    fn define(&mut self) -> String {
        let params: Vec<(String, T, bool)> =
            (0..1 + self.rng.below(2)).map(|at| (format!("p{at}"), self.ty(1), self.rng.percent(30))).collect();
        let outer = std::mem::take(&mut self.scope);
        let mut written = Vec::new();
        for (name, ty, default) in &params {
            let default = if *default { format!(" = {}", ty.value(&mut self.rng)) } else { String::new() };
            written.push(format!("{} ${name}{default}", ty.text()));
            self.scope.push((name.clone(), ty.kind()));
        }
        self.scope.push(("title".to_owned(), K::Str));
        let body = self.statement();
        self.scope = outer;
        self.defines.push(("d0".to_owned(), params));
        format!("define d0({}) {{ {body} }}", written.join(", "))
    }

    fn resource_of(&mut self, at: usize) -> String {
        let (name, params) = self.defines[at].clone();
        let mut given = Vec::new();
        for (param, ty, default) in &params {
            if !default || self.rng.percent(50) {
                let value = if self.slips() { self.expr(K::Any, 1) } else { ty.value(&mut self.rng) };
                given.push(format!("{param} => {value}"));
            }
        }
        let title = if self.rng.percent(80) { "'t'".to_owned() } else { "['t', 'u']".to_owned() };
        format!("{name} {{ {title}: {} }}", given.join(", "))
    }

    fn call_of(&mut self, at: usize, depth: usize) -> String {
        let (name, params) = (self.functions[at].name.clone(), self.functions[at].params.clone());
        let args: Vec<String> = params.iter().map(|ty| self.argument(ty, depth)).collect();
        if self.slips() && args.len() > 1 {
            return format!("{name}({})", args[0]);
        }
        format!("{name}({})", args.join(", "))
    }

    /// A value of the type, most often.
    fn argument(&mut self, ty: &T, depth: usize) -> String {
        match self.rng.below(10) {
            0 | 1 if self.rng.percent(40) => self.expr(ty.kind(), depth),
            2 if self.slips() => self.expr(K::Any, depth),
            _ => ty.value(&mut self.rng),
        }
    }

    fn slips(&mut self) -> bool {
        let n = self.mistakes;
        self.rng.percent(n)
    }

    fn statement(&mut self) -> String {
        if self.winding && self.rng.percent(35) {
            return self.winding_statement();
        }
        match self.rng.below(20) {
            0 => {
                let (a, b) = (self.fresh(), self.fresh());
                let values = (self.expr(K::Any, 2), self.expr(K::Int, 2));
                let text = format!("[${a}, ${b}] = [{}, {}]", values.0, values.1);
                self.scope.extend([(a, K::Any), (b, K::Int)]);
                text
            }
            1 => {
                let (a, b) = (self.fresh(), self.fresh());
                let value = match self.slips() {
                    true => self.expr(K::Array, 1),
                    false => T::Repeated(Box::new(self.ty(1)), Box::new(self.ty(1)), 2, 2).value(&mut self.rng),
                };
                let text = format!("[${a}, ${b}] = {value}");
                self.scope.extend([(a, K::Any), (b, K::Any)]);
                text
            }
            2 => {
                let name = self.fresh();
                let value = self.expr(K::Any, 2);
                let text = format!("[${name}] = {{ '{name}' => {value} }}");
                self.scope.push((name, K::Any));
                text
            }
            3 if !self.inside => {
                let inner = self.expr(K::Any, 1);
                let name = self.fresh();
                self.scope.push((name.clone(), K::Str));
                let inner = if inner.contains(['"', '\n']) { "1".to_owned() } else { inner };
                format!("${name} = @(\"END\")\n  text ${{({inner})}}\n  | END")
            }
            4 if !self.scope.is_empty() => {
                // From here on it is known to be of the type.
                let (name, kind) = self.rng.pick(&self.scope).clone();
                let ty = if self.slips() { self.ty(1) } else { T::wide(&mut self.rng, kind) };
                let new = self.fresh();
                self.scope.push((new.clone(), ty.kind()));
                format!("${new} = assert_type({}, ${name})", ty.text())
            }
            _ => {
                let name = self.fresh();
                let kind = *self.rng.pick(KINDS);
                let value = self.expr(kind, 3);
                self.scope.push((name.clone(), kind));
                format!("${name} = {value}")
            }
        }
    }

    fn variable_name(&mut self) -> String {
        self.rng.pick(&self.scope).0.clone()
    }

    fn winding_statement(&mut self) -> String {
        let name = self.fresh();
        let kind = *self.rng.pick(KINDS);
        let text = match self.rng.below(8) {
            0 | 1 => {
                let test = self.condition(2);
                let (a, b) = (self.within(kind), self.within(kind));
                format!("if {test} {{ ${name} = {a} }} else {{ ${name} = {b} }}")
            }
            2 => {
                let test = self.condition(2);
                let (a, b) = (self.within(kind), self.within(K::Any));
                format!("${name} = if {test} {{ {a} }} else {{ {b} }}")
            }
            3 => {
                let test = self.condition(2);
                let a = self.within(kind);
                format!("${name} = unless {test} {{ {a} }}")
            }
            4 => {
                let case = self.case(kind);
                format!("${name} = {case}")
            }
            5 => {
                // A path that ends: what comes after knows that the test held.
                let test = self.condition(1);
                let value = self.within(kind);
                format!("${name} = [1, 2].map |$i| {{ unless {test} {{ next({value}) }}; {value} }}")
            }
            _ => {
                let ty = self.ty(2);
                let value = ty.value(&mut self.rng);
                let text = format!("${name} = assert_type({}, opaque({value}))", ty.text());
                self.scope.push((name, ty.kind()));
                return text;
            }
        };
        self.scope.push((name, kind));
        text
    }

    /// An expression of a branch: what is assigned in it is not seen outside.
    fn within(&mut self, kind: K) -> String {
        let before = self.scope.len();
        let matched = self.matched;
        let value = self.expr(kind, 2);
        self.scope.truncate(before);
        self.matched = matched;
        value
    }

    /// A variable or an element of one.
    fn path(&mut self) -> String {
        if !self.rng.percent(45) {
            return format!("${}", self.variable_name());
        }
        let of = |scope: &[(String, K)], kinds: &[K]| -> Vec<String> {
            scope.iter().filter(|(_, kind)| kinds.contains(kind)).map(|(name, _)| name.clone()).collect()
        };
        let slips = self.slips();
        let (hashes, lists) = (of(&self.scope, &[K::Hash]), of(&self.scope, &[K::Array, K::Array, K::Str]));
        let (texts, numbers) = (of(&self.scope, &[K::Str]), of(&self.scope, &[K::Int]));
        let any = self.variable_name();
        match self.rng.below(4) {
            0 | 1 if !hashes.is_empty() => format!("${}['{}']", self.rng.pick(&hashes), self.rng.pick(KEYS)),
            2 if !hashes.is_empty() && !texts.is_empty() => {
                format!("${}[${}]", self.rng.pick(&hashes), self.rng.pick(&texts))
            }
            3 if !lists.is_empty() && !numbers.is_empty() => {
                format!("${}[${}]", self.rng.pick(&lists), self.rng.pick(&numbers))
            }
            _ if !lists.is_empty() => format!("${}[{}]", self.rng.pick(&lists), self.rng.below(3)),
            _ if slips => format!("${any}[{}]", self.rng.below(3)),
            _ => format!("${any}"),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if self.scope.is_empty() {
            return "true".to_owned();
        }
        if depth > 0 && self.rng.percent(35) {
            return match self.rng.below(3) {
                0 => format!("!({})", self.condition(depth - 1)),
                1 => format!("({}) and ({})", self.condition(depth - 1), self.condition(depth - 1)),
                _ => format!("({}) or ({})", self.condition(depth - 1), self.condition(depth - 1)),
            };
        }
        let path = self.path();
        match self.rng.below(11) {
            0 | 1 => path,
            2..=4 => {
                let (op, ty) = (self.rng.word(&["=~", "=~", "!~"]), self.ty(1));
                format!("{path} {op} {}", ty.text())
            }
            5 => format!("{path} == undef"),
            6 => {
                let op = self.rng.word(&["==", "!="]);
                let word = format!("'{}'", self.rng.pick(WORDS));
                format!("{path} {op} {word}")
            }
            7 => format!(
                "{path} {} {}",
                self.rng.word(&["==", "!="]),
                self.rng.word(&["1", "0", "true", "false", "1.5"])
            ),
            8 => {
                let (a, b) = (self.rng.word(WORDS), self.rng.word(WORDS));
                format!("{path} in ['{a}', '{b}']")
            }
            9 => {
                let name = self.variable_name();
                format!("{path} == ${name}")
            }
            _ => {
                // What may match is text.
                self.matched = true;
                format!("\"${{{}}}\" =~ {}", &path[1..], self.rng.word(&["/(a)(b)?/", "/^(.)/", "/x/", "/(?:a|(b))/"]))
            }
        }
    }

    fn case(&mut self, kind: K) -> String {
        let test = if self.scope.is_empty() { "1".to_owned() } else { self.path() };
        let mut text = format!("case {test} {{ ");
        for _ in 0..1 + self.rng.below(3) {
            let option = self.option();
            let value = self.within(kind);
            text.push_str(&format!("{option}: {{ {value} }} "));
        }
        if self.rng.percent(60) {
            let value = self.within(K::Any);
            text.push_str(&format!("default: {{ {value} }} "));
        }
        text.push('}');
        text
    }

    fn option(&mut self) -> String {
        match self.rng.below(6) {
            0 | 1 => self.ty(1).text(),
            2 => format!("'{}'", self.rng.pick(WORDS)),
            3 => self.rng.word(&["1", "undef", "true", "false", "0", "1.5"]),
            4 => self.rng.word(&["/a/", "/^(.)b/"]),
            _ => format!("'{}', {}", self.rng.pick(WORDS), self.ty(0).text()),
        }
    }

    fn selector(&mut self, kind: K) -> String {
        let test = if self.scope.is_empty() { "1".to_owned() } else { self.path() };
        let option = match self.rng.below(4) {
            0 => self.ty(1).text(),
            1 => self.rng.word(&["1", "undef", "true", "0"]),
            2 => "/^(.)b/".to_owned(),
            _ => format!("'{}'", self.rng.pick(WORDS)),
        };
        let (a, b) = (self.within(kind), self.within(kind));
        format!("({test} ? {{ {option} => {a}, default => {b} }})")
    }

    fn expr(&mut self, kind: K, depth: usize) -> String {
        let kind = if self.slips() { *self.rng.pick(KINDS) } else { kind };
        if depth == 0 {
            return self.leaf(kind);
        }
        let depth = depth - 1;
        match self.rng.below(20) {
            0..=3 => self.leaf(kind),
            4 | 5 => self.variable(kind).unwrap_or_else(|| self.leaf(kind)),
            6..=9 => self.operator(kind, depth),
            10..=13 => self.built_in(kind, depth),
            14 => self.access(kind, depth),
            15 | 16 => self.block(kind, depth),
            17 if !self.functions.is_empty() => {
                let of_kind: Vec<usize> =
                    (0..self.functions.len()).filter(|at| self.functions[*at].result == kind).collect();
                match of_kind.first() {
                    Some(at) => self.call_of(*at, depth),
                    None => self.leaf(kind),
                }
            }
            18 if self.winding => self.selector(kind),
            19 if self.winding => {
                let test = self.condition(1);
                let (a, b) = (self.within(kind), self.within(kind));
                format!("if {test} {{ {a} }} else {{ {b} }}").replacen("if", "(if", 1) + ")"
            }
            _ => self.composite(kind, depth),
        }
    }

    fn variable(&mut self, kind: K) -> Option<String> {
        let suited: Vec<String> =
            self.scope.iter().filter(|(_, of)| *of == kind || kind == K::Any).map(|(name, _)| name.clone()).collect();
        if self.matched && kind == K::Str && self.rng.percent(30) {
            return Some(self.rng.word(&["$0", "$1", "$2"]));
        }
        (!suited.is_empty()).then(|| format!("${}", self.rng.pick(&suited)))
    }

    fn leaf(&mut self, kind: K) -> String {
        if self.rng.percent(30)
            && let Some(variable) = self.variable(kind)
        {
            return variable;
        }
        match kind {
            K::Int => self.rng.word(&["0", "1", "2", "3", "7", "-1", "10", "0x1F", "017"]),
            K::Float => self.rng.word(&["0.0", "1.5", "2.0", "-0.5", "1e3"]),
            K::Str => format!("'{}'", self.rng.pick(WORDS)),
            K::Bool => self.rng.percent(50).to_string(),
            K::Regexp => self.rng.word(&["/a/", "/(a)(b)?/", "/^x/", "/[0-9]+/"]),
            K::Type => self.ty(1).text(),
            K::Array => self.rng.word(&["[]", "[1, 2]", "['a', 'b']", "[1, 'a', undef]", "[[1, 2], [3]]", "[1.5]"]),
            K::Hash => self.rng.word(&[
                "{}",
                "{'a' => 1}",
                "{a => 1, b => 'x'}",
                "{'a' => undef}",
                "{1 => 2}",
                "{a => {b => [1]}}",
                "{'a' => [1, 2]}",
            ]),
            K::Any => {
                let ty = self.ty(1);
                ty.value(&mut self.rng)
            }
        }
    }

    fn composite(&mut self, kind: K, depth: usize) -> String {
        match kind {
            K::Array => {
                let mut items: Vec<String> = Vec::new();
                for _ in 0..self.rng.below(4) {
                    let item_kind = *self.rng.pick(KINDS);
                    let item = self.expr(item_kind, depth);
                    let unfold = self.rng.percent(8);
                    items.push(if unfold { format!("*({item})") } else { item });
                }
                format!("[{}]", items.join(", "))
            }
            K::Hash => {
                let (mut items, mut keys) = (Vec::new(), Vec::new());
                for _ in 0..self.rng.below(4) {
                    let key = match self.rng.below(8) {
                        0 => self.expr(K::Str, depth),
                        1 => self.rng.below(4).to_string(),
                        2 => self.leaf(K::Any),
                        _ => format!("'{}'", self.rng.pick(KEYS)),
                    };
                    let value_kind = *self.rng.pick(KINDS);
                    let value = self.expr(value_kind, depth);
                    if is_new_key(&mut keys, &key) {
                        items.push(format!("{key} => {value}"));
                    }
                }
                format!("{{{}}}", items.join(", "))
            }
            K::Str => {
                let name = if self.scope.is_empty() { None } else { Some(self.variable_name()) };
                match (self.rng.below(3), name) {
                    (0, Some(name)) => format!("\"a ${{{name}}} b\""),
                    (1, Some(name)) => format!("\"${name}\""),
                    _ => {
                        let inner = self.expr(K::Int, depth);
                        if inner.contains(['"', '\n']) { inner } else { format!("\"n=${{({inner})}}\"") }
                    }
                }
            }
            K::Any => {
                let kind = *self.rng.pick(KINDS);
                self.expr(kind, depth)
            }
            _ => self.leaf(kind),
        }
    }

    fn operator(&mut self, kind: K, depth: usize) -> String {
        let (a, op, b) = match kind {
            K::Int => {
                let op = self.rng.word(&["+", "-", "*", "/", "%", "<<", ">>", "+"]);
                if self.rng.percent(10) {
                    return format!("-({})", self.expr(K::Int, depth));
                }
                (
                    self.expr(K::Int, depth),
                    op,
                    if self.rng.percent(60) { self.rng.word(&["1", "2", "3", "5"]) } else { self.expr(K::Int, depth) },
                )
            }
            K::Float => {
                let op = self.rng.word(&["+", "-", "*", "/"]);
                let right = *self.rng.pick(&[K::Int, K::Float]);
                let (a, b) = (self.expr(K::Float, depth), self.expr(right, depth));
                // The reference gives a value that is no Float for 0.0 / 0.0.
                if op == "/" { (a, op, "2".to_owned()) } else { (a, op, b) }
            }
            K::Bool => match self.rng.below(8) {
                0 | 1 => {
                    let (x, y) = (*self.rng.pick(KINDS), *self.rng.pick(KINDS));
                    (self.expr(x, depth), self.rng.word(&["==", "!="]), self.expr(y, depth))
                }
                2 | 3 => {
                    let of = *self.rng.pick(&[K::Int, K::Float, K::Str]);
                    (self.expr(of, depth), self.rng.word(&["<", ">", "<=", ">="]), self.expr(of, depth))
                }
                4 => (self.expr(K::Str, depth), self.rng.word(&["=~", "!~"]), self.leaf(K::Regexp)),
                5 => (self.expr(K::Any, depth), "=~".to_owned(), self.ty(1).text()),
                6 => (self.expr(K::Any, depth), "in".to_owned(), self.expr(K::Array, depth)),
                _ => {
                    // The right side does not always run: a leaf is safe there.
                    (self.expr(K::Bool, depth), self.rng.word(&["and", "or"]), self.leaf(K::Any))
                }
            },
            K::Array => match self.rng.below(4) {
                0 => (self.expr(K::Array, depth), "<<".to_owned(), self.expr(K::Any, depth)),
                1 => (self.expr(K::Array, depth), "-".to_owned(), self.expr(K::Array, depth)),
                2 => (self.expr(K::Array, depth), "+".to_owned(), self.expr(K::Any, depth)),
                _ => (self.expr(K::Array, depth), "+".to_owned(), self.expr(K::Array, depth)),
            },
            K::Hash => match self.rng.below(3) {
                0 => (self.expr(K::Hash, depth), "-".to_owned(), self.expr(K::Any, depth)),
                _ => (self.expr(K::Hash, depth), "+".to_owned(), self.expr(K::Hash, depth)),
            },
            _ => return self.composite(kind, depth),
        };
        // After a brace or a keyword a slash begins a regular expression.
        if a.ends_with('}') || a == "undef" { format!("(({a}) {op} {b})") } else { format!("({a} {op} {b})") }
    }

    fn access(&mut self, kind: K, depth: usize) -> String {
        match kind {
            K::Str if self.rng.percent(50) => format!("({})[{}]", self.expr(K::Str, depth), self.rng.below(4)),
            K::Array => format!("({})[{}, {}]", self.expr(K::Array, depth), self.rng.below(2), self.rng.below(3)),
            K::Type => "Array[Integer]".to_owned(),
            K::Int => {
                let (a, b) = (self.expr(K::Int, depth), self.expr(K::Int, depth));
                format!("[{a}, {b}][{}]", self.rng.word(&["0", "1", "-1", "-2"]))
            }
            _ => match self.rng.below(5) {
                0 => format!("({})[{}]", self.expr(K::Array, depth), self.rng.word(&["0", "1", "2", "-1", "9"])),
                1 => format!("({})[{}]", self.expr(K::Array, depth), self.expr(K::Int, depth)),
                2 => format!("({})[{}]", self.expr(K::Hash, depth), self.expr(K::Str, depth)),
                3 => format!("({})['{}', 'b']", self.expr(K::Hash, depth), self.rng.pick(KEYS)),
                _ => format!("({})['{}']", self.expr(K::Hash, depth), self.rng.pick(KEYS)),
            },
        }
    }

    fn built_in(&mut self, kind: K, depth: usize) -> String {
        let suited: Vec<&str> =
            CALLS.iter().filter(|(of, _)| *of == kind || kind == K::Any).map(|(_, call)| *call).collect();
        if suited.is_empty() {
            return self.leaf(kind);
        }
        let call = *self.rng.pick(&suited);
        // Its block runs for some values only.
        let may_run = call.starts_with("assert_type") && !self.winding;
        self.filled(if may_run { call.split(" |").next().unwrap_or(call) } else { call }, depth)
    }

    /// A call with its holes filled.
    fn filled(&mut self, call: &str, depth: usize) -> String {
        let mut text = String::new();
        let mut rest = call;
        while let Some(at) = rest.find('{') {
            text.push_str(&rest[..at]);
            let hole = rest.get(at + 1..at + 2).unwrap_or_default();
            let closed = rest.get(at + 2..at + 3) == Some("}");
            let kind = match hole {
                "I" => K::Int,
                "F" => K::Float,
                "S" => K::Str,
                "B" => K::Bool,
                "A" => K::Array,
                "H" => K::Hash,
                "R" => K::Regexp,
                "T" => K::Type,
                "X" => K::Any,
                _ => {
                    text.push('{');
                    rest = &rest[at + 1..];
                    continue;
                }
            };
            if !closed {
                text.push('{');
                rest = &rest[at + 1..];
                continue;
            }
            let value = match kind {
                K::Regexp | K::Type => self.leaf_literal(kind),
                _ => self.expr(kind, depth),
            };
            // A receiver is one operand.
            let receives = rest[at + 3..].starts_with('.');
            text.push_str(&if receives { format!("({value})") } else { value });
            rest = &rest[at + 3..];
        }
        text.push_str(rest);
        text
    }

    fn leaf_literal(&mut self, kind: K) -> String {
        match kind {
            K::Regexp => self.rng.word(&["/a/", "/(a)(b)?/", "/^x/", "/[0-9]+/"]),
            _ => self.ty(1).text(),
        }
    }

    /// A call with a lambda.
    fn block(&mut self, kind: K, depth: usize) -> String {
        let name = self.fresh();
        let item = *self.rng.pick(&[K::Int, K::Str, K::Any, K::Int]);
        // A straight program's lambdas run: their collection is not empty.
        let collection = if self.winding && self.rng.percent(50) {
            let of = *self.rng.pick(&[K::Array, K::Array, K::Hash]);
            format!("({})", self.expr(of, depth))
        } else {
            let items: Vec<String> = (0..1 + self.rng.below(3)).map(|_| self.expr(item, depth)).collect();
            format!("[{}]", items.join(", "))
        };
        let typed = match (self.rng.percent(25), self.slips()) {
            (true, true) => format!("{} ", self.ty(1).text()),
            (true, false) => format!("{} ", T::wide(&mut self.rng, item).text()),
            (false, _) => String::new(),
        };
        let body = |this: &mut Generator, params: &[(&str, K)], kind: K| {
            let before = this.scope.len();
            this.scope.extend(params.iter().map(|(name, kind)| ((*name).to_owned(), *kind)));
            let body =
                if this.winding && this.rng.percent(30) { this.winding_body(kind) } else { this.expr(kind, depth) };
            this.scope.truncate(before);
            body
        };
        match (kind, self.rng.below(4)) {
            (K::Array, 0 | 1) => {
                let of = *self.rng.pick(KINDS);
                let body = body(self, &[(&name, item)], of);
                format!("{collection}.map |{typed}${name}| {{ {body} }}")
            }
            (K::Array, 2) => {
                let test = if self.winding { K::Any } else { K::Bool };
                let body = match self.winding {
                    true => {
                        self.scope.push((name.clone(), item));
                        let test = self.condition(1);
                        self.scope.pop();
                        test
                    }
                    false => body(self, &[(&name, item)], test),
                };
                format!("{collection}.filter |{typed}${name}| {{ {body} }}")
            }
            (K::Array, _) => {
                let body = body(self, &[(&name, K::Int), ("item", item)], K::Any);
                format!("{collection}.map |${name}, $item| {{ {body} }}")
            }
            (K::Hash, 0 | 1) => {
                let of = *self.rng.pick(&[K::Int, K::Str]);
                let body = body(self, &[(&name, item)], of);
                format!("{collection}.group_by |{typed}${name}| {{ {body} }}")
            }
            (K::Bool, _) => {
                let body = body(self, &[(&name, item)], K::Bool);
                let call = self.rng.word(&["any", "all"]);
                format!("{collection}.{call} |{typed}${name}| {{ {body} }}")
            }
            (K::Int, 0 | 1) => {
                let items: Vec<String> = (0..1 + self.rng.below(3)).map(|_| self.expr(K::Int, depth)).collect();
                let start = if self.rng.percent(50) { format!("({})", self.leaf(K::Int)) } else { String::new() };
                // Without a start a single element is the result, and the lambda is not called.
                let more = if start.is_empty() { ", 1" } else { "" };
                let body = body(self, &[("memo", K::Int), (&name, K::Int)], K::Int);
                format!("[{}{more}].reduce{start} |$memo, {typed}${name}| {{ {body} }}", items.join(", "))
            }
            (K::Any, 0) if self.winding => {
                let subject = self.expr(K::Any, depth);
                let body = body(self, &[(&name, K::Any)], K::Any);
                format!("({subject}).then |${name}| {{ {body} }}")
            }
            (K::Any, 1) if self.winding => {
                let subject = self.expr(K::Any, depth);
                let body = body(self, &[], K::Any);
                format!("({subject}).lest || {{ {body} }}")
            }
            (K::Any, 2) => {
                let body = body(self, &[("memo", item), (&name, item)], item);
                format!("{collection}.reduce({}) |$memo, ${name}| {{ {body} }}", self.leaf(item))
            }
            (K::Any, _) => {
                let body = body(self, &[(&name, item)], K::Bool);
                let call = self.rng.word(&["partition", "each", "index", "partition"]);
                format!("{collection}.{call} |{typed}${name}| {{ {body} }}")
            }
            _ => {
                let value = self.expr(item, depth);
                let body = body(self, &[(&name, item)], kind);
                format!("with({value}) |{typed}${name}| {{ {body} }}")
            }
        }
    }

    fn winding_body(&mut self, kind: K) -> String {
        let test = self.condition(1);
        let (a, b) = (self.within(kind), self.within(kind));
        match self.rng.below(4) {
            0 => format!("if {test} {{ next({a}) }}; {b}"),
            1 => format!("unless {test} {{ next() }}; {b}"),
            2 => format!("if {test} {{ {a} }}"),
            _ => format!("if {test} {{ {a} }} else {{ {b} }}"),
        }
    }
}
