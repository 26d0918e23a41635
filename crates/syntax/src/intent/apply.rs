//! Puts recognized mistakes into diagnostics, and tries their fixes.

use super::clue::Clue;
use super::mistake::Mistake;
use super::recognize;
use super::view::View;
use crate::lexer::lex_without_repair;
use crate::parser::{Expected, trial};
use crate::validate::findings;
use crate::{LexOptions, Token, ValidateOptions};
use pprepl_text::{Diagnostic, Fix, IssueCode, Label, Span, applied};

/// The maximum number of errors of one source that are recognized. Each costs a few passes over the source.
pub(crate) const MAX_RECOGNIZED: usize = 20;

/// The codes of the validator whose cause may be a construct of another language.
const INVALID: [IssueCode; 5] = [
    IssueCode::IdemExpressionNotLast,
    IssueCode::IdemNotAllowedLast,
    IssueCode::IllegalAssignment,
    IssueCode::IllegalExpression,
    IssueCode::NotRvalue,
];

/// Returns whether a source is better than the one with the mistake; the span holds the edits.
type IsBetter<'a> = dyn Fn(&str, Span) -> bool + 'a;

/// The recognition of the errors of one source, in their order.
pub(crate) struct Recognition<'a> {
    view: View<'a>,
    options: LexOptions,
    /// The number of errors in the source.
    errors: usize,
    remaining: usize,
    /// The offset up to which errors follow from the last recognized mistake.
    until: u32,
    /// The ranges of the recognized mistakes.
    ranges: Vec<Span>,
}

impl<'a> Recognition<'a> {
    /// Starts the recognition of the `errors` errors in a source with these tokens: of the first `limit` ones.
    pub(crate) fn new(source: &'a str, options: LexOptions, tokens: &'a [Token], errors: usize, limit: usize) -> Self {
        Recognition { view: View { source, tokens }, options, errors, remaining: limit, until: 0, ranges: Vec::new() }
    }

    /// Returns whether a diagnostic is inside a recognized mistake.
    pub(crate) fn contains(&self, found: &Diagnostic) -> bool {
        let inside = |range: &Span| found.span.is_some_and(|span| range.start < span.start && span.end <= range.end);
        self.ranges.iter().any(inside)
    }

    /// Rewords the error that was noticed at the token `stop` in the statement from the token `statement`. Returns
    /// false if the error follows from the mistake before.
    pub(crate) fn explain(
        &mut self,
        found: &mut Diagnostic,
        statement: usize,
        stop: usize,
        want: Option<Expected>,
    ) -> bool {
        if self.until > 0 && self.view.span(stop).start < self.until {
            return false;
        }
        let (options, errors) = (self.options, self.errors);
        let is_better = move |source: &str, edited: Span| parses_better(source, edited, options, errors);
        if self.remaining == 0 {
            found.fixes.clear();
            return true;
        }
        self.remaining -= 1;
        let stop = stop.min(self.view.end());
        let clue = Clue {
            view: self.view,
            head: self.view.head(statement),
            statement,
            stop,
            code: found.code,
            want,
            is_syntax: true,
        };
        match recognize(&clue) {
            Some(mistake) => {
                self.until = mistake.until;
                self.ranges.push(Span::new(mistake.span.start, mistake.until));
                reword(found, mistake, self.view.source, options, &is_better);
            }
            None => found.fixes.retain(|fix| tried(self.view.source, fix, &is_better)),
        }
        true
    }
}

/// Returns whether fewer errors remain in the fixed source, or as many, all after the edited part: the fix of the next
/// error completes it. If none remain, the validator must accept the edited part.
fn parses_better(source: &str, edited: Span, options: LexOptions, errors: usize) -> bool {
    let after = trial(source, options);
    if after.errors > 0 {
        let is_further = after.first.is_some_and(|first| first > edited.end);
        return after.errors < errors || after.errors == errors && is_further;
    }
    let found = findings(&after.program, source, &validate_options(options));
    !found.iter().any(|found| {
        let touches = found.span.is_some_and(|span| span.start <= edited.end && edited.start <= span.end);
        found.is_error() && touches
    })
}

