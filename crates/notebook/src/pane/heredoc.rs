//! The heredoc pane: each line before and after processing, with the margin, the trim by `-`, the escapes and the
//! interpolations. With a session it also shows the current value.

use std::time::Duration;

use pprepl_session::Session;
use pprepl_session::commands::{heredoc_remarks, heredoc_rows};
use pprepl_text::theme::Role;
use pprepl_text::{Span, spaces};
use puppet_syntax::{HeredocInfo, HeredocLine, Lexed, LineEnd, PieceKind, heredoc_lines, lex};

use super::{CursorContext, Line, View};

/// The number of lines shown before and after the cursor's line.
const AROUND: usize = 40;

/// The time limit for evaluating the value.
const INSPECT_TIME: Duration = Duration::from_millis(20);

/// Builds the pane for the heredoc under the cursor, else for the nearest.
pub fn view(here: &CursorContext<'_>, session: Option<&mut Session>) -> View {
    let lexed = lex(here.text, here.options);
    let Some(heredoc) = lexed.heredocs.iter().min_by_key(|one| distance(here, one)) else {
        let mut view = View::new("Heredoc");
        broken(&mut view, &lexed);
        if view.lines.is_empty() {
            view.say(Role::Hint, "No heredoc here. A heredoc starts with @(END) and ends with END on its own line.");
        }
        return view;
    };
    let mut view = View::new(format!("Heredoc {}", heredoc.opener.of(here.text)));
    view.push(
        Line::of(Role::StringSpecial, heredoc.opener.of(here.text))
            .and(Role::Hint, place(here, heredoc))
            .at(heredoc.opener),
    );
    view.facts(&heredoc_rows(heredoc));
    view.head("Before ⇒ after");
    text(&mut view, here, &lexed, heredoc);
    for remark in heredoc_remarks(here.text, &lexed, heredoc) {
        view.say(Role::Hint, remark);
    }
    if heredoc.interpolates
        && let Some(session) = session
    {
        value(&mut view, here, heredoc, session);
    }
    others(&mut view, here, &lexed, heredoc);
    broken(&mut view, &lexed);
    view
}

/// Returns the distance from the cursor to a heredoc: opener, body and end line count as one span.
fn distance(here: &CursorContext<'_>, heredoc: &HeredocInfo) -> u32 {
    here.distance(heredoc.opener).min(here.distance(heredoc.body.to(heredoc.end_line)))
}

/// Returns whether the cursor is at its opener, in its body or at its end line.
pub(super) fn is_at(here: &CursorContext<'_>, heredoc: &HeredocInfo) -> bool {
    distance(here, heredoc) == 0
}

fn place(here: &CursorContext<'_>, heredoc: &HeredocInfo) -> String {
    format!("  line {}, ends in line {}", here.line_of(heredoc.opener.start), here.line_of(heredoc.end_line.start))
}

fn text(view: &mut View, here: &CursorContext<'_>, lexed: &Lexed, heredoc: &HeredocInfo) {
    let lines = heredoc_lines(here.text, lexed, heredoc);
    let current = lines.iter().position(|line| here.is_in(line.span));
    let middle = current.unwrap_or(0);
    let first = here.line_of(heredoc.body.start);
    let wide = (first + lines.len()).to_string().len();
    for (index, line) in lines.iter().enumerate() {
        view.mark(line.cut, Role::Cut);
        escapes(view, line);
        if index.abs_diff(middle) > AROUND {
            continue;
        }
        if current == Some(index) {
            view.focus_next();
        }
        view.push(before(here, line, &format!("{:>wide$} ", first + index)));
        if line.is_changed() {
            view.push(after(here, line, &format!("{:>wide$} ", "⇒")));
        }
    }
    if lines.is_empty() {
        view.say(Role::Hint, "(no lines: the string is empty)");
    }
    end_line(view, here, heredoc, wide);
}

fn escapes(view: &mut View, line: &HeredocLine) {
    for piece in &line.pieces {
        if matches!(piece.kind, PieceKind::Escape(_)) {
            view.mark(piece.span, Role::StringEscape);
        }
    }
}

