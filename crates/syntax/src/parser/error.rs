//! Syntax errors and their messages. The suggestions are in `help`.

use super::cursor::{MAX_FINDINGS, Parse, Parser, PendingDiagnostic};
use super::expected::{Expected, Reason, SyntaxError, block_elsewhere};
use super::help;
use super::pattern::PatternMistake;
use crate::ast::{Expr, ExprKind, ResourceForm};
use crate::{Token, TokenKind as T};
use pprepl_text::{Diagnostic, IssueCode, Span};

impl Parser<'_> {
    /// Reports the error in the statement that began at the token `statement`, unless it follows from an earlier one.
    /// Returns the index of the token at which it was noticed.
    pub(super) fn report(&mut self, statement: usize) -> usize {
        let Some(fault) = self.fault.take() else { return self.at };
        let noticed = fault.at;
        if self.follows_from_another(&fault, statement) {
            return noticed;
        }
        let want = match &fault.reason {
            Reason::Unexpected(want) => Some(*want),
            Reason::TooDeep | Reason::Refused(_) => None,
        };
        let diagnostic = match fault.reason {
            Reason::Unexpected(Expected::Value) if noticed == statement && self.continues_line(noticed) => {
                self.unexpected_token(noticed, Expected::Beginning)
            }
            Reason::Unexpected(want) => self.unexpected_token(noticed, want),
            Reason::TooDeep => self.nested_too_deep(noticed),
            Reason::Refused(diagnostic) => *diagnostic,
        };
        self.found.push(PendingDiagnostic { diagnostic, noticed, statement, want });
        noticed
    }

    /// Reports an invalid regular expression, without invalidating the statement around it. Escaped slashes make the
    /// pattern shorter than its source; then the report marks the whole.
    pub(super) fn report_pattern(&mut self, token: Token, slip: PatternMistake) {
        let noticed = self.at.saturating_sub(1);
        let plain = token.text == Token::PLAIN;
        let start = token.span.start + 1 + slip.start as u32;
        let span = if plain { Span::new(start, start + slip.len as u32) } else { token.span };
        let diagnostic = Diagnostic::error(IssueCode::InvalidRegexp, span, slip.message).with_help(slip.help);
        self.found.push(PendingDiagnostic { diagnostic, noticed, statement: noticed, want: None });
    }

    /// Reports the next token, whose intent is clear, and skips it; the statement is dropped later.
    #[cold]
    pub(super) fn pass_over(&mut self, want: Expected) {
        let fault = SyntaxError::unexpected(self.at, want);
        if !self.follows_from_another(&fault, self.statement) && self.found.len() < MAX_FINDINGS {
            let diagnostic = self.unexpected_token(self.at, want);
            let (noticed, statement) = (self.at, self.statement);
            self.found.push(PendingDiagnostic { diagnostic, noticed, statement, want: Some(want) });
        }
        self.damaged = true;
    }

    /// Parses the comma between two items. It skips a missing one where an item clearly follows.
    #[inline]
    pub(super) fn comma(&mut self, want: Expected) -> bool {
        if self.eat(T::Comma) {
            return true;
        }
        if super::recovery::is_closer(self.kind()) || !self.lacks_comma(want) {
            return false;
        }
        self.pass_over(want);
        true
    }

    /// Parses `=>`. It skips another token that clearly is meant as one.
    #[inline]
    pub(super) fn arrow(&mut self, want: Expected) -> Parse<Token> {
        let hash = want != Expected::OptionArrow || !self.open.is_empty();
        if matches!(self.kind(), T::Colon | T::Equals) && hash && !self.is_next_assignment() {
            self.pass_over(want);
            return Ok(self.bump());
        }
        self.expect(T::FatArrow, want)
    }

    /// Returns whether the next statement begins just before this `=`.
    #[cold]
    pub(super) fn is_next_assignment(&self) -> bool {
        self.begins_statement(self.at.saturating_sub(1), self.indentation(self.statement))
    }

    /// Returns whether an item of a list follows without a comma. It does not if it looks like the next statement.
    #[cold]
    fn lacks_comma(&self, want: Expected) -> bool {
        let (kind, next) = (self.kind(), self.peek(1));
        let word = super::cursor::is_name(kind) || super::cursor::is_keyword(kind);
        let value = matches!(kind, T::Variable | T::Ref | T::Number | T::String | T::DqPre | T::Boolean);
        let item = match want {
            Expected::MoreAttributes => return word && matches!(next, T::FatArrow | T::PlusArrow),
            Expected::MoreEntries | Expected::MoreOptions => return (word || value) && next == T::FatArrow,
            Expected::MoreParameters | Expected::BarEnd => matches!(kind, T::Variable | T::Ref | T::Times),
            _ => value || kind == T::Name,
        };
        item && self.continues_statement()
    }

    /// Returns whether the next token is on the line of the last one, or indented deeper than the statement.
    pub(super) fn continues_statement(&self) -> bool {
        !Span::new(self.end, self.token.span.start).of(self.source).contains('\n')
            || !self.begins_line_inside(self.at, self.indentation(self.statement))
    }

    /// Returns whether an error follows from an earlier one: an unmatched closing bracket, or the end of the source.
    fn follows_from_another(&self, fault: &SyntaxError, statement: usize) -> bool {
        let stray = fault.at == statement && super::recovery::is_closer(self.token_at(fault.at).kind);
        let same = self.found.iter().any(|found| found.noticed == fault.at);
        let near = self.damaged && self.found.last().is_some_and(|found| found.noticed + 4 > fault.at);
        same || near || (stray && !self.found.is_empty())
    }

    /// Returns whether tokens that can be continued precede this one on its line.
    fn continues_line(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1).map(|before| self.token_at(before)) else { return false };
        let between = Span::new(before.span.end, self.token_at(index).span.start).of(self.source);
        !between.contains('\n') && !matches!(before.kind, T::LBrace | T::Semicolon)
    }

    fn unexpected_token(&self, index: usize, want: Expected) -> Diagnostic {
        let token = self.token_at(index);
        let at_end = token.kind == T::End;
        let message = if at_end {
            format!("expected {}, found end of input", want.describe())
        } else {
            format!("expected {}, found {}", want.describe(), self.name_of(token))
        };
        let span = (!at_end).then_some(token.span);
        let mut diagnostic = Diagnostic::new(pprepl_text::Severity::Error, IssueCode::SyntaxError, span, message);
        help::explain(self, &mut diagnostic, index, want);
        diagnostic
    }

    /// Describes a token in words.
    pub(super) fn name_of(&self, token: Token) -> String {
        let text = self.slice(token);
        let first_line = text.lines().next().unwrap_or("");
        let shown: String = first_line.chars().take(40).collect();
        let cut = if shown.len() < text.len() { "..." } else { "" };
        match token.kind {
            T::String if text.starts_with(['\'', '"']) => format!("string {shown}{cut}"),
            T::String | T::DqPre | T::DqMid => "a string".to_string(),
            T::DqPost => "the end of the interpolation".to_string(),
            T::Variable => format!("variable `{shown}`"),
            T::Number => format!("number `{shown}`"),
            T::Regexp => format!("regular expression `{shown}{cut}`"),
            T::Heredoc => "a heredoc".to_string(),
            T::RenderString => "template text".to_string(),
            T::RenderExpr => "the tag `<%=`".to_string(),
            kind if super::cursor::is_name(kind) || kind == T::Word => format!("name `{shown}`"),
            kind if super::cursor::is_keyword(kind) => format!("keyword `{shown}`"),
            T::Other if shown == "`" => "a backtick".to_string(),
            T::Other => format!("character `{shown}`"),
            _ => format!("`{shown}{cut}`"),
        }
    }

    fn nested_too_deep(&self, index: usize) -> Diagnostic {
        let span = self.token_at(index).span;
        Diagnostic::error(IssueCode::NestedTooDeeply, span, "expressions are nested too deeply")
            .with_help("give the inner expressions names: assign them to variables first")
    }
}

