//! The translation from Ruby's syntax of regular expressions to that of Rust's engines.
//!
//! One pass parses Ruby's syntax and writes the simplest equivalent: characters by number, classes expanded,
//! groups by number. Among the case foldings of one character to several, it implements only `ß` to `ss`.

use super::super::{Result, ValueError};
use super::class;
use super::class_set::NOTHING;
use super::piece::{Charset, Piece, literal, wide, zero};
use super::translator::{Anchors, LookBehind, Options, Translator};
use pprepl_text::Topic;

#[derive(Debug)]
pub(super) struct Translation {
    /// The pattern in Rust's syntax.
    pub pattern: String,
    /// Whether it needs the backtracking engine.
    pub fancy: bool,
    /// Whether it has anchors that test for line ends.
    pub anchored: bool,
    /// The names of groups with their numbers.
    pub names: Vec<(String, Vec<usize>)>,
    /// The number of groups, the whole match included.
    pub groups: usize,
}

/// The minimum and maximum count; `None` is unlimited.
type Times = (u32, Option<u32>);

/// The repetition of an atom.
struct Repetition {
    range: Times,
    possessive: bool,
    /// `{2}?`: twice, or not at all.
    optional: bool,
    lazy: bool,
}

/// The maximum nesting depth of groups.
const MAX_DEPTH: usize = 200;

/// The maximum number of characters of an alternative of `(?~...)`.
const LONGEST_ABSENT: u32 = 64;

/// Translates a pattern.
pub(super) fn translate(source: &str, anchors: Anchors) -> Result<Translation> {
    let (known, total) = groups_of(source);
    let options = Options { ignore_case: false, multi_line: false, extended: false, charset: Charset::Default };
    let mut translator = Translator {
        source,
        at: 0,
        options,
        anchors,
        fancy: false,
        anchored: false,
        names: Vec::new(),
        known,
        total,
        groups: 0,
        open: Vec::new(),
        lengths: Vec::new(),
        calls: source.contains("\\g"),
        depth: 0,
        look_behind: None,
    };
    let pattern = translator.alternatives()?;
    if translator.at < source.len() {
        return Err(translator.error("a ) has no ( before it"));
    }
    Ok(Translation {
        pattern: pattern.text,
        fancy: translator.fancy,
        anchored: translator.anchored,
        names: translator.names,
        groups: translator.groups + 1,
    })
}

/// Returns the names of the groups with their numbers, and the number of capturing groups.
fn groups_of(source: &str) -> (Vec<(String, Vec<usize>)>, usize) {
    let mut names: Vec<(String, Vec<usize>)> = Vec::new();
    let (mut named, mut plain) = (0, 0);
    let mut in_class = 0usize;
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        match c {
            '\\' => at += source[at + 1..].chars().next().map_or(0, char::len_utf8),
            '[' => in_class += 1,
            ']' => in_class = in_class.saturating_sub(1),
            '(' if in_class == 0 => match group_name(&source[at..]) {
                Some(name) => {
                    named += 1;
                    add_name(&mut names, name, named);
                }
                // `(?(1)..)` has a condition, not a group.
                None if !source[at + 1..].starts_with('?') && !source[..at].ends_with("(?") => plain += 1,
                None => {}
            },
            _ => {}
        }
        at += c.len_utf8();
    }
    let total = if named > 0 { named } else { plain };
    (names, total)
}

fn add_name(names: &mut Vec<(String, Vec<usize>)>, name: &str, number: usize) {
    match names.iter_mut().find(|(other, _)| other == name) {
        Some((_, numbers)) => numbers.push(number),
        None => names.push((name.to_owned(), vec![number])),
    }
}

/// Returns the name of a group that starts here.
pub(super) fn group_name(text: &str) -> Option<&str> {
    let (rest, close) = match text.strip_prefix("(?<") {
        Some(rest) if !rest.starts_with(['=', '!']) => (rest, '>'),
        Some(_) => return None,
        None => (text.strip_prefix("(?'")?, '\''),
    };
    rest.split_once(close).map(|(name, _)| name)
}

