//! Heredocs: the tag `@(tag:syntax/escapes)`, the lines up to the end line, margin and trimming. The tokens of the body
//! are emitted at the tag; their positions are those of the body.

use super::chars::is_space;
use super::escapes::{EscapeSet, unescape};
use super::interpolation::{Quoting, report};
use super::lexer::Lexer;
use super::open_heredoc::OpenHeredoc;
use super::token::{EndContext, HeredocInfo, Lexed, OpenEnd, Token, TokenKind};
use super::writer::TokenWriter;
use pprepl_text::{Diagnostic, IssueCode, Label, Span};

/// The parsed opening tag.
struct Opener {
    tag: String,
    interpolates: bool,
    syntax: Option<String>,
    /// `None` without a slash.
    escapes: Option<String>,
}

/// The parsed end line.
struct EndLine<'t> {
    leading: &'t str,
    has_margin: bool,
    trims: bool,
    start: usize,
    end: usize,
    /// The start of the end tag itself (margin mark, dash, tag).
    mark: usize,
}

/// The body of a heredoc without its margin, and the positions of its lines in the source.
struct Body {
    text: String,
    /// For each line its offset in `text` and in the source.
    lines: Vec<(u32, u32)>,
    start: u32,
}

impl Lexer<'_> {
    /// Reads a heredoc whose tag is at `pos`.
    pub(super) fn heredoc(&mut self) {
        let start = self.pos;
        let text = self.text;
        let Some(len) = text.get(start..).and_then(|rest| rest.find(')')) else { return self.unclosed_opener() };
        let end = start + len + 1;
        let span = Span::new(start as u32, end as u32);
        let outermost = self.out.begin();
        match parse_opener(text.get(start..end).unwrap_or("")) {
            Some(opener) => self.heredoc_with(opener, span),
            None => self.bad_opener(span),
        }
        self.out.end(outermost);
    }

    fn unclosed_opener(&mut self) {
        let start = self.pos;
        let rest = self.text.get(start..).unwrap_or("");
        let line = rest.lines().next().unwrap_or("").len();
        let span = Span::new(start as u32, (start + line) as u32);
        self.out
            .error(
                IssueCode::HeredocUnclosedParenthesis,
                span,
                start,
                "unclosed heredoc tag: the `)` of `@(` is missing",
            )
            .help = Some("a heredoc is @(END), its text on the next lines, and a line END".to_string());
        self.out.unfinished(OpenEnd::Heredoc, span);
        self.pos = start + line;
        if self.pos == self.bytes.len() {
            self.out.ends_in(EndContext::Other);
        }
        self.out.push(TokenKind::Other, start, self.pos);
    }

    fn bad_opener(&mut self, span: Span) {
        let message = opener_error(span.of(self.text));
        self.out.error(IssueCode::HeredocInvalidSyntax, span, span.end as usize, message).help = Some(
            "write @(END), @(\"END\") to interpolate, @(END:json) to name the syntax, @(END/nt) to enable escapes"
                .to_string(),
        );
        self.pos = span.end as usize;
        let inside = self.text.get(span.start as usize + 2..self.pos - 1).unwrap_or("");
        let tag = inside.split([':', '/']).next().unwrap_or("").trim().trim_matches('"').trim();
        // The parenthesis of another line says nothing of where the text ends, and a tag is not a comment.
        if !inside.contains(['\r', '\n']) && tag.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            self.skip_text_of(tag);
        }
        push_as_string(&mut self.out, span);
    }

    /// Skips the body of a heredoc with an invalid tag, if its end line exists.
    fn skip_text_of(&mut self, tag: &str) {
        if let Some(line) = self.text_start().and_then(|start| end_line(self.text, start, tag)) {
            self.newline_jump = Some(line.end);
        }
    }

    /// Returns the start of the body: the next line, or the end of the earlier heredocs of this line.
    fn text_start(&self) -> Option<usize> {
        if self.newline_jump.is_some() {
            return self.newline_jump;
        }
        let rest = self.text.get(self.pos..)?;
        Some(self.pos + rest.find('\n')? + 1)
    }

    fn heredoc_with(&mut self, mut opener: Opener, span: Span) {
        self.pos = span.end as usize;
        if opener.tag.is_empty() {
            self.out.error(IssueCode::HeredocEmptyEndtag, span, self.pos, "empty end tag in a heredoc").help =
                Some("write a word between the parentheses: @(END)".to_string());
            return push_as_string(&mut self.out, span);
        }
        if let Some(escapes) = opener.escapes.take() {
            opener.escapes = Some(checked_escapes(&mut self.out, &escapes, span));
        }
        if self.out.in_heredoc {
            return nested(&mut self.out, span);
        }
        match self.text_start() {
            Some(_) if self.cut_end(span.start as usize).is_some() => push_as_string(&mut self.out, span),
            Some(start) => match end_line(self.text, start, &opener.tag) {
                Some(line) => self.heredoc_text(&opener, span, start, &line),
                None => self.without_end_line(&opener, span, start),
            },
            None => self.without_text(&opener, span),
        }
    }

    fn without_text(&mut self, opener: &Opener, span: Span) {
        let end = self.bytes.len();
        let message = format!("heredoc without text: no lines up to a line `{}`", opener.tag);
        self.out.error(IssueCode::HeredocWithoutText, span, self.pos, message).help =
            Some(format!("write the text on the next lines, then a line `{}`", opener.tag));
        self.out.unfinished(OpenEnd::Heredoc, span);
        self.broken_text(opener, span, end);
    }

    fn without_end_line(&mut self, opener: &Opener, span: Span, start: usize) {
        if !std::mem::replace(&mut self.ran_off, true) {
            report_missing_end(&mut self.out, self.text, &opener.tag, span, start);
        }
        self.out.unfinished(OpenEnd::Heredoc, span);
        self.broken_text(opener, span, start);
        self.newline_jump = Some(self.bytes.len());
        let escapes = opener.escapes.as_deref().map_or(EscapeSet::NONE, EscapeSet::of_heredoc);
        self.open_heredoc.get_or_insert(OpenHeredoc { start, interpolates: opener.interpolates, escapes });
    }

    /// Records the context of the end of the source, which is in the text of an unclosed heredoc.
    pub(super) fn end_in_heredoc(&mut self, open: OpenHeredoc) {
        if !open.interpolates {
            return self.out.ends_in(EndContext::Other);
        }
        let text = self.text.get(open.start..).unwrap_or("");
        let mut inner = Lexer::new(text, self.options, Lexed::default());
        inner.string(Quoting::Heredoc(open.escapes), 0);
        let end = inner.out.lexed.end.unwrap_or(EndContext::Text(0));
        self.out.ends_in(end.moved(open.start));
    }

    /// Emits the tokens of an unclosed heredoc: its body is the rest of the source.
    fn broken_text(&mut self, opener: &Opener, span: Span, start: usize) {
        let content = self.text.get(start..).unwrap_or("");
        let body = Span::new(start as u32, self.bytes.len() as u32);
        push_opener(&mut self.out, opener, span, start as u32);
        let text = self.out.keep(content);
        self.out.push_silently(TokenKind::String, body, text);
        self.heredoc_is_done();
    }

    /// Records the end of a heredoc: in a string Puppet emits the heredoc's tokens only later.
    fn heredoc_is_done(&mut self) {
        if self.depth == 0 {
            self.out.after = self.out.lexed.tokens.last().map_or(TokenKind::String, |token| token.kind);
        }
    }

    fn heredoc_text(&mut self, opener: &Opener, span: Span, start: usize, line: &EndLine) {
        let body = Body::new(self.text, start, line);
        let escapes = opener.escapes.as_deref().map_or(EscapeSet::NONE, EscapeSet::of_heredoc);
        push_opener(&mut self.out, opener, span, body.start);
        if opener.interpolates || body.text.starts_with('\u{FEFF}') {
            self.lex_nested(&body, opener.interpolates, escapes);
        } else {
            plain_text(&mut self.out, &body, escapes);
        }
        self.heredoc_is_done();
        self.newline_jump = Some(line.end);
        self.out.lexed.heredocs.push(HeredocInfo {
            opener: span,
            tag: opener.tag.clone(),
            interpolates: opener.interpolates,
            syntax: opener.syntax.clone(),
            escapes: opener.escapes.clone().unwrap_or_default(),
            body: Span::new(start as u32, line.start as u32),
            end_line: Span::new(line.mark as u32, line.tag_end(self.text)),
            margin: line.has_margin.then(|| line.leading.to_string()),
            trims: line.trims,
            text: body.text,
        });
    }

    /// Lexes the body with a nested lexer, and maps all positions to the source.
    fn lex_nested(&mut self, body: &Body, interpolates: bool, escapes: EscapeSet) {
        let (tokens, diagnostics) = (self.out.lexed.tokens.len(), self.out.lexed.diagnostics.len());
        let mut inner = Lexer::new(&body.text, self.options, std::mem::take(&mut self.out.lexed));
        inner.out.in_heredoc = true;
        inner.out.pending = self.out.pending;
        inner.depth = self.depth;
        inner.byte_order_mark();
        if interpolates {
            inner.string(Quoting::Heredoc(escapes), inner.pos);
        } else {
            let text = inner.out.keep(inner.text.trim_start_matches('\u{FEFF}'));
            inner.out.push_silently(TokenKind::String, Span::new(0, body.text.len() as u32), text);
        }
        self.out.lexed = inner.out.lexed;
        for token in self.out.lexed.tokens.iter_mut().skip(tokens) {
            if token.kind == TokenKind::Variable && token.span.start == 0 {
                // Its position is that of the line, so its name cannot be read from the source.
                token.text = self.out.lexed.texts.len() as u32;
                self.out.lexed.texts.push(token.span.of(&body.text).trim_start_matches('$').into());
            }
            token.span = body.span(token.span);
        }
        body.move_diagnostics(&mut self.out.lexed, diagnostics);
    }
}

