//! All functions of this package on short texts, a row each in `tests/rules/text.txt`: `KIND ARGUMENTS TEXT`. In a row and
//! its answer a line end is ⏎, a carriage return ␍, a tab ⇥, an escape character ␛, and ⟨202e⟩ the character of that number.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use pprepl_testing::THEMES;
use pprepl_text::columns::{columns, expanded, hung, shortened, width, wrap};
use pprepl_text::cut::first_lines;
use pprepl_text::difference::{changed_lines, line_role, unified};
use pprepl_text::fuzzy::FuzzyQuery;
use pprepl_text::layout::{layout, limited_depth};
use pprepl_text::outline::outlined;
use pprepl_text::suggest::{is_typo, nearest};
use pprepl_text::theme::terminal::by_variables;
use pprepl_text::theme::{Color, ColorDepth, Role, Style, Theme};
use pprepl_text::{
    Code, Diagnostic, Edit, Fix, Issue, IssueCode, MismatchRow, RuleCode, Severity, Source, Span, Topic,
    WordReplacement, applied, integer_of, is_hidden, json_text, mismatch_tree, push_json_string, render_inside,
    safe_json, spaces, visible,
};

const SIGNS: [(char, char); 4] = [('⏎', '\n'), ('␍', '\r'), ('⇥', '\t'), ('␛', '\u{1b}')];

/// Returns the text of a row.
fn decoded(row: &str) -> String {
    let (mut text, mut rest) = (String::new(), row);
    while let Some(ch) = rest.chars().next() {
        rest = &rest[ch.len_utf8()..];
        if ch == '⟨' {
            let (hex, after) = rest.split_once('⟩').unwrap_or_else(|| panic!("{row} has a ⟩"));
            let number = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
            text.push(number.unwrap_or_else(|| panic!("{hex:?} is the number of a character")));
            rest = after;
        } else {
            text.push(SIGNS.iter().find(|(sign, _)| *sign == ch).map_or(ch, |(_, ch)| *ch));
        }
    }
    text
}

/// Returns a text as rows have it.
fn encoded(text: &str) -> String {
    let sign = |ch: char| match SIGNS.iter().find(|(_, known)| *known == ch) {
        Some((sign, _)) => sign.to_string(),
        None if is_hidden(ch) => format!("⟨{:x}⟩", u32::from(ch)),
        None => ch.to_string(),
    };
    text.chars().map(sign).collect()
}

fn number<T: FromStr>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("{word:?} is a number"))
}

/// Splits the first word off.
fn word(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or((text, ""))
}

/// Splits a number off.
fn counted<T: FromStr>(text: &str) -> (T, &str) {
    let (count, rest) = word(text);
    (number(count), rest)
}

/// Splits at ` :: `.
fn halves(text: &str) -> (&str, &str) {
    text.split_once(" ::").map(|(one, other)| (one, other.strip_prefix(' ').unwrap_or(other))).unwrap_or((text, ""))
}

/// Returns the parts between ` | `.
fn parts(text: &str) -> Vec<&str> {
    text.split(" | ").collect()
}

/// Parses a span such as `2-5`.
fn span(text: &str) -> Span {
    let (start, end) = text.split_once('-').unwrap_or_else(|| panic!("{text:?} is a span such as 2-5"));
    let span = Span::new(number(start), number(end));
    assert!(span.start <= span.end, "{text} is a span");
    span
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("{} ‹{}›", items.len(), items.join("› ‹"))
}

fn or_none<T: Debug>(value: Option<T>) -> String {
    value.map_or("none".to_owned(), |value| format!("{value:?}"))
}

/// `columns CELL|CELL⏎CELL`: aligned columns. A line end in a cell is ↵.
fn aligned(text: &str) -> String {
    let cell = |cell: &str| cell.replace('↵', "\n");
    let rows: Vec<Vec<String>> = text.lines().map(|line| line.split('|').map(cell).collect()).collect();
    columns(&rows)
}

