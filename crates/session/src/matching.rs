//! Explains the regular expression match at an offset: its operands, groups, or the pattern's error, and the lifetime
//! of `$0`, `$1`, ... Nothing runs: literals come from the source, other operands from a session lookup without side
//! effects.

use std::time::Duration;

use pprepl_text::Span;
use puppet_pcore::regexp::{Spans, group_places};
use puppet_pcore::{Regexp, Value, ValueError};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind, Name, Segment};
use puppet_syntax::{LexOptions, parse, walk};

use super::Session;

/// A match at an offset.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// The construct that matches: `=~`, `case`, `regsubst`, ...
    pub form: &'static str,
    /// The whole construct; for a `case` or selector, the option.
    pub span: Span,
    /// True if the offset is inside it.
    pub is_here: bool,
    pub subject: Operand,
    pub pattern: Operand,
    pub verdict: Verdict,
    /// The string that `regsubst` returns.
    pub result: Option<String>,
    /// True if the match sets `$0`, `$1`, ...
    pub sets: bool,
    /// The construct that ends the lifetime of the captures, with its span; `None` for the end of the session.
    pub until: Option<(&'static str, Span)>,
}

/// A side of a match.
#[derive(Clone, Debug, Default)]
pub struct Operand {
    pub code: Span,
    /// The string, where known.
    pub text: Option<String>,
    /// The span of the string in the source, where both are identical byte by byte.
    pub letters: Option<Span>,
    /// The reason why the string is unknown.
    pub unknown: &'static str,
}

/// The result of a match.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A side is unknown.
    Unknown,
    /// The pattern is invalid.
    Fault {
        /// The byte of the pattern where the error is, if known.
        at: Option<usize>,
        message: String,
        help: Option<String>,
    },
    No {
        /// The length in bytes of the pattern prefix that does match.
        reached: Option<usize>,
    },
    Yes {
        /// `$0` and the groups.
        groups: Vec<GroupView>,
        /// Further matches, where the construct finds all.
        more: Vec<(usize, usize)>,
    },
}

/// A group of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupView {
    /// The group's number; `0` for the whole match.
    pub number: usize,
    pub name: Option<String>,
    /// The bytes of the subject; `None` when the group did not participate.
    pub place: Option<(usize, usize)>,
}

/// The time limit for looking up an operand.
const INSPECT_TIME: Duration = Duration::from_millis(5);

/// The depth to which variables that refer to variables are followed.
const MAX_DEPTH: usize = 5;

/// The number of pattern prefixes tried to find the longest that matches.
const MAX_STARTS: usize = 200;

/// Returns the match at a byte offset: the innermost around it, else the last before it, else the first.
pub fn match_at(text: &str, offset: usize, options: LexOptions, session: Option<&mut Session>) -> Option<MatchView> {
    let parsed = parse(text, options);
    let body = &parsed.program.body;
    let offset = offset.min(text.len()) as u32;
    let mut found = Vec::new();
    walk::for_each_everywhere(body, &mut |expr| sites(expr, &mut found));
    let is_in = |site: &&Site<'_>| site.span.start <= offset && offset <= site.span.end;
    let inner = found.iter().filter(is_in).min_by_key(|site| site.span.len());
    let before = || found.iter().filter(|site| site.sets && site.span.end <= offset).max_by_key(|site| site.span.end);
    let site = inner.or_else(before).or_else(|| found.iter().min_by_key(|site| site.span.start))?;
    let mut reader = Reader { text, body, session };
    let mut view = reader.view(site);
    view.is_here = inner.is_some();
    view.until = life(body, site.span).filter(|_| site.sets);
    Some(view)
}

/// A match variable read after the construct that its match belongs to.
pub(super) struct EndedMatch {
    /// The number of the match variable, and its place.
    pub(super) variable: (Name, Span),
    /// The match before it.
    pub(super) span: Span,
    /// The construct that ended its life: `if`, `case`, ...
    pub(super) what: &'static str,
    /// The earlier match whose value the variable has instead, in the same source.
    pub(super) earlier: Option<Span>,
}

/// Returns the first match variable of a scope that is read after the end of the last match before it.
pub(super) fn ended_match(body: &Expr) -> Option<EndedMatch> {
    let mut variables = Vec::new();
    let mut found = Vec::new();
    walk::for_each_in_scope(body, &mut |expr| {
        sites(expr, &mut found);
        if let ExprKind::Variable(name) = &expr.kind
            && name.bytes().all(|byte| byte.is_ascii_digit())
        {
            variables.push((name, expr.span));
        }
    });
    found.retain(|site| site.sets);
    variables.sort_by_key(|(_, span)| span.start);
    variables.into_iter().find_map(|(name, span)| {
        let before = || found.iter().filter(|site| site.span.end <= span.start);
        let last = before().max_by_key(|site| site.span.end)?;
        let (what, _) = life(body, last.span).filter(|(_, around)| around.end <= span.start)?;
        let is_alive = |site: &&Site<'_>| life(body, site.span).is_none_or(|(_, around)| around.end > span.start);
        let earlier = before().filter(is_alive).max_by_key(|site| site.span.end).map(|site| site.span);
        Some(EndedMatch { variable: (name.clone(), span), span: last.span, what, earlier })
    })
}