/// Creates the diagnostic for a quoted string as the name of a definition.
pub(super) fn quoted_name(span: Span) -> Diagnostic {
    Diagnostic::error(IssueCode::QuotedName, span, "write the name without quotes")
        .with_help("a class, defined type or function has a bare name: `class web { }`")
}

/// Creates the diagnostic for `class` as the name of a definition.
pub(super) fn class_as_name(span: Span) -> Diagnostic {
    Diagnostic::error(IssueCode::ClassAsName, span, "`class` is a keyword and cannot be a name")
        .with_help("choose another name")
}

/// Creates the diagnostic for `@` before an expression that is not a resource.
pub(super) fn not_a_resource_for_sign(form: ResourceForm, span: Span) -> Diagnostic {
    let (sign, what) = match form {
        ResourceForm::Exported => ("@@", "exported"),
        _ => ("@", "virtual"),
    };
    Diagnostic::error(
        IssueCode::NotAResource,
        span,
        format!("expected a resource after `{sign}`: only a resource can be {what}"),
    )
    .with_help(format!("for example: {sign}user {{ 'ann': ensure => present }}"))
}

/// Creates the diagnostic for `name { a +> v }`.
pub(super) fn append_without_title(brace: u32) -> Diagnostic {
    let span = Span::new(brace, brace + 1);
    Diagnostic::error(
        IssueCode::AppendWithoutTitle,
        span,
        "neither a hash (it uses `+>`) nor a resource (it has no title)",
    )
    .with_help("use `+>` only in an override: File['/x'] { tag +> 'y' }; elsewhere write `=>`")
}