/// `first LINES COLUMNS TEXT`: the first lines, and what is left out.
fn first(args: &str) -> String {
    let (limit, rest) = counted(args);
    let (columns, text) = counted(rest);
    let (lines, more) = first_lines(text, limit, columns);
    format!("‹{lines}› {}", or_none(more))
}

/// `changed OLD :: NEW`: the changed lines, with their roles.
fn changed(args: &str) -> String {
    let (old, new) = halves(args);
    let line = |line: String| format!("{}:{line}", line_role(&line).map_or("", Role::as_str));
    joined(changed_lines(old, new).into_iter().map(line))
}

/// `integer RADIX DIGITS`: a number. `DIGITS*COUNT` repeats digits, and `RADIX!` stops.
fn integer(args: &str) -> String {
    let (radix, digits) = word(args);
    let stops = radix.ends_with('!');
    let (digits, count) = digits.split_once('*').map_or((digits, 1), |(digits, count)| (digits, number(count)));
    let radix = number(radix.trim_end_matches('!'));
    assert!((2..=36).contains(&radix) && digits.len() * count < 20_000, "a radix and some digits");
    let Some(found) = integer_of(&digits.repeat(count), radix, &|| stops) else { return "none".to_owned() };
    let text = found.to_string();
    match text.get(text.len().saturating_sub(20)..) {
        Some(end) if text.len() > 40 => format!("{} digits, {} … {end}", text.len(), &text[..20]),
        _ => text,
    }
}

/// Parses `0-1=X;2-2=Y`.
fn edits(text: &str) -> Vec<Edit> {
    let edit = |text: &str| {
        let (place, text) = text.split_once('=').unwrap_or_else(|| panic!("{text:?} is an edit such as 0-1=X"));
        Edit { span: span(place), text: text.to_owned() }
    };
    text.split(';').map(edit).collect()
}

/// `apply TEXT :: EDITS | EDITS`: the text after these fixes, and which applied.
fn apply(args: &str) -> String {
    let (text, fixes) = halves(args);
    let fix = |part: &str| Fix { title: String::new(), edits: edits(part), sure: false };
    let fixes: Vec<Fix> = parts(fixes).into_iter().filter(|part| !part.is_empty()).map(fix).collect();
    let (text, which) = applied(text, &fixes);
    format!("‹{text}› {which:?}")
}

fn fix_text(fix: &Fix, text: &str) -> String {
    let edits = fix.edits.iter().map(|edit| format!("{}-{}={}", edit.span.start, edit.span.end, edit.text));
    let edits: Vec<String> = edits.collect();
    format!("{} [{}] sure {} ‹{}›", fix.title, edits.join(";"), fix.sure, applied(text, [fix]).0)
}

/// `fix replace SPAN NEW :: TEXT`, `fix insert OFFSET NEW :: TEXT`, `fix wrap SPAN BEFORE AFTER :: TEXT` and
/// `fix word FROM TO SPAN :: TEXT`: a fix and its effect.
fn fix(args: &str) -> String {
    let (args, text) = halves(args);
    let (kind, rest) = word(args);
    let (place, new) = word(rest);
    let fix = match kind {
        "replace" => Fix::replace(span(place), new),
        "insert" => Fix::insert(number(place), new).titled("insert it").surely(true),
        "wrap" => Fix::wrap(span(place), word(new).0, word(new).1, "wrap it"),
        "word" => {
            let word_of = WordReplacement { from: place.to_owned(), to: word(new).0.to_owned() };
            match word_of.fix(span(word(new).1), text) {
                Some(fix) => fix,
                None => return "none".to_owned(),
            }
        }
        _ => panic!("unknown fix: {kind}"),
    };
    fix_text(&fix, text)
}