/// Emits an empty string in place of an invalid heredoc.
fn push_as_string(out: &mut TokenWriter, span: Span) {
    let text = out.keep("");
    out.push_silently(TokenKind::String, span, text);
    out.after = TokenKind::String;
}

/// Reports a heredoc in the interpolation of a heredoc, on which Puppet fails.
fn nested(out: &mut TokenWriter, span: Span) {
    out.error(IssueCode::HeredocInHeredoc, span, span.end as usize, "a heredoc inside the text of another heredoc")
        .help = Some("assign the inner heredoc to a variable, and interpolate the variable".to_string());
    push_as_string(out, span);
}

/// Returns the valid escapes of a tag, each once; reports the others.
fn checked_escapes(out: &mut TokenWriter, letters: &str, span: Span) -> String {
    let letters = if letters.is_empty() { "trnsuL$" } else { letters };
    let mut kept = String::new();
    let mut reported = false;
    let twice = letters.char_indices().any(|(index, c)| letters.get(..index).is_some_and(|seen| seen.contains(c)));
    if twice {
        let message = format!("duplicate escape in `/{letters}`");
        out.error(IssueCode::HeredocMultipleAtEscapes, span, span.end as usize, message).help =
            Some("write each of t r n s u L $ at most once".to_string());
        reported = true;
    }
    for c in letters.chars() {
        if !"trnsuL$".contains(c) {
            if !std::mem::replace(&mut reported, true) {
                let message = format!("`{c}` is not an escape of heredocs");
                out.error(IssueCode::HeredocInvalidEscape, span, span.end as usize, message).help =
                    Some("write some of t r n s u L $ after the slash, or none to enable all".to_string());
            }
        } else if !kept.contains(c) {
            kept.push(c);
        }
    }
    kept
}

