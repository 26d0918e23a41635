//! Random programs with function values: lambdas, references, aliases of Callables, functions that return them. Each
//! definition is called, so that an error in one fails the run.

use super::generate::Program;
use super::random::Random;

const TYPES: [&str; 7] = ["Integer", "String", "Boolean", "Numeric", "Scalar", "Array[Integer]", "Optional[String]"];

/// A function of one parameter, or what it takes and returns as a Callable.
#[derive(Clone)]
struct Signature {
    name: String,
    takes: &'static str,
    returns: &'static str,
}

/// How a function declares the Callable that it calls.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Block,
    Optional,
    Boxed,
    Listed,
    Define,
    Class,
    Tested,
}

pub struct Generator {
    rng: Random,
    program: Program,
    functions: Vec<Signature>,
    callers: Vec<(Signature, Way)>,
    makers: Vec<Signature>,
    /// The statements that stand at the end.
    last: Vec<String>,
    /// The chance of a wrong type, in percent.
    wrong: usize,
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        let mut rng = Random::new(seed);
        let wrong = *rng.pick(&[0, 0, 4, 12]);
        let program = Program { definitions: Vec::new(), statements: Vec::new(), variables: Vec::new() };
        Generator {
            rng,
            program,
            functions: Vec::new(),
            callers: Vec::new(),
            makers: Vec::new(),
            last: Vec::new(),
            wrong,
        }
    }

    pub fn program(mut self) -> Program {
        for at in 0..1 + self.rng.below(3) {
            self.function(at);
        }
        for at in 0..1 + self.rng.below(3) {
            self.caller(at);
        }
        for at in 0..self.rng.below(2) {
            self.maker(at);
        }
        for function in self.functions.clone() {
            let argument = self.value(function.takes);
            self.set(format!("{}({argument})", function.name));
        }
        for (caller, way) in self.callers.clone() {
            self.call(&caller, way);
        }
        for maker in self.makers.clone() {
            let made = self.set(format!("{}()", maker.name));
            let argument = self.value(maker.takes);
            self.set(format!("${made}({argument})"));
        }
        for _ in 0..self.rng.below(4) {
            self.statement();
        }
        self.program.statements.append(&mut self.last);
        self.program
    }

    fn function(&mut self, at: usize) {
        let (takes, returns) = (*self.rng.pick(&TYPES), *self.rng.pick(&TYPES));
        let name = format!("f{at}");
        let body = self.body(takes, returns);
        let more = self.rng.word(&["", "", "", ", Integer $_more = 1", ", String *$_rest"]);
        let declared = if self.rng.percent(85) { format!(" >> {returns}") } else { String::new() };
        self.program.definitions.push(format!("function {name}({takes} $x{more}){declared} {{ {body} }}"));
        self.functions.push(Signature { name, takes, returns });
    }

    fn caller(&mut self, at: usize) {
        let (takes, returns) = match self.rng.percent(60) {
            true => {
                let like = self.rng.pick(&self.functions).clone();
                (like.takes, like.returns)
            }
            false => (*self.rng.pick(&TYPES), *self.rng.pick(&TYPES)),
        };
        let way = *self.rng.pick(&[
            Way::Block,
            Way::Block,
            Way::Optional,
            Way::Boxed,
            Way::Listed,
            Way::Define,
            Way::Class,
            Way::Tested,
        ]);
        let name = format!("on{at}");
        let mut callable = format!("Callable[[{takes}], {returns}]");
        if self.rng.percent(40) {
            self.program.definitions.push(format!("type H{at} = {callable}"));
            callable = format!("H{at}");
        }
        let argument = self.value(takes);
        // The result is not that of the branch which is not taken.
        let result = if way != Way::Tested && self.rng.percent(50) {
            format!(" >> {}", self.other(returns))
        } else {
            String::new()
        };
        let (ty, code) = match way {
            Way::Block | Way::Define | Way::Class => (callable, format!("$f({argument})")),
            Way::Tested => ("Any".to_owned(), format!("if $f =~ {callable} {{ $f({argument}) }} else {{ 0 }}")),
            Way::Optional => {
                (format!("Optional[{callable}]"), format!("if $f {{ $f({argument}) }} else {{ fail('none') }}"))
            }
            Way::Boxed => (format!("Struct[{{call => {callable}}}]"), format!("$g = $f['call']\n  $g({argument})")),
            Way::Listed => (format!("Array[{callable}, 1]"), format!("$g = $f[0]\n  $g({argument})")),
        };
        self.program.definitions.push(match way {
            Way::Define => format!("define {name}({ty} $f) {{\n  {code}\n}}"),
            Way::Class => format!("class {name}({ty} $f) {{\n  {code}\n}}"),
            _ => format!("function {name}({ty} $f){result} {{\n  {code}\n}}"),
        });
        self.callers.push((Signature { name, takes, returns }, way));
    }

    fn maker(&mut self, at: usize) {
        let function = self.rng.pick(&self.functions).clone();
        let (takes, returns) = (self.other(function.takes), self.other(function.returns));
        let name = format!("mk{at}");
        let code = format!("function {name}() >> Callable[[{takes}], {returns}] {{ &{} }}", function.name);
        self.program.definitions.push(code);
        self.makers.push(Signature { name, takes, returns });
    }

    fn call(&mut self, caller: &Signature, way: Way) {
        let fitting = self.functions.iter().position(|own| own.takes == caller.takes && own.returns == caller.returns);
        let at = fitting.unwrap_or(self.rng.below(self.functions.len()));
        let reference = format!("&{}", self.functions[at].name);
        let name = &caller.name;
        let code = match way {
            Way::Boxed => format!("{name}({{call => {reference}}})"),
            Way::Listed => format!("{name}([{reference}])"),
            // A defined type is evaluated after the statements.
            Way::Define => return self.last.push(format!("{name} {{ 't': f => {reference} }}")),
            Way::Class => {
                return self.program.statements.push(format!("class {{ '{name}': f => {reference} }}"));
            }
            Way::Tested => format!("{name}({reference})"),
            Way::Block | Way::Optional if fitting.is_some() && self.rng.percent(40) => match self.rng.percent(50) {
                true => format!("{name}({reference})"),
                false => {
                    let held = self.hold(&reference);
                    format!("{}(${held})", caller.name)
                }
            },
            Way::Block | Way::Optional => {
                let lambda = self.lambda(caller.takes, caller.returns);
                match self.rng.percent(30) {
                    true => format!("call('{}') {lambda}", caller.name),
                    false => format!("{}() {lambda}", caller.name),
                }
            }
        };
        self.set(code);
    }

    fn lambda(&mut self, takes: &'static str, returns: &'static str) -> String {
        let param = match self.rng.below(4) {
            0 => format!("{} ", self.other(takes)),
            _ => String::new(),
        };
        let declared = match self.rng.below(5) {
            0 => Some(self.other(returns)),
            _ => None,
        };
        let body = self.body(takes, declared.unwrap_or(returns));
        let result = declared.map_or_else(String::new, |declared| format!(" >> {declared}"));
        format!("|{param}$x|{result} {{ {body} }}")
    }

    fn statement(&mut self) {
        let function = self.rng.pick(&self.functions).clone();
        let argument = self.value(function.takes);
        let code = match self.rng.below(6) {
            5 => format!("call('{}', {argument})", function.name),
            0 => format!("[{argument}].map(&{})", function.name),
            1 => format!("[{argument}].map |$x| {{ {}($x) }}", function.name),
            2 => format!("&{0} == &{0}", function.name),
            3 => {
                let held = self.hold(&format!("&{}", function.name));
                format!("[{argument}].map |$x| {{ ${held}($x) }}")
            }
            _ => {
                let held = self.hold(&format!("&{}", function.name));
                format!("${held}({argument})")
            }
        };
        self.set(code);
    }

    /// Assigns a function value to a variable that the last line does not show.
    fn hold(&mut self, code: &str) -> String {
        let name = format!("g{}", self.program.statements.len());
        self.program.statements.push(format!("${name} = {code}"));
        name
    }

    fn set(&mut self, code: String) -> String {
        let at = self.program.statements.len();
        let name = format!("v{at}");
        self.program.statements.push(format!("${name} = {code}"));
        self.program.variables.push((name.clone(), at));
        name
    }

    /// The type, or by mistake another.
    fn other(&mut self, ty: &'static str) -> &'static str {
        if self.rng.percent(self.wrong) { self.rng.pick::<&str>(&TYPES) } else { ty }
    }

    fn value(&mut self, ty: &'static str) -> String {
        let ty = self.other(ty);
        self.rng.word(literals(ty))
    }

    /// An expression of the type `returns` over `$x` of the type `takes`.
    fn body(&mut self, takes: &'static str, returns: &'static str) -> String {
        let wanted = returns;
        let returns = self.other(returns);
        // A mistake in a branch that is not taken does not fail.
        let is_right = returns == wanted;
        let computed = match (takes, returns) {
            ("Integer", "Integer" | "Numeric" | "Scalar") => "$x + 1",
            ("Integer", "Array[Integer]") => "[$x, 2]",
            ("String", "Integer" | "Numeric" | "Scalar") => "$x.length",
            ("Numeric", "Numeric" | "Scalar") => "$x * 2",
            ("Array[Integer]", "Integer" | "Numeric") => "$x.reduce(0) |$a, $b| { $a + $b }",
            (_, "String" | "Scalar" | "Optional[String]") => "\"<${x}>\"",
            (_, "Boolean") => "$x =~ String",
            (same, wanted) if same == wanted => "$x",
            _ => "",
        };
        let returned = match computed.is_empty() || self.rng.percent(30) {
            true => self.rng.word(literals(returns)),
            false => computed.to_owned(),
        };
        match self.rng.below(5) {
            0 if is_right => format!("if $x == 1 {{ {returned} }} else {{ {} }}", self.rng.word(literals(returns))),
            1 => format!("$y = {returned}\n  $y"),
            _ => returned,
        }
    }
}

fn literals(ty: &str) -> &'static [&'static str] {
    match ty {
        "Integer" => &["1", "0", "-7", "42"],
        "String" => &["'a'", "''", "'1'"],
        "Boolean" => &["true", "false"],
        "Numeric" => &["1", "2.5"],
        "Array[Integer]" => &["[1]", "[]", "[1, 2]"],
        "Optional[String]" => &["undef", "'b'"],
        _ => &["1", "'s'", "true", "1.5"],
    }
}
