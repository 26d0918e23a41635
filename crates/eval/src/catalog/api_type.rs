//! Types of Puppet's resource API (`Puppet::ResourceApi.register_type`): their attributes, by a static reading of the hash
//! in the file.

use std::str::Chars;

/// The attributes that a file registers.
#[derive(Default)]
pub(super) struct ApiType {
    /// The names, and whether each is a part of the key.
    pub(super) attributes: Vec<(Box<str>, bool)>,
    /// False if code may add others.
    pub(super) is_complete: bool,
}

/// A part of Ruby code, as far as hashes need it.
enum Token {
    Open,
    Close,
    Comma,
    /// A key: `name:`, `'name':`, `:name =>` or `'name' =>`.
    Key(String),
    Symbol(String),
    /// A name or another sign.
    Other(String),
    Literal,
}

impl ApiType {
    /// Reads the hash of the only call of `register_type`.
    pub(super) fn read(text: &str) -> ApiType {
        let tokens = tokens(text);
        let is_call = |token: &Token| matches!(token, Token::Other(name) if name == "register_type");
        let mut calls = tokens.iter().enumerate().filter(|(_, token)| is_call(token)).map(|(at, _)| at);
        let (Some(call), None) = (calls.next(), calls.next()) else { return ApiType::default() };
        let rest = &tokens[call..];
        let is_attributes = |pair: &[Token]| matches!(pair, [Token::Key(key), Token::Open] if key == "attributes");
        match rest.windows(2).position(is_attributes) {
            Some(at) => ApiType::of_hash(&rest[at + 2..]),
            None => ApiType::default(),
        }
    }

    /// Reads the tokens after the brace of `attributes: {`.
    fn of_hash(tokens: &[Token]) -> ApiType {
        let mut found = ApiType { attributes: Vec::new(), is_complete: true };
        let mut depth = 0_usize;
        for (at, token) in tokens.iter().enumerate() {
            match token {
                Token::Open => depth += 1,
                Token::Close if depth == 0 => {
                    // A call after the hash may change it: `.merge(..)`.
                    found.is_complete &= matches!(tokens.get(at + 1), None | Some(Token::Comma | Token::Close));
                    return found;
                }
                Token::Close => depth -= 1,
                Token::Key(name) if depth == 0 => found.attributes.push((name.as_str().into(), false)),
                Token::Key(name) if depth == 1 && matches!(&**name, "behaviour" | "behavior") => {
                    let is_key = matches!(tokens.get(at + 1), Some(Token::Symbol(word)) if word == "namevar");
                    if let Some(last) = found.attributes.last_mut().filter(|_| is_key) {
                        last.1 = true;
                    }
                }
                // `**others` adds attributes.
                Token::Other(sign) if depth == 0 && sign == "*" => found.is_complete = false,
                _ => {}
            }
        }
        ApiType { is_complete: false, ..found }
    }
}

/// Splits Ruby code. Strings, heredocs and comments are only skipped.
fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut heredocs: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut length = first.len_utf8();
        match first {
            '\n' if !heredocs.is_empty() => {
                let body = &rest[1..];
                length += heredocs.drain(..).fold(0, |skipped, end| skipped + heredoc(&body[skipped..], &end));
            }
            '#' => length = rest.find('\n').unwrap_or(rest.len()),
            '{' | '(' | '[' => found.push(Token::Open),
            '}' | ')' | ']' => found.push(Token::Close),
            ',' => found.push(Token::Comma),
            '\'' | '"' => {
                length = quoted(rest, first);
                let (token, more) = keyed(rest[1..length].trim_end_matches(first), &rest[length..], Token::Literal);
                found.push(token);
                length += more;
            }
            ':' if rest[1..].starts_with(is_word) => {
                length = 1 + word(&rest[1..]);
                let name = &rest[1..length];
                let arrow = arrow(&rest[length..]);
                found.push(if arrow > 0 { Token::Key(name.to_owned()) } else { Token::Symbol(name.to_owned()) });
                length += arrow;
            }
            '%' => length = percent(rest),
            '<' if rest.starts_with("<<") => {
                if let Some((end, sign)) = heredoc_start(rest) {
                    heredocs.push(end);
                    length = sign;
                    found.push(Token::Literal);
                }
            }
            first if is_word(first) => {
                length = word(rest);
                let name = &rest[..length];
                let (token, more) = match rest[length..].strip_prefix(':').filter(|more| !more.starts_with(':')) {
                    Some(_) => (Token::Key(name.to_owned()), 1),
                    None => (Token::Other(name.to_owned()), 0),
                };
                found.push(token);
                length += more;
            }
            first if first.is_whitespace() => {}
            sign => found.push(Token::Other(sign.to_string())),
        }
        rest = &rest[length.min(rest.len())..];
    }
    found
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn word(text: &str) -> usize {
    text.find(|letter| !is_word(letter)).unwrap_or(text.len())
}

/// Returns the length of spaces and `=>`; 0 without an arrow.
fn arrow(rest: &str) -> usize {
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    if rest[blanks..].starts_with("=>") { blanks + 2 } else { 0 }
}

/// Returns the token of a literal, which is a key before `:` or `=>`, and the length of that sign.
fn keyed(name: &str, rest: &str, otherwise: Token) -> (Token, usize) {
    let sign = if rest.starts_with(':') && !rest.starts_with("::") { 1 } else { arrow(rest) };
    if sign > 0 { (Token::Key(name.to_owned()), sign) } else { (otherwise, 0) }
}

/// Returns the length of a string with its quotes.
fn quoted(rest: &str, quote: char) -> usize {
    1 + until(rest[1..].chars(), quote, quote)
}

/// Returns the length up to the closing sign and with it. Brackets nest.
fn until(mut letters: Chars<'_>, open: char, close: char) -> usize {
    let whole = letters.as_str().len();
    let mut depth = 1_usize;
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            letter if letter == close => depth -= 1,
            letter if letter == open => depth += 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    whole - letters.as_str().len()
}

/// Returns the length of `%q{..}` and similar literals; 1 for another `%`.
fn percent(rest: &str) -> usize {
    let kind = usize::from(rest[1..].starts_with(['q', 'Q', 'w', 'W', 'i', 'I', 'r', 's']));
    let Some(open) = rest[1 + kind..].chars().next().filter(|open| !is_word(*open) && !open.is_whitespace()) else {
        return 1;
    };
    let close = match open {
        '{' => '}',
        '(' => ')',
        '[' => ']',
        '<' => '>',
        other => other,
    };
    let body = 1 + kind + open.len_utf8();
    body + until(rest[body..].chars(), open, close)
}

/// Returns the end word of a heredoc that starts here, and the length of its start: `<<~END`, `<<-'END'`.
fn heredoc_start(rest: &str) -> Option<(String, usize)> {
    let after = rest[2..].trim_start_matches(['~', '-']);
    let name = after.strip_prefix(['\'', '"']).unwrap_or(after);
    let end = &name[..word(name)];
    let is_heredoc = end.starts_with(|first: char| first.is_uppercase() || first == '_');
    is_heredoc.then(|| (end.to_owned(), rest.len() - name.len() + end.len() + usize::from(name.len() < after.len())))
}

/// Returns the length of a heredoc's body with its end word.
fn heredoc(body: &str, end: &str) -> usize {
    let mut length = 0;
    for line in body.split_inclusive('\n') {
        length += line.len();
        if line.trim() == end {
            // The line's end ends the statement.
            return length - usize::from(line.ends_with('\n'));
        }
    }
    length
}
