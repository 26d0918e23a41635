//! The parameters of a function in Ruby, read from the code of its file. Nothing runs.
//!
//! The code is data of a known form: `dispatch` blocks whose lines name a kind of parameter, its type and its name.
//! Functions of the old interface declare at most the number of their arguments.

use std::iter::Peekable;
use std::str::CharIndices;

use pprepl_budget as budget;

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Required,
    Optional,
    Repeated,
    Block,
    OptionalBlock,
}

/// A parameter: its kind, and its type as source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub kind: Kind,
    pub ty: String,
}

impl Parameter {
    /// Returns whether it is the lambda.
    pub fn is_block(&self) -> bool {
        matches!(self.kind, Kind::Block | Kind::OptionalBlock)
    }
}

/// The parameters that a function declares.
#[derive(Debug, PartialEq, Eq)]
pub enum Declared {
    /// The parameters of each overload; `None` for one that cannot be read.
    Overloads(Vec<Option<Vec<Parameter>>>),
    /// The number of arguments of a function of the old interface; `None` if its code checks them.
    Count(Option<usize>),
    /// The function checks its arguments itself.
    Unchecked,
}

/// The words that declare a parameter.
const WORDS: [(&str, &[Kind]); 11] = [
    ("param", &[Kind::Required]),
    ("required_param", &[Kind::Required]),
    ("optional_param", &[Kind::Optional]),
    ("repeated_param", &[Kind::Repeated]),
    ("optional_repeated_param", &[Kind::Repeated]),
    ("required_repeated_param", &[Kind::Required, Kind::Repeated]),
    ("block_param", &[Kind::Block]),
    ("required_block_param", &[Kind::Block]),
    ("optional_block_param", &[Kind::OptionalBlock]),
    ("scope_param", &[]),
    ("cache_param", &[]),
];

/// Reads the parameters of the function `name`; `None` if the code defines no function.
pub fn declared(code: &str, name: &str) -> Option<Declared> {
    if code.contains("newfunction") {
        return Some(Declared::Count(argument_count(code)));
    }
    if !code.contains("create_function") {
        return None;
    }
    let mut overloads = Vec::new();
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        if budget::is_exhausted() {
            return None;
        }
        let start = line.len() - line.trim_start().len();
        let rest = line.trim_start().strip_prefix("dispatch");
        if rest.is_some_and(|rest| rest.starts_with([' ', '('])) {
            overloads.push(overload(code.get(at + start..).unwrap_or_default()));
        }
        at += line.len();
    }
    if code.lines().any(|line| line.trim_start().starts_with("def call(scope")) {
        // Such a function adds the scope to the arguments before they are checked.
        overloads.iter_mut().flatten().filter(|params| !params.is_empty()).for_each(|params| drop(params.remove(0)));
    }
    match overloads.as_slice() {
        [] => by_method(code, name.rsplit("::").next().unwrap_or(name)),
        [Some(params)] if is_anything(params) => Some(Declared::Unchecked),
        _ => Some(Declared::Overloads(overloads)),
    }
}

/// Returns the exact number in `:arity => 2`; a negative one is a lower bound.
fn argument_count(code: &str) -> Option<usize> {
    let (_, rest) = code.split_once("arity")?;
    let number = rest.trim_start().trim_start_matches([':', '=', '>', ' ']);
    let digits = number.len() - number.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    number.get(..digits)?.parse().ok()
}

/// Returns the parameters of the method that has the function's name.
fn by_method(code: &str, name: &str) -> Option<Declared> {
    let head = code.lines().find_map(|line| line.trim_start().strip_prefix("def ")?.strip_prefix(name))?;
    let inside = head.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or("", |(list, _)| list);
    let mut params = Vec::new();
    for word in inside.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let (kind, ty) = match word {
            _ if word.starts_with('*') => (Kind::Repeated, "Any"),
            _ if word.starts_with('&') => (Kind::OptionalBlock, "Callable"),
            _ if word.contains('=') => (Kind::Optional, "Any"),
            _ => (Kind::Required, "Any"),
        };
        params.push(Parameter { kind, ty: ty.to_owned() });
    }
    match is_anything(&params) {
        true => Some(Declared::Unchecked),
        false => Some(Declared::Overloads(vec![Some(params)])),
    }
}

