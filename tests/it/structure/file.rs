//! A file of a crate: the items that it defines, what it imports, and the names that its code uses.

use std::collections::BTreeSet;

use super::tokens::{Token, tokens};

/// The path of a module or of an item: its names from the crate's root, or as written.
pub type Path<'t> = Vec<&'t str>;

/// The keywords before the name of an item.
const ITEMS: &[&str] = &["fn", "struct", "enum", "trait", "type", "const", "static", "union", "mod"];

/// A part of a `use` declaration.
pub struct Import<'t> {
    /// True for `pub use`.
    pub is_public: bool,
    pub path: Path<'t>,
    /// The name in this file; `*` for all names of the path before it.
    pub name: &'t str,
}

/// A file as a module.
pub struct File<'t> {
    /// The path in the crate's `src`.
    pub name: &'t str,
    pub tokens: Vec<Token<'t>>,
    /// The names of the items outside of any body.
    pub items: BTreeSet<&'t str>,
    pub imports: Vec<Import<'t>>,
    /// The words of the code, without those of imports.
    pub words: BTreeSet<&'t str>,
    /// The paths in the code, as in `super::page(x)`.
    pub paths: BTreeSet<Path<'t>>,
}

impl<'t> File<'t> {
    pub fn new(name: &'t str, text: &'t str) -> File<'t> {
        let tokens = tokens(text);
        let mut file = File {
            name,
            items: BTreeSet::new(),
            imports: Vec::new(),
            words: BTreeSet::new(),
            paths: BTreeSet::new(),
            tokens: Vec::new(),
        };
        file.read(&tokens);
        file.tokens = tokens;
        file
    }

    /// Returns the path of its module: `a/b.rs` and `a/b/mod.rs` are `a::b`.
    pub fn module(&self) -> Path<'t> {
        let mut path: Path<'t> = self.name.trim_end_matches(".rs").split('/').collect();
        if let Some(&("mod" | "lib" | "main")) = path.last() {
            path.pop();
        }
        path
    }

    fn read(&mut self, tokens: &[Token<'t>]) {
        let (mut at, mut depth) = (0, 0);
        while at < tokens.len() {
            match tokens[at..] {
                [Token::Word("use"), Token::Word(_) | Token::PathSeparator | Token::Mark('{'), ..] => {
                    at = self.read_use(tokens, at);
                    continue;
                }
                [Token::Word("mod"), Token::Word(_), Token::Mark(';'), ..] => {
                    at += 3;
                    continue;
                }
                [Token::Mark('{'), ..] => depth += 1,
                [Token::Mark('}'), ..] => depth -= 1,
                [Token::Word(word), ..] => self.read_word(tokens, at, word, depth == 0),
                _ => {}
            }
            at += 1;
        }
    }

    fn read_word(&mut self, tokens: &[Token<'t>], at: usize, word: &'t str, is_outside: bool) {
        self.words.insert(word);
        let name = match tokens[at + 1..] {
            [Token::Word("mut"), Token::Word(name), ..] => Some(name),
            [Token::Word(name), ..] if ITEMS.contains(&word) => Some(name),
            [Token::Mark('!'), Token::Word(name), ..] if word == "macro_rules" => Some(name),
            _ => None,
        };
        self.items.extend(name.filter(|name| is_outside && !ITEMS.contains(name)));
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        if !matches!(before, Some(Token::PathSeparator | Token::Mark('.'))) {
            let path = path_at(&tokens[at..]);
            if path.len() > 1 {
                self.paths.insert(path);
            }
        }
    }

    /// Reads a `use` declaration; returns the position after it.
    fn read_use(&mut self, tokens: &[Token<'t>], at: usize) -> usize {
        let before = tokens[..at].iter().rev().take_while(|token| !matches!(token, Token::Mark(';' | '}' | ']')));
        let is_public = before.take(4).any(|token| *token == Token::Word("pub"));
        let length = tokens[at..].iter().take_while(|token| **token != Token::Mark(';')).count();
        self.read_tree(&tokens[at + 1..at + length], &[], is_public);
        at + length + 1
    }

    /// Reads a part of a `use` declaration: `a::{b, c::d as e}`.
    fn read_tree(&mut self, tree: &[Token<'t>], prefix: &[&'t str], is_public: bool) {
        let mut path = prefix.to_vec();
        for (at, token) in tree.iter().enumerate() {
            match token {
                Token::Word("as") => {
                    let name = tree.get(at + 1);
                    if let Some(Token::Word(name)) = name {
                        self.imports.push(Import { is_public, path, name });
                    }
                    return;
                }
                Token::Word("self")
                    if !path.is_empty() && at > 0 || *token == Token::Word("self") && tree.len() == 1 => {}
                Token::Word(word) => path.push(word),
                Token::Mark('*') => path.push("*"),
                Token::Mark('{') => {
                    let inside = &tree[at + 1..tree.len() - 1];
                    parts(inside).into_iter().for_each(|part| self.read_tree(part, &path, is_public));
                    return;
                }
                Token::PathSeparator | Token::Arrow | Token::Mark(_) | Token::Literal => {}
            }
        }
        if let Some(name) = path.last().copied() {
            self.imports.push(Import { is_public, path, name });
        }
    }
}

/// Returns the path at the start of some tokens: `a::b::c`.
fn path_at<'t>(tokens: &[Token<'t>]) -> Path<'t> {
    let mut path = Vec::new();
    let mut rest = tokens;
    while let [Token::Word(word), after @ ..] = rest {
        path.push(*word);
        match after {
            [Token::PathSeparator, after @ ..] => rest = after,
            _ => break,
        }
    }
    path
}

/// Splits the inside of braces at its own commas.
fn parts<'p, 't>(inside: &'p [Token<'t>]) -> Vec<&'p [Token<'t>]> {
    let mut depth = 0;
    let parts = inside.split(|token| {
        match token {
            Token::Mark('{') => depth += 1,
            Token::Mark('}') => depth -= 1,
            _ => {}
        }
        depth == 0 && *token == Token::Mark(',')
    });
    parts.filter(|part| !part.is_empty()).collect()
}