impl Translator<'_> {
    pub(super) fn error(&self, what: &str) -> Box<ValueError> {
        let place = self.source[..self.at.min(self.source.len())].chars().count() + 1;
        ValueError::new(
            Topic::RegexpSyntax,
            format!("/{}/ is not a regular expression: {what} (at character {place})", self.source),
        )
        .at_byte(self.at.min(self.source.len()))
    }

    pub(super) fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Parses alternatives up to the end of the group.
    fn alternatives(&mut self) -> Result<Piece> {
        Ok(joined(&self.branches()?))
    }

    /// Parses the alternatives up to the end of the group; returns them separately.
    fn branches(&mut self) -> Result<Vec<Piece>> {
        let mut branches = vec![self.sequence()?];
        while self.take("|") {
            branches.push(self.sequence()?);
        }
        Ok(branches)
    }

    fn sequence(&mut self) -> Result<Piece> {
        let mut out = Piece::empty();
        while let Some(c) = self.peek() {
            if matches!(c, '|' | ')') {
                break;
            }
            if self.skip_unread(c)? {
                continue;
            }
            let atom = self.atom()?;
            out.append(&self.quantified(atom)?);
        }
        Ok(out)
    }

    /// Skips comments, and text that the option `x` ignores.
    fn skip_unread(&mut self, c: char) -> Result<bool> {
        if self.options.extended && self.skip_space(c) {
            return Ok(true);
        }
        let comment = self.take("(?#");
        if comment {
            self.skip_comment()?;
        }
        Ok(comment)
    }

    /// Skips whitespace and comments of the option `x`.
    fn skip_space(&mut self, c: char) -> bool {
        if c == '#' {
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            return true;
        }
        let blank = c.is_ascii_whitespace() || c == '\x0b';
        if blank {
            self.at += 1;
        }
        blank
    }

    fn skip_comment(&mut self) -> Result<()> {
        loop {
            match self.next() {
                Some('\\') => {
                    self.next();
                }
                Some(')') => return Ok(()),
                Some(_) => {}
                None => return Err(self.error("the comment has no end")),
            }
        }
    }

    fn atom(&mut self) -> Result<Piece> {
        let Some(c) = self.next() else { return zero("") };
        match c {
            '(' => self.group(),
            '[' => class::bracketed(self),
            '\\' => self.escape(),
            '.' => wide(if self.options.multi_line { "(?s:.)" } else { "." }),
            '^' => zero(self.line_start()),
            '$' => zero(self.line_end()),
            '*' | '+' | '?' => Err(self.error("expected an expression to repeat")),
            '{' if interval(&self.source[self.at - 1..]).is_some() => {
                Err(self.error("expected an expression to repeat"))
            }
            c => self.character(c),
        }
    }

    /// Translates a literal character. In case-insensitive mode `ß` is `ss`, and vice versa.
    pub(super) fn character(&mut self, c: char) -> Result<Piece> {
        let folds = self.options.ignore_case && self.look_behind.is_none();
        let is_s = |c: char| matches!(c, 's' | 'S' | '\u{17F}');
        match c {
            'ß' | 'ẞ' if folds => Ok(Piece::varying("(?:ß|ss)".to_owned())),
            c if folds && is_s(c) && self.peek().is_some_and(is_s) => {
                let after = self.rest().chars().nth(1);
                if matches!(after, Some('*' | '+' | '?' | '{')) {
                    return wide(literal(c));
                }
                self.next();
                Ok(Piece::varying("(?:ss|ß)".to_owned()))
            }
            c => wide(literal(c)),
        }
    }

    fn line_start(&mut self) -> &'static str {
        self.anchored = true;
        match self.anchors {
            Anchors::Text => r"\A",
            Anchors::Lines => "(?m:^)",
            Anchors::Exact => {
                self.fancy = true;
                r"(?:(?m:^)(?!\z)|\A)"
            }
        }
    }

    fn line_end(&mut self) -> &'static str {
        self.anchored = true;
        if self.anchors == Anchors::Text { r"\z" } else { "(?m:$)" }
    }

    pub(super) fn text_end(&mut self) -> &'static str {
        self.anchored = true;
        if self.anchors != Anchors::Exact {
            return r"\z";
        }
        self.fancy = true;
        r"(?=\n?\z)"
    }

    /// Returns a piece that consumes characters and needs the backtracking engine.
    pub(super) fn varying(&mut self, text: impl Into<String>) -> Result<Piece> {
        self.fancy = true;
        Ok(Piece::varying(text.into()))
    }

    pub(super) fn fancy_zero(&mut self, text: &str) -> Result<Piece> {
        self.fancy = true;
        zero(text)
    }

    /// Parses the repetitions that follow an atom; each one repeats everything before it.
    fn quantified(&mut self, atom: Piece) -> Result<Piece> {
        let mut out = atom;
        let mut repeated = false;
        loop {
            while let Some(c) = self.peek()
                && self.skip_unread(c)?
            {}
            let start = self.at;
            let Some((range, is_interval)) = self.quantifier()? else { return Ok(out) };
            // `{2}?` is optional, `{2,2}?` is lazy.
            let is_exact = is_interval && !self.source[start..self.at].contains(',');
            let fixed = range.1 == Some(range.0);
            out.fixed_alternatives &= range == (1, Some(1));
            if self.look_behind.is_some() && (!fixed || is_exact && self.rest().starts_with('?')) {
                return Err(self.no_look_behind("repetition of varying length"));
            }
            let possessive = !is_interval && self.take("+");
            let lazy = !possessive && self.take("?");
            let optional = lazy && is_exact;
            let possessive = possessive || optional && self.take("+");
            if out.zero_width {
                let optional = range.0 == 0 || optional;
                out.text = match range {
                    // The groups keep their numbers.
                    (0, Some(0)) => format!("(?:(?!){}|)", self.never(out.text)),
                    _ => repeat_lookaround(out.text, optional, lazy && !fixed),
                };
                out.nullable |= optional;
                continue;
            }
            let times = Repetition { range, possessive, optional, lazy };
            self.fancy |= possessive;
            self.repeat(&mut out, &times, repeated);
            repeated = !possessive && !times.optional;
        }
    }

    /// Returns a piece after an assertion that always fails, which the plain engine lacks.
    fn never(&mut self, text: String) -> String {
        self.fancy = true;
        text
    }

    /// Writes one repetition.
    fn repeat(&self, out: &mut Piece, times: &Repetition, repeated: bool) {
        let Repetition { range, possessive, optional, lazy } = *times;
        // In Ruby the last iteration of a greedy loop is the empty one, when an empty one is possible: that
        // one is captured.
        let empty_turn = out.lone && out.nullable && range.1.is_none() && !lazy && !self.calls;
        if empty_turn {
            out.text.replace_range(..1, "(?:");
        } else if repeated || !is_single(&out.text) {
            out.text = format!("(?:{})", out.text);
        }
        out.text.push_str(&quantifier_text(range));
        if empty_turn {
            out.text.push_str("()");
        }
        if optional {
            out.text = format!("(?:{})?", out.text);
        } else if lazy {
            out.text.push('?');
        } else if empty_turn && !possessive {
            out.text = format!("(?:{})", out.text);
        }
        if possessive {
            out.text = format!("(?>{})", out.text);
        }
        out.nullable = !possessive && (out.nullable || optional || range.0 == 0);
        out.length = out.length.filter(|_| range.1 == Some(range.0) && !optional).and_then(|n| n.checked_mul(range.0));
        out.lone = false;
    }

    /// Parses a quantifier: minimum and maximum, and whether it was written in braces.
    fn quantifier(&mut self) -> Result<Option<(Times, bool)>> {
        let range = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let Some((range, length)) = interval(self.rest()) else { return Ok(None) };
                self.at += length;
                if range.0 > 100_000 || range.1.is_some_and(|to| to > 100_000) {
                    return Err(self.error("this repeats too often"));
                }
                if range.1.is_some_and(|to| to < range.0) {
                    return Err(self.error("the upper bound is below the lower one"));
                }
                return Ok(Some((range, true)));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some((range, false)))
    }

    fn group(&mut self) -> Result<Piece> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("the groups are too deep"));
        }
        let options = self.options;
        let group = self.group_body()?;
        self.options = options;
        self.depth -= 1;
        Ok(group)
    }

    /// Parses the inside of a group and wraps it.
    fn wrapped(&mut self, open: &str) -> Result<Piece> {
        let branches = self.branches()?;
        self.close()?;
        let body = joined(&branches);
        let fixed_alternatives = open == "(?:" && has_fixed_branches(&branches);
        Ok(Piece { text: format!("{open}{})", body.text), lone: false, fixed_alternatives, ..body })
    }

    /// Checks that the group that begins here may be in the enclosing look-behind.
    fn check_look_behind(&self) -> Result<()> {
        let is_wrong = matches!(self.peek(), Some('=' | '!' | '>' | '~' | '('));
        match is_wrong && self.look_behind.is_some() {
            true => Err(self.no_look_behind("look-ahead, atomic group or condition")),
            false => Ok(()),
        }
    }

    /// Returns the error for what a look-behind cannot have.
    pub(super) fn no_look_behind(&self, what: &str) -> Box<ValueError> {
        self.error(&format!("a look-behind takes no {what}"))
    }

    /// Parses a look-around group.
    fn lookaround(&mut self, open: &str) -> Result<Piece> {
        self.fancy = true;
        Ok(Piece { zero_width: true, nullable: false, length: Some(0), ..self.wrapped(open)? })
    }

    fn close(&mut self) -> Result<()> {
        if self.take(")") { Ok(()) } else { Err(self.error("a ( has no ) after it")) }
    }

    fn group_body(&mut self) -> Result<Piece> {
        if let Some(name) = group_name(&self.source[self.at - 1..]) {
            return self.named_group(name.to_owned());
        }
        if !self.take("?") {
            if !self.known.is_empty() {
                return self.wrapped("(?:");
            }
            return self.capture();
        }
        if self.take(":") {
            return self.wrapped("(?:");
        }
        self.check_look_behind()?;
        if self.take(">") {
            self.fancy = true;
            return Ok(Piece { nullable: false, ..self.wrapped("(?>")? });
        }
        if self.take("=") {
            return self.lookaround("(?=");
        }
        if self.take("!") {
            return self.lookaround("(?!");
        }
        if self.take("<=") {
            return self.look_behind("(?<=", false);
        }
        if self.take("<!") {
            return self.look_behind("(?<!", true);
        }
        if self.take("~") {
            return self.absent();
        }
        if self.take("(") {
            return self.conditional();
        }
        self.option_group()
    }

    fn capture(&mut self) -> Result<Piece> {
        if self.look_behind.is_some_and(|look| look.negative) {
            return Err(self.error("a negative look-behind cannot capture"));
        }
        self.groups += 1;
        let number = self.groups;
        self.open.push(number);
        let group = self.wrapped("(");
        self.open.pop();
        let group = group?;
        self.lengths.push((number, group.length));
        Ok(Piece { lone: number == self.groups, ..group })
    }

    /// Translates `(?~...)`: the longest text without a match of the inner pattern. It consumes everything up
    /// to the first position where a match begins, then as much as completes none of the alternatives.
    fn absent(&mut self) -> Result<Piece> {
        self.fancy = true;
        let before = self.groups;
        let branches = self.branches()?;
        self.close()?;
        if branches.iter().any(|branch| branch.nullable) {
            return Ok(Piece::varying(format!("[{}]", NOTHING)));
        }
        let lengths: Option<Vec<u32>> = branches.iter().map(|branch| branch.length).collect();
        let Some(lengths) =
            lengths.filter(|lengths| lengths.iter().all(|length| (1..=LONGEST_ABSENT).contains(length)))
        else {
            return Err(self.error("pprepl does (?~...) for alternatives of a fixed length only"));
        };
        let longest = lengths.iter().copied().max().unwrap_or(1);
        let all = joined(&branches).text;
        let main = format!("(?:(?!{all})(?s:.))*");
        if lengths.iter().all(|length| *length == longest) {
            return Ok(Piece { nullable: true, ..Piece::varying(format!("(?:{main}(?s:.){{0,{}}})", longest - 1)) });
        }
        if self.groups > before {
            return Err(self.error("pprepl does no groups in the alternatives of (?~...)"));
        }
        let tails: Vec<String> = (0..longest).rev().map(|left| tail(&branches, left)).collect();
        Ok(Piece { nullable: true, ..Piece::varying(format!("(?:{main}(?:{}))", tails.join("|"))) })
    }

    /// Returns a reference to a group's capture. Inside the group itself the capture is unset, and nothing
    /// matches.
    pub(super) fn reference_to(&self, number: usize) -> String {
        if self.open.contains(&number) { "(?!)".to_owned() } else { format!("\\{number}") }
    }

    fn named_group(&mut self, name: String) -> Result<Piece> {
        let is_name = |c: char| c.is_alphabetic() || c == '_' || !c.is_ascii();
        if !name.starts_with(is_name) || name.contains(')') {
            return Err(self.error("invalid name of a group"));
        }
        self.at += name.len() + 3;
        add_name(&mut self.names, &name, self.groups + 1);
        self.capture()
    }

    fn look_behind(&mut self, open: &str, negative: bool) -> Result<Piece> {
        let outer = self.look_behind.replace(LookBehind { negative });
        self.fancy = true;
        let branches = self.branches()?;
        if !has_fixed_branches(&branches) {
            return Err(self.no_look_behind("alternatives of different lengths, except as a whole"));
        }
        self.close()?;
        self.look_behind = outer;
        let text = format!("{open}{})", joined(&branches).text);
        Ok(Piece { text, zero_width: true, length: Some(0), ..Piece::varying(String::new()) })
    }

    /// Translates `(?(1)yes|no)`.
    fn conditional(&mut self) -> Result<Piece> {
        self.fancy = true;
        let Some(end) = self.rest().find(')') else { return Err(self.error("a ( has no ) after it")) };
        let written = self.rest()[..end].to_owned();
        let condition = written.trim_matches(['<', '>', '\'']).to_owned();
        self.at += end + 1;
        if condition.starts_with('+') || condition == written && condition.parse::<usize>().is_err() {
            return Err(self.error("a condition is a number, <name> or 'name'"));
        }
        // `<-1>` is the group that began last.
        let back = condition.strip_prefix('-').and_then(|back| back.parse::<usize>().ok());
        let absolute = match back {
            Some(0) => Ok(0),
            Some(back) => Ok((self.groups + 1).saturating_sub(back)),
            None => condition.parse::<usize>(),
        };
        let number = match absolute {
            Ok(_) if !self.known.is_empty() => return Err(self.error("with named groups, refer to them by name")),
            Ok(number) if (1..=self.total).contains(&number) => number,
            Ok(_) => return Err(self.error("unknown group")),
            Err(_) => self.numbers_so_far(&condition)?.last().copied().unwrap_or(0),
        };
        let branches = self.branches()?;
        if branches.len() > 2 {
            return Err(self.error("a conditional takes two alternatives at most"));
        }
        self.close()?;
        // The engine treats a piece of look-arounds as empty and rejects its repetition, so it counts as
        // varying.
        Ok(Piece::varying(format!("(?({number}){})", joined(&branches).text)))
    }

    /// Returns the groups of this name that have begun: only these can be referenced.
    pub(super) fn numbers_so_far(&self, name: &str) -> Result<Vec<usize>> {
        match self.names.iter().find(|(other, _)| other == name) {
            Some((_, numbers)) => Ok(numbers.clone()),
            None => Err(self.error("unknown group before this point")),
        }
    }

    pub(super) fn numbers_of(&self, name: &str) -> Result<Vec<usize>> {
        match self.known.iter().find(|(other, _)| other == name) {
            Some((_, numbers)) => Ok(numbers.clone()),
            None => Err(self.error("unknown group name")),
        }
    }

    /// Translates `(?mix-mix)` up to the end of the enclosing group, or `(?mix-mix:...)`.
    fn option_group(&mut self) -> Result<Piece> {
        let mut on = true;
        loop {
            match self.next() {
                Some('-') => on = false,
                Some('m') => self.options.multi_line = on,
                Some('i') => self.options.ignore_case = on,
                Some('x') => self.options.extended = on,
                Some('a') if on => self.options.charset = Charset::Ascii,
                Some('u') if on => self.options.charset = Charset::Unicode,
                Some('d') if on => self.options.charset = Charset::Default,
                Some(':') => return self.wrapped(self.case_open()),
                Some(')') => {
                    // The rest of the group, alternatives included, belongs to the options; the enclosing
                    // group consumes the `)`.
                    let body = self.alternatives()?;
                    let text = format!("{}{})", self.case_open(), body.text);
                    return Ok(Piece { text, lone: false, fixed_alternatives: false, ..body });
                }
                _ => return Err(self.error("unknown group option")),
            }
        }
    }

    fn case_open(&self) -> &'static str {
        if self.options.ignore_case { "(?i:" } else { "(?-i:" }
    }
}

