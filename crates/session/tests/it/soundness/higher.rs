//! Random programs of higher order: functions that take, return and store functions. Every function value is called where it
//! arrives, so that what is wrong in one fails the run; in a branch that may be skipped nothing is wrong.

use std::rc::Rc;

use super::generate::Program;
use super::random::Random;

const PLAIN: [&str; 8] = [
    "Integer",
    "String",
    "Boolean",
    "Numeric",
    "Scalar",
    "Array[Integer]",
    "Optional[String]",
    "Hash[String, Integer]",
];

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
enum Ty {
    Plain(&'static str),
    Function(Rc<Shape>),
    Maybe(Rc<Shape>),
    List(Rc<Shape>),
    Record(Rc<Shape>),
    Table(Rc<Shape>),
}

/// What a function takes and returns.
#[derive(Debug, PartialEq)]
struct Shape {
    takes: Vec<Ty>,
    /// The type of the further arguments.
    rest: Option<&'static str>,
    returns: Ty,
}

impl Shape {
    /// The Callable at its end takes the lambda of a call; no lambda has a parameter for that.
    fn has_block(&self) -> bool {
        matches!(self.takes.last(), Some(Ty::Function(_)))
    }
}

type Local = (String, Ty);

pub struct Generator {
    rng: Random,
    definitions: Vec<String>,
    /// The lines of the body being written, for each body that is open.
    lines: Vec<Vec<String>>,
    /// The chance of a wrong type, in percent.
    wrong: usize,
    names: usize,
    /// How many expressions may still be written.
    left: usize,
    /// Function values are called and referred to.
    values: bool,
}

impl Generator {
    /// `values`: the edition has `&name` and calls of variables.
    pub fn new(seed: u64, values: bool) -> Generator {
        let mut rng = Random::new(seed ^ 0x5EED);
        // With mistakes, some of these programs do not call each function that has one: `callables` has programs with them.
        let wrong = *rng.pick(&[0]);
        let left = 12 + rng.below(40);
        Generator { rng, definitions: Vec::new(), lines: Vec::new(), wrong, names: 0, left, values }
    }

