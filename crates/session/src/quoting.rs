//! Literals of a string in each quoting style, and the result of each backslash in each style. The parser verifies every
//! literal.

use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{LexOptions, parse};

/// A way to write a string, or a pattern that matches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuoteStyle {
    BareWord,
    Single,
    Double,
    Heredoc,
    /// A heredoc with all escapes, `@(END/trnsuL$)`.
    EscapedHeredoc,
    Regexp,
}

impl QuoteStyle {
    /// Returns the name, as `:quote` prints it.
    pub const fn as_str(self) -> &'static str {
        match self {
            QuoteStyle::BareWord => "bare word",
            QuoteStyle::Single => "single quotes",
            QuoteStyle::Double => "double quotes",
            QuoteStyle::Heredoc => "heredoc",
            QuoteStyle::EscapedHeredoc => "heredoc with escapes",
            QuoteStyle::Regexp => "regular expression",
        }
    }

    /// Returns the signs of the style, for the head of a table.
    pub const fn signs(self) -> &'static str {
        match self {
            QuoteStyle::BareWord => "word",
            QuoteStyle::Single => "'..'",
            QuoteStyle::Double => "\"..\"",
            QuoteStyle::Heredoc => "@(END)",
            QuoteStyle::EscapedHeredoc => "@(END/trnsuL$)",
            QuoteStyle::Regexp => "/../",
        }
    }
}

/// A string's literal in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    pub style: QuoteStyle,
    pub code: String,
}

/// A backslash sequence, and its result in each style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EscapeResults {
    pub escape: String,
    pub results: Vec<(QuoteStyle, String)>,
}

/// Returns the literals of a string, the best first.
pub fn literals(text: &str, options: LexOptions) -> Vec<Literal> {
    let candidates = [
        (QuoteStyle::Single, single(text)),
        (QuoteStyle::Double, double(text)),
        (QuoteStyle::Heredoc, heredoc(text)),
        (QuoteStyle::BareWord, Some(text.to_owned())),
        (QuoteStyle::Regexp, Some(regexp(text))),
    ];
    let literal = |(style, code): (QuoteStyle, Option<String>)| Some(Literal { style, code: code? });
    let mut found: Vec<Literal> = candidates.into_iter().filter_map(literal).collect();
    found.retain(|literal| is_literal_of(literal, text, options));
    found.sort_by_key(|literal| cost(literal, text));
    found
}

/// Returns whether the literal parses to the string. A regular expression only needs to parse.
fn is_literal_of(literal: &Literal, text: &str, options: LexOptions) -> bool {
    let parsed = parse(&literal.code, options);
    let is_valid = !parsed.diagnostics.iter().any(pprepl_text::Diagnostic::is_error);
    let is_same = match &parsed.program.body.kind {
        ExprKind::Regexp(_) => literal.style == QuoteStyle::Regexp,
        ExprKind::Name(name) => literal.style == QuoteStyle::BareWord && &**name == text,
        _ => string_of(&parsed.program.body).as_deref() == Some(text) && literal.style != QuoteStyle::BareWord,
    };
    is_valid && is_same
}

/// Returns the string that a literal evaluates to, without interpolation.
fn string_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::String(text) | ExprKind::Name(text) => Some(text.to_string()),
        ExprKind::Heredoc(heredoc) => string_of(&heredoc.text),
        _ => None,
    }
}

/// Ranks a literal: few escapes first, then single quotes as in Puppet's style guide.
fn cost(literal: &Literal, text: &str) -> usize {
    let escapes = literal.code.matches('\\').count().saturating_sub(text.matches('\\').count());
    let lines = text.matches('\n').count();
    match literal.style {
        QuoteStyle::Single if lines > 0 => 40,
        QuoteStyle::Single => 2 * escapes,
        QuoteStyle::Double => 1 + 2 * escapes,
        QuoteStyle::Heredoc if lines > 1 => 3,
        QuoteStyle::Heredoc => 7,
        QuoteStyle::EscapedHeredoc => 50,
        QuoteStyle::BareWord => 60,
        QuoteStyle::Regexp => 70,
    }
}

fn single(text: &str) -> Option<String> {
    let is_printable = |sign: char| !sign.is_control() || sign == '\n';
    text.chars().all(is_printable).then(|| format!("'{}'", escaped_single(text)))
}

/// Escapes quotes, and those backslashes that would be part of an escape.
fn escaped_single(text: &str) -> String {
    let mut code = String::with_capacity(text.len() + 2);
    let mut rest = text.chars().peekable();
    while let Some(sign) = rest.next() {
        match (sign, rest.peek()) {
            ('\'', _) => code.push_str("\\'"),
            ('\\', None | Some('\\' | '\'')) => code.push_str("\\\\"),
            _ => code.push(sign),
        }
    }
    code
}

fn double(text: &str) -> Option<String> {
    let mut code = String::from("\"");
    let mut rest = text.chars().peekable();
    while let Some(sign) = rest.next() {
        match sign {
            '"' => code.push_str("\\\""),
            '\\' => code.push_str("\\\\"),
            '\n' => code.push_str("\\n"),
            '\t' => code.push_str("\\t"),
            '\r' => code.push_str("\\r"),
            '$' if rest.peek().is_some_and(|next| is_name_start(*next)) => code.push_str("\\$"),
            sign if sign.is_control() => code.push_str(&format!("\\u{{{:x}}}", sign as u32)),
            sign => code.push(sign),
        }
    }
    code.push('"');
    Some(code)
}