/// `fuzzy WORDS :: LABEL | LABEL`: the labels in order with their scores.
fn fuzzy(args: &str) -> String {
    let (words, labels) = halves(args);
    let labels = parts(labels);
    let mut query = FuzzyQuery::new(words);
    let ranked = query.ranked(&labels);
    joined(ranked.into_iter().map(|at| format!("{} {}", labels[at], or_none(query.score(labels[at])))))
}

fn json_string(text: &str) -> String {
    let mut out = Vec::new();
    push_json_string(&mut out, text);
    String::from_utf8(out).expect("JSON is UTF-8")
}

/// `mismatch LIMIT DEPTH;PLACE;EXPECTED;ACTUAL;VERDICT;FIX | …`: the tree of mismatches.
fn mismatch(args: &str) -> String {
    let (limit, rows) = counted(args);
    let row = |row: &str| {
        let mut fields = row.split(';').map(|field| (!field.is_empty()).then(|| field.to_owned()));
        let mut next = || fields.next().flatten();
        let (depth, place, expected, actual) = (next(), next(), next(), next());
        let verdict = match next().as_deref() {
            None => None,
            Some("missing") => Some("missing"),
            Some("unknown") => Some("unknown"),
            Some(verdict) => panic!("unknown verdict: {verdict}"),
        };
        let depth = depth.map_or(0, |depth| number(&depth));
        MismatchRow { depth, place: place.unwrap_or_default(), expected, actual, verdict, fix: next() }
    };
    mismatch_tree(&parts(rows).into_iter().filter(|row| !row.is_empty()).map(row).collect::<Vec<_>>(), limit)
}

fn severity(name: &str) -> Severity {
    let all = [Severity::Note, Severity::Warning, Severity::Error];
    all.into_iter().find(|known| known.as_str() == name).unwrap_or_else(|| panic!("unknown severity: {name}"))
}

/// Adds a part such as `help TEXT` to a diagnostic.
fn with_part(diagnostic: Diagnostic, part: &str) -> Diagnostic {
    let (kind, text) = word(part);
    let (place, rest) = word(text);
    match kind {
        "help" => diagnostic.with_help(text),
        "note" => Diagnostic { notes: [diagnostic.notes, vec![text.to_owned()]].concat(), ..diagnostic },
        "label" => diagnostic.with_label(span(place), rest),
        "fix" => diagnostic.with_fix(Fix::replace(span(place), rest)),
        "at" => diagnostic.with_at(number(text)),
        "topic" => diagnostic.with_topic(Topic::from_name(text).unwrap_or_else(|| panic!("unknown topic: {text}"))),
        "nowhere" => Diagnostic { span: None, ..diagnostic },
        _ => panic!("unknown part: {kind}"),
    }
}

/// `frame COLUMNS SEVERITY SPAN TEXT :: MESSAGE | PART`: a diagnostic in its source, with `COLUMNS!` in colors.
fn frame(args: &str) -> String {
    let (place, message) = halves(args);
    let (columns, rest) = word(place);
    let (level, rest) = word(rest);
    let (place, text) = word(rest);
    let mut parts = parts(message).into_iter();
    let message = parts.next().unwrap_or_default();
    let mut diagnostic = Diagnostic::new(severity(level), IssueCode::SyntaxError, Some(span(place)), message);
    diagnostic.source = Some(Source::new("input", text));
    let diagnostic = parts.fold(diagnostic, with_part);
    let shown = render_inside(&diagnostic, columns.ends_with('!'), number(columns.trim_end_matches('!')));
    format!("{shown} {} {}", diagnostic.is_error(), or_none(diagnostic.offset()))
}

/// `source BEFORE OFFSET TEXT`: the place of an offset in a source after some lines of its file.
fn source(args: &str) -> String {
    let (before, rest) = word(args);
    let (offset, text) = counted(rest);
    let source = match before {
        "whole" => Source::new("s", text),
        before => Source::part("s", text, number(before)),
    };
    let at = source.line_column(offset);
    let (line, count) = (source.line(at.line), source.line_count());
    format!("{}:{} ‹{line}› {count} {} {}", at.line, at.column, source.lines_before(), source.is_part())
}

