//! The capture pane: a match with its groups. It shows the subject with `$0`, `$1`, ... colored, the groups of the
//! pattern in the same colors, where the match was set and its lifetime. It updates while the pattern is typed; an
//! invalid pattern is reported with its column.

use pprepl_session::{Capture, GroupView, MatchView, Operand, Session, Verdict, match_at};
use pprepl_text::columns::{shortened, width};
use pprepl_text::theme::Role;
use pprepl_text::{Span, visible};
use puppet_pcore::regexp::group_places;

use super::{CellOutput, CursorContext, Line, View};

/// The number of bytes of a long subject shown before and after the match.
const AROUND: usize = 160;

/// The maximum width of a captured string.
const WIDE: usize = 60;

/// The roles of the groups, by number; reused after the last.
const ROLES: [Role; 6] = [Role::Group1, Role::Group2, Role::Group3, Role::Group4, Role::Group5, Role::Group6];

fn role(number: usize) -> Role {
    match number.checked_sub(1) {
        None => Role::Group,
        Some(at) => ROLES.get(at % ROLES.len()).copied().unwrap_or(Role::Group),
    }
}

/// Builds the pane for the match under the cursor, else for the last one before it.
pub fn view(here: &CursorContext<'_>, session: Option<&mut Session>, ran: Option<&CellOutput<'_>>) -> View {
    let mut view = View::new("Captures");
    match match_at(here.text, here.offset, here.options, session) {
        Some(found) => matched(&mut view, here, &found),
        None => view.say(Role::Hint, "No match here. 'abc' =~ /b(.)/ sets $0 to 'bc' and $1 to 'c'."),
    }
    let after = ran.map_or(&[][..], |ran| ran.captures);
    if !after.is_empty() {
        let set_in = ran.and_then(|ran| ran.captures_of).map(|number| format!(", set in cell {number}"));
        view.head(format!("After the last run{}", set_in.unwrap_or_default()));
        after.iter().for_each(|capture| last(&mut view, capture));
    }
    view
}

fn last(view: &mut View, capture: &Capture) {
    let value = pprepl_session::commands::capture_value(capture);
    view.push(
        Line::of(role(capture.number), format!("${}", capture.number))
            .and(Role::Plain, format!("  {}", shortened(&value, WIDE))),
    );
}

fn matched(view: &mut View, here: &CursorContext<'_>, found: &MatchView) {
    let place = if found.is_here { String::new() } else { format!("  line {}", here.line_of(found.span.start)) };
    let code = shortened(found.span.of(here.text), WIDE);
    view.push(
        Line::of(Role::Match, found.form).and(Role::Plain, format!("  {code}")).and(Role::Hint, place).at(found.span),
    );
    view.gap();
    pattern(view, found);
    view.focus_next();
    subject(view, found);
    verdict(view, found);
    if found.pattern.text.as_deref().is_some_and(mixes_groups) {
        view.say(Role::Hint, "With named groups, plain ( ) only group: they do not capture.");
    }
    if let Some(result) = &found.result {
        view.gap();
        view.push(Line::of(Role::Label, "result  ").and(Role::String, result));
    }
    life(view, here, found);
}

/// Adds the pattern with colored groups, and its error.
fn pattern(view: &mut View, found: &MatchView) {
    let Some(text) = &found.pattern.text else { return unknown(view, "pattern", &found.pattern) };
    let places: Vec<(usize, (usize, usize))> =
        group_places(text).iter().map(|group| (group.number, (group.from, group.to))).collect();
    let line = Line::of(Role::Label, "pattern  ").at(found.pattern.code);
    view.push(painted(line, text, 0..text.len(), &places, Role::StringRegexp));
    let fault = match &found.verdict {
        Verdict::Fault { at: Some(at), .. } => Some(*at),
        _ => None,
    };
    if let Some(at) = fault {
        let before = width(&visible(text.get(..at).unwrap_or(text)));
        view.push(Line::of(Role::Error, format!("{}^", " ".repeat("pattern  ".len() + before))));
    }
    if let Some(letters) = found.pattern.letters {
        marks(view, letters, &places);
        if let Some(at) = fault {
            let start = (letters.start + at as u32).min(letters.end.saturating_sub(1)).max(letters.start);
            let long =
                found.pattern.text.as_deref().and_then(|text| text.get(at..)?.chars().next()).map_or(1, char::len_utf8);
            let end = (start + long as u32).min(letters.end);
            view.mark(Span::new(start, end), Role::Fault);
        }
    }
}

/// Returns whether a pattern has both named and unnamed groups.
fn mixes_groups(pattern: &str) -> bool {
    let is_named = |rest: &str| {
        let name = rest.strip_prefix("?<").or_else(|| rest.strip_prefix("?'"));
        name.is_some_and(|name| !name.starts_with(['=', '!']))
    };
    let (mut named, mut plain, mut in_class) = (false, false, false);
    let mut letters = pattern.char_indices();
    while let Some((at, letter)) = letters.next() {
        let rest = pattern.get(at + letter.len_utf8()..).unwrap_or("");
        match letter {
            '\\' => drop(letters.next()),
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class && is_named(rest) => named = true,
            '(' if !in_class && !rest.starts_with('?') => plain = true,
            _ => {}
        }
    }
    named && plain
}

fn unknown(view: &mut View, what: &str, operand: &Operand) {
    view.push(Line::of(Role::Label, format!("{what:7}  ")).and(Role::Hint, operand.unknown).at(operand.code));
}

