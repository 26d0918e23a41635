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
    let shown = renderer.term_width(width.max(20)).render(&[group]);
    frames.iter().fold(shown, |shown, frame| frame.with_real_column(shown))
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
    /// If the text is only a part of its line: the column of its place in the text, and in the line.
    columns: Option<(usize, usize)>,
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

    /// Replaces the column that was counted in the text.
    fn with_real_column(&self, shown: String) -> String {
        let Some((own, real)) = self.columns else { return shown };
        let place = |column: usize| format!("{}:{}:{column}", self.name, self.first_line);
        let Some((title, rest)) = shown.split_once('\n') else { return shown };
        [title, "\n", &rest.replacen(&place(own), &place(real), 1)].concat()
    }
}

/// The number of bytes between two marked ranges from which each gets a frame of its own. A frame has all lines between
/// its ranges, so a thousand findings that point back to one line would show the whole source a thousand times.
const MAX_GAP: u32 = 8192;

/// The number of bytes before and after the marks that a frame shows of one line: more than fit on a screen. A thousand
/// findings in one long line must not show all of it a thousand times.
const MAX_LINE: usize = 2048;

/// Builds the frames of each source in which the diagnostic has a span, its own first.
fn frames(diagnostic: &Diagnostic) -> Vec<Frame> {
    let mut targets = targets(diagnostic);
    let mut frames = Vec::new();
    while let Some(first) = targets.first() {
        let source = Arc::clone(first.source);
        let (here, others): (Vec<_>, Vec<_>) = targets.into_iter().partition(|t| Arc::ptr_eq(t.source, &source));
        frames.extend(neighbors(here).iter().map(|near| frame(&source, near)));
        targets = others;
    }
    frames
}

/// Groups the ranges in one source by their distance; the group of the first range is first.
fn neighbors(mut targets: Vec<Target<'_>>) -> Vec<Vec<Target<'_>>> {
    let Some(first) = targets.first().map(|first| first.span) else { return Vec::new() };
    let (from, to) = targets
        .iter()
        .fold((first.start, first.end), |(from, to), target| (from.min(target.span.start), to.max(target.span.end)));
    if to.saturating_sub(from) <= MAX_GAP {
        return vec![targets];
    }
    targets.sort_by_key(|target| target.span.start);
    let mut groups: Vec<Vec<Target<'_>>> = Vec::new();
    let mut end = 0_u32;
    for target in targets {
        let span = target.span;
        match groups.last_mut().filter(|_| span.start <= end.saturating_add(MAX_GAP)) {
            Some(group) => group.push(target),
            None => groups.push(vec![target]),
        }
        end = end.max(span.end);
    }
    let own = groups.iter().position(|group| group.iter().any(|target| target.span == first));
    groups.swap(0, own.unwrap_or(0));
    groups
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
    let is_long = end - start > 2 * MAX_LINE && to.saturating_sub(from) <= MAX_LINE && !text[start..end].contains('\n');
    let shown = if is_long {
        let from = floor(text, from.saturating_sub(MAX_LINE)).max(start);
        from..floor(text, to.saturating_add(MAX_LINE)).clamp(from, end)
    } else {
        start..end
    };
    let shown = EscapedSnippet::new(text, shown.start, shown.end);
    let marks = targets.iter().map(|target| Mark {
        kind: target.kind,
        range: shown.range(text, target.span),
        label: target.label.map(|label| visible(label).into_owned()),
    });
    let marks: Vec<Mark> = marks.collect();
    let first_of = |kind: Option<AnnotationKind>| {
        let own = targets.iter().zip(&marks).filter(|(target, _)| kind.is_none_or(|kind| target.kind == kind));
        own.min_by_key(|(target, _)| target.span.start)
    };
    let first = first_of(Some(AnnotationKind::Primary)).or_else(|| first_of(None));
    let columns = first.filter(|_| is_long).map(|(target, mark)| {
        let before = shown.text.get(..mark.range.start).unwrap_or("");
        (before.chars().count() + 1, source.line_column(target.span.start).column as usize)
    });
    Frame {
        name: visible(source.name()).into_owned(),
        first_line: source.line_column(start as u32).line as usize,
        columns,
        marks,
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