/// `span SPAN SPAN TEXT`: both, and the first one.
fn spans(args: &str) -> String {
    let (one, rest) = word(args);
    let (other, text) = word(rest);
    let (one, both) = (span(one), span(one).to(span(other)));
    format!("{}-{} {} {} ‹{}›", both.start, both.end, one.len(), one.is_empty(), one.of(text))
}

/// `name NAME`: what has this name.
fn name(name: &str) -> String {
    let code = Code::from_name(name).map(|code| format!("{code} {}", code.issue()));
    let rule = RuleCode::from_name_or_topic(name).map(|rule| format!("{rule} {}", rule.topic()));
    let topic = Topic::from_name(name).map(|topic| format!("{topic} in {}", topic.group().title()));
    let issue = IssueCode::from_name(name).map(|code| Issue::from(code).topic.as_str());
    let role = Role::from_name(name).map(|role| format!("{role} {}", role.parent().map_or("", Role::as_str)));
    let names = [("code", code), ("rule", rule), ("topic", topic), ("issue", issue.map(str::to_owned)), ("role", role)];
    joined(names.into_iter().filter_map(|(kind, name)| Some(format!("{kind} {}", name?))))
}

/// `known NAME`: whether a setting can have this theme, and the name of the one that it gets.
fn known(name: &str) -> String {
    assert!(name != "auto", "the terminal chooses the theme of auto");
    let theme = THEMES.get(name).map(|theme| theme.name().to_owned());
    let plain = THEMES.get_or_plain(name);
    format!("{} {} {:?} {:?}", THEMES.knows(name), or_none(theme), plain.name(), THEMES.choose(name).name())
}

fn color(name: &str) -> String {
    let place = |color: Color| format!("{color:?} {:?} {} {}", color.to_rgb(), color.to_ansi16(), color.to_ansi256());
    Color::parse(name).map_or("none".to_owned(), place)
}

const DEPTHS: [ColorDepth; 4] = [ColorDepth::None, ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::TrueColor];

fn depth(name: &str) -> ColorDepth {
    DEPTHS[["0", "16", "256", "rgb"].iter().position(|known| *known == name).expect("0, 16, 256 or rgb")]
}

fn parsed_style(text: &str) -> Style {
    Style::parse(text, Color::parse).unwrap_or_else(|word| panic!("{word:?} is a word of a style"))
}

/// `style STYLE :: STYLE`: the first style under the second, and its sequences.
fn style(args: &str) -> String {
    let (one, other) = halves(args);
    match Style::parse(one, Color::parse) {
        Err(word) => format!("not a style: {word}"),
        Ok(style) => {
            let style = style.overlaid(parsed_style(other));
            let sequences = DEPTHS.map(|depth| style.sgr(depth)).join(" ");
            format!("{} {sequences}", style.is_plain())
        }
    }
}

/// `paint DEPTH STYLE :: TEXT`: a painted text.
fn paint(args: &str) -> String {
    let (args, text) = halves(args);
    let (name, style) = word(args);
    parsed_style(style).paint(text, depth(name))
}

fn role(name: &str) -> Role {
    if name == "plain" {
        return Role::Plain;
    }
    Role::from_name(name).unwrap_or_else(|| panic!("unknown role: {name}"))
}

/// Parses `0-2=string;4-5=number`.
fn roles(text: &str) -> Vec<(Span, Role)> {
    edits(text).into_iter().map(|edit| (edit.span, role(&edit.text))).collect()
}