/// A construct that matches.
struct Site<'p> {
    form: &'static str,
    span: Span,
    /// The subjects. With several, the first that matches decides; with none, the node's name is the subject.
    subjects: Vec<&'p Expr>,
    pattern: &'p Expr,
    replacement: Option<&'p Expr>,
    flags: Option<&'p Expr>,
    sets: bool,
}

fn site<'p>(form: &'static str, span: Span, subject: &'p Expr, pattern: &'p Expr, sets: bool) -> Site<'p> {
    Site { form, span, subjects: vec![subject], pattern, replacement: None, flags: None, sets }
}

/// Collects the matches that an expression itself performs.
fn sites<'p>(expr: &'p Expr, found: &mut Vec<Site<'p>>) {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Match, left, right) if may_be_pattern(right) => {
            found.push(site("=~", expr.span, left, right, true));
        }
        ExprKind::Binary(BinaryOp::NoMatch, left, right) if may_be_pattern(right) => {
            found.push(site("!~", expr.span, left, right, true));
        }
        ExprKind::Binary(BinaryOp::In, left, right) if is_regexp(left) => {
            let subjects = match &right.kind {
                ExprKind::Array(items) => items.iter().collect(),
                _ => vec![&**right],
            };
            found.push(Site { subjects, ..site("in", expr.span, right, left, true) });
        }
        ExprKind::Case(case) => {
            for option in &case.options {
                let patterns = option.values.iter().filter(|value| is_regexp(value));
                found.extend(patterns.map(|pattern| site("case", option.span, &case.test, pattern, true)));
            }
        }
        ExprKind::Selector(selector) => {
            for option in selector.options.iter().filter(|option| is_regexp(&option.matching)) {
                let span = option.matching.span.to(option.value.span);
                found.push(site("? { }", span, &selector.left, &option.matching, true));
            }
        }
        ExprKind::Node(node) => {
            let patterns = node.matches.iter().filter(|one| is_regexp(one));
            found.extend(
                patterns
                    .map(|pattern| Site { subjects: Vec::new(), ..site("node", expr.span, pattern, pattern, true) }),
            );
        }
        ExprKind::Call(call) => found.extend(call_site(expr, &call.functor, &call.args.iter().collect::<Vec<_>>())),
        ExprKind::Method(method) => {
            let args: Vec<&Expr> = std::iter::once(&method.receiver).chain(&method.args).collect();
            found.extend(call_site(expr, &method.name, &args));
        }
        _ => {}
    }
}

fn call_site<'p>(expr: &Expr, name: &Expr, args: &[&'p Expr]) -> Option<Site<'p>> {
    let ExprKind::Name(name) = &name.kind else { return None };
    let (subject, pattern) = (args.first()?, args.get(1)?);
    match &**name {
        "match" => Some(site("match", expr.span, subject, pattern, false)),
        "split" => Some(site("split", expr.span, subject, pattern, false)),
        "regsubst" => Some(Site {
            replacement: args.get(2).copied(),
            flags: args.get(3).copied(),
            ..site("regsubst", expr.span, subject, pattern, false)
        }),
        _ => None,
    }
}

fn is_regexp(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Paren(inner) => is_regexp(inner),
        kind => matches!(kind, ExprKind::Regexp(_)),
    }
}

/// Returns whether the expression may be a regular expression or a string with one. A type is not.
fn may_be_pattern(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Paren(inner) => may_be_pattern(inner),
        ExprKind::Access(left, _) => !matches!(left.kind, ExprKind::Ref(_)),
        kind => !matches!(kind, ExprKind::Ref(_)),
    }
}

/// Returns the construct that ends the lifetime of a match's captures.
fn life(body: &Expr, of: Span) -> Option<(&'static str, Span)> {
    let around = walk::around(body, of.start);
    around.into_iter().rev().find_map(|expr| {
        let holds = |span: Span| span.start <= of.start && of.end <= span.end;
        let what = match &expr.kind {
            ExprKind::If(_) => "if",
            ExprKind::Unless(_) => "unless",
            ExprKind::Case(_) => "case",
            ExprKind::Selector(_) => "selector",
            ExprKind::Function(_) => "function",
            ExprKind::Class(_) => "class",
            ExprKind::Define(_) => "define",
            ExprKind::Node(_) => "node",
            _ => "lambda",
        };
        let span = match what {
            "lambda" => walk::lambda_of(expr)?.span,
            _ => expr.span,
        };
        holds(span).then_some((what, span))
    })
}

