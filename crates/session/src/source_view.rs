//! Source under the session's settings: tokens, trees, formatting, notes, and the first error while typing. Nothing
//! runs.

use pprepl_text::{Diagnostic, IssueCode, Source, Span};
use puppet_syntax::format::{Formatted, align_arrows, format};
use puppet_syntax::{self as syntax, Completeness, HeredocInfo, LexOptions, Note, Parsed};

use super::attributes::static_findings;
use super::edit::with_closers;
use super::report::reports;
use super::session_core::Core;
use super::{Report, TokenView};

/// An error that more input cannot fix.
#[derive(Clone, Debug)]
pub struct InputError {
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
}

/// Views of source.
pub struct SourceView<'s> {
    pub(crate) core: &'s Core,
}

impl SourceView<'_> {
    /// Returns the options for source under the session's settings.
    pub fn lex_options(&self) -> LexOptions {
        self.core.lex_options(false)
    }

    /// Parses source with the session's options.
    pub fn parsed(&self, text: &str) -> Parsed {
        syntax::parse(text, self.core.lex_options(false))
    }

    /// Returns whether the input is complete: Enter runs it.
    pub fn is_complete(&self, text: &str) -> bool {
        self.core.is_complete(text)
    }

    /// Returns whether the input consists of comments only.
    pub(super) fn is_only_comment(&self, text: &str) -> bool {
        if !text.trim_start().starts_with(['#', '/']) {
            return false;
        }
        let parsed = syntax::parse(text, self.core.lex_options(false));
        parsed.diagnostics.is_empty() && matches!(parsed.program.body.kind, syntax::ast::ExprKind::Nop)
    }

    fn read_as(&self, name: &str, template: bool) -> LexOptions {
        let options = self.core.options_for(name);
        LexOptions { template: template || options.template, ..options }
    }

    /// Returns the tokens of source, and its errors. The name may be a file's.
    pub fn tokens(&self, name: &str, text: &str, template: bool) -> (Vec<TokenView>, Vec<Report>) {
        let source = Source::new(name, text);
        let lexed = syntax::lex(text, self.read_as(name, template));
        // Edition puppet8 has the names of Puppet's own lexer.
        let names = self.core.is_strict().then(|| syntax::reference_names(&lexed.tokens));
        let view = |(at, token): (usize, &syntax::Token)| {
            let place = source.line_column(token.span.start);
            let end = source.line_column(token.span.end);
            TokenView {
                kind: names.as_ref().and_then(|names| names.get(at)).copied().unwrap_or(token.kind.as_str()),
                value: syntax::token_value(token, &lexed, text).into_owned(),
                line: place.line,
                column: place.column,
                end: (end.line, end.column),
            }
        };
        let all = lexed.tokens.iter().enumerate();
        let tokens = all.filter(|(_, token)| token.kind != syntax::TokenKind::End).map(view).collect();
        (tokens, reports(&source, &lexed.diagnostics))
    }

    /// Returns the syntax tree in Puppet's notation; `None` when the source has errors.
    pub fn pn(&self, name: &str, text: &str, template: bool) -> (Option<String>, Vec<Report>) {
        let source = Source::new(name, text);
        let parsed = syntax::parse(text, self.read_as(name, template));
        let found = reports(&source, &parsed.diagnostics);
        let whole = !parsed.diagnostics.iter().any(Diagnostic::is_error);
        (whole.then(|| syntax::pn(&parsed.program)), found)
    }

    /// Returns the syntax tree as nodes with their spans.
    pub fn tree(&self, text: &str, template: bool) -> syntax::pn::Pn {
        syntax::pn::tree(&syntax::parse(text, self.core.lex_options(template)).program)
    }

    /// Returns the heredocs of the source.
    pub fn heredocs(&self, text: &str) -> Vec<HeredocInfo> {
        syntax::parse(text, self.core.lex_options(false)).heredocs
    }

    /// Returns the syntax errors and static findings of source; evaluates nothing.
    pub fn check(&self, name: &str, text: &str) -> Vec<Report> {
        let source = Source::new(name, text);
        let parsed = syntax::parse(text, self.core.options_for(name));
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.core.vm.validate(&parsed.program, text));
            found.extend(static_findings(&self.core.settings, &parsed.program, text));
        }
        reports(&source, &found)
    }

    /// Formats source, or returns its errors; a name that ends in `.epp` means a template.
    pub fn formatted(&self, name: &str, text: &str) -> Result<Formatted, Vec<Report>> {
        format(text, self.core.options_for(name)).map_err(|found| reports(&Source::new(name, text), &found))
    }

    /// Returns notes where the meaning of source differs from its looks.
    pub fn notes(&self, text: &str) -> Vec<Note> {
        syntax::notes(text, self.core.lex_options(false))
    }

    /// Aligns the arrows of each list in source, which may be incomplete.
    pub fn aligned(&self, text: &str) -> String {
        align_arrows(text, self.core.lex_options(false))
    }

    /// Returns the first error of the input being typed: of the parser, or of validation; `None` when it is valid so far. A
    /// token that ends at the cursor is still incomplete.
    pub fn typing_error(&self, text: &str, cursor: usize) -> Option<InputError> {
        let parsed = self.core.read(text);
        let finished = |found: &Diagnostic| {
            found.span.filter(|span| found.is_error() && (span.end as usize != cursor || is_finished(span.of(text))))
        };
        if parsed.complete == Completeness::Invalid {
            let fault = parsed.diagnostics.iter().find(|found| found.is_error())?;
            return finished(fault).map(|span| input_error(fault, span));
        }
        if parsed.complete == Completeness::Complete {
            // A word that is being typed may become a part of the statement before it: `els`.
            let is_typed = text.get(..cursor).is_some_and(|typed| typed.ends_with(|c: char| c.is_alphanumeric()));
            let found = self.core.vm.validate(&parsed.program, text);
            let mut lasting = found.iter().filter(|fault| !is_typed || !may_disappear(fault));
            return lasting.find_map(|fault| finished(fault).map(|span| input_error(fault, span)));
        }
        let found = self.findings_so_far(text)?;
        let mut lasting = found.iter().filter(|fault| !may_disappear(fault));
        lasting.find_map(|fault| finished(fault).map(|span| input_error(fault, span)))
    }

    /// Validates incomplete source with its open brackets closed, without the last line if that is necessary.
    fn findings_so_far(&self, text: &str) -> Option<Vec<Diagnostic>> {
        let before = text.rfind('\n').map(|end| &text[..end]);
        [Some(text), before].into_iter().flatten().find_map(|part| {
            let closed = with_closers(part)?;
            let parsed = syntax::parse_once(&closed, self.core.lex_options(false));
            let is_whole = parsed.complete == Completeness::Complete;
            is_whole.then(|| self.core.vm.validate(&parsed.program, &closed))
        })
    }
}

fn input_error(fault: &Diagnostic, span: Span) -> InputError {
    InputError { span, message: fault.message.clone(), help: fault.help.clone() }
}

/// Returns whether more input may remove an error of validation: a statement without effect may not be the last one.
fn may_disappear(fault: &Diagnostic) -> bool {
    use IssueCode::{IdemExpressionNotLast, IdemNotAllowedLast, NotRvalue, ResourceWithoutTitle};
    [IdemExpressionNotLast, IdemNotAllowedLast, NotRvalue, ResourceWithoutTitle].iter().any(|code| fault.code == *code)
}

/// Returns whether the token ends here: the next character starts another token.
fn is_finished(token: &str) -> bool {
    token.ends_with([')', ']', '}', ',', ';'])
}