fn report_missing_end(out: &mut TokenWriter, source: &str, tag: &str, span: Span, start: usize) {
    let near = near_end_line(source, start, tag);
    let message = format!("unclosed heredoc: a line `{tag}` is missing");
    let diagnostic = out.error(IssueCode::HeredocWithoutEndTaggedLine, span, start, message);
    diagnostic.help = Some(format!(
        "end the text with a line `{tag}`, `| {tag}` (removes the margin) or `|- {tag}` (also the last line end)"
    ));
    diagnostic.labels.push(Label { source: None, span, message: "the heredoc starts here".to_owned() });
    if let Some(span) = near {
        let message = format!("`{}` is not the end tag `{tag}`", span.of(source));
        diagnostic.labels.push(Label { source: None, span, message });
    }
}

/// Emits HEREDOC, whose value is the syntax, and the token that marks the start of the body.
fn push_opener(out: &mut TokenWriter, opener: &Opener, span: Span, start: u32) {
    let syntax = out.keep(opener.syntax.as_deref().unwrap_or(""));
    out.push_silently(TokenKind::Heredoc, span, syntax);
    out.push_silently(TokenKind::SubLocate, Span::at(start), Token::PLAIN);
}

fn plain_text(out: &mut TokenWriter, body: &Body, escapes: EscapeSet) {
    let span = Span::new(body.start, body.place(body.text.len() as u32));
    if escapes == EscapeSet::NONE || !body.text.contains('\\') {
        let text = out.keep(&body.text);
        return out.push_silently(TokenKind::String, span, text);
    }
    let mut notices = Vec::new();
    let text = out.keep(&unescape(&body.text, escapes, &mut notices));
    out.push_silently(TokenKind::String, span, text);
    let reported = out.lexed.diagnostics.len();
    for notice in notices {
        report(out, notice, 0, Quoting::Heredoc(escapes));
    }
    body.move_diagnostics(&mut out.lexed, reported);
}