fn is_name_start(sign: char) -> bool {
    sign == '{' || sign == ':' || sign == '_' || sign.is_ascii_alphanumeric()
}

/// Returns a heredoc without escapes; `None` for text that it cannot contain.
fn heredoc(text: &str) -> Option<String> {
    if text.is_empty() || text.chars().any(|sign| sign.is_control() && sign != '\n' && sign != '\t') {
        return None;
    }
    let tag = ["END", "TEXT", "HEREDOC", "END_OF_TEXT"].into_iter().find(|tag| !text.contains(tag))?;
    let (body, trim) = match text.strip_suffix('\n') {
        Some(body) => (body, ""),
        None => (text, "-"),
    };
    let indented = |line: &str| if line.is_empty() { String::new() } else { format!("  {line}") };
    let lines: Vec<String> = body.split('\n').map(indented).collect();
    Some(format!("@({tag})\n{}\n  |{trim} {tag}", lines.join("\n")))
}

/// Returns a regular expression that matches the text literally.
fn regexp(text: &str) -> String {
    let mut code = String::from("/");
    for sign in text.chars() {
        match sign {
            '\n' => code.push_str("\\n"),
            '\t' => code.push_str("\\t"),
            '\r' => code.push_str("\\r"),
            '.' | '*' | '?' | '+' | '^' | '$' | '|' | '\\' | '(' | ')' | '[' | ']' | '{' | '}' | '/' => {
                code.extend(['\\', sign]);
            }
            sign => code.push(sign),
        }
    }
    code.push('/');
    code
}

/// All escapes of Puppet's strings.
const ESCAPES: &[&str] = &["\\n", "\\t", "\\r", "\\s", "\\$", "\\\\", "\\'", "\\\"", "\\u{41}", "\\d"];

/// The styles whose backslashes differ.
const STYLES: &[QuoteStyle] =
    &[QuoteStyle::Single, QuoteStyle::Double, QuoteStyle::Heredoc, QuoteStyle::EscapedHeredoc];

/// Returns the results of the backslash sequences of a string in each style; of all escapes without a string.
pub fn escape_results(text: Option<&str>, options: LexOptions) -> Vec<EscapeResults> {
    let escapes: Vec<String> = match text {
        Some(text) => escapes_in(text),
        None => ESCAPES.iter().map(|escape| (*escape).to_owned()).collect(),
    };
    let results = |escape: &String| {
        let mut results: Vec<(QuoteStyle, String)> =
            STYLES.iter().map(|style| (*style, result(*style, escape, options))).collect();
        results.push((QuoteStyle::Regexp, in_regexp(escape).to_owned()));
        results
    };
    escapes.iter().map(|escape| EscapeResults { escape: escape.clone(), results: results(escape) }).collect()
}

/// Returns the distinct backslash sequences of a string, in order.
fn escapes_in(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let sequence = &rest[at..];
        let length = sequence_length(sequence);
        let escape = sequence[..length].to_owned();
        if !found.contains(&escape) {
            found.push(escape);
        }
        rest = &sequence[length..];
    }
    found
}

/// Returns the length of the backslash sequence at the start of `text`.
fn sequence_length(text: &str) -> usize {
    let Some(letter) = text.chars().nth(1) else { return 1 };
    let short = 1 + letter.len_utf8();
    let after = &text[short..];
    if letter != 'u' {
        return short;
    }
    if let Some(end) = after.strip_prefix('{').and_then(|digits| digits.find('}')) {
        return short + end + 2;
    }
    let digits = after.bytes().take(4).take_while(u8::is_ascii_hexdigit).count();
    short + if digits == 4 { 4 } else { 0 }
}

/// Returns the result of an escape in a style, in words.
fn result(style: QuoteStyle, escape: &str, options: LexOptions) -> String {
    let code = match style {
        QuoteStyle::Single => format!("'{escape}'"),
        QuoteStyle::Double => format!("\"{escape}\""),
        QuoteStyle::Heredoc => format!("@(END)\n{escape}\n|- END"),
        QuoteStyle::EscapedHeredoc => format!("@(END/trnsuL$)\n{escape}\n|- END"),
        QuoteStyle::BareWord | QuoteStyle::Regexp => return String::new(),
    };
    match string_of(&parse(&code, options).program.body) {
        Some(text) if text == escape => "unchanged".to_owned(),
        Some(text) => described(&text),
        None => "escapes the quote".to_owned(),
    }
}

fn described(text: &str) -> String {
    match text {
        "\n" => "newline".to_owned(),
        "\t" => "tab".to_owned(),
        "\r" => "carriage return".to_owned(),
        " " => "space".to_owned(),
        _ => text.to_owned(),
    }
}

/// Returns the meaning of an escape in a regular expression.
fn in_regexp(escape: &str) -> &'static str {
    match escape.chars().nth(1) {
        None => "escapes the slash",
        Some('n') => "newline",
        Some('t') => "tab",
        Some('r') => "carriage return",
        Some('s') => "any whitespace",
        Some('S') => "no whitespace",
        Some('d') => "a digit",
        Some('D') => "no digit",
        Some('w') => "a word character",
        Some('W') => "no word character",
        Some('b') => "a word boundary",
        Some('A') => "the start of the string",
        Some('z' | 'Z') => "the end of the string",
        Some('h') => "a hexadecimal digit",
        Some('u') => "a code point",
        Some(digit) if digit.is_ascii_digit() => "a backreference",
        Some(letter) if !letter.is_alphanumeric() => "the character itself",
        _ => "see ':explain regexp'",
    }
}
