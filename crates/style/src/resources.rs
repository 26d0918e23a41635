//! Rules about resources: titles, the order of attributes, arrows, file modes.

use pprepl_text::{Fix, Span, StyleCode};
use puppet_syntax::{Token, TokenKind};

use crate::finding::Findings;
use crate::manifest::Manifest;

/// An open brace with what its rules must remember.
struct Brace {
    /// The resource type, if it opens a resource.
    resource: Option<String>,
    /// The bodies: attributes of one title.
    rows: Vec<Row>,
    /// Whether a title was read, so that attributes follow.
    is_body: bool,
    /// For a case statement: whether it has a default.
    case: Option<(Span, bool)>,
    /// Whether its arrows are aligned, as in resources and the hashes inside them.
    is_aligned: bool,
}

/// An attribute or an entry.
struct Row {
    name: Span,
    arrow: Span,
}

pub(crate) fn check(manifest: &Manifest<'_>, findings: &mut Findings) {
    let tokens: Vec<Token> = manifest.tokens().iter().filter(|token| !manifest.in_heredoc(token)).copied().collect();
    let mut walk = Walk { manifest, tokens: &tokens, braces: Vec::new(), case: None, findings };
    (0..tokens.len()).for_each(|at| walk.token(at));
}

struct Walk<'w, 't> {
    manifest: &'w Manifest<'t>,
    tokens: &'w [Token],
    braces: Vec<Brace>,
    /// The last `case` whose brace is still to come.
    case: Option<Span>,
    findings: &'w mut Findings,
}

