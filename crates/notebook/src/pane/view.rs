//! The content of a pane: lines of spans with roles. This module makes all text visible once, so that no control
//! character of a value or a name gets out.

use pprepl_text::theme::Role;
use pprepl_text::{Span, visible};

/// The role of a span that is exactly a location of the kernel: `cell 7:2`.
pub const PLACE: Role = Role::HintPlace;

/// The content of a pane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The subject, for the title bar.
    pub title: String,
    /// The lines, in reading order.
    pub lines: Vec<Line>,
    /// The index of the line at the cursor; the front end keeps it visible.
    pub focus: Option<usize>,
    /// Roles laid over the cell's source while the pane is visible.
    pub marks: Vec<(Span, Role)>,
}

/// A line of a pane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The role or capture (empty for plain text) and the text of each span. No span has a line end, tab or control
    /// character.
    pub pieces: Vec<(Role, String)>,
    /// The source span that the line describes.
    pub span: Option<Span>,
    /// The target of the line.
    pub goal: Option<Goal>,
}

/// The target of a pane line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A resource, shown in full.
    Resource(String),
    /// The session's name of a source, and a line of it.
    Line(String, usize),
    /// The number of a cell, and a string in it; the start of the cell if it does not contain the string.
    Cell(usize, String),
    /// The choice of a fact set.
    FactSet,
    /// The path of a fact, and its value as a user edits it.
    Fact(String, String),
}

impl Goal {
    /// Parses a location (`cell 3:7`) into a target.
    pub(super) fn of_place(place: &str) -> Option<Goal> {
        let (source, line) = place.rsplit_once(':')?;
        Some(Goal::Line(source.to_owned(), line.parse().ok()?))
    }
}

impl View {
    pub(super) fn new(title: impl AsRef<str>) -> View {
        View { title: display(title.as_ref()), ..View::default() }
    }

    pub(super) fn push(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Adds a line of one role.
    pub(super) fn say(&mut self, role: Role, text: impl AsRef<str>) {
        self.push(Line::of(role, text));
    }

    /// Adds several lines in one role.
    pub(super) fn say_all(&mut self, role: Role, text: &str) {
        text.lines().for_each(|line| self.say(role, line));
    }

    /// Adds an empty line, unless the view or its last line is empty.
    pub(super) fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !line.pieces.is_empty()) {
            self.push(Line::default());
        }
    }

    pub(super) fn head(&mut self, text: impl AsRef<str>) {
        self.gap();
        self.say(Role::Title, text);
    }

    /// Adds aligned `name  value` lines.
    pub(super) fn facts<N: AsRef<str>, V: AsRef<str>>(&mut self, rows: &[(N, V)]) {
        let wide = rows.iter().map(|(name, _)| name.as_ref().chars().count()).max().unwrap_or(0);
        for (name, value) in rows {
            self.push(Line::of(Role::Label, format!("{:wide$}  ", name.as_ref())).and(Role::Plain, value));
        }
    }

    /// Marks the next line as the line at the cursor.
    pub(super) fn focus_next(&mut self) {
        self.focus = Some(self.lines.len());
    }

    /// Lays a role over a part of the cell's source, once.
    pub(super) fn mark(&mut self, span: Span, role: Role) {
        if !span.is_empty() && !self.marks.contains(&(span, role)) {
            self.marks.push((span, role));
        }
    }

    /// Returns the text of all lines.
    pub fn text(&self) -> String {
        self.lines.iter().map(Line::text).collect::<Vec<_>>().join("\n")
    }
}

impl Line {
    /// Creates a line of one span.
    pub(super) fn of(role: Role, text: impl AsRef<str>) -> Line {
        Line::default().and(role, text)
    }

    /// Appends a span.
    pub(super) fn and(mut self, role: Role, text: impl AsRef<str>) -> Line {
        let text = display(text.as_ref());
        if !text.is_empty() {
            self.pieces.push((role, text));
        }
        self
    }

    /// Appends an origin after a word: `given at cell 3:2`. The end of the origin is a location.
    pub(super) fn and_origin(self, before: &str, origin: &str) -> Line {
        match origin.rsplit_once(" at ").filter(|(_, place)| Goal::of_place(place).is_some()) {
            Some((what, place)) => self.and(Role::Hint, format!("{before}{what} at ")).and(PLACE, place),
            None => self.and(Role::Hint, format!("{before}{origin}")),
        }
    }

    /// Sets the source span that the line describes.
    pub(super) fn at(mut self, span: Span) -> Line {
        self.span = Some(span);
        self
    }

    /// Sets the target of the line.
    pub(super) fn to(mut self, goal: Option<Goal>) -> Line {
        self.goal = goal;
        self
    }

    /// Returns whether the line has a target.
    pub fn leads(&self) -> bool {
        self.goal.is_some() || self.span.is_some()
    }

    pub fn text(&self) -> String {
        self.pieces.iter().map(|(_, text)| text.as_str()).collect()
    }
}

/// Returns the text on one line, with visible control characters.
fn display(text: &str) -> String {
    let text = visible(text);
    if text.contains(['\n', '\t']) { text.replace('\n', "⏎").replace('\t', "→") } else { text.into_owned() }
}
