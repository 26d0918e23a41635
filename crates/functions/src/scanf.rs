//! `scanf`: reads values from a string by a format, as Ruby's library of that name does. It stops at the first mismatch
//! and returns the values read so far.

use num_bigint::BigInt;

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "scanf",
    &[Signature::new("String $text, String $format, Optional[Callable] &$block", "Any", scanf)],
    "Reads values from a string by a format (%d %i %o %x %f %s %c %[a-z]); a lambda gets them as an array.",
)
.shows("'port 80 open'.scanf('port %d %s')", "[80, 'open']")];

fn scanf(call: &mut Call<'_>) -> EvalResult {
    let text = call.arg(0).as_str().unwrap_or_default();
    let format = call.arg(1).as_str().unwrap_or_default();
    let values = Value::array(scan(text, format));
    if call.has_block() { call.block1(values) } else { Ok(values) }
}

/// A part of a format.
enum Part {
    /// A literal that must occur.
    Literal(String),
    /// `%%`
    Percent,
    Conversion(Conversion),
}

/// A conversion: `%`, an optional `*`, an optional width, and a kind.
struct Conversion {
    suppressed: bool,
    width: Option<usize>,
    kind: Kind,
    /// Whether whitespace precedes it in the format.
    spaced: bool,
}

enum Kind {
    /// A letter: `d`, `s`, ...
    Letter(char),
    /// `[a-z]`, `[^,]`
    Set { negated: bool, members: Vec<(char, char)> },
}

fn scan(text: &str, format: &str) -> Vec<Value> {
    let mut rest = text;
    let mut values = Vec::new();
    for part in parts(format) {
        let Some((value, after)) = part.read(rest) else { break };
        values.extend(value);
        rest = after;
    }
    values
}

impl Part {
    /// Reads from the start of the string. Returns the value, if one is requested, and the rest; `None` on a mismatch.
    fn read<'t>(&self, text: &'t str) -> Option<(Option<Value>, &'t str)> {
        match self {
            Part::Literal(literal) => Some((None, text.trim_start().strip_prefix(literal.as_str())?)),
            Part::Percent => Some((None, text.trim_start().strip_prefix('%')?)),
            Part::Conversion(conversion) => {
                let text = if conversion.keeps_space() { text } else { text.trim_start() };
                let (value, length) = conversion.value(text)?;
                Some(((!conversion.suppressed).then_some(value), text.get(length..)?))
            }
        }
    }
}

impl Conversion {
    fn keeps_space(&self) -> bool {
        match self.kind {
            Kind::Letter(letter) => letter == 'c' && !self.spaced,
            Kind::Set { .. } => true,
        }
    }

    /// Returns the value at the start of the string and its length in bytes.
    fn value(&self, text: &str) -> Option<(Value, usize)> {
        let width = self.width.unwrap_or(usize::MAX);
        match &self.kind {
            Kind::Letter('d' | 'u') => integer(text, width, 10),
            Kind::Letter('o') => integer(text, width, 8),
            Kind::Letter('x' | 'X') => integer(text, width, 16),
            Kind::Letter('i') => any_integer(text, width),
            Kind::Letter('s') => word(text, width, |c| !c.is_whitespace()),
            Kind::Letter('c') => word(text, self.width.unwrap_or(1), |_| true),
            Kind::Letter(_) => float(text, width),
            Kind::Set { negated, members } => {
                let is_member = |c| members.iter().any(|(from, to)| (*from..=*to).contains(&c)) != *negated;
                let (value, length) = word(text, width, is_member)?;
                let ends = !text.get(length..)?.chars().next().is_some_and(is_member);
                ends.then_some((value, length))
            }
        }
    }
}

/// Reads a run of at least one matching character.
fn word(text: &str, width: usize, belongs: impl Fn(char) -> bool) -> Option<(Value, usize)> {
    let length: usize = text.chars().take_while(|c| belongs(*c)).take(width).map(char::len_utf8).sum();
    (length > 0).then(|| (Value::str(&text[..length]), length))
}

/// Splits sign, base prefix and digits. Returns their total length too, which is at most the width.
fn digits(text: &str, width: usize, base: u32) -> Option<(bool, &str, usize)> {
    let within = &text[..text.char_indices().nth(width).map_or(text.len(), |(at, _)| at)];
    let unsigned = within.strip_prefix(['-', '+']).unwrap_or(within);
    let prefixed = match base {
        16 => unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")),
        _ => None,
    };
    let is_digit = |c: char| c.is_digit(base);
    // `0x` without a digit after it is the digit 0.
    let body = prefixed.filter(|body| body.starts_with(is_digit)).unwrap_or(unsigned);
    let end = body.find(|c| !is_digit(c)).unwrap_or(body.len());
    let length = within.len() - body.len() + end;
    (end > 0).then(|| (within.starts_with('-'), &body[..end], length))
}

