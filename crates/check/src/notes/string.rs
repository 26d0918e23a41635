//! Strings: accessors after a variable, interpolations of other languages, strings that do not interpolate, paths.

use pprepl_text::{Fix, RuleCode, Span};
use puppet_syntax::ast::{Expr, ExprKind, Heredoc, Name, Segment};

use super::super::checker::Checker;
use super::super::subtyping::{Kind, is_any};
use super::pure::is_pure;
use super::scan::{enclosed, identifier, indices, is_word, plain_variables};

/// Methods of other languages that are written after a variable. Words that are also endings of file names are not
/// listed: functions of Puppet count only with parentheses.
const METHODS: &[&str] = &[
    "capitalize",
    "chomp",
    "chop",
    "downcase",
    "each",
    "empty",
    "join",
    "keys",
    "length",
    "lower",
    "lowercase",
    "lstrip",
    "map",
    "rstrip",
    "size",
    "sort",
    "split",
    "strip",
    "to_i",
    "to_s",
    "to_string",
    "toLowerCase",
    "toString",
    "toUpperCase",
    "trim",
    "unique",
    "upcase",
    "upper",
    "uppercase",
    "values",
];

/// The raw text of a string or heredoc, and where it starts.
struct Raw<'t> {
    text: &'t str,
    start: u32,
}

impl Raw<'_> {
    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.start + from as u32, self.start + to as u32)
    }
}

impl<'a> Checker<'a> {
    /// Notes on a double-quoted string, in which segments are interpolated.
    pub(in super::super) fn note_interpolated(&mut self, segments: &'a [Segment], expr: &'a Expr) {
        let Some(source) = self.source().filter(|_| self.reports.suppress_depth == 0) else { return };
        let text = source.text();
        for segment in segments {
            if let Segment::Value { expr, .. } = segment {
                self.note_accessor(expr, text);
            }
        }
        self.note_foreign(&Raw { text: expr.span.of(text), start: expr.span.start });
        self.note_path(expr, text);
    }

    /// Notes on a string without interpolation.
    pub(in super::super) fn note_string(&mut self, expr: &'a Expr) {
        if self.reports.suppress_depth > 0 {
            return;
        }
        let Some(source) = self.source() else { return };
        let text = expr.span.of(source.text());
        if text.starts_with('"') {
            self.note_foreign(&Raw { text, start: expr.span.start });
            self.note_path(expr, source.text());
        } else if text.starts_with('\'') && text.contains('$') {
            self.note_single_quotes(expr, text);
        }
    }

    /// Notes `$x[0]` and `$x.length` in a string.
    fn note_accessor(&mut self, variable: &'a Expr, text: &str) {
        let ExprKind::Variable(name) = &variable.kind else { return };
        let written = variable.span.of(text);
        let before = text.get(..variable.span.start as usize).unwrap_or_default();
        if !written.starts_with('$') || written.starts_with("${") || before.ends_with('{') {
            return;
        }
        let before_rest = text.get(variable.span.end as usize..).unwrap_or_default();
        // `[a]` after a string may well be text.
        if before_rest.starts_with('[') && self.is_scalar(name) {
            return;
        }
        let rest = text.get(variable.span.end as usize..).unwrap_or_default();
        let length = match indices(rest) {
            0 => self.method_length(name, rest),
            length => length,
        };
        if length == 0 {
            return;
        }
        let taken = rest.get(..length).unwrap_or_default();
        let span = Span::new(variable.span.start, variable.span.end + length as u32);
        let accessor = quoted_keys(taken).replace("\\\"", "'");
        let message = format!("in a string, `{taken}` after ${name} is text: only ${name} is interpolated");
        let new = format!("${{{name}{accessor}}}");
        let finding = self.note_at(RuleCode::StringAccessor, span, message);
        self.report(finding.hint(Some(format!("write `{new}`"))).fix(Some(Fix::replace(span, new))));
    }

    /// Returns whether a variable certainly has no elements.
    fn is_scalar(&mut self, name: &Name) -> bool {
        let ty = self.variable_type(name);
        self.sets.all_of(&ty, &[Kind::Integer, Kind::Float, Kind::Boolean, Kind::Undef]) && !is_any(&ty)
    }

    /// Returns the length of a method call after a variable, 0 where it may be other text, as in `$host.example`.
    fn method_length(&mut self, variable: &str, rest: &str) -> usize {
        let Some(call) = rest.strip_prefix('.') else { return 0 };
        let length = call.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(call.len());
        let (word, after) = call.split_at(length);
        let ends = !after.starts_with(['.', '-', '/', ':', '@'])
            || after.starts_with('.') && identifier(after.get(1..).unwrap_or_default()) == 0;
        let parentheses = after.starts_with("()");
        if parentheses && (METHODS.contains(&word) || is_pure(word)) {
            return length + 3;
        }
        let is_method = ends && (METHODS.contains(&word) || is_word(word) && self.has_key(variable, word));
        if is_method { length + 1 } else { 0 }
    }