/// Parses `{n}`, `{n,}`, `{n,m}` or `{,m}`; returns it with its length. Anything else in braces is literal.
fn interval(text: &str) -> Option<(Times, usize)> {
    let (inner, _) = text.strip_prefix('{')?.split_once('}')?;
    let length = inner.len() + 2;
    let number = |digits: &str| match digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty() {
        true => Some(digits.parse().unwrap_or(u32::MAX)),
        false => None,
    };
    match inner.split_once(',') {
        None => number(inner).map(|n| ((n, Some(n)), length)),
        Some(("", "")) => None,
        Some(("", to)) => number(to).map(|to| ((0, Some(to)), length)),
        Some((from, "")) => number(from).map(|from| ((from, None), length)),
        Some((from, to)) => Some(((number(from)?, Some(number(to)?)), length)),
    }
}

/// Returns whether each alternative has a constant length.
fn has_fixed_branches(branches: &[Piece]) -> bool {
    let is_whole = branches.len() == 1;
    branches.iter().all(|branch| branch.length.is_some() || is_whole && branch.fixed_alternatives)
}

/// Joins alternatives into one piece.
fn joined(branches: &[Piece]) -> Piece {
    if let [only] = branches {
        return only.clone();
    }
    let texts: Vec<&str> = branches.iter().map(|branch| &branch.text[..]).collect();
    let length = branches.first().and_then(|first| first.length);
    Piece {
        text: texts.join("|"),
        zero_width: branches.iter().all(|branch| branch.zero_width),
        nullable: branches.iter().any(|branch| branch.nullable),
        length: length.filter(|_| branches.iter().all(|branch| branch.length == length)),
        lone: false,
        fixed_alternatives: false,
    }
}

