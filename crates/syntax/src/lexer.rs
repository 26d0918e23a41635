//! The lexer: splits a source into tokens in one pass over the bytes. It implements Puppet's context rules (the token
//! before `[`, `(`, `{` and `/`). It continues after an error, so that one pass finds all errors of a source.
//!
//! Strings are in `interpolation`, heredocs in `heredoc`, templates in `epp`, numbers in `numbers`.

use super::chars::{is_space, is_word, variable_end, word_end};
use super::epp_mode::EppMode;
use super::escapes::unescape_single;
use super::open_heredoc::OpenHeredoc;
use super::token::{EndContext, LexOptions, Lexed, OpenEnd, TokenKind};
use super::writer::TokenWriter;
use pprepl_budget as budget;
use pprepl_text::{IssueCode, Span};

/// Splits a source into tokens, without a second pass for an unclosed construct.
pub fn lex_without_repair(source: &str, options: LexOptions) -> Lexed {
    lex_with_cuts(source, options, &[])
}

/// Lexes a source whose strings, comments and heredocs that open at `cuts` end on their lines.
pub(super) fn lex_with_cuts(source: &str, options: LexOptions, cuts: &[usize]) -> Lexed {
    let mut lexer = Lexer::new(source, options, Lexed::default());
    lexer.cuts = cuts;
    lexer.out.lexed.tokens.reserve(source.len() / 4 + 8);
    lexer.byte_order_mark();
    if options.template {
        lexer.start_template();
    }
    lexer.run();
    lexer.end_template();
    lexer.out.push(TokenKind::End, source.len(), source.len());
    lexer.out.lexed
}