/// `painted THEME DEPTH PARTS MARKS TEXT`: a text with the roles of its parts, and marks over it. `-` is none.
fn painted(args: &str) -> String {
    let words: Vec<&str> = args.splitn(5, ' ').collect();
    let [theme, name, own, marks, text] = words[..] else { panic!("expected five arguments, found {args}") };
    let found = |text: &str| if text == "-" { Vec::new() } else { roles(text) };
    let theme = THEMES.get(theme).unwrap_or_else(|| panic!("unknown theme: {theme}"));
    theme.painted(text, found(own), &found(marks), depth(name))
}

/// `theme ROLES TEXT`: the styles that a theme file has for these roles.
fn theme(args: &str) -> String {
    let (names, text) = word(args);
    let sequence = |theme: &Theme, name: &str| theme.style(role(name)).sgr(ColorDepth::TrueColor);
    match THEMES.parse("mine", text) {
        Err(error) => error.to_string(),
        Ok(theme) => {
            let styles: Vec<String> =
                names.split(',').map(|name| format!("{name} {}", sequence(&theme, name))).collect();
            format!("{}: {}", theme.name(), styles.join(" | "))
        }
    }
}

/// `variables NAME=VALUE …`: the wish of the environment.
fn variables(args: &str) -> String {
    let all: Vec<(&str, &str)> =
        args.split_whitespace().map(|word| word.split_once('=').expect("NAME=VALUE")).collect();
    let value = |name: &str| all.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    or_none(by_variables(value))
}

/// `nearest NAME :: NAME NAME`: the nearest name, and those that a typing error may make.
fn near(args: &str) -> String {
    let (name, names) = halves(args);
    let names: Vec<&str> = names.split(' ').collect();
    let typos = names.iter().filter(|other| is_typo(name, other));
    format!("{} {}", or_none(nearest(name, names.iter().copied())), joined(typos))
}

/// Returns the answer for the columns of a text.
fn in_columns(kind: &str, args: &str) -> Option<String> {
    let room = || counted::<usize>(args);
    Some(match kind {
        "width" => width(args).to_string(),
        "columns" => aligned(args),
        "wrap" => joined(wrap(room().1, room().0)),
        "hung" => joined(hung(room().1, room().0)),
        "expanded" => expanded(args),
        "shortened" => shortened(room().1, room().0),
        "first" => first(args),
        "layout" => layout(room().1, room().0),
        "depth" => limited_depth(room().1, room().0).into_owned(),
        "outlined" => outlined(room().1, room().0),
        "mismatch" => mismatch(args),
        "frame" => frame(args),
        _ => return None,
    })
}

/// Returns the answer for the colors of a text.
fn in_colors(kind: &str, args: &str) -> Option<String> {
    Some(match kind {
        "known" => known(args),
        "color" => color(args),
        "style" => style(args),
        "paint" => paint(args),
        "painted" => painted(args),
        "theme" => theme(args),
        "variables" => variables(args),
        _ => return None,
    })
}

fn answer(kind: &str, args: &str) -> String {
    match kind {
        "unified" => unified("f", halves(args).0, halves(args).1),
        "changed" => changed(args),
        "integer" => integer(args),
        "apply" => apply(args),
        "fix" => fix(args),
        "fuzzy" => fuzzy(args),
        "json" => format!("{} {}", safe_json(args.to_owned()), json_text(args)),
        "json-string" => json_string(args),
        "visible" => visible(args).into_owned(),
        "hidden" => args.chars().map(|ch| if is_hidden(ch) { '1' } else { '0' }).collect(),
        "spaces" => spaces(args),
        "source" => source(args),
        "span" => spans(args),
        "nearest" => near(args),
        "name" => name(args),
        _ => in_columns(kind, args).or_else(|| in_colors(kind, args)).unwrap_or_else(|| panic!("unknown kind: {kind}")),
    }
}

/// Returns the answer of a row.
fn ruled(row: &str) -> String {
    let (kind, args) = word(row);
    encoded(&answer(kind, &decoded(args)))
}

#[test]
fn texts_follow_their_rules() {
    pprepl_testing::check_rules("text.txt", ruled);
}
