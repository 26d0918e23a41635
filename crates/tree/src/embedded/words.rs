//! Syntax highlighting by words: comments, strings, numbers, variables and keywords.

use super::scan::{highlight, is_number, quoted_end, run_end};
use crate::Highlight;
use pprepl_text::theme::Role;

/// The lexical rules of a language.
pub struct Language {
    names: &'static [&'static str],
    comment: &'static str,
    /// Whether variables start with `$`.
    dollar: bool,
    /// Whether the language has `[section]` and `key = value` lines.
    sections: bool,
    keywords: &'static [&'static str],
}

static LANGUAGES: &[Language] = &[
    Language {
        names: &["sh", "bash", "shell", "zsh"],
        comment: "#",
        dollar: true,
        sections: false,
        keywords: &[
            "if", "then", "else", "elif", "fi", "for", "in", "do", "done", "while", "until", "case", "esac",
            "function", "return", "exit", "local", "export", "set", "echo", "cd", "exec", "trap",
        ],
    },
    Language {
        names: &["ruby", "rb"],
        comment: "#",
        dollar: false,
        sections: false,
        keywords: &[
            "if", "then", "else", "elsif", "end", "unless", "while", "until", "case", "when", "def", "class", "module",
            "return", "do", "yield", "begin", "rescue", "ensure", "raise", "require", "nil", "true", "false", "self",
        ],
    },
    Language {
        names: &["python", "py"],
        comment: "#",
        dollar: false,
        sections: false,
        keywords: &[
            "if", "elif", "else", "for", "in", "while", "def", "class", "return", "import", "from", "as", "with",
            "try", "except", "finally", "raise", "lambda", "not", "and", "or", "None", "True", "False", "pass",
            "yield",
        ],
    },
    Language {
        names: &["sql"],
        comment: "--",
        dollar: false,
        sections: false,
        keywords: &[
            "select", "from", "where", "insert", "into", "values", "update", "set", "delete", "create", "table",
            "drop", "alter", "join", "on", "and", "or", "not", "null", "order", "by", "group", "having", "limit",
            "grant", "to",
        ],
    },
    Language { names: &["ini", "toml", "conf", "cfg"], comment: "#", dollar: false, sections: true, keywords: &[] },
];

impl Language {
    /// Returns the language that a tag names.
    pub fn named(name: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.names.contains(&name))
    }
}

/// Returns the highlights of `text`.
pub fn highlights(text: &str, language: &Language) -> Vec<Highlight> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let mut fresh = true;
    while let Some(&byte) = bytes.get(at) {
        let (end, capture) = piece(text, at, byte, fresh, language);
        if capture != Role::Plain {
            found.push(highlight(at, end, capture));
        }
        fresh = byte == b'\n' || fresh && byte.is_ascii_whitespace();
        at = end.max(at + 1);
    }
    found
}

/// Lexes the token that starts at `at`; `fresh` if only spaces are before it on its line.
fn piece(text: &str, at: usize, byte: u8, fresh: bool, language: &Language) -> (usize, Role) {
    let bytes = text.as_bytes();
    let blank_before = at == 0 || bytes.get(at - 1).is_none_or(u8::is_ascii_whitespace);
    let line_end = || run_end(bytes, at, |byte| byte != b'\n');
    match byte {
        _ if blank_before && text.get(at..).is_some_and(|rest| rest.starts_with(language.comment)) => {
            (line_end(), Role::Comment)
        }
        b'[' if fresh && language.sections => (line_end(), Role::Label),
        b'"' | b'\'' => (quoted_end(bytes, at), Role::String),
        b'$' if language.dollar => {
            let brace = usize::from(bytes.get(at + 1) == Some(&b'{'));
            let end = run_end(bytes, at + 1 + brace, is_word);
            (end + usize::from(brace == 1 && bytes.get(end) == Some(&b'}')), Role::Variable)
        }
        _ if is_word(byte) => {
            let end = run_end(bytes, at, is_word);
            let word = text.get(at..end).unwrap_or("");
            let assigned = run_end(bytes, end, |byte| byte == b' ');
            let capture = match word {
                word if fresh && language.sections && bytes.get(assigned) == Some(&b'=') => {
                    debug_assert!(!word.is_empty());
                    Role::Property
                }
                word if is_number(word) => Role::Number,
                word if is_keyword(word, language) => Role::Keyword,
                _ => Role::Plain,
            };
            (end, capture)
        }
        _ => (at + 1, Role::Plain),
    }
}

fn is_keyword(word: &str, language: &Language) -> bool {
    language.keywords.contains(&word)
        || language.comment == "--" && {
            let lower = word.to_ascii_lowercase();
            language.keywords.contains(&lower.as_str())
        }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}
