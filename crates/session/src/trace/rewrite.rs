//! The rewriting view: an expression as algebra rewrites it. Each line is the whole expression with the part that was
//! just evaluated replaced by its value.

use std::ops::Range;

use puppet_eval::{EventKind, Recording, TraceEvent};

use pprepl_text::{Span, visible};

use super::build::is_inside;
use crate::Report;

/// An expression, rewritten step by step.
#[derive(Clone, Debug, Default)]
pub struct Rewriting {
    pub lines: Vec<RewrittenLine>,
    /// True if the lines end before the value.
    pub cut: bool,
    /// The error that ended the evaluation.
    pub reports: Vec<Report>,
}

/// A line of a rewriting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewrittenLine {
    pub text: String,
    /// The bytes of the text that are new, in order.
    pub changed: Vec<Range<usize>>,
}

/// The maximum number of lines.
const MAX_LINES: usize = 200;

/// A part that is replaced by its value.
struct Replaced {
    span: Span,
    value: String,
    is_new: bool,
}

/// Rewrites the source of a recording.
pub(super) fn rewriting(text: &str, recording: &Recording) -> Rewriting {
    let start = (text.len() - text.trim_start().len()) as u32;
    let whole = Span::new(start, text.trim_end().len().max(start as usize) as u32);
    let mut rewriter = Rewriter { text, whole, replaced: Vec::new(), lines: Vec::new() };
    rewriter.write();
    let mut events: Vec<&TraceEvent> =
        recording.events.iter().filter(|event| event.ended > 0 && is_surface(recording, event)).collect();
    events.sort_by_key(|event| event.ended);
    let mut cut = false;
    for event in events {
        cut |= rewriter.lines.len() >= MAX_LINES;
        if !cut {
            rewriter.replace(event);
        }
    }
    rewriter.write();
    Rewriting { lines: rewriter.lines, cut, reports: Vec::new() }
}

struct Rewriter<'t> {
    text: &'t str,
    whole: Span,
    replaced: Vec<Replaced>,
    lines: Vec<RewrittenLine>,
}

impl Rewriter<'_> {
    /// Replaces an expression by its value. The reads of the operands of an operation share a line.
    fn replace(&mut self, event: &TraceEvent) {
        let Some(value) = event.value() else { return };
        let is_read = event.kind == EventKind::Read;
        if !is_read {
            self.write();
        }
        let span = event.span;
        self.replaced.retain(|part| part.span.end <= span.start || part.span.start >= span.end);
        let at = self.replaced.partition_point(|part| part.span.end <= span.start);
        let value = visible(&value.text).into_owned();
        self.replaced.insert(at, Replaced { span: self.grouped(span), value, is_new: true });
        if !is_read {
            self.write();
        }
    }

    /// Returns a span with the parentheses that only group it.
    fn grouped(&self, span: Span) -> Span {
        let before = Span::new(self.whole.start, span.start).of(self.text);
        let after = Span::new(span.end, self.whole.end).of(self.text);
        let last = before.strip_suffix('(').map(|rest| rest.trim_end().chars().last());
        match last {
            Some(last) if after.starts_with(')') && last.is_none_or(|last| "+-*/%=<>!~(,[{?:".contains(last)) => {
                self.grouped(Span::new(span.start - 1, span.end + 1))
            }
            _ => span,
        }
    }

    /// Adds the expression as it is now, unless it equals the last line.
    fn write(&mut self) {
        let mut line = RewrittenLine { text: String::new(), changed: Vec::new() };
        let mut at = self.whole.start;
        for part in &mut self.replaced {
            push_code(Span::new(at, part.span.start.max(at)).of(self.text), &mut line.text);
            let from = line.text.len();
            line.text.push_str(&part.value);
            if std::mem::take(&mut part.is_new) {
                line.changed.push(from..line.text.len());
            }
            at = part.span.end;
        }
        push_code(Span::new(at.min(self.whole.end), self.whole.end).of(self.text), &mut line.text);
        if self.lines.last().is_none_or(|last| last.text != line.text) {
            self.lines.push(line);
        }
    }
}

/// Appends code with its line ends and indentation as single spaces.
fn push_code(code: &str, line: &mut String) {
    let mut after_break = false;
    for ch in visible(code).chars() {
        match ch {
            '\n' => {
                after_break = true;
                line.push(' ');
            }
            ' ' | '\t' if after_break => {}
            ch => {
                after_break = false;
                line.push(ch);
            }
        }
    }
}

/// Returns whether an event is a part of the expression as written, not of a body that it runs.
fn is_surface(recording: &Recording, event: &TraceEvent) -> bool {
    let mut at = Some(event);
    let mut is_own = true;
    while let Some(event) = at {
        let is_text = !is_own && event.kind == EventKind::Interpolation;
        if is_inside(&event.kind) || is_text {
            return false;
        }
        is_own = false;
        at = event.parent.and_then(|parent| recording.events.get(parent));
    }
    true
}
