//! Diagnostics as code frames: title with issue code, the marked source lines, labels, help.
//!
//! annotate-snippets draws the frame. This module cuts the source to the relevant lines, makes it safe to show (see
//! [`visible`]) and moves every marked range along. Front ends handle roles and themes: there are two looks here,
//! plain and ANSI.

use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Label, Severity, Source, Span, mismatch_tree};
use super::{is_hidden, visible};

/// The default width in columns.
pub const DEFAULT_WIDTH: usize = 120;

/// Renders the code frame of `diagnostic`, with ANSI colors or plain, without a trailing line end.
pub fn render(diagnostic: &Diagnostic, color: bool) -> String {
    render_inside(diagnostic, color, DEFAULT_WIDTH)
}

/// Does the same as [`render`] for a terminal of `width` columns: longer source lines are cut around the marked
/// range.
pub fn render_inside(diagnostic: &Diagnostic, color: bool, width: usize) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let frames = frames(diagnostic);
    let title = level(diagnostic.severity).primary_title(visible(&diagnostic.message)).id(diagnostic.topic());
    let mut group = Group::with_title(title);
    if let (true, Some(source)) = (frames.is_empty(), &diagnostic.source) {
        group = group.element(Origin::path(visible(source.name()).into_owned()));
    }
    for frame in &frames {
        group = group.element(frame.snippet());
    }
    if let Some(tree) = tree(diagnostic, width) {
        group = group.element(Level::NOTE.message(tree));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(visible(note)));
    }
    let help = diagnostic.help.as_deref().or(diagnostic.fixes.first().map(|fix| fix.title.as_str()));
    if let Some(help) = help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    renderer.term_width(width.max(20)).render(&[group])
}

/// Renders the mismatches as a tree; a single mismatch is in the title already.
fn tree(diagnostic: &Diagnostic, width: usize) -> Option<String> {
    let tree =
        (diagnostic.misfits.len() > 1).then(|| mismatch_tree(&diagnostic.misfits, width.saturating_sub(MARGIN)))?;
    Some(visible(&tree).into_owned())
}

/// The columns before a note's text.
const MARGIN: usize = 12;

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    }
}

/// The lines of one source that the frame shows.
struct Frame {
    name: String,
    first_line: usize,
    text: String,
    marks: Vec<Mark>,
}

/// A marked range of [`Frame::text`].
struct Mark {
    kind: AnnotationKind,
    range: Range<usize>,
    label: Option<String>,
}

/// A marked range of a source.
struct Target<'a> {
    source: &'a Arc<Source>,
    kind: AnnotationKind,
    span: Span,
    label: Option<&'a str>,
}

impl Frame {
    fn snippet(&self) -> Snippet<'_, Annotation<'_>> {
        let marks = self.marks.iter().map(|mark| mark.kind.span(mark.range.clone()).label(mark.label.as_deref()));
        Snippet::source(self.text.as_str()).path(self.name.as_str()).line_start(self.first_line).annotations(marks)
    }
}

/// Builds a frame for each source in which the diagnostic has a span, its own first.
fn frames(diagnostic: &Diagnostic) -> Vec<Frame> {
    let mut targets = targets(diagnostic);
    let mut frames = Vec::new();
    while let Some(first) = targets.first() {
        let source = Arc::clone(first.source);
        let (here, others): (Vec<_>, Vec<_>) = targets.into_iter().partition(|t| Arc::ptr_eq(t.source, &source));
        frames.push(frame(&source, &here));
        targets = others;
    }
    frames
}

fn targets(diagnostic: &Diagnostic) -> Vec<Target<'_>> {
    let own = diagnostic.source.as_ref();
    let primary = own.zip(diagnostic.span).map(|(source, span)| Target {
        source,
        kind: AnnotationKind::Primary,
        span,
        label: own_label(diagnostic).map(|label| &*label.message),
    });
    let own_index = own_label(diagnostic).map(std::ptr::from_ref);
    let labels = diagnostic.labels.iter().filter(|label| Some(std::ptr::from_ref(*label)) != own_index);
    let labels = labels.filter_map(|label| {
        let source = label.source.as_ref().or(own)?;
        Some(Target { source, kind: AnnotationKind::Context, span: label.span, label: Some(&label.message) })
    });
    primary.into_iter().chain(labels).collect()
}

/// Returns the label at the span of the diagnostic itself.
fn own_label(diagnostic: &Diagnostic) -> Option<&Label> {
    let span = diagnostic.span?;
    diagnostic.labels.iter().find(|label| label.source.is_none() && label.span == span)
}

fn frame(source: &Source, targets: &[Target]) -> Frame {
    let text = source.text();
    let from = targets.iter().map(|target| target.span.start as usize).min().unwrap_or(0);
    let to = targets.iter().map(|target| target.span.end as usize).max().unwrap_or(0);
    let start = text[..floor(text, from)].rfind('\n').map_or(0, |newline| newline + 1);
    let end_from = floor(text, to.max(start));
    let end = text[end_from..].find('\n').map_or(text.len(), |newline| end_from + newline);
    let shown = EscapedSnippet::new(text, start, end);
    let marks = targets.iter().map(|target| Mark {
        kind: target.kind,
        range: shown.range(text, target.span),
        label: target.label.map(|label| visible(label).into_owned()),
    });
    Frame {
        name: visible(source.name()).into_owned(),
        first_line: source.line_column(start as u32).line as usize,
        marks: marks.collect(),
        text: shown.text,
    }
}

/// Returns the symbol for a hidden character: one for one, so that columns stay those of the source.
fn picture(hidden: char) -> char {
    match hidden {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(hidden)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// A cut of a source with visible hidden characters, and the shifts of its offsets.
struct EscapedSnippet {
    text: String,
    start: usize,
    /// Source offsets after which the text grew or shrank, with the cumulative shift.
    moves: Vec<(usize, isize)>,
}

impl EscapedSnippet {
    fn new(source: &str, start: usize, end: usize) -> EscapedSnippet {
        let mut shown = EscapedSnippet { text: String::with_capacity(end - start), start, moves: Vec::new() };
        let mut chars = source[start..end].char_indices().peekable();
        while let Some((index, ch)) = chars.next() {
            let before_newline = chars.peek().map_or(end < source.len(), |&(_, next)| next == '\n');
            if !is_hidden(ch) {
                shown.text.push(ch);
                continue;
            }
            if !(ch == '\r' && before_newline) {
                shown.text.push(picture(ch));
            }
            let after = start + index + ch.len_utf8();
            shown.moves.push((after, shown.text.len() as isize - (after - start) as isize));
        }
        shown
    }

    fn range(&self, source: &str, span: Span) -> Range<usize> {
        let from = self.offset(floor(source, span.start as usize));
        let to = self.offset(floor(source, span.end as usize));
        from..to.max(from)
    }

    fn offset(&self, offset: usize) -> usize {
        let moved = self.moves.partition_point(|&(after, _)| after <= offset);
        let growth = moved.checked_sub(1).and_then(|last| self.moves.get(last)).map_or(0, |&(_, growth)| growth);
        offset.saturating_sub(self.start).saturating_add_signed(growth).min(self.text.len())
    }
}

/// Returns `offset`, or the nearest smaller offset at which a character starts.
fn floor(text: &str, offset: usize) -> usize {
    text.floor_char_boundary(offset)
}