fn integer(text: &str, width: usize, base: u32) -> Option<(Value, usize)> {
    let (negative, digits, length) = digits(text, width, base)?;
    let magnitude = BigInt::parse_bytes(digits.as_bytes(), base)?;
    Some((Value::from(if negative { -magnitude } else { magnitude }), length))
}

/// Reads a hexadecimal or octal number by its prefix, else a decimal one. A lone 0 counts only with a width.
fn any_integer(text: &str, width: usize) -> Option<(Value, usize)> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let lower = unsigned.get(..2).map(str::to_ascii_lowercase);
    if lower.as_deref() == Some("0x") && width > 2 {
        return integer(text, width, 16);
    }
    if unsigned.starts_with('0') {
        let read = integer(text, width, 8)?;
        return (read.1 > 1 + text.len() - unsigned.len() || width != usize::MAX).then_some(read);
    }
    integer(text, width, 10)
}

/// Reads digits with or without a point; an exponent only after a point.
fn float(text: &str, width: usize) -> Option<(Value, usize)> {
    let sign = usize::from(text.starts_with(['-', '+']));
    let bytes = text.as_bytes();
    let run = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let whole = run(sign);
    let mut end = sign + whole;
    if bytes.get(end) == Some(&b'.') {
        end += 1 + run(end + 1);
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
            let exponent = run(end + 1 + sign);
            end += if exponent > 0 { 1 + sign + exponent } else { 0 };
        }
    } else if whole == 0 {
        return None;
    }
    let end = end.min(width);
    let digits = text.get(..end)?;
    Some((Value::float(digits.trim_end_matches(['e', 'E', '+', '-', '.']).parse().unwrap_or(0.0)), end))
}

/// Splits a format into parts. Whitespace only separates.
fn parts(format: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = format;
    while !rest.is_empty() {
        let trimmed = rest.trim_start();
        let spaced = trimmed.len() < rest.len();
        rest = trimmed;
        if let Some(after) = rest.strip_prefix('%') {
            match conversion(after, spaced) {
                Some((part, after)) => {
                    parts.push(part);
                    rest = after;
                }
                // A percent sign that begins no conversion is omitted.
                None => rest = after,
            }
        } else if !rest.is_empty() {
            let end = rest.find(|c: char| c == '%' || c.is_whitespace()).unwrap_or(rest.len());
            parts.push(Part::Literal(rest[..end].to_owned()));
            rest = &rest[end..];
        }
    }
    parts
}

/// Parses the conversion after a percent sign.
fn conversion(text: &str, spaced: bool) -> Option<(Part, &str)> {
    if let Some(after) = text.strip_prefix('%') {
        return Some((Part::Percent, after));
    }
    let (suppressed, text) = match text.strip_prefix('*') {
        Some(after) => (true, after),
        None => (false, text),
    };
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let width = text[..digits].parse().ok();
    let text = &text[digits..];
    let (kind, after) = match text.strip_prefix('[') {
        Some(set) => set_of(set)?,
        None => {
            let letter = text.chars().next().filter(|c| "diuxofegsca".contains(c.to_ascii_lowercase()))?;
            (Kind::Letter(letter.to_ascii_lowercase()), &text[1..])
        }
    };
    Some((Part::Conversion(Conversion { suppressed, width, kind, spaced }), after))
}

/// Parses the members of a set, after its opening bracket.
fn set_of(text: &str) -> Option<(Kind, &str)> {
    if let Some((name, after)) = text.strip_prefix("[:").and_then(|class| class.split_once(":]]")) {
        return Some((Kind::Set { negated: false, members: class_members(name)? }, after));
    }
    let (body, after) = text.split_once(']')?;
    let negated = body.starts_with('^');
    let body: Vec<char> = body.chars().skip(usize::from(negated)).collect();
    let mut members = Vec::new();
    let mut at = 0;
    while let Some(from) = body.get(at) {
        match (body.get(at + 1), body.get(at + 2)) {
            (Some('-'), Some(to)) => {
                members.push((*from, *to));
                at += 3;
            }
            _ => {
                members.push((*from, *from));
                at += 1;
            }
        }
    }
    Some((Kind::Set { negated, members }, after))
}

fn class_members(name: &str) -> Option<Vec<(char, char)>> {
    Some(match name {
        "alpha" => vec![('a', 'z'), ('A', 'Z')],
        "digit" => vec![('0', '9')],
        "alnum" => vec![('a', 'z'), ('A', 'Z'), ('0', '9')],
        "upper" => vec![('A', 'Z')],
        "lower" => vec![('a', 'z')],
        "xdigit" => vec![('0', '9'), ('a', 'f'), ('A', 'F')],
        "space" => vec![(' ', ' '), ('\t', '\r')],
        "blank" => vec![(' ', ' '), ('\t', '\t')],
        "punct" => vec![('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        _ => return None,
    })
}