impl Body {
    /// Reads the lines from `start` up to the end line, without margin and (after a dash) without the last line end.
    fn new(source: &str, start: usize, line: &EndLine) -> Body {
        let raw = source.get(start..line.start).unwrap_or("");
        let margin = if line.has_margin { line.leading } else { "" };
        let mut body = Body { text: String::with_capacity(raw.len()), lines: Vec::new(), start: start as u32 };
        let mut at = start;
        if margin.is_empty() {
            body.lines.push((0, start as u32));
            body.text.push_str(raw);
        } else {
            for text in raw.split_inclusive('\n') {
                let kept = text.strip_prefix(margin).unwrap_or(text);
                body.lines.push((body.text.len() as u32, (at + text.len() - kept.len()) as u32));
                body.text.push_str(kept);
                at += text.len();
            }
        }
        if line.trims && body.text.ends_with('\n') {
            body.text.pop();
            body.text.truncate(body.text.strip_suffix('\r').unwrap_or(&body.text).len());
        }
        body
    }

    /// Maps an offset of the body to the source.
    fn place(&self, offset: u32) -> u32 {
        let line = self.lines.partition_point(|&(start, _)| start <= offset);
        match line.checked_sub(1).and_then(|line| self.lines.get(line)) {
            Some(&(start, place)) => place + (offset - start),
            None => self.start + offset,
        }
    }

    /// Maps a range to the source; its end stays on the line of its last character. The start of the body is the start
    /// of its first line, margin included, as in Puppet.
    fn span(&self, span: Span) -> Span {
        let start = if span.start == 0 { self.start } else { self.place(span.start) };
        let end = if span.end > span.start { self.place(span.end - 1) + 1 } else { start };
        Span::new(start, end)
    }

    fn move_diagnostics(&self, out: &mut Lexed, from: usize) {
        for diagnostic in out.diagnostics.iter_mut().skip(from) {
            self.move_diagnostic(diagnostic);
        }
    }

    fn move_diagnostic(&self, diagnostic: &mut Diagnostic) {
        diagnostic.span = diagnostic.span.map(|span| self.span(span));
        diagnostic.at = diagnostic.at.map(|at| self.place(at));
        for label in &mut diagnostic.labels {
            label.span = self.span(label.span);
        }
    }
}

impl EndLine<'_> {
    /// Returns the end of the tag, without whitespace and line end.
    fn tag_end(&self, text: &str) -> u32 {
        let line = text.get(self.mark..self.end).unwrap_or("");
        (self.mark + line.trim_end_matches(|c| matches!(c, '\r' | '\n') || is_space(c)).len()) as u32
    }
}

/// Parses `@(tag:syntax/escapes)`; `None` when it has another form.
fn parse_opener(text: &str) -> Option<Opener> {
    let later = text.match_indices("@(").map(|(index, _)| index);
    later.into_iter().find_map(|index| parse_opener_at(text.get(index + 2..)?.strip_suffix(')')?))
}