    pub fn program(mut self) -> Program {
        let mut scope: Vec<Local> = Vec::new();
        let mut program = Program { definitions: Vec::new(), statements: Vec::new(), variables: Vec::new() };
        for _ in 0..1 + self.rng.below(5) {
            self.lines.push(Vec::new());
            let ty = self.any(2);
            let code = self.value(&ty, &scope, 4);
            program.statements.append(&mut self.lines.pop().unwrap_or_default());
            let name = self.name("v");
            if matches!(ty, Ty::Plain(_)) {
                program.variables.push((name.clone(), program.statements.len()));
            }
            program.statements.push(format!("${name} = {code}"));
            scope.push((name.clone(), ty.clone()));
            self.lines.push(Vec::new());
            self.exercise(&name, &ty, &scope, 3);
            program.statements.append(&mut self.lines.pop().unwrap_or_default());
        }
        program.definitions = self.definitions;
        program
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn plain(&mut self) -> Ty {
        Ty::Plain(self.rng.pick::<&str>(&PLAIN))
    }

    fn any(&mut self, order: usize) -> Ty {
        if order == 0 || !self.values || self.rng.percent(45) {
            return self.plain();
        }
        let shape = self.shape(order - 1);
        match self.rng.below(8) {
            0 => Ty::Maybe(shape),
            1 => Ty::List(shape),
            2 => Ty::Record(shape),
            3 => Ty::Table(shape),
            _ => Ty::Function(shape),
        }
    }

    fn shape(&mut self, order: usize) -> Rc<Shape> {
        let mut takes: Vec<Ty> = (0..self.rng.below(3)).map(|_| self.plain()).collect();
        let rest = match self.rng.below(6) {
            0 => Some(*self.rng.pick(&["Integer", "String"])),
            _ => None,
        };
        if rest.is_none() && order > 0 && self.rng.percent(30) {
            takes.push(Ty::Function(self.shape(order - 1)));
        }
        let returns = if order > 0 && self.rng.percent(25) { Ty::Function(self.shape(0)) } else { self.plain() };
        Rc::new(Shape { takes, rest, returns })
    }

    /// The type in Puppet's words, sometimes behind an alias.
    fn text(&mut self, ty: &Ty) -> String {
        let text = match ty {
            Ty::Plain(text) => return (*text).to_owned(),
            Ty::Function(shape) => self.callable(shape),
            Ty::Maybe(shape) => format!("Optional[{}]", self.callable(shape)),
            Ty::List(shape) => format!("Array[{}, 1]", self.callable(shape)),
            Ty::Record(shape) => format!("Struct[{{f => {}, n => Integer}}]", self.callable(shape)),
            Ty::Table(shape) => format!("Hash[String, {}, 1]", self.callable(shape)),
        };
        if self.rng.percent(25) { self.alias(&text) } else { text }
    }

    fn callable(&mut self, shape: &Shape) -> String {
        let mut takes: Vec<String> = shape.takes.iter().map(|ty| self.text(ty)).collect();
        if let Some(rest) = shape.rest {
            takes.push(rest.to_owned());
            takes.push(shape.takes.len().to_string());
            if self.rng.percent(50) {
                takes.push("default".to_owned());
            }
        }
        if takes.is_empty() {
            takes = vec!["0".to_owned(), "0".to_owned()];
        }
        let returns = self.text(&shape.returns);
        let text = format!("Callable[[{}], {returns}]", takes.join(", "));
        if self.rng.percent(25) { self.alias(&text) } else { text }
    }

    fn alias(&mut self, text: &str) -> String {
        let name = self.name("H");
        self.definitions.push(format!("type {name} = {text}"));
        name
    }

    /// Writes a line before the expression that is being written.
    fn line(&mut self, line: String) {
        if let Some(lines) = self.lines.last_mut() {
            lines.push(line);
        }
    }

    /// Sets a variable before the expression that is being written.
    fn set(&mut self, code: &str) -> String {
        let name = self.name("t");
        self.line(format!("${name} = {code}"));
        name
    }

    /// Writes with no mistakes.
    fn right<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let wrong = std::mem::replace(&mut self.wrong, 0);
        let written = write(self);
        self.wrong = wrong;
        written
    }

    /// Writes a body of statements and its result, with no lines of it before the expression outside.
    fn block(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        self.lines.push(Vec::new());
        let result = write(self);
        let mut lines = self.lines.pop().unwrap_or_default();
        lines.push(result);
        lines.join("; ")
    }

    /// Calls what a value of function type holds.
    fn exercise(&mut self, name: &str, ty: &Ty, scope: &[Local], depth: usize) {
        let (shape, held) = match ty {
            Ty::Plain(_) => return,
            Ty::Function(shape) => (shape, name.to_owned()),
            Ty::Maybe(shape) => {
                let call = self.right(|own| own.block(|own| own.call(name, shape, scope, depth)));
                return self.line(format!("if ${name} {{ {call} }}"));
            }
            Ty::List(shape) if self.rng.percent(40) => {
                let held = self.name("h");
                let call = self.block(|own| own.call(&held, shape, scope, depth));
                return self.line(format!("${name}.each |${held}| {{ {call} }}"));
            }
            Ty::Table(shape) if self.rng.percent(60) => {
                let held = self.name("h");
                let call = self.block(|own| own.call(&held, shape, scope, depth));
                return self.line(format!("${name}.each |$_k, ${held}| {{ {call} }}"));
            }
            Ty::List(shape) => (shape, self.set(&format!("${name}[0]"))),
            Ty::Record(shape) => (shape, self.set(&format!("${name}['f']"))),
            Ty::Table(shape) => (shape, self.set(&format!("${name}['f']"))),
        };
        let call = self.call(&held, shape, scope, depth);
        let made = self.set(&call);
        if let Ty::Function(_) = shape.returns {
            self.exercise(&made, &shape.returns.clone(), scope, depth.saturating_sub(1));
        }
    }