/// The state of one pass; a nested lexer reads a heredoc's body with interpolation.
pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) pos: usize,
    pub(super) options: LexOptions,
    pub(super) out: TokenWriter,
    /// The number of open braces, as Puppet counts them.
    pub(super) braces: i32,
    /// The number of open interpolated strings.
    pub(super) depth: u32,
    /// The start of the line, for the rule about `(` at the start of a line.
    line_start: usize,
    /// The offset after the heredoc bodies that start on the next line.
    pub(super) newline_jump: Option<usize>,
    /// The first unclosed heredoc of the line, whose text starts on the next line.
    pub(super) open_heredoc: Option<OpenHeredoc>,
    pub(super) epp: EppMode,
    /// The open template tag.
    pub(super) epp_open: Option<Span>,
    /// True if an unclosed string or heredoc took the rest of the source; then the enclosing constructs are not
    /// reported.
    pub(super) ran_off: bool,
    /// The offsets of constructs that end on their line (see `repair`).
    cuts: &'t [usize],
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, options: LexOptions, out: Lexed) -> Self {
        Lexer {
            text,
            bytes: text.as_bytes(),
            pos: 0,
            options,
            out: TokenWriter::new(out),
            braces: 0,
            depth: 0,
            line_start: 0,
            newline_jump: None,
            open_heredoc: None,
            epp: EppMode::Off,
            epp_open: None,
            ran_off: false,
            cuts: &[],
        }
    }

    fn run(&mut self) {
        // The tokens omitted when the budget is exhausted make no difference: the parser reports only the exhaustion.
        while self.pos < self.bytes.len() && !budget::is_exhausted() {
            self.step();
        }
    }

    pub(super) fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn emit(&mut self, kind: TokenKind, len: usize) {
        let start = self.pos;
        self.pos += len;
        self.out.push(kind, start, self.pos);
    }

    /// Reports `/re/i`: the language has no modifiers; Puppet reads a bareword after the regular expression.
    fn reject_modifier(&mut self, end: usize) {
        let rest = self.text.get(end..).unwrap_or("");
        let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
        let word = rest.get(..letters).unwrap_or("");
        // Other letters are the rest of an unquoted path, which the parser explains.
        let modifies = !word.is_empty() && word.chars().all(|c| "imxo".contains(c));
        if !modifies || !self.options.additions {
            return;
        }
        let span = Span::new(end as u32, (end + letters) as u32);
        let help = format!("write it inside the expression: /(?{word}:..)/");
        self.out
            .error(IssueCode::RegexpModifier, span, end, "a regular expression has no options after its end")
            .help = Some(help);
    }

    pub(super) fn byte_order_mark(&mut self) {
        if self.text.starts_with('\u{FEFF}') {
            let message = "the source starts with a UTF-8 byte order mark [EF BB BF]";
            let help = "save the file as UTF-8 without a byte order mark";
            self.out.error(IssueCode::IllegalBom, Span::new(0, 3), 0, message).help = Some(help.to_string());
            self.pos = 3;
        }
    }

    /// Reads one token, string or heredoc, spaces or a comment at `pos`, which is before the end.
    pub(super) fn step(&mut self) {
        use TokenKind::*;
        match self.peek(0) {
            b' ' | b'\t' | b'\r' => self.pos += 1,
            b'\n' => self.newline(),
            b'a'..=b'z' | b'_' => self.bareword(self.pos),
            b'$' => self.variable(),
            b'A'..=b'Z' => self.reference(),
            b'0'..=b'9' => self.number(),
            b'\'' => self.single_quoted(),
            b'"' => self.double_quoted(),
            b'#' => self.comment(),
            b',' => self.emit(Comma, 1),
            b'.' => self.emit(Dot, 1),
            b';' => self.emit(Semicolon, 1),
            b'?' => self.emit(QMark, 1),
            b'*' => self.emit(Times, 1),
            b'[' => self.bracket(),
            b']' => self.emit(RBrack, 1),
            b'(' => self.paren(),
            b')' => self.emit(RParen, 1),
            b'{' => self.brace(),
            b'}' => {
                self.braces -= 1;
                self.emit(RBrace, 1);
            }
            b':' => self.colon(),
            b'/' => self.slash(),
            b'@' if self.peek(1) == b'(' => self.heredoc(),
            b'%' if self.peek(1) == b'>' && self.epp != EppMode::Off => self.leave_code(EppEnd, 2),
            b'-' if self.peek(1) == b'%' && self.peek(2) == b'>' && self.epp != EppMode::Off => {
                self.leave_code(EppEndTrim, 3);
            }
            byte => self.operator(byte),
        }
    }

    fn operator(&mut self, byte: u8) {
        use TokenKind::*;
        let (kind, len) = match (byte, self.peek(1), self.peek(2)) {
            (b'=', b'=', _) => (IsEqual, 2),
            (b'=', b'>', _) => (FatArrow, 2),
            (b'=', b'~', _) => (Match, 2),
            (b'=', ..) => (Equals, 1),
            (b'|', b'>', b'>') => (RRCollect, 3),
            (b'|', b'>', _) => (RCollect, 2),
            (b'|', ..) => (Pipe, 1),
            (b'+', b'=', _) => (PlusEquals, 2),
            (b'+', b'>', _) => (PlusArrow, 2),
            (b'+', ..) => (Plus, 1),
            (b'-', b'>', _) => (InEdge, 2),
            (b'-', b'=', _) => (MinusEquals, 2),
            (b'-', ..) => (Minus, 1),
            (b'!', b'=', _) => (NotEqual, 2),
            (b'!', b'~', _) => (NoMatch, 2),
            (b'!', ..) => (Not, 1),
            (b'~', b'>', _) => (InEdgeSub, 2),
            (b'~', ..) => (Tilde, 1),
            (b'<', b'<', b'|') => (LLCollect, 3),
            (b'<', b'<', _) => (LShift, 2),
            (b'<', b'=', _) => (LessEqual, 2),
            (b'<', b'|', _) => (LCollect, 2),
            (b'<', b'-', _) => (OutEdge, 2),
            (b'<', b'~', _) => (OutEdgeSub, 2),
            (b'<', ..) => (LessThan, 1),
            (b'>', b'>', _) => (RShift, 2),
            (b'>', b'=', _) => (GreaterEqual, 2),
            (b'>', ..) => (GreaterThan, 1),
            (b'%', ..) => (Modulo, 1),
            (b'@', b'@', _) => (AtAt, 2),
            (b'@', ..) => (At, 1),
            (b'&', ..) if self.options.additions => (Amp, 1),
            _ => return self.other(),
        };
        self.emit(kind, len);
    }

    /// Reads a space outside ASCII, or a character that is not valid in the language.
    fn other(&mut self) {
        let next = self.text.get(self.pos..).and_then(|rest| rest.chars().next());
        let len = next.map_or(1, char::len_utf8);
        if next.is_some_and(is_space) {
            self.pos += len;
        } else {
            self.emit(TokenKind::Other, len);
        }
    }

    /// Reads a line end; heredoc bodies that start on the next line were read already.
    fn newline(&mut self) {
        let next = self.pos + 1;
        let jump = self.newline_jump.take();
        self.pos = jump.map_or(next, |jump| jump.max(next));
        self.line_start = self.pos;
        if let Some(open) = self.open_heredoc.take() {
            self.end_in_heredoc(open);
        } else if jump.is_some() && self.pos == self.bytes.len() && !self.text.ends_with('\n') {
            self.out.ends_in(EndContext::Other);
        }
    }

    /// Reads up to the line end, which `newline` must read.
    fn comment(&mut self) {
        let rest = self.bytes.get(self.pos..).unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == b'\n');
        if end.is_none() {
            self.out.ends_in(EndContext::Other);
        }
        self.pos += end.unwrap_or(rest.len());
    }

    fn block_comment(&mut self) {
        let start = self.pos;
        if let Some(end) = self.cut_end(start) {
            self.pos = end;
            return;
        }
        if let Some(len) = self.text.get(start + 2..).and_then(|rest| rest.find("*/")) {
            self.pos = start + len + 4;
            return;
        }
        let opener = Span::new(start as u32, start as u32 + 2);
        self.out.error(IssueCode::UnclosedMlcomment, opener, start, "unclosed comment: `*/` is missing").help =
            Some("close the comment with */, or write # for a comment of one line".to_string());
        self.out.unfinished(OpenEnd::Comment, opener);
        self.out.ends_in(EndContext::Other);
        self.pos = self.bytes.len();
    }

    fn bracket(&mut self) {
        let starts_list = match self.text.get(..self.pos).and_then(|before| before.chars().next_back()) {
            None => true,
            Some(c) => matches!(c, '\r' | '\n') || is_space(c),
        };
        self.emit(if starts_list { TokenKind::ListStart } else { TokenKind::LBrack }, 1);
    }

    /// Reads a parenthesis. As the first token of its line (after spaces) it does not start an argument list.
    fn paren(&mut self) {
        let before = self.text.get(self.line_start..self.pos).unwrap_or("x");
        let first = before.chars().rev().all(|c| c == '\r' || is_space(c));
        self.emit(if first { TokenKind::WsLParen } else { TokenKind::LParen }, 1);
    }

    fn brace(&mut self) {
        self.braces += 1;
        self.emit(if self.out.after == TokenKind::QMark { TokenKind::SelBrace } else { TokenKind::LBrace }, 1);
    }

    fn variable(&mut self) {
        let start = self.pos;
        if let Some(end) = variable_end(self.bytes, start + 1) {
            self.pos = end;
            self.out.push(TokenKind::Variable, start, end);
        } else {
            // Puppet has a variable without a name here, the extended language a character that is not a token.
            self.emit(if self.options.additions { TokenKind::Other } else { TokenKind::Variable }, 1);
        }
    }

    /// Returns the end of the construct that opens at `start`, if it must end on its line.
    pub(super) fn cut_end(&self, start: usize) -> Option<usize> {
        if !self.cuts.contains(&start) {
            return None;
        }
        let rest = self.text.get(start..)?;
        let line = rest.find('\n').map_or(rest, |end| rest.get(..end).unwrap_or(rest));
        let tag = if self.epp == EppMode::Off { None } else { line.find("-%>").or_else(|| line.find("%>")) };
        Some(start + tag.unwrap_or(line.len()))
    }

    /// Reads the rest of the line as the string that opens at `start`.
    pub(super) fn cut_string(&mut self, start: usize, end: usize) {
        self.pos = end;
        self.out.after = TokenKind::String;
        let text = self.out.keep(self.text.get(start + 1..end).unwrap_or(""));
        self.out.push_silently(TokenKind::String, Span::new(start as u32, end as u32), text);
    }

    fn single_quoted(&mut self) {
        let start = self.pos;
        if let Some(end) = self.cut_end(start) {
            return self.cut_string(start, end);
        }
        let mut pos = start + 1;
        let mut escaped = false;
        if self.bytes.get(pos) == Some(&b'\'') {
            pos += usize::from(swallows_quote(self.bytes, pos));
        }
        loop {
            match self.bytes.get(pos) {
                Some(b'\'') => break,
                Some(b'\\') => {
                    escaped = true;
                    pos += 2;
                }
                Some(_) => pos += 1,
                None => return self.unclosed_quote(start, start + 1, OpenEnd::SingleQuote),
            }
        }
        self.pos = pos + 1;
        self.out.after = TokenKind::String;
        let content = self.text.get(start + 1..pos).unwrap_or("");
        let text = if escaped { self.out.keep(&unescape_single(content)) } else { self.out.plain_or_saved(content) };
        self.out.push_silently(TokenKind::String, Span::new(start as u32, self.pos as u32), text);
    }

    /// Reports an unclosed string, which takes the rest of the source.
    pub(super) fn unclosed_quote(&mut self, opener: usize, at: usize, what: OpenEnd) {
        self.pos = self.bytes.len();
        self.out.ends_in(match what {
            OpenEnd::SingleQuote => EndContext::Plain(opener),
            _ => EndContext::Text(opener),
        });
        if std::mem::replace(&mut self.ran_off, true) {
            return;
        }
        let quote = if what == OpenEnd::SingleQuote { '\'' } else { '"' };
        let span = Span::new(opener as u32, opener as u32 + 1);
        self.out
            .error(IssueCode::UnclosedQuote, span, at, format!("unclosed string: the closing {quote} is missing"))
            .help = Some(format!("add {quote} at the end of the string"));
        self.out.unfinished(what, span);
    }

    fn slash(&mut self) {
        if self.peek(1) == b'*' {
            return self.block_comment();
        }
        if !takes_regexp(self.out.after) {
            return self.emit(TokenKind::Div, 1);
        }
        let start = self.pos;
        let end = regexp_end(self.bytes, start, self.options.multiline_regexp);
        if end.is_none() && !self.bytes.get(start..).unwrap_or_default().contains(&b'\n') {
            self.out.ends_in(EndContext::Other);
        }
        match end {
            Some(end) => {
                self.pos = end;
                self.out.after = TokenKind::Regexp;
                let content = self.text.get(start + 1..end - 1).unwrap_or("");
                let text = if content.contains("\\/") {
                    self.out.keep(&content.replace("\\/", "/"))
                } else {
                    self.out.plain_or_saved(content)
                };
                self.out.push_silently(TokenKind::Regexp, Span::new(start as u32, end as u32), text);
                self.reject_modifier(end);
            }
            None if self.options.multiline_regexp
                && matches!(self.out.after, TokenKind::Match | TokenKind::NoMatch) =>
            {
                // After a match operator only a regular expression is possible: it may continue on the next line.
                self.out.unfinished(OpenEnd::Regexp, Span::new(start as u32, start as u32 + 1));
                self.emit(TokenKind::Div, 1);
            }
            _ => self.emit(TokenKind::Div, 1),
        }
    }

    fn colon(&mut self) {
        if self.peek(1) != b':' {
            return self.emit(TokenKind::Colon, 1);
        }
        match self.peek(2) {
            b'A'..=b'Z' => self.reference(),
            b'a'..=b'z' | b'_' => self.bareword(self.pos + 2),
            _ => {
                let span = Span::new(self.pos as u32, self.pos as u32 + 2);
                self.out
                    .error(IssueCode::IllegalFullyQualifiedName, span, self.pos + 2, "expected a name after `::`")
                    .help = Some("start each part of a qualified name with a letter: `::apache::port`".to_string());
                self.emit(TokenKind::Other, 2);
            }
        }
    }

    /// Reads a name, a keyword, or a word (which a hyphen or a leading underscore makes it); `first` is its first
    /// letter.
    fn bareword(&mut self, first: usize) {
        let start = self.pos;
        let mut word = self.bytes.get(first) == Some(&b'_');
        let mut end = word_end(self.bytes, first);
        if !matches!(self.bytes.get(end), Some(b'-' | b':')) {
            self.pos = end;
            let kind = if word {
                TokenKind::Word
            } else if first == start {
                keyword(self.bytes.get(start..end).unwrap_or_default(), self.options.tasks)
            } else {
                TokenKind::Name
            };
            return self.out.push(kind, start, end);
        }
        end = hyphens(self.bytes, first, &mut word);
        while self.bytes.get(end..end + 2) == Some(b"::") && matches!(self.bytes.get(end + 2), Some(b'a'..=b'z' | b'_'))
        {
            word |= self.bytes.get(end + 2) == Some(&b'_');
            end = hyphens(self.bytes, end + 2, &mut word);
        }
        self.pos = end;
        let kind = match word {
            true => TokenKind::Word,
            false => keyword(self.bytes.get(start..end).unwrap_or_default(), self.options.tasks),
        };
        self.out.push(kind, start, end);
    }

    /// Reads an uppercase name; all its segments start with an uppercase letter.
    fn reference(&mut self) {
        let start = self.pos;
        let first = if self.peek(0) == b':' { start + 2 } else { start };
        let mut end = word_end(self.bytes, first);
        while self.bytes.get(end..end + 2) == Some(b"::") && self.bytes.get(end + 2).is_some_and(u8::is_ascii_uppercase)
        {
            end = word_end(self.bytes, end + 2);
        }
        self.pos = end;
        if self.bytes.get(end..end + 2) == Some(b"::") {
            self.bad_reference(start, end);
        }
        self.out.push(TokenKind::Ref, start, self.pos);
    }

    /// Reports a reference that continues with `::` and no uppercase letter, and skips the rest of the name.
    fn bad_reference(&mut self, start: usize, end: usize) {
        let (code, ahead) = if self.bytes.get(start) == Some(&b':') {
            (IssueCode::IllegalFullyQualifiedClassReference, 3)
        } else {
            (IssueCode::IllegalClassReference, 1)
        };
        self.pos = variable_end(self.bytes, end + 2).unwrap_or(end + 2);
        let name = self.text.get(start..self.pos).unwrap_or("");
        let message = format!("`{name}` is not a valid type name");
        let at = (end + ahead).min(self.bytes.len());
        self.out.error(code, Span::new(start as u32, self.pos as u32), at, message).help =
            Some("start each part of a type name with an upper-case letter: `Apache::Vhost`".to_string());
    }
}

