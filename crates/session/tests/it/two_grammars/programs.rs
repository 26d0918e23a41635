//! Made up programs: most are right, as far as the grammar goes.

/// A small generator, so that the test finds the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }

    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const OPERANDS: &[&str] = &[
    "1",
    "$a",
    "'b'",
    "\"c ${d} $e\"",
    "foo",
    "true",
    "undef",
    "default",
    "File['x']",
    "Integer[1, 2]",
    "[1, 2]",
    "{ a => 1 }",
    "0x1F",
    "1.5",
    "a-b",
    "::f::g",
    "$h[0]",
    "$i.size",
    "foo(1)",
    "/re/",
];
const OPERATORS: &[&str] = &[
    " + ", " - ", " * ", " / ", " % ", " << ", " >> ", " == ", " != ", " < ", " >= ", " =~ ", " !~ ", " in ", " and ",
    " or ", "-", "+", "*", " -> ", " = ", ".", "[", " ? ",
];
const BREAKS: &[&str] = &["\n", " ", "; ", "\n  ", " # c\n", " /* d */ "];
/// What is put somewhere to break a program.
pub const NOISE: &[&str] = &[
    ")", "(", "]", "[", "}", "{", "|", ",", ";", ":", "=>", "=", "'", "\"", "$", "/", "@", "!", "-", "*", "if",
    "class", "notice ", "include", "in", "?", ".", "->", "<|", "|>", "type", "::", "else",
];

/// Two operands joined.
fn joined(dice: &mut Dice, left: &str, right: &str) -> String {
    let operator = dice.pick(OPERATORS);
    format!("{left}{operator}{right}")
}

fn expression(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.pick(OPERANDS).to_string();
    }
    let one = expression(dice, depth - 1);
    match dice.below(9) {
        0 | 1 => {
            let other = expression(dice, depth - 1);
            joined(dice, &one, &other)
        }
        2 => format!("({one})"),
        3 => format!("[{one}, {}]", dice.pick(OPERANDS)),
        4 => format!("foo({one})"),
        5 => format!("{one}.map |$x| {{ {} }}", dice.pick(OPERANDS)),
        6 => format!("{}{one}", dice.pick(&["!", "-", "*"])),
        7 => format!("{one} ? {{ 1 => {}, default => 2 }}", dice.pick(OPERANDS)),
        _ => format!("{one}[{}]", dice.pick(OPERANDS)),
    }
}

fn statement(dice: &mut Dice, depth: usize) -> String {
    let mut one = expression(dice, depth.min(2));
    if one.starts_with('/') {
        one.insert_str(0, "$r = ");
    }
    if depth == 0 {
        return one;
    }
    let inner = statement(dice, depth - 1);
    match dice.below(14) {
        0 => format!("$a = {one}"),
        1 => format!("notice {one}, {}", dice.pick(OPERANDS)),
        2 => format!("include {}", dice.pick(&["a", "b::c, d", "'e'"])),
        3 => format!("if {one} {{ {inner} }} else {{ }}"),
        4 => format!("unless {one} {{ {inner} }}"),
        5 => format!("case {one} {{ 1, 2: {{ {inner} }} default: {{ }} }}"),
        6 => format!("file {{ {one}: ensure => {}, mode => 1; 'b': }}", dice.pick(OPERANDS)),
        7 => format!("class a::b(Integer $x = 1, *$y) {{ {inner} }}"),
        8 => format!("function a($x) >> Integer {{ {inner} }}"),
        9 => format!("File <| title == {one} |>"),
        10 => format!("$a = @(\"END\")\n  text ${{{one}}} $b\n  | END\n{inner}"),
        11 => format!("type A = {}", dice.pick(&["Integer", "Array[String]", "[A, B]", "{ a => 1 }"])),
        12 => format!("File {{ mode => {one} }}"),
        _ => one,
    }
}

/// A program of a few statements.
pub fn program(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..1 + dice.below(4) {
        let depth = dice.below(4);
        text.push_str(&statement(dice, depth));
        text.push_str(dice.pick(BREAKS));
    }
    text
}