/// Adds the subject with colored groups.
fn subject(view: &mut View, found: &MatchView) {
    let Some(text) = &found.subject.text else { return unknown(view, "subject", &found.subject) };
    let mut places: Vec<(usize, (usize, usize))> = Vec::new();
    if let Verdict::Yes { groups, more } = &found.verdict {
        places.extend(groups.iter().filter_map(|group| Some((group.number, group.place?))));
        places.extend(more.iter().map(|place| (0, *place)));
    }
    let whole = places.first().map_or((0, 0), |(_, place)| *place);
    let from = floor(text, whole.0.saturating_sub(AROUND));
    let to = floor(text, whole.1.saturating_add(AROUND).min(text.len()).min(whole.0 + 3 * AROUND));
    let mut line = Line::of(Role::Label, "subject  ").at(found.subject.code);
    if from > 0 {
        line = line.and(Role::Hint, "… ");
    }
    let line = painted(line, text, from..to, &places, Role::String);
    view.push(if to < text.len() { line.and(Role::Hint, " …") } else { line });
    if let Some(letters) = found.subject.letters {
        marks(view, letters, &places);
    }
}

/// Returns the last character boundary at or before an offset.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Colors each character by the innermost group that contains it; inner groups have higher numbers.
fn painted(
    line: Line,
    text: &str,
    range: std::ops::Range<usize>,
    places: &[(usize, (usize, usize))],
    plain: Role,
) -> Line {
    let mut cuts: Vec<usize> = places.iter().flat_map(|(_, (from, to))| [*from, *to]).collect();
    cuts.extend([range.start, range.end]);
    cuts.retain(|cut| range.start <= *cut && *cut <= range.end);
    cuts.sort_unstable();
    cuts.dedup();
    cuts.iter().zip(cuts.iter().skip(1)).fold(line, |line, (from, to)| {
        let holds = |(_, (start, end)): &&(usize, (usize, usize))| start <= from && to <= end;
        let number = places.iter().filter(holds).map(|(number, _)| *number).max();
        line.and(number.map_or(plain, role), text.get(*from..*to).unwrap_or(""))
    })
}

/// Lays the same colors over the cell's source.
fn marks(view: &mut View, letters: Span, places: &[(usize, (usize, usize))]) {
    for (number, (from, to)) in places {
        let span = Span::new(letters.start + *from as u32, letters.start + *to as u32);
        view.mark(span, role(*number));
    }
}

fn verdict(view: &mut View, found: &MatchView) {
    view.gap();
    match &found.verdict {
        Verdict::Unknown => {}
        Verdict::Fault { at, message, help } => {
            let text = found.pattern.text.as_deref().unwrap_or("");
            let column = at.map(|at| text.get(..at).unwrap_or(text).chars().count() + 1);
            let column = column.map_or_else(String::new, |column| format!(" (column {column} of the pattern)"));
            view.push(
                Line::of(Role::Error, "error: ")
                    .and(Role::Plain, message)
                    .and(Role::Hint, column)
                    .at(found.pattern.code),
            );
            help.iter().for_each(|help| view.say(Role::Hint, help));
        }
        Verdict::No { reached } => {
            view.say(Role::Warning, "does not match");
            let text = found.pattern.text.as_deref().unwrap_or("");
            if let Some((start, rest)) = reached.and_then(|at| text.split_at_checked(at)) {
                let line = Line::of(Role::Hint, "matches up to ")
                    .and(Role::StringRegexp, start)
                    .and(Role::Hint, ", not with ");
                view.push(line.and(Role::StringRegexp, rest));
            }
            if found.sets {
                view.say(Role::Hint, "$0, $1, ... keep their values.");
            }
        }
        Verdict::Yes { groups, more } => {
            let text = found.subject.text.as_deref().unwrap_or("");
            groups.iter().for_each(|one| group(view, text, one, found.sets));
            if !more.is_empty() {
                view.say(Role::Hint, format!("and {} more matches after it", more.len()));
            }
        }
    }
}

fn group(view: &mut View, text: &str, group: &GroupView, sets: bool) {
    let number = if sets { format!("${}", group.number) } else { group.number.to_string() };
    let line = Line::of(role(group.number), number);
    let line = match &group.name {
        Some(name) => line.and(Role::Property, format!(" <{name}>")),
        None => line,
    };
    view.push(match group.place {
        None => line.and(Role::Hint, "  did not participate"),
        Some((from, to)) => {
            let part = text.get(from..to).unwrap_or("");
            let column = text.get(..from).unwrap_or("").chars().count() + 1;
            let place = match part.chars().count() {
                0 => format!("  empty, before character {column}"),
                1 => format!("  character {column}"),
                long => format!("  characters {column} to {}", column + long - 1),
            };
            line.and(Role::String, format!("  '{}'", shortened(part, WIDE))).and(Role::Hint, place)
        }
    });
}

fn life(view: &mut View, here: &CursorContext<'_>, found: &MatchView) {
    if matches!(found.verdict, Verdict::No { .. } | Verdict::Fault { .. }) {
        return;
    }
    view.gap();
    if !found.sets {
        return view.say(Role::Hint, format!("{}() does not set $0, $1, ...", found.form));
    }
    let line = here.line_of(found.span.start);
    match found.until {
        Some((what, span)) => {
            let end = here.line_of(span.end);
            let text = format!(
                "Set in line {line}; valid until the end of the {what} in line {end}, or the next successful match."
            );
            view.push(Line::of(Role::Hint, text).at(span));
        }
        None => view.say(
            Role::Hint,
            format!("Set in line {line}; valid until the next successful match, also in the cells below."),
        ),
    }
}