/// Formats the line as in the source.
fn before(here: &CursorContext<'_>, line: &HeredocLine, gutter: &str) -> Line {
    let mut shown = Line::of(Role::LineNumber, gutter).and(Role::Cut, spaces(line.cut.of(here.text))).at(line.span);
    for piece in &line.pieces {
        shown = shown.and(role(&piece.kind), spaces(piece.span.of(here.text)));
    }
    shown.and(if line.end == LineEnd::Kept { Role::Blank } else { Role::Cut }, "⏎")
}

/// Formats the line as in the value.
fn after(here: &CursorContext<'_>, line: &HeredocLine, gutter: &str) -> Line {
    let mut shown = Line::of(Role::Gutter, gutter).at(line.span);
    for piece in &line.pieces {
        shown = match &piece.kind {
            PieceKind::Escape(text) => shown.and(Role::StringEscape, spaces(text).replace('\n', "")),
            kind => shown.and(role(kind), spaces(piece.span.of(here.text))),
        };
    }
    match line.end {
        LineEnd::Kept => shown.and(Role::Blank, "⏎"),
        LineEnd::Trimmed => shown.and(Role::Hint, " (line end removed by '-')"),
        LineEnd::Joined => shown.and(Role::Hint, " (continues on the next line)"),
    }
}

fn role(kind: &PieceKind) -> Role {
    match kind {
        PieceKind::Text => Role::String,
        PieceKind::Escape(_) => Role::StringEscape,
        PieceKind::Interpolation => Role::Variable,
    }
}

/// Explains the end line.
fn end_line(view: &mut View, here: &CursorContext<'_>, heredoc: &HeredocInfo, wide: usize) {
    if here.is_in(heredoc.end_line) {
        view.focus_next();
    }
    let number = format!("{:>wide$} ", here.line_of(heredoc.end_line.start));
    let mut said = Vec::new();
    if heredoc.margin.is_some() {
        said.push("'|' sets the margin");
    }
    if heredoc.trims {
        said.push("'-' removes the last line end");
    }
    let said = if said.is_empty() { String::new() } else { format!("  {}", said.join(", ")) };
    let line = Line::of(Role::LineNumber, number).and(Role::StringSpecial, heredoc.end_line.of(here.text));
    view.push(line.and(Role::Hint, said).at(heredoc.end_line));
}

/// Adds the value with its interpolations.
fn value(view: &mut View, here: &CursorContext<'_>, heredoc: &HeredocInfo, session: &mut Session) {
    let (opener, lines) = (heredoc.opener.of(here.text), heredoc.body.to(heredoc.end_line).of(here.text));
    let Some(glance) = session.preview(&format!("{opener}\n{lines}\n"), INSPECT_TIME) else { return };
    view.head("With current values");
    view.say_all(Role::String, &pprepl_text::layout::layout(&glance.value, 60));
}

/// Lists the other heredocs of the cell.
fn others(view: &mut View, here: &CursorContext<'_>, lexed: &Lexed, heredoc: &HeredocInfo) {
    if lexed.heredocs.len() < 2 {
        return;
    }
    view.head("All heredocs in this cell");
    for one in &lexed.heredocs {
        let role = if one == heredoc { Role::Match } else { Role::StringSpecial };
        view.push(Line::of(role, one.opener.of(here.text)).and(Role::Hint, place(here, one)).at(one.opener));
    }
}

/// Adds the errors in heredocs.
fn broken(view: &mut View, lexed: &Lexed) {
    for found in lexed.diagnostics.iter().filter(|found| found.code.as_str().starts_with("HEREDOC")) {
        view.gap();
        let line = Line::of(
            if found.is_error() { Role::Error } else { Role::Warning },
            format!("{}: ", found.severity.as_str()),
        );
        view.push(line.and(Role::Plain, &found.message).at(found.span.unwrap_or(Span::at(0))));
        if let Some(help) = &found.help {
            view.say(Role::Hint, help);
        }
    }
}