/// Returns a pattern for the last characters of an absent operator, at most `left` of them, so that none of
/// the alternatives ends in them.
fn tail(branches: &[Piece], left: u32) -> String {
    let place = |left: u32| {
        let fitting = branches.iter().filter(|branch| branch.length.is_some_and(|length| length <= left));
        let fitting: Vec<&str> = fitting.map(|branch| &branch.text[..]).collect();
        if fitting.is_empty() { "(?s:.)".to_owned() } else { format!("(?!{})(?s:.)", fitting.join("|")) }
    };
    (1..=left).rev().map(place).collect()
}

/// Returns the repetition of an assertion: the assertion once, or none.
fn repeat_lookaround(look: String, optional: bool, lazy: bool) -> String {
    match (optional, lazy) {
        (true, false) => format!("(?:{look}|)"),
        (true, true) => format!("(?:|{look})"),
        _ => look,
    }
}

fn quantifier_text((from, to): Times) -> String {
    match (from, to) {
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (0, Some(1)) => "?".to_owned(),
        (from, None) => format!("{{{from},}}"),
        (from, Some(to)) if from == to => format!("{{{from}}}"),
        (from, Some(to)) => format!("{{{from},{to}}}"),
    }
}

/// Returns whether a repetition may follow the text directly.
fn is_single(text: &str) -> bool {
    text == "."
        || text.chars().count() == 1
        || is_one_group(text)
        || text.starts_with(r"\x{") && text.find('}') == Some(text.len() - 1)
}

/// Returns whether the text is a single group or class from its first to its last character.
fn is_one_group(text: &str) -> bool {
    let close = match text.as_bytes().first() {
        Some(b'(') if !text.starts_with("(?=") && !text.starts_with("(?!") && !text.starts_with("(?<") => ')',
        Some(b'[') => return text.ends_with(']'),
        _ => return false,
    };
    text.ends_with(close)
}