    /// Returns whether a variable of the session is a hash with this key.
    fn has_key(&mut self, variable: &str, key: &str) -> bool {
        self.world.keys_at(variable, &[]).is_some_and(|keys| keys.iter().any(|known| **known == *key))
    }

    /// Notes `#{name}` and `{{ name }}` for a variable that exists.
    fn note_foreign(&mut self, raw: &Raw<'_>) {
        for (open, close) in [("#{", "}"), ("{{", "}}")] {
            for found in enclosed(raw.text, open, close) {
                let after_dollar = raw.text.get(..found.range.start).is_some_and(|before| before.ends_with('$'));
                if after_dollar || !self.is_known_variable(found.name) {
                    continue;
                }
                let span = raw.span(found.range.start, found.range.end);
                let message = format!("Puppet does not interpolate `{open}..{close}`: it is text");
                let new = format!("${{{}}}", found.name);
                let finding = self.note_at(RuleCode::ForeignInterpolation, span, message);
                self.report(finding.hint(Some(format!("write `{new}`"))).fix(Some(Fix::replace(span, new))));
            }
        }
        for (at, open) in raw.text.match_indices("%{facts.") {
            let Some(end) = raw.text.get(at..).and_then(|rest| rest.find('}')) else { continue };
            let span = raw.span(at, at + end + 1);
            let message = "`%{..}` interpolates in Hiera data only: here it is text".to_owned();
            let path = raw.text.get(at + open.len()..at + end).unwrap_or_default();
            let keys: String = path.split('.').map(|key| format!("['{key}']")).collect();
            let finding = self.note_at(RuleCode::ForeignInterpolation, span, message);
            self.report(finding.hint(Some(format!("write `${{facts{keys}}}`"))));
        }
    }

    /// Notes `$(command)` in a message: nothing runs it.
    pub(in super::super) fn note_substitution(&mut self, argument: &'a Expr) {
        let Some(source) = self.source().filter(|_| self.notes_on(RuleCode::ForeignInterpolation)) else { return };
        let text = argument.span.of(source.text());
        if !text.starts_with('"') {
            return;
        }
        for (at, _) in text.match_indices("$(") {
            let Some(inner) = text.get(at + 2..).and_then(|rest| rest.split(')').next()) else { continue };
            if !inner.starts_with(|c: char| c.is_ascii_lowercase()) {
                continue;
            }
            let span = Raw { text, start: argument.span.start }.span(at, at + inner.len() + 3);
            let message = "`$(..)` is text: Puppet runs no command in a string".to_owned();
            let help = "interpolate a variable or a fact: \"${facts['networking']['hostname']}\"".to_owned();
            let finding = self.note_at(RuleCode::ForeignInterpolation, span, message);
            self.report(finding.hint(Some(help)));
        }
    }

    /// Notes `'.. ${x}'` for a variable that exists.
    fn note_single_quotes(&mut self, expr: &'a Expr, text: &str) {
        if text.contains("<%") {
            return;
        }
        let mut found = enclosed(text, "${", "}");
        // Messages of modules name their parameters so.
        if self.knows_all() {
            found.extend(plain_variables(text));
        }
        let Some(found) = found.into_iter().find(|found| self.is_known_variable(found.name)) else { return };
        let written = text.get(found.range.clone()).unwrap_or_default();
        let inner = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or_default();
        let message = format!("single quotes do not interpolate: `{written}` is text");
        let finding = self.note_at(RuleCode::NotInterpolated, expr.span, message);
        let is_simple = !inner.contains(['"', '\\', '\'']);
        let fix = is_simple.then(|| Fix::replace(expr.span, format!("\"{inner}\"")).titled("write double quotes"));
        self.report(finding.hint(Some("write double quotes: \"${..}\"".to_owned())).fix(fix));
    }