struct Reader<'r, 's> {
    text: &'r str,
    body: &'r Expr,
    session: Option<&'s mut Session>,
}

impl<'r> Reader<'r, '_> {
    fn view(&mut self, site: &Site<'_>) -> MatchView {
        let pattern = self.operand(site.pattern, MAX_DEPTH);
        let flags = site.flags.and_then(|flags| self.operand(flags, MAX_DEPTH).text).unwrap_or_default();
        let all = site.form == "split" || site.form == "regsubst" && flags.contains('G');
        let mut chosen: Option<(Operand, Verdict)> = None;
        let mut subjects: Vec<Operand> = site.subjects.iter().map(|one| self.operand(one, MAX_DEPTH)).collect();
        if subjects.is_empty() {
            subjects.push(self.node(site));
        }
        for subject in subjects {
            let verdict = verdict(&subject, &pattern, &flags, all);
            let matches = matches!(verdict, Verdict::Yes { .. });
            if matches || chosen.is_none() {
                chosen = Some((subject, verdict));
            }
            if matches {
                break;
            }
        }
        let (subject, verdict) = chosen.unwrap_or((Operand::default(), Verdict::Unknown));
        let replacement = site.replacement.and_then(|expr| self.operand(expr, MAX_DEPTH).text);
        let result = match (&subject.text, &pattern.text, &replacement) {
            (Some(subject), Some(pattern), Some(replacement)) => {
                regexp(pattern, &flags).0.replace(subject, replacement, flags.contains('G')).ok()
            }
            _ => None,
        };
        let (form, span, sets) = (site.form, site.span, site.sets);
        MatchView { form, span, is_here: true, subject, pattern, verdict, result, sets, until: None }
    }

    /// Returns the name of the session's node.
    fn node(&self, site: &Site<'_>) -> Operand {
        let name = self.session.as_ref().map(|session| session.settings().environment.node.clone());
        let text = name.filter(|name| !name.is_empty());
        Operand { code: site.pattern.span, text, letters: None, unknown: "no node is set; use :set node NAME" }
    }

    /// Returns the string of an operand.
    fn operand(&mut self, expr: &Expr, deep: usize) -> Operand {
        let known = |text: &Name| Operand {
            code: expr.span,
            text: Some(text.to_string()),
            letters: letters(self.text, expr.span, text),
            unknown: "",
        };
        match &expr.kind {
            ExprKind::Paren(inner) => self.operand(inner, deep),
            ExprKind::String(text) | ExprKind::Name(text) | ExprKind::Regexp(text) => known(text),
            ExprKind::Heredoc(heredoc) => Operand { code: expr.span, ..self.operand(&heredoc.text, deep) },
            ExprKind::Interpolated(segments) => self.interpolated(expr, segments, deep),
            ExprKind::Variable(name) if deep > 0 => match self.assigned(name, expr.span.start) {
                Some(value) => Operand { code: expr.span, letters: None, ..self.operand(value, deep - 1) },
                None => self.query(expr),
            },
            _ => self.query(expr),
        }
    }

    fn interpolated(&mut self, expr: &Expr, segments: &[Segment], deep: usize) -> Operand {
        let mut whole = String::new();
        for segment in segments {
            match segment {
                Segment::Text(text, _) => whole.push_str(text),
                Segment::Value { expr: part, .. } => match self.operand(part, deep.saturating_sub(1)).text {
                    Some(text) => whole.push_str(&text),
                    None => return self.query(expr),
                },
            }
        }
        Operand { code: expr.span, text: Some(whole), ..Operand::default() }
    }

    /// Returns the expression assigned to a variable before an offset.
    fn assigned(&self, name: &Name, before: u32) -> Option<&'r Expr> {
        let mut found = None;
        walk::for_each_in_scope(self.body, &mut |expr| {
            if let ExprKind::Assign(_, target, value) = &expr.kind
                && let ExprKind::Variable(own) = &target.kind
                && own == name
                && expr.span.end <= before
            {
                found = Some(&**value);
            }
        });
        found
    }

    /// Looks up the value in the session.
    fn query(&mut self, expr: &Expr) -> Operand {
        let written = expr.span.of(self.text);
        // In a string, `${x}` has no sign of its own.
        let sign = if begins_with_variable(expr) && !written.starts_with('$') { "$" } else { "" };
        let code = format!("{sign}{written}");
        let unknown = |why| Operand { code: expr.span, unknown: why, ..Operand::default() };
        let Some(session) = &mut self.session else { return unknown("its value is known after the cell has run") };
        match session.core.try_evaluate(&code, INSPECT_TIME) {
            Some(Value::Str(text)) => Operand { code: expr.span, text: Some(text.text.clone()), ..Operand::default() },
            Some(Value::Regexp(pattern)) => {
                Operand { code: expr.span, text: Some(pattern.source.to_string()), ..Operand::default() }
            }
            Some(Value::Sensitive(_)) => unknown("it is sensitive"),
            Some(_) => unknown("it is not a string"),
            None => unknown("its value is unknown here"),
        }
    }
}