    /// A call of the function in a variable.
    fn call(&mut self, name: &str, shape: &Shape, scope: &[Local], depth: usize) -> String {
        match self.rng.below(8) {
            0 if !shape.takes.is_empty() && shape.rest.is_none() => {
                let arguments = self.arguments(&shape.takes, shape.rest, scope, depth);
                format!("${name}(*[{}])", arguments.join(", "))
            }
            _ => self.with_block(&format!("${name}"), shape, scope, depth),
        }
    }

    /// A call; a function given last is sometimes a lambda.
    fn with_block(&mut self, name: &str, shape: &Shape, scope: &[Local], depth: usize) -> String {
        match shape.takes.split_last() {
            Some((Ty::Function(block), others)) if !block.has_block() && self.rng.percent(60) => {
                let arguments = self.arguments(others, None, scope, depth);
                let lambda = self.lambda(block, scope, depth);
                format!("{name}({}) {lambda}", arguments.join(", "))
            }
            _ => format!("{name}({})", self.arguments(&shape.takes, shape.rest, scope, depth).join(", ")),
        }
    }

    fn arguments(&mut self, takes: &[Ty], rest: Option<&'static str>, scope: &[Local], depth: usize) -> Vec<String> {
        let mut arguments: Vec<String> =
            takes.iter().map(|ty| self.value(ty, scope, depth.saturating_sub(1))).collect();
        if let Some(rest) = rest {
            for _ in 0..self.rng.below(3) {
                arguments.push(self.value(&Ty::Plain(rest), scope, 0));
            }
        }
        if self.rng.percent(self.wrong) {
            // What is omitted must not be the only call of a function.
            let is_plain = |last: &String| !last.contains(['(', '&']);
            match self.rng.percent(50) {
                false if arguments.last().is_some_and(is_plain) => drop(arguments.pop()),
                _ => arguments.push("1".to_owned()),
            }
        }
        arguments
    }

    /// An expression of a type.
    fn value(&mut self, ty: &Ty, scope: &[Local], depth: usize) -> String {
        let other;
        let ty = match self.rng.percent(self.wrong) {
            true => {
                other = match ty {
                    Ty::Plain(_) => self.plain(),
                    _ => self.any(1),
                };
                &other
            }
            false => ty,
        };
        self.left = self.left.saturating_sub(1);
        let depth = if self.left == 0 { 0 } else { depth };
        let known: Vec<String> =
            scope.iter().filter(|(_, own)| own == ty).map(|(name, _)| format!("${name}")).collect();
        if !known.is_empty() && self.rng.percent(35) {
            return self.rng.pick(&known).clone();
        }
        match ty {
            Ty::Plain(text) => self.plain_value(text, scope, depth),
            Ty::Function(shape) => self.function(shape, scope, depth),
            Ty::Maybe(shape) => match self.rng.below(4) {
                0 => "undef".to_owned(),
                _ => self.function(shape, scope, depth),
            },
            Ty::List(shape) => {
                let first = self.function(shape, scope, depth);
                match self.rng.percent(50) {
                    // Only the first is sure to be called.
                    true => format!("[{first}, {}]", self.right(|own| own.function(shape, scope, depth))),
                    false => format!("[{first}]"),
                }
            }
            Ty::Record(shape) => {
                let function = self.function(shape, scope, depth);
                format!("{{f => {function}, n => 1}}")
            }
            Ty::Table(shape) => {
                let function = self.function(shape, scope, depth);
                match self.rng.percent(30) {
                    true => {
                        let more = self.right(|own| own.function(shape, scope, depth));
                        format!("{{f => {function}, 'g' => {more}}}")
                    }
                    false => format!("{{f => {function}}}"),
                }
            }
        }
    }

