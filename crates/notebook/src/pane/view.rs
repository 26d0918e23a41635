//! What a pane shows: lines in pieces with roles. Every text that comes in is made visible here, once, so that no
//! control character of a value or a name gets out.

use pprepl_text::{Span, visible};

/// The role of a piece that is a place in the kernel's words and nothing else: `cell 7:2`.
pub const PLACE: &str = "hint.place";

/// What a pane shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// What it is about.
    pub title: String,
    /// The lines, in reading order.
    pub lines: Vec<Line>,
    /// The line that belongs to the cursor: it is kept in sight.
    pub focus: Option<usize>,
    /// Roles that are laid over the cell's text while the pane is in sight.
    pub marks: Vec<(Span, &'static str)>,
}

/// A line of a pane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Role or capture (empty for plain text) and text of each piece; no piece has a line end, tab or control character.
    pub pieces: Vec<(&'static str, String)>,
    /// The text of the cell that the line is about.
    pub span: Option<Span>,
    /// Where the line leads to.
    pub goal: Option<Goal>,
}

/// Where a line of a pane leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A resource, to be shown in full.
    Resource(String),
    /// A line of a text, by what the session calls that.
    Line(String, usize),
    /// The place in the cell of this number that has a text; its start, where it has not.
    Cell(usize, String),
}

impl Goal {
    /// The line that a place (`cell 3:7`) is.
    pub(super) fn of_place(place: &str) -> Option<Goal> {
        let (source, line) = place.rsplit_once(':')?;
        Some(Goal::Line(source.to_owned(), line.parse().ok()?))
    }
}

impl View {
    pub(super) fn new(title: impl AsRef<str>) -> View {
        View { title: display(title.as_ref()), ..View::default() }
    }

    /// Adds a line.
    pub(super) fn push(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Adds a line of one role.
    pub(super) fn say(&mut self, role: &'static str, text: impl AsRef<str>) {
        self.push(Line::of(role, text));
    }

    /// Adds text of several lines in one role.
    pub(super) fn say_all(&mut self, role: &'static str, text: &str) {
        text.lines().for_each(|line| self.say(role, line));
    }

    /// Adds an empty line, unless there is one or nothing is above.
    pub(super) fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !line.pieces.is_empty()) {
            self.push(Line::default());
        }
    }

    /// Adds a heading.
    pub(super) fn head(&mut self, text: impl AsRef<str>) {
        self.gap();
        self.say("title", text);
    }

    /// Adds `name  value` lines, the names as wide as the widest.
    pub(super) fn facts<N: AsRef<str>, V: AsRef<str>>(&mut self, rows: &[(N, V)]) {
        let wide = rows.iter().map(|(name, _)| name.as_ref().chars().count()).max().unwrap_or(0);
        for (name, value) in rows {
            self.push(Line::of("label", format!("{:wide$}  ", name.as_ref())).and("", value));
        }
    }

    /// The next line belongs to the cursor.
    pub(super) fn focus_next(&mut self) {
        self.focus = Some(self.lines.len());
    }

    /// Lays a role over a part of the cell's text, once.
    pub(super) fn mark(&mut self, span: Span, role: &'static str) {
        if !span.is_empty() && !self.marks.contains(&(span, role)) {
            self.marks.push((span, role));
        }
    }

    /// The text of all lines.
    pub fn text(&self) -> String {
        self.lines.iter().map(Line::text).collect::<Vec<_>>().join("\n")
    }
}

impl Line {
    /// A line of one piece.
    pub(super) fn of(role: &'static str, text: impl AsRef<str>) -> Line {
        Line::default().and(role, text)
    }

    /// With one more piece.
    pub(super) fn and(mut self, role: &'static str, text: impl AsRef<str>) -> Line {
        let text = display(text.as_ref());
        if !text.is_empty() {
            self.pieces.push((role, text));
        }
        self
    }

    /// With where something comes from, after a word: `given at cell 3:2`, whose end is a place.
    pub(super) fn and_origin(self, before: &str, origin: &str) -> Line {
        match origin.rsplit_once(" at ").filter(|(_, place)| Goal::of_place(place).is_some()) {
            Some((what, place)) => self.and("hint", format!("{before}{what} at ")).and(PLACE, place),
            None => self.and("hint", format!("{before}{origin}")),
        }
    }

    /// About this text of the cell.
    pub(super) fn at(mut self, span: Span) -> Line {
        self.span = Some(span);
        self
    }

    /// Leading there.
    pub(super) fn to(mut self, goal: Option<Goal>) -> Line {
        self.goal = goal;
        self
    }

    /// Returns whether it leads anywhere.
    pub fn leads(&self) -> bool {
        self.goal.is_some() || self.span.is_some()
    }

    pub fn text(&self) -> String {
        self.pieces.iter().map(|(_, text)| text.as_str()).collect()
    }
}

/// A text on one line without anything that a terminal would obey.
fn display(text: &str) -> String {
    let text = visible(text);
    if text.contains(['\n', '\t']) { text.replace('\n', "⏎").replace('\t', "→") } else { text.into_owned() }
}