fn parse_opener_at(inside: &str) -> Option<Opener> {
    let tag_len = inside.find([':', '/', '\r', '\n', ')']).unwrap_or(inside.len());
    let (tag, rest) = inside.split_at(tag_len);
    if tag.is_empty() {
        return None;
    }
    let (syntax, rest) = parse_syntax(rest)?;
    let escapes = match rest.strip_prefix('/') {
        Some(rest) => Some(rest.trim_end_matches(is_space)),
        None if rest.is_empty() => None,
        None => return None,
    };
    let known = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    if !escapes.is_none_or(|letters| letters.chars().all(known)) {
        return None;
    }
    let tag = strip(tag);
    let quoted = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"'));
    Some(Opener {
        tag: quoted.map_or(tag, strip).to_string(),
        interpolates: quoted.is_some(),
        syntax: syntax.map(str::to_string),
        escapes: escapes.map(str::to_string),
    })
}

/// Returns the error in a tag that does not parse.
fn opener_error(text: &str) -> &'static str {
    let inside = text.strip_prefix("@(").and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let tag = inside.find([':', '/', '\r', '\n']).unwrap_or(inside.len());
    let (tag, rest) = inside.split_at(tag);
    match parse_syntax(rest) {
        _ if tag.is_empty() => "a heredoc without an end tag",
        _ if rest.starts_with(['\r', '\n']) => "unclosed heredoc tag: `)` is missing on this line",
        None => "expected a syntax name after the colon: two letters or more, the first one lower-case",
        Some((_, rest)) if rest.starts_with('/') => {
            "expected only escapes after the slash, without a space before them"
        }
        Some(_) => "unexpected text after the heredoc tag",
    }
}

/// Parses the optional syntax after a colon; returns it and the rest. `None` when it is not well-formed.
fn parse_syntax(text: &str) -> Option<(Option<&str>, &str)> {
    let Some(rest) = text.strip_prefix(':') else { return Some((None, text)) };
    let rest = rest.trim_start_matches(is_space);
    let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '+')).unwrap_or(rest.len());
    let (syntax, rest) = rest.split_at(len);
    let starts_low = syntax.starts_with(|c: char| c.is_ascii_lowercase());
    (starts_low && len >= 2).then(|| (Some(syntax), rest.trim_start_matches(is_space)))
}

/// Trims ASCII whitespace.
fn strip(tag: &str) -> &str {
    tag.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{B}' || c == '\0')
}

/// Returns the first line from `start` on that ends in the tag.
fn end_line<'t>(text: &'t str, start: usize, tag: &str) -> Option<EndLine<'t>> {
    let mut at = start;
    for line in text.get(start..)?.split_inclusive('\n') {
        if let Some(found) = parse_end_line(line, at, tag) {
            return Some(found);
        }
        at += line.len();
    }
    None
}

fn parse_end_line<'t>(line: &'t str, at: usize, tag: &str) -> Option<EndLine<'t>> {
    let content = line.strip_suffix('\n').unwrap_or(line);
    let content = content.strip_suffix('\r').unwrap_or(content).trim_end_matches(is_space);
    let before = content.strip_suffix(tag)?;
    let rest = before.trim_end_matches(is_space);
    let dash = rest.strip_suffix('-');
    let rest = dash.map_or(rest, |rest| rest.trim_end_matches(is_space));
    let bar = rest.strip_suffix('|');
    // Without a margin mark the whitespace counts as leading, so the end line starts with it all the same.
    let prefix =
        bar.unwrap_or(if dash.is_some() { before.trim_end_matches(is_space).strip_suffix('-')? } else { before });
    let leading = &prefix[prefix.trim_end_matches(is_space).len()..];
    let mark = at + prefix.len();
    Some(EndLine { leading, has_margin: bar.is_some(), trims: dash.is_some(), start: at, end: at + line.len(), mark })
}

/// Returns a line that was probably meant to end the heredoc.
fn near_end_line(text: &str, start: usize, tag: &str) -> Option<Span> {
    let mut at = start;
    for line in text.get(start..)?.split_inclusive('\n') {
        let content = line.trim_matches(|c: char| c.is_whitespace() || c == '|' || c == '-');
        let near = content.eq_ignore_ascii_case(tag) || content.starts_with(tag) && content.len() <= tag.len() + 2;
        if near {
            let from = at + line.find(content).unwrap_or(0);
            return Some(Span::new(from as u32, (from + content.len()) as u32));
        }
        at += line.len();
    }
    None
}