/// Creates the diagnostic for attributes in braces after an expression that is neither a resource type nor a resource;
/// `word` precedes it.
pub(super) fn not_a_resource(left: &Expr, word: &str) -> Diagnostic {
    let what = match &left.kind {
        ExprKind::Variable(_) => "a variable",
        ExprKind::Hash(_) => "a hash",
        ExprKind::String(_) | ExprKind::Interpolated(_) => "a string",
        ExprKind::Call(_) | ExprKind::Method(_) => "a call",
        _ => "another expression",
    };
    let message = format!("expected a resource type before `{{`, found {what}");
    let form =
        "a resource looks like this: file { '/tmp/x': ensure => file }; a condition starts with `if` or `unless`";
    let help = block_elsewhere(word_of(left, word)).unwrap_or(form);
    Diagnostic::error(IssueCode::NotAResource, left.span, message).with_at(left.at).with_help(help)
}

/// Returns the first word of a construct: the one before it, or the called name in `while (..)`, which looks like a
/// call.
fn word_of<'a>(left: &'a Expr, before: &'a str) -> &'a str {
    match &left.kind {
        ExprKind::Call(call) if block_elsewhere(before).is_none() => match &call.functor.kind {
            ExprKind::Name(name) => name,
            _ => before,
        },
        _ => before,
    }
}

/// Creates the diagnostic for `a, b` as a statement, which only a call without parentheses may be.
pub(super) fn comma_list(comma: Span, before: Option<&Expr>) -> Diagnostic {
    match before {
        Some(Expr { kind: ExprKind::Name(name), span, .. }) => Diagnostic::error(
            IssueCode::IllegalCommaList,
            comma,
            format!("write `{name}(..)`: the arguments of `{name}` need parentheses"),
        )
        .with_help("only a few functions, such as `notice` and `include`, are called without parentheses")
        .with_label(*span, "this call needs parentheses"),
        _ => Diagnostic::error(IssueCode::IllegalCommaList, comma, "unexpected `,` between two statements")
            .with_help("start a new line instead of the comma, or write a list in `[ ]`"),
    }
}