    /// A function value: a reference, what another function returns, or a stored lambda.
    fn function(&mut self, shape: &Rc<Shape>, scope: &[Local], depth: usize) -> String {
        match self.rng.below(6) {
            0 if depth > 0 => {
                let name = self.name("mk");
                let returns = self.text(&Ty::Function(shape.clone()));
                let body = self.block(|own| own.function(shape, &[], depth - 1));
                self.definitions.push(format!("function {name}() >> {returns} {{ {body} }}"));
                format!("{name}()")
            }
            1 | 2 if depth > 0 && !shape.has_block() => {
                let name = self.name("lam");
                let ty = self.text(&Ty::Function(shape.clone()));
                let result = if self.rng.percent(60) { format!(" >> {ty}") } else { String::new() };
                self.definitions.push(format!("function {name}({ty} $f){result} {{ $f }}"));
                let lambda = self.lambda(shape, scope, depth - 1);
                format!("{name}() {lambda}")
            }
            _ => {
                let name = self.define(shape, depth);
                format!("&{name}")
            }
        }
    }

    /// Defines a function that fits, with parameters at least as wide and a result at least as narrow.
    fn define(&mut self, shape: &Shape, depth: usize) -> String {
        let name = self.name("f");
        let mut scope: Vec<Local> = Vec::new();
        let mut params: Vec<String> = Vec::new();
        for ty in &shape.takes {
            let param = self.name("p");
            let declared = match ty {
                Ty::Plain(text) if self.rng.percent(20) => wider(text).to_owned(),
                Ty::Plain(_) if self.rng.percent(10) => String::new(),
                _ => self.text(ty),
            };
            let held = match (ty, declared.as_str()) {
                (Ty::Plain(text), declared) if *text != declared => None,
                (ty, _) => Some(ty.clone()),
            };
            params.push(format!("{declared} ${param}").trim().to_owned());
            if let Some(ty) = held {
                scope.push((param, ty));
            }
        }
        match shape.rest {
            Some(rest) => params.push(format!("{rest} *$_rest")),
            None if shape.takes.iter().all(|ty| matches!(ty, Ty::Plain(_))) => match self.rng.below(8) {
                0 => params.push("Integer $_more = 1".to_owned()),
                1 => params.push("String *$_rest".to_owned()),
                _ => {}
            },
            None => {}
        }
        let returns = self.text(&shape.returns);
        let body = self.body(&scope, &shape.returns, depth.saturating_sub(1));
        self.definitions.push(format!("function {name}({}) >> {returns} {{ {body} }}", params.join(", ")));
        name
    }

    fn body(&mut self, scope: &[Local], returns: &Ty, depth: usize) -> String {
        self.block(|own| {
            for (name, ty) in scope {
                own.exercise(name, ty, scope, depth);
            }
            let code = own.value(returns, scope, depth);
            match own.rng.below(6) {
                0 => {
                    let held = own.set(&code);
                    format!("${held}")
                }
                _ => code,
            }
        })
    }

    fn lambda(&mut self, shape: &Shape, scope: &[Local], depth: usize) -> String {
        let mut inner: Vec<Local> = scope.to_vec();
        let mut own: Vec<Local> = Vec::new();
        let mut params: Vec<String> = Vec::new();
        for ty in &shape.takes {
            let param = self.name("x");
            let declared = match self.rng.percent(40) {
                true => format!("{} ", self.text(ty)),
                false => String::new(),
            };
            params.push(format!("{declared}${param}"));
            own.push((param, ty.clone()));
        }
        if let Some(rest) = shape.rest {
            params.push(match self.rng.percent(50) {
                true => format!("{rest} *$_rest"),
                false => "*$_rest".to_owned(),
            });
        }
        inner.extend(own.iter().cloned());
        let result = match self.rng.percent(20) {
            true => format!(" >> {}", self.text(&shape.returns)),
            false => String::new(),
        };
        let body = self.block(|this| {
            for (name, ty) in &own {
                this.exercise(name, ty, &inner, depth);
            }
            let code = this.value(&shape.returns, &inner, depth.saturating_sub(1));
            match this.rng.below(8) {
                0 => format!("next({code})"),
                _ => code,
            }
        });
        format!("|{}|{result} {{ {body} }}", params.join(", "))
    }