/// Returns whether Puppet reads the second quote of `'''` as a literal character.
fn swallows_quote(bytes: &[u8], second: usize) -> bool {
    let rest = bytes.get(second + 1..).unwrap_or_default();
    let backslashes = rest.iter().take_while(|&&byte| byte == b'\\').count();
    backslashes.is_multiple_of(2) && rest.get(backslashes) == Some(&b'\'')
}

/// Returns whether a regular expression may follow this token; otherwise `/` divides.
fn takes_regexp(after: TokenKind) -> bool {
    use TokenKind::*;
    !matches!(
        after,
        RParen
            | RBrack
            | RRCollect
            | RCollect
            | Name
            | Ref
            | Number
            | String
            | Boolean
            | DqPre
            | DqMid
            | DqPost
            | Heredoc
            | Regexp
            | Variable
            | Word
    )
}

/// Returns the offset after the closing slash of the regular expression that opens at `start`.
fn regexp_end(bytes: &[u8], start: usize, multiline: bool) -> Option<usize> {
    let mut escaped = false;
    for (index, &byte) in bytes.iter().enumerate().skip(start + 1) {
        match byte {
            b'/' if !escaped => return Some(index + 1),
            b'\n' if !multiline => return None,
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    None
}

/// Returns the end of the segment at `from` with hyphens in it (none at its end).
fn hyphens(bytes: &[u8], from: usize, word: &mut bool) -> usize {
    let mut end = word_end(bytes, from);
    loop {
        let rest = bytes.get(end..).unwrap_or_default();
        let hyphens = rest.iter().take_while(|&&byte| byte == b'-').count();
        if hyphens == 0 || !rest.get(hyphens).copied().is_some_and(is_word) {
            return end;
        }
        *word = true;
        end = word_end(bytes, end + hyphens);
    }
}

fn keyword(name: &[u8], tasks: bool) -> TokenKind {
    use TokenKind::*;
    match name.len() {
        2 => match name {
            b"if" => If,
            b"in" => In,
            b"or" => Or,
            _ => Name,
        },
        3 if name == b"and" => And,
        4 => match name {
            b"case" => Case,
            b"else" => Else,
            b"node" => Node,
            b"true" => Boolean,
            b"type" => Type,
            b"attr" => Attr,
            b"plan" if tasks => Plan,
            _ => Name,
        },
        5 => match name {
            b"class" => Class,
            b"elsif" => Elsif,
            b"false" => Boolean,
            b"undef" => Undef,
            b"apply" if tasks => Apply,
            _ => Name,
        },
        6 => match name {
            b"define" => Define,
            b"unless" => Unless,
            _ => Name,
        },
        7 => match name {
            b"default" => Default,
            b"private" => Private,
            _ => Name,
        },
        8 => match name {
            b"function" => Function,
            b"inherits" => Inherits,
            _ => Name,
        },
        _ => Name,
    }
}