impl Walk<'_, '_> {
    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| self.manifest.of(token))
    }

    fn token(&mut self, at: usize) {
        let Some(token) = self.tokens.get(at).copied() else { return };
        match token.kind {
            TokenKind::Case => self.case = Some(token.span),
            TokenKind::LBrace | TokenKind::SelBrace => self.open(at),
            TokenKind::RBrace => self.close(),
            TokenKind::Colon => self.colon(at),
            TokenKind::Semicolon => self.end_body(),
            TokenKind::FatArrow | TokenKind::PlusArrow => self.arrow(at),
            TokenKind::Default => {
                if let Some((_, has_default)) = self.braces.last_mut().and_then(|brace| brace.case.as_mut()) {
                    *has_default = true;
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, at: usize) {
        let resource = self.resource_type(at);
        let outer = self.braces.last().is_some_and(|brace| brace.is_aligned && brace.is_body);
        let is_aligned = resource.is_some() || (outer && self.case.is_none());
        let case = self.case.take().map(|span| (span, false));
        // A hash has rows from its start.
        let is_body = resource.is_none() && is_aligned;
        self.braces.push(Brace { resource, rows: Vec::new(), is_body, case, is_aligned });
    }

    /// Returns the type of the resource that a brace opens.
    fn resource_type(&self, at: usize) -> Option<String> {
        let before = at.checked_sub(1)?;
        let is_type = matches!(self.kind(before)?, TokenKind::Name | TokenKind::Class);
        let is_definition = before.checked_sub(1).and_then(|at| self.kind(at)).is_some_and(|kind| {
            matches!(
                kind,
                TokenKind::Class
                    | TokenKind::Define
                    | TokenKind::Node
                    | TokenKind::Inherits
                    | TokenKind::Function
                    | TokenKind::Plan
            )
        });
        (is_type && !is_definition && self.case.is_none()).then(|| self.text(before).to_owned())
    }

    fn close(&mut self) {
        self.end_body();
        let Some(brace) = self.braces.pop() else { return };
        if let Some((span, false)) = brace.case {
            self.findings.add(StyleCode::CaseWithoutDefault, span, "expected a default in the case statement");
        }
    }

    fn colon(&mut self, at: usize) {
        let Some(brace) = self.braces.last_mut() else { return };
        if brace.resource.is_none() || brace.is_body {
            return;
        }
        brace.is_body = true;
        let Some(title) = at.checked_sub(1).and_then(|at| self.tokens.get(at)) else { return };
        if title.kind == TokenKind::Name {
            let name = self.manifest.of(title);
            let fix = Fix::replace(title.span, format!("'{name}'")).titled(format!("write '{name}'"));
            let message = format!("expected a title in quotes, found {name}");
            self.findings.add_fixed(StyleCode::UnquotedResourceTitle, title.span, message, fix);
        }
    }

    fn arrow(&mut self, at: usize) {
        let Some(name) = at.checked_sub(1).and_then(|at| self.tokens.get(at)).copied() else { return };
        let arrow = self.tokens[at].span;
        let Some(brace) = self.braces.last_mut().filter(|brace| brace.is_body) else { return };
        brace.rows.push(Row { name: name.span, arrow });
        let (number, resource) = (brace.rows.len(), brace.resource.clone());
        let Some(resource) = resource else { return };
        match (self.manifest.of(&name), &*resource) {
            // A class may have a parameter of this name like any other.
            ("ensure", "class") => {}
            ("ensure", _) if number > 1 => {
                self.findings.add(StyleCode::EnsureFirstParam, name.span, "expected ensure as the first attribute");
            }
            ("mode", "file" | "concat") => return self.mode(at + 1),
            _ => {}
        }
        if (self.manifest.of(&name), &*resource) == ("ensure", "file") {
            self.target(at + 1);
        }
    }

    fn mode(&mut self, at: usize) {
        let Some(value) = self.tokens.get(at).copied() else { return };
        let text = self.manifest.of(&value);
        let span = value.span;
        if value.kind == TokenKind::Number {
            let fix = Fix::replace(span, format!("'{text}'")).titled(format!("write '{text}'"));
            self.findings.add_fixed(StyleCode::UnquotedFileMode, span, "expected the mode as a string", fix);
        }
        let inner = text.trim_matches(['\'', '"']);
        let is_octal = inner.len() == 4 && inner.bytes().all(|digit| (b'0'..=b'7').contains(&digit));
        let is_symbolic =
            inner.contains(['+', '-', '=']) && inner.bytes().all(|byte| b"ugoarwxXst+-=,0".contains(&byte));
        if !matches!(value.kind, TokenKind::Number | TokenKind::String) || is_octal || is_symbolic {
            return;
        }
        let message = format!("expected a mode of four octal digits or a symbolic one, found {text}");
        let is_short = inner.len() == 3 && inner.bytes().all(|digit| (b'0'..=b'7').contains(&digit));
        if is_short && value.kind == TokenKind::String {
            let fix = Fix::replace(span, format!("'0{inner}'")).titled(format!("write '0{inner}'"));
            self.findings.add_fixed(StyleCode::FileMode, span, message, fix);
        } else {
            self.findings.add(StyleCode::FileMode, span, message);
        }
    }

    fn target(&mut self, at: usize) {
        let Some(value) = self.tokens.get(at).filter(|value| value.kind == TokenKind::String) else { return };
        if self.manifest.of(value).get(1..).is_some_and(|text| text.starts_with('/')) {
            let message = "expected ensure => link with the attribute target, found a path";
            self.findings.add(StyleCode::EnsureNotSymlinkTarget, value.span, message);
        }
    }

    /// Ends the attributes of one title, or the entries of a hash: their arrows should be in one column.
    fn end_body(&mut self) {
        let Some(brace) = self.braces.last_mut() else { return };
        let rows = std::mem::take(&mut brace.rows);
        if brace.resource.is_some() {
            brace.is_body = false;
        }
        if !brace.is_aligned {
            return;
        }
        let width = |span: Span| span.of(self.manifest.text).chars().count();
        let column = |at: u32| {
            let start = self.manifest.line_start(at);
            self.manifest.text.get(start..at as usize).map_or(0, |before| before.chars().count())
        };
        // Rows on one line are not aligned.
        let is_alone = |row: &&Row| {
            let start = self.manifest.line_start(row.name.start) as u32;
            self.manifest.on_one_line(row.name.start, row.arrow.start)
                && Span::new(start, row.name.start).of(self.manifest.text).trim().is_empty()
        };
        let rows: Vec<&Row> = rows.iter().filter(is_alone).collect();
        // One arrow has nothing to be aligned with.
        if rows.len() < 2 {
            return;
        }
        let Some(wanted) = rows.iter().map(|row| column(row.name.start) + width(row.name) + 1).max() else { return };
        for row in rows {
            let found = column(row.arrow.start);
            if found != wanted {
                let gap = Span::new(row.name.end, row.arrow.start);
                let spaces = wanted.saturating_sub(column(row.name.start) + width(row.name));
                let fix = Fix::replace(gap, " ".repeat(spaces)).titled("align the arrow");
                let message = format!("expected the arrow in column {}, found it in column {}", wanted + 1, found + 1);
                self.findings.add_fixed(StyleCode::ArrowAlignment, row.arrow, message, fix);
            }
        }
    }
}