/// Returns whether parameters accept any arguments: then the code checks them.
fn is_anything(params: &[Parameter]) -> bool {
    matches!(params, [only] if only.kind == Kind::Repeated && only.ty == "Any")
}

/// Reads the block of a `dispatch`; `None` if it has more than plain declarations.
fn overload(code: &str) -> Option<Vec<Parameter>> {
    let mut words = Words { code, letters: code.char_indices().peekable() };
    let mut params = Vec::new();
    let opened = |word: &Word<'_>| matches!(word, Word::Plain("do") | Word::Sign('{'));
    while !opened(&words.next()?) {}
    let mut word = words.next()?;
    loop {
        match word {
            Word::Plain("end") | Word::Sign('}') => return Some(params),
            Word::Plain("return_type") => word = after(&mut words)?,
            Word::Plain(keyword) => {
                let (_, kinds) = WORDS.iter().find(|(known, _)| *known == keyword)?;
                let mut next = words.next()?;
                if next == Word::Sign('(') {
                    next = words.next()?;
                }
                let is_block = kinds.iter().any(|kind| matches!(kind, Kind::Block | Kind::OptionalBlock));
                let (ty, own) = match next {
                    Word::Text(ty) => (ty, None),
                    // A block without a type: `block_param :block`, or `block_param` alone.
                    other if is_block => ("Callable".to_owned(), Some(other)),
                    other if kinds.is_empty() => (String::new(), Some(other)),
                    _ => return None,
                };
                params.extend(kinds.iter().map(|kind| Parameter { kind: *kind, ty: ty.clone() }));
                word = match own {
                    Some(own @ (Word::Plain(_) | Word::Sign('}'))) => own,
                    _ => after(&mut words)?,
                };
            }
            Word::Sign(';') => word = words.next()?,
            _ => return None,
        }
    }
}

/// Skips the rest of a declaration; returns the word that follows.
fn after<'c>(words: &mut Words<'c>) -> Option<Word<'c>> {
    loop {
        match words.next()? {
            Word::Text(_) | Word::Name | Word::Sign(',' | ')' | ';') => {}
            word => return Some(word),
        }
    }
}

/// A word of Ruby code.
#[derive(Debug, PartialEq, Eq)]
enum Word<'c> {
    Plain(&'c str),
    /// The content of a string.
    Text(String),
    /// A symbol: its name.
    Name,
    Sign(char),
}

struct Words<'c> {
    code: &'c str,
    letters: Peekable<CharIndices<'c>>,
}

impl<'c> Iterator for Words<'c> {
    type Item = Word<'c>;

    fn next(&mut self) -> Option<Word<'c>> {
        loop {
            let (at, letter) = self.letters.next()?;
            match letter {
                _ if letter.is_whitespace() => {}
                '#' => while self.letters.next_if(|(_, letter)| *letter != '\n').is_some() {},
                '\'' | '"' => return self.text(letter),
                ':' => {
                    let quote = self.letters.next_if(|(_, letter)| matches!(letter, '\'' | '"'));
                    match quote {
                        Some((_, quote)) => self.text(quote).map(drop)?,
                        None => drop(self.plain(at)),
                    }
                    return Some(Word::Name);
                }
                _ if is_in_word(letter) => return Some(Word::Plain(self.plain(at))),
                sign => return Some(Word::Sign(sign)),
            }
        }
    }
}

impl<'c> Words<'c> {
    /// Reads to the end of a string, whose quote is read; `None` if code may be inside.
    fn text(&mut self, quote: char) -> Option<Word<'c>> {
        let mut text = String::new();
        loop {
            match self.letters.next()?.1 {
                letter if letter == quote => return Some(Word::Text(text)),
                '\\' | '#' if quote == '"' => return None,
                '\\' => match self.letters.next()?.1 {
                    letter @ ('\\' | '\'') => text.push(letter),
                    letter => text.extend(['\\', letter]),
                },
                letter => text.push(letter),
            }
        }
    }

    /// Reads to the end of a word, whose first letter is read.
    fn plain(&mut self, from: usize) -> &'c str {
        while self.letters.next_if(|(_, letter)| is_in_word(*letter)).is_some() {}
        let end = self.letters.peek().map_or(self.code.len(), |(at, _)| *at);
        self.code.get(from..end).unwrap_or_default()
    }
}

fn is_in_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '?' | '!')
}
