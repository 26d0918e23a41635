//! The tokens of Rust source, as far as its structure needs them: without comments, and with every literal alike.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// A keyword or an identifier.
    Word(&'t str),
    /// `::`
    PathSeparator,
    /// `->`; its `>` closes no list of generic arguments.
    Arrow,
    /// Any other punctuation.
    Mark(char),
    /// A string, a character or a number.
    Literal,
}

/// Splits source into tokens.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { rest: text };
    std::iter::from_fn(|| lexer.next_token()).collect()
}

struct Lexer<'t> {
    rest: &'t str,
}

impl<'t> Lexer<'t> {
    fn next_token(&mut self) -> Option<Token<'t>> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            return Some(match first {
                '/' if self.rest.starts_with("//") => {
                    self.skip_to(self.rest.find('\n'));
                    continue;
                }
                '/' if self.rest.starts_with("/*") => {
                    self.skip_to(self.rest.find("*/").map(|at| at + 2));
                    continue;
                }
                '"' => self.string(),
                '\'' => match self.quote() {
                    Some(token) => token,
                    None => continue,
                },
                c if c.is_ascii_digit() => {
                    self.word();
                    Token::Literal
                }
                c if is_of_word(c) => self.word_or_string(),
                ':' if self.rest.starts_with("::") => self.marks(2, Token::PathSeparator),
                '-' if self.rest.starts_with("->") => self.marks(2, Token::Arrow),
                mark => self.marks(mark.len_utf8(), Token::Mark(mark)),
            });
        }
    }

    fn skip_to(&mut self, end: Option<usize>) {
        self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
    }

    fn marks(&mut self, bytes: usize, token: Token<'t>) -> Token<'t> {
        self.skip_to(Some(bytes));
        token
    }

    fn word(&mut self) -> &'t str {
        let (word, rest) = self.rest.split_at(self.rest.find(|c| !is_of_word(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    /// Reads a word, or the string of which it is the prefix: `b"a"`, `r#"a"#`.
    fn word_or_string(&mut self) -> Token<'t> {
        let word = self.word();
        let hashes = self.rest.chars().take_while(|c| *c == '#').count();
        match word {
            "b" | "c" if self.rest.starts_with('"') => self.string(),
            "b" if self.rest.starts_with('\'') => self.quote().unwrap_or(Token::Literal),
            "r" | "br" | "cr" if self.rest[hashes..].starts_with('"') => {
                let end = format!("\"{}", "#".repeat(hashes));
                let start = hashes + 1;
                self.skip_to(self.rest[start..].find(&end).map(|at| start + at + end.len()));
                Token::Literal
            }
            word => Token::Word(word),
        }
    }

    fn string(&mut self) -> Token<'t> {
        let mut is_escaped = false;
        let end = self.rest.char_indices().skip(1).find(|(_, c)| {
            let ends = *c == '"' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            ends
        });
        self.skip_to(end.map(|(at, _)| at + 1));
        Token::Literal
    }

    /// Reads a character; `None` for a lifetime, which has no part in the structure.
    fn quote(&mut self) -> Option<Token<'t>> {
        let mut chars = self.rest.char_indices().skip(1);
        let (_, first) = chars.next()?;
        let second = chars.next();
        if first == '\\' {
            self.skip_to(chars.find(|(_, c)| *c == '\'').map(|(at, _)| at + 1));
            return Some(Token::Literal);
        }
        if let Some((at, '\'')) = second {
            self.skip_to(Some(at + 1));
            return Some(Token::Literal);
        }
        self.skip_to(Some(1));
        self.word();
        None
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the position after the bracket that closes the one at `open`.
pub fn after_closing(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Mark('{' | '(' | '[') => depth += 1,
            Token::Mark('}' | ')' | ']') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Returns the position after a list of generic parameters at `at`, if one is there.
pub fn after_generics(tokens: &[Token<'_>], at: usize) -> usize {
    let mut depth = 0;
    let mut next = at;
    loop {
        match tokens.get(next) {
            Some(Token::Mark('<')) => depth += 1,
            Some(Token::Mark('>')) => depth -= 1,
            None => return next,
            Some(_) => {}
        }
        if depth == 0 {
            return if next == at { at } else { next + 1 };
        }
        next += 1;
    }
}