fn validate_options(options: LexOptions) -> ValidateOptions {
    if options.additions { ValidateOptions::default() } else { ValidateOptions::PUPPET8 }
}

/// Returns whether the source with the fix is better.
fn tried(source: &str, fix: &Fix, is_better: &IsBetter) -> bool {
    let (fixed, which) = applied(source, [fix]);
    let start = fix.edits.iter().map(|edit| edit.span.start).min().unwrap_or(0);
    let end = fix.edits.iter().map(|edit| edit.span.end).max().unwrap_or(0);
    let kept_after = source.len().saturating_sub(end as usize);
    let edited = Span::new(start, fixed.len().saturating_sub(kept_after) as u32);
    !which.is_empty() && is_better(&fixed, edited)
}

/// Puts the mistake into the diagnostic. The old message becomes the label at the place that the parser reports. In
/// Puppet's own edition that place is also the position of the diagnostic.
fn reword(found: &mut Diagnostic, mistake: Mistake, source: &str, options: LexOptions, is_better: &IsBetter) {
    let advice = std::mem::replace(&mut found.message, mistake.message);
    // The label of advice states the tokens that the parser expected.
    let expected = found.labels.iter().map(|label| &label.message).find(|message| message.starts_with("expected "));
    let view = expected.cloned().unwrap_or(advice);
    let place = found.span;
    found.labels.clear();
    found.help = mistake.help;
    found.fixes = mistake.fixes;
    let best = found.fixes.iter().position(|fix| tried(source, fix, is_better));
    found.fixes = best.map(|best| found.fixes.swap_remove(best)).into_iter().collect();
    // An error at the end of the source has no position for Puppet.
    if options.additions && !mistake.span.is_empty() {
        (found.at, found.span) = (None, Some(mistake.span));
    } else if place.is_some() {
        found.at = found.offset().filter(|at| *at != mistake.span.start);
        found.span = Some(mistake.span);
    }
    let covers = place.is_none_or(|place| mistake.span.start <= place.start && place.end <= mistake.span.end);
    let own = if covers && mistake.label.is_empty() { view.clone() } else { mistake.label.to_owned() };
    if !own.is_empty() {
        found.labels.push(Label { source: None, span: mistake.span, message: own });
    }
    if let Some(place) = place.filter(|_| !covers) {
        found.labels.push(Label { source: None, span: place, message: view });
    }
}

/// Rewords the errors that the validator found in a source, and drops those that follow from a recognized mistake.
pub(crate) fn explain_invalid(source: &str, options: LexOptions, found: &mut Vec<Diagnostic>) {
    if !found.iter().any(is_recognizable) {
        return;
    }
    let lexed = lex_without_repair(source, options);
    let view = View { source, tokens: &lexed.tokens };
    let known = found.len();
    let is_better = |source: &str, _: Span| {
        let after = trial(source, options);
        after.errors == 0 && findings(&after.program, source, &validate_options(options)).len() < known
    };
    let mut until = 0;
    let mut remaining = MAX_RECOGNIZED;
    found.retain_mut(|found| {
        let Some(span) = found.span else { return true };
        // Puppet counts every error of the validator.
        if span.start < until && options.additions {
            return false;
        }
        if remaining == 0 || !is_recognizable(found) {
            return true;
        }
        remaining -= 1;
        let stop = view.token_from(span.start);
        let clue =
            Clue { view, head: view.head(stop), statement: stop, stop, code: found.code, want: None, is_syntax: false };
        match recognize(&clue) {
            Some(mistake) => {
                until = mistake.until;
                reword(found, mistake, source, options, &is_better);
            }
            None => found.fixes.retain(|fix| tried(source, fix, &is_better)),
        }
        true
    });
}

fn is_recognizable(found: &Diagnostic) -> bool {
    INVALID.iter().any(|code| found.code == *code)
}
