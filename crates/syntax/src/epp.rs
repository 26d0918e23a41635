//! Template mode (EPP): text with code in `<% %>`, `<%= %>` and comments in `<%# %>`. It reproduces the quirks of
//! Puppet's text scanner: pprepl drops the same characters.

use super::epp_mode::EppMode;
use super::lexer::Lexer;
use super::token::{OpenEnd, Token, TokenKind};
use pprepl_text::{IssueCode, Span};

/// The reason why a run of text ended.
enum TextEnd {
    /// The end of the template; the text is `None` where Puppet loses it.
    Input(Option<String>),
    /// The start of a tag.
    Tag { text: String, mode: EppMode, tag: usize },
    /// The start of an unclosed tag or comment.
    Broken { code: IssueCode, text: String, tag: usize },
}

impl Lexer<'_> {
    pub(super) fn start_template(&mut self) {
        self.epp = EppMode::Code;
        self.out.pending = Some(0);
        self.out.push(TokenKind::EppStart, 0, 0);
        self.template_text(false);
        self.out.pending = None;
    }

    /// Reports a tag that is open at the end of the template.
    pub(super) fn end_template(&mut self) {
        let Some(tag) = self.epp_open.take() else { return };
        if self.out.lexed.unfinished.is_some() {
            return;
        }
        self.out
            .error(IssueCode::EppUnbalancedTag, tag, self.bytes.len(), "unclosed template tag: `%>` is missing")
            .help = Some("close the tag with %> or -%>".to_string());
        self.out.unfinished(OpenEnd::TemplateTag, tag);
    }

    /// Leaves the code at `%>` or `-%>` and continues with text.
    pub(super) fn leave_code(&mut self, end: TokenKind, len: usize) {
        let start = self.pos;
        if let Some(open) = self.epp_open {
            self.out.lexed.tags.push(Span::new(open.end, start as u32));
        }
        let outermost = self.out.begin();
        self.pos += len;
        if self.epp == EppMode::Expression {
            self.out.push(end, start, self.pos);
        }
        self.epp = EppMode::Code;
        self.template_text(end == TokenKind::EppEndTrim);
        self.out.end(outermost);
    }

    fn template_text(&mut self, trim: bool) {
        let start = self.pos;
        match self.scan_text(trim) {
            TextEnd::Input(text) => {
                self.epp_open = None;
                if let Some(text) = text {
                    self.render_string(start, self.pos, &text);
                }
            }
            TextEnd::Tag { text, mode, tag } => {
                if !text.is_empty() {
                    self.render_string(start, tag, &text);
                }
                if mode == EppMode::Expression {
                    self.out.push(TokenKind::RenderExpr, start, start);
                }
                self.epp = mode;
                self.epp_open = Some(Span::new(tag as u32, self.pos as u32));
            }
            TextEnd::Broken { code, text, tag } => self.broken_tag(code, start, tag, &text),
        }
    }

    fn broken_tag(&mut self, code: IssueCode, start: usize, tag: usize, text: &str) {
        let span = Span::new(tag as u32, tag as u32 + 2);
        let (message, at) = if code == IssueCode::EppUnbalancedComment {
            ("unclosed template comment: `%>` is missing", tag + 2)
        } else {
            ("unclosed template tag at the end of the template", self.bytes.len())
        };
        self.out.error(code, span, at, message).help =
            Some("close the tag with %>, or write <%% for a plain <%".to_string());
        self.out.unfinished(OpenEnd::TemplateTag, span);
        self.epp_open = None;
        self.pos = self.bytes.len();
        self.render_string(start, tag, text);
    }

    fn render_string(&mut self, start: usize, end: usize, text: &str) {
        let plain = self.text.get(start..end) == Some(text);
        let index = if plain { Token::PLAIN } else { self.out.keep(text) };
        self.out.after = TokenKind::RenderString;
        self.out.push_silently(TokenKind::RenderString, Span::new(start as u32, end as u32), index);
    }

    /// Scans text up to the next tag that contains code.
    fn scan_text(&mut self, mut trim: bool) -> TextEnd {
        let mut text = String::new();
        while self.pos < self.bytes.len() {
            let from = self.pos;
            let source = self.text;
            let rest = source.get(from..).unwrap_or("");
            let found = rest.find("<%");
            let mut part = rest.get(..found.unwrap_or(rest.len())).unwrap_or("");
            if std::mem::take(&mut trim) {
                part = trim_line_rest(part);
            }
            text.push_str(&part.replace("%%>", "%>"));
            let Some(found) = found else {
                self.pos = self.bytes.len();
                return TextEnd::Input(Some(text));
            };
            let tag = from + found;
            self.pos = tag + 2;
            match self.bytes.get(self.pos) {
                None => return TextEnd::Broken { code: IssueCode::EppUnbalancedExpression, text, tag },
                Some(b'%') => {
                    self.pos += 1;
                    text.push_str("<%");
                }
                Some(b'#') => {
                    let Some(comment) = self.template_comment() else {
                        return TextEnd::Broken { code: IssueCode::EppUnbalancedComment, text, tag };
                    };
                    if comment.as_bytes().get(1) == Some(&b'-') {
                        trim_trailing_spaces(&mut text);
                    }
                    trim = comment.ends_with("-%>");
                }
                Some(b'-') => {
                    self.pos += 1;
                    trim_trailing_spaces(&mut text);
                    return TextEnd::Tag { text, mode: EppMode::Code, tag };
                }
                Some(b'=') => {
                    self.pos += 1;
                    return TextEnd::Tag { text, mode: EppMode::Expression, tag };
                }
                Some(_) => return TextEnd::Tag { text, mode: EppMode::Code, tag },
            }
        }
        TextEnd::Input(None)
    }

    /// Returns the comment at `pos` from its `#` to its `%>` (`%%>` does not end it), and moves after it.
    fn template_comment(&mut self) -> Option<String> {
        let rest = self.text.get(self.pos..)?;
        let mut from = 1;
        loop {
            let found = from + rest.get(from..)?.find("%>")?;
            if rest.as_bytes().get(found - 1) != Some(&b'%') {
                let comment = rest.get(..found + 2)?;
                self.pos += comment.len();
                return Some(comment.to_string());
            }
            from = found + 1;
        }
    }
}

/// Removes the spaces at the start and the line end after them.
fn trim_line_rest(part: &str) -> &str {
    let rest = part.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    rest.strip_prefix('\n').unwrap_or(rest)
}

fn trim_trailing_spaces(text: &mut String) {
    text.truncate(text.trim_end_matches([' ', '\t']).len());
}