    /// Notes `"C:\temp"`: `\t` is a tab.
    fn note_path(&mut self, expr: &'a Expr, text: &str) {
        let raw = expr.span.of(text);
        let bytes = raw.as_bytes();
        let is_path = matches!(bytes, [b'"', drive, b':', b'\\', ..] if drive.is_ascii_alphabetic());
        let Some(inner) = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|_| is_path) else {
            return;
        };
        let Some(escape) = path_escape(inner) else { return };
        let what = match escape {
            't' => "a tab",
            'n' => "a newline",
            'r' => "a carriage return",
            's' => "a space",
            _ => "a character by its number",
        };
        let message = format!("`\\{escape}` in double quotes is an escape: {what}");
        let help = "write single quotes, or double each backslash: \\\\".to_owned();
        let new = if inner.contains(['$', '\'', '"']) || inner.ends_with('\\') {
            doubled(inner).map(|inner| format!("\"{inner}\""))
        } else {
            Some(format!("'{inner}'"))
        };
        let finding = self.note_at(RuleCode::EscapeInPath, expr.span, message);
        self.report(finding.hint(Some(help)).fix(new.map(|new| Fix::replace(expr.span, new))));
    }

    /// Notes `@(END)` with `${x}`, for a variable that exists.
    pub(in super::super) fn note_heredoc(&mut self, heredoc: &'a Heredoc, expr: &'a Expr) {
        let Some(source) = self.source().filter(|_| self.notes_on(RuleCode::NotInterpolated)) else { return };
        let (opener, body) = (expr.span.of(source.text()), heredoc.text.span.of(source.text()));
        if opener.contains('"') || !body.contains("${") {
            return;
        }
        let known = enclosed(body, "${", "}").into_iter().find(|found| self.is_known_variable(found.name));
        let Some(found) = known else { return };
        let tag = tag_of(opener);
        let message = format!("a heredoc interpolates only with a quoted tag: `${{{}}}` is text", found.name);
        let help = format!("write @(\"{tag}\")");
        let start = expr.span.start + opener.find(tag).unwrap_or(0) as u32;
        let span = Span::new(start, start + tag.len() as u32);
        let fix = Fix::replace(span, format!("\"{tag}\""));
        let finding = self.note_at(RuleCode::NotInterpolated, expr.span, message);
        self.report(finding.hint(Some(help)).fix(Some(fix)));
    }

    /// Notes an indented heredoc without a margin: the indentation is part of the string.
    pub(super) fn note_heredoc_margin(&mut self, heredoc: &'a Heredoc, expr: &'a Expr) {
        let Some(source) = self.source() else { return };
        let name = tag_of(expr.span.of(source.text()));
        let (mut at, mut least) = (heredoc.body.start, usize::MAX);
        let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
        let mut lines = source.text().get(at as usize..).unwrap_or_default().split_inclusive('\n');
        let own = loop {
            let Some(line) = lines.next() else { return };
            if line.trim_start_matches([' ', '\t', '|', '-']).trim_end() == name {
                if line.contains(['|', '-']) {
                    return;
                }
                break indent(line);
            }
            if !line.trim().is_empty() {
                least = least.min(indent(line));
            }
            at += line.len() as u32;
        };
        if own == 0 || least < own || least == usize::MAX {
            return;
        }
        let message = format!("each line of this heredoc keeps its indentation of {least}");
        let help = "write `|` before the end tag: it marks the margin".to_owned();
        let fix = Fix::insert(at + own as u32, "| ").titled("write | before the end tag");
        let finding = self.note_at(RuleCode::HeredocMargin, expr.span, message);
        self.report(finding.hint(Some(help)).fix(Some(fix)));
    }
}

/// Returns the tag in the opener of a heredoc, without quotes.
fn tag_of(opener: &str) -> &str {
    let inner = opener.trim_start_matches("@(").split([')', ':', '/']).next().unwrap_or_default();
    inner.trim().trim_matches('"')
}

/// Returns the first escape of a path that is not a backslash: the letter after it.
fn path_escape(inner: &str) -> Option<char> {
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c == '\\' {
            let letter = chars.next()?;
            if matches!(letter, 't' | 'n' | 'r' | 's' | 'u') {
                return Some(letter);
            }
        }
    }
    None
}

/// Doubles the backslashes of a path, except those of `\\` and `\"`. `None` where a `\$` may be a path's backslash before
/// a variable, or an escaped dollar sign.
fn doubled(inner: &str) -> Option<String> {
    let mut made = String::with_capacity(inner.len() + 8);
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        made.push(c);
        if c != '\\' {
            continue;
        }
        match chars.next()? {
            '$' => return None,
            letter @ ('\\' | '"') => made.push(letter),
            letter => made.extend(['\\', letter]),
        }
    }
    Some(made)
}

/// Quotes the words in brackets: `[key]` to `['key']`.
fn quoted_keys(accessor: &str) -> String {
    let mut made = String::new();
    for part in accessor.split_inclusive(']') {
        match part.strip_prefix('[').and_then(|key| key.strip_suffix(']')).filter(|key| is_word(key)) {
            Some(key) => made.push_str(&format!("['{key}']")),
            None => made.push_str(part),
        }
    }
    made
}