/// Returns whether an expression is a variable, or one with accesses and methods.
fn begins_with_variable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Variable(_) => true,
        ExprKind::Access(left, _) => begins_with_variable(left),
        ExprKind::Method(method) => begins_with_variable(&method.receiver),
        _ => false,
    }
}

/// Returns the span of a literal's string in the source; `None` when it has escapes.
fn letters(source: &str, span: Span, text: &str) -> Option<Span> {
    let code = span.of(source);
    if code == text {
        return Some(span);
    }
    let inside = code.get(1..code.len().checked_sub(1)?)?;
    (inside == text).then(|| Span::new(span.start + 1, span.end - 1))
}

/// Compiles a pattern with the flags of `regsubst`, and returns the number of bytes prepended.
fn regexp(pattern: &str, flags: &str) -> (std::rc::Rc<Regexp>, usize) {
    let flag = |letter| flags.contains(letter);
    if !(flag('E') || flag('I') || flag('M')) {
        return (Regexp::new(pattern), 0);
    }
    let tail = if flag('E') { "\n" } else { "" };
    let regexp = Regexp::with_options(&format!("{pattern}{tail}"), flag('I'), flag('E'), flag('M'));
    let before = regexp.source.find(':').map_or(0, |at| at + 1);
    (regexp, before)
}

fn verdict(subject: &Operand, pattern: &Operand, flags: &str, all: bool) -> Verdict {
    let Some(pattern) = &pattern.text else { return Verdict::Unknown };
    let (regexp, before) = regexp(pattern, flags);
    if let Err(issue) = regexp.check() {
        return error_at(*issue, before);
    }
    let Some(subject) = &subject.text else { return Verdict::Unknown };
    let groups = match regexp.find_at(subject, 0) {
        Err(issue) => return error_at(*issue, before),
        Ok(None) => return Verdict::No { reached: reached(pattern, subject) },
        Ok(Some(groups)) => groups,
    };
    let more =
        if all && (flags.contains('G') || flags.is_empty()) { further(&regexp, subject, &groups) } else { Vec::new() };
    Verdict::Yes { groups: named(pattern, &groups), more }
}

fn further(regexp: &Regexp, subject: &str, first: &Spans) -> Vec<(usize, usize)> {
    let all = regexp.scan(subject).unwrap_or_default();
    all.iter().filter_map(|spans| *spans.first()?).filter(|place| first.first() != Some(&Some(*place))).collect()
}

fn error_at(issue: ValueError, before: usize) -> Verdict {
    let at = issue.at.map(|at| at.saturating_sub(before));
    Verdict::Fault { at, message: issue.message, help: issue.help }
}

fn named(pattern: &str, groups: &Spans) -> Vec<GroupView> {
    let places = group_places(pattern);
    let name = |number: usize| places.iter().find(|group| group.number == number).and_then(|group| group.name.clone());
    groups.iter().enumerate().map(|(number, place)| GroupView { number, name: name(number), place: *place }).collect()
}

/// Returns the length of the longest pattern prefix that matches alone. Alternatives are not split. A longer prefix
/// matches less often, so that few are tried.
fn reached(pattern: &str, subject: &str) -> Option<usize> {
    if pattern.contains('|') {
        return None;
    }
    let start = |at: usize| Regexp::new(pattern.get(..at).unwrap_or(""));
    let starts = pattern.char_indices().map(|(at, _)| at).filter(|at| *at > 0).take(MAX_STARTS);
    let starts: Vec<usize> = starts.filter(|at| start(*at).translated().is_ok()).collect();
    let matches = |at: &usize| start(*at).is_match(subject).unwrap_or(false);
    let last = starts.get(starts.partition_point(matches).checked_sub(1)?).copied()?;
    // A prefix that matches the empty string carries no information.
    (matches(&last) && !start(last).is_match("").unwrap_or(true)).then_some(last)
}