    fn plain_value(&mut self, ty: &'static str, scope: &[Local], depth: usize) -> String {
        if depth == 0 {
            return self.rng.word(literals(ty));
        }
        let callable: Vec<Local> = scope
            .iter()
            .filter(|(_, own)| matches!(own, Ty::Function(shape) if shape.returns == Ty::Plain(ty)))
            .cloned()
            .collect();
        match self.rng.below(if self.values { 14 } else { 8 }) {
            0 => {
                let given = self.plain();
                let param = self.name("x");
                // `then` of undef does not run its lambda.
                if self.rng.percent(50) {
                    let value = self.rng.word(&["0", "1", "42"]);
                    let body = self.inside(scope, &[(param.clone(), Ty::Plain("Integer"))], ty, depth);
                    return format!("{value}.then |${param}| {{ {body} }}");
                }
                let value = self.value(&given, scope, depth - 1);
                let body = self.inside(scope, &[(param.clone(), given.clone())], ty, depth);
                let declared = self.sometimes(&given);
                format!("with({value}) |{declared}${param}| {{ {body} }}")
            }
            1 => {
                let given = self.plain();
                let param = self.name("x");
                let value = self.value(&given, scope, depth - 1);
                let body = self.inside(scope, &[(param.clone(), given.clone())], ty, depth);
                let declared = self.sometimes(&given);
                let held = self.set(&format!("[{value}].map |{declared}${param}| {{ {body} }}"));
                format!("${held}[0]")
            }
            2 => {
                let (sum, item) = (self.name("m"), self.name("x"));
                let start = self.value(&Ty::Plain(ty), scope, depth - 1);
                let params = [(sum.clone(), Ty::Plain(ty)), (item.clone(), Ty::Plain("Integer"))];
                let body = self.inside(scope, &params, ty, depth);
                format!("[1, 2].reduce({start}) |${sum}, ${item}| {{ {body} }}")
            }
            3 => self
                .right(|own| {
                    let test = own.value(&Ty::Plain("Boolean"), scope, 0);
                    let [yes, no] = [(), ()].map(|()| own.block(|own| own.value(&Ty::Plain(ty), scope, depth - 1)));
                    format!("if {test} {{ {yes} }} else {{ {no} }}")
                })
                .pipe(|code| format!("${}", self.set(&code))),
            4 => {
                let name = self.name("f");
                let given = self.plain();
                let param = self.name("p");
                let body = self.body(&[(param.clone(), given.clone())], &Ty::Plain(ty), depth - 1);
                let declared = self.text(&given);
                let result = if self.rng.percent(80) { format!(" >> {ty}") } else { String::new() };
                self.definitions.push(format!("function {name}({declared} ${param}){result} {{ {body} }}"));
                let value = self.value(&given, scope, depth - 1);
                match self.rng.below(4) {
                    0 => format!("call('{name}', {value})"),
                    1 if self.values => {
                        format!("[{value}].map(&{name})").pipe(|code| format!("${}[0]", self.set(&code)))
                    }
                    _ => format!("{name}({value})"),
                }
            }
            5 => computed(ty, scope).unwrap_or_else(|| self.rng.word(literals(ty))),
            6 | 7 => self.rng.word(literals(ty)),
            8 | 9 if !callable.is_empty() => {
                let (name, held) = self.rng.pick(&callable).clone();
                match held {
                    Ty::Function(shape) => self.call(&name, &shape, scope, depth - 1),
                    _ => self.rng.word(literals(ty)),
                }
            }
            8..=10 => {
                let shape = self.shape(1);
                let shape = Rc::new(Shape { takes: shape.takes.clone(), rest: shape.rest, returns: Ty::Plain(ty) });
                let function = self.function(&shape, scope, depth - 1);
                let held = self.set(&function);
                self.call(&held, &shape, scope, depth - 1)
            }
            11 | 12 => {
                let taken = self.any(2);
                let mut takes: Vec<Ty> = (0..self.rng.below(2)).map(|_| self.plain()).collect();
                takes.push(taken);
                let shape = Shape { takes, rest: None, returns: Ty::Plain(ty) };
                let name = self.define(&shape, depth - 1);
                self.with_block(&name, &shape, scope, depth - 1)
            }
            _ => {
                let shape = Rc::new(Shape { takes: vec![self.plain()], rest: None, returns: Ty::Plain(ty) });
                let callable = self.callable(&shape);
                self.right(|own| {
                    let function = own.function(&shape, scope, depth - 1);
                    let held = own.set(&function);
                    let call = own.block(|own| own.call(&held, &shape, scope, depth - 1));
                    let no = own.rng.word(literals(ty));
                    match own.rng.percent(50) {
                        true => format!("if ${held} =~ {callable} {{ {call} }} else {{ {no} }}"),
                        false => format!("case ${held} {{ {callable}: {{ {call} }} default: {{ {no} }} }}"),
                    }
                })
                .pipe(|code| format!("${}", self.set(&code)))
            }
        }
    }

    /// The body of a lambda with parameters.
    fn inside(&mut self, scope: &[Local], params: &[Local], returns: &'static str, depth: usize) -> String {
        let inner: Vec<Local> = scope.iter().chain(params).cloned().collect();
        self.block(|own| own.value(&Ty::Plain(returns), &inner, depth - 1))
    }

    fn sometimes(&mut self, ty: &Ty) -> String {
        match self.rng.percent(40) {
            true => format!("{} ", self.text(ty)),
            false => String::new(),
        }
    }
}

trait Pipe: Sized {
    fn pipe<T>(self, next: impl FnOnce(Self) -> T) -> T {
        next(self)
    }
}

impl Pipe for String {}

/// An expression of a type over a variable in scope.
fn computed(ty: &str, scope: &[Local]) -> Option<String> {
    scope.iter().rev().find_map(|(name, own)| {
        let Ty::Plain(own) = own else { return None };
        Some(match (*own, ty) {
            ("Integer", "Integer" | "Numeric" | "Scalar") => format!("${name} % 7 + 1"),
            ("Integer", "Array[Integer]") => format!("[${name}, 2]"),
            ("Integer", "Hash[String, Integer]") => format!("{{k => ${name}}}"),
            ("String", "Integer" | "Numeric" | "Scalar") => format!("${name}.length"),
            ("String", "Hash[String, Integer]") => format!("{{${name} => 1}}"),
            ("Array[Integer]", "Integer" | "Numeric") => format!("${name}.reduce(0) |$a, $b| {{ ($a + $b) % 9 }}"),
            ("Hash[String, Integer]", "Array[Integer]") => format!("${name}.values"),
            ("Boolean", "Boolean") => format!("!${name}"),
            (_, "String" | "Scalar" | "Optional[String]") => format!("\"<${{{name}}}>\""),
            (_, "Boolean") => format!("${name} =~ Numeric"),
            _ => return None,
        })
    })
}

fn wider(ty: &str) -> &'static str {
    match ty {
        "Integer" | "Numeric" => "Numeric",
        "String" => "Optional[String]",
        "Boolean" => "Variant[Boolean, Integer]",
        "Array[Integer]" => "Array",
        "Hash[String, Integer]" => "Hash",
        "Optional[String]" => "Optional[Scalar]",
        _ => "Any",
    }
}

fn literals(ty: &str) -> &'static [&'static str] {
    match ty {
        "Integer" => &["1", "0", "-7", "42"],
        "String" => &["'a'", "''", "'1'"],
        "Boolean" => &["true", "false"],
        "Numeric" => &["1", "2.5"],
        "Array[Integer]" => &["[1]", "[]", "[1, 2]"],
        "Hash[String, Integer]" => &["{a => 1}", "{}", "{'b' => 2, c => 3}"],
        "Optional[String]" => &["undef", "'b'"],
        _ => &["1", "'s'", "true", "1.5"],
    }
}
