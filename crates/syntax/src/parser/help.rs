//! Help for an unexpected token, derived from the tokens around it.

use super::cursor::{Parser, is_keyword, is_name};
use super::expected::{Expected, block_elsewhere};
use super::recovery::{is_closer, may_begin};
use crate::TokenKind as T;
use crate::intent::type_name;
use pprepl_text::{Diagnostic, Span};

/// The context of an unexpected token.
pub(super) struct ErrorContext<'p, 's> {
    pub(super) parser: &'p Parser<'s>,
    pub(super) index: usize,
    pub(super) want: Expected,
    pub(super) found: T,
    pub(super) before: T,
    pub(super) after: T,
}

/// Adds help and the location of an open bracket to `diagnostic`.
pub(super) fn explain(parser: &Parser, diagnostic: &mut Diagnostic, index: usize, want: Expected) {
    let kind = |index: usize| parser.token_at(index).kind;
    let before = index.checked_sub(1).map_or(T::End, kind);
    let after = if index + 1 < parser.token_count() { kind(index + 1) } else { T::End };
    let scene = ErrorContext { parser, index, want, found: kind(index), before, after };
    match scene.advice() {
        Some(advice) => headline(diagnostic, advice, parser.source),
        None => diagnostic.help = scene.by_expected(),
    }
    diagnostic.fixes.extend(scene.fix());
    if scene.found == T::End || is_closer(scene.found) || scene.lacks_comma() {
        scene.label_opener(diagnostic);
    }
}

/// Makes the advice the message; the tokens that the parser expected become the label at the place.
fn headline(diagnostic: &mut Diagnostic, advice: String, source: &str) {
    let message = std::mem::replace(&mut diagnostic.message, advice);
    let span = diagnostic.span.unwrap_or(Span::at(source.trim_end().len() as u32));
    diagnostic.labels.push(pprepl_text::Label { source: None, span, message });
}

impl ErrorContext<'_, '_> {
    /// Returns advice for this error; `None` if only the expected construct is known.
    fn advice(&self) -> Option<String> {
        self.wrong_word()
            .or_else(|| self.line_brace())
            .or_else(|| self.misplaced_lambda())
            .or_else(|| self.misspelt_elsif())
            .or_else(|| self.block_of_another_language())
            .or_else(|| self.wrong_operator())
            .or_else(|| self.wrong_arrow())
            .or_else(|| self.missing_comma())
            .or_else(|| self.wrong_name())
            .or_else(|| self.wrong_end())
    }

    pub(super) fn text(&self, index: usize) -> &str {
        self.parser.slice(self.parser.token_at(index))
    }

    pub(super) fn found_text(&self) -> &str {
        self.text(self.index)
    }

    pub(super) fn before_text(&self) -> &str {
        self.index.checked_sub(1).map_or("", |index| self.text(index))
    }

    /// Explains words of other languages, and misplaced keywords.
    fn wrong_word(&self) -> Option<String> {
        let advice = match (self.value_or_expected(), self.found) {
            (Expected::Else, T::If) => "write `elsif` for `else if`",
            (Expected::Then, T::Name) if self.found_text() == "then" => "remove `then`; write the body in braces",
            (Expected::Then, T::Colon) => "remove the colon; write the body in braces",
            (Expected::Then, T::Equals) => "use `==` to compare; `=` assigns and is not allowed in a condition",
            (Expected::Value, T::Elsif) if self.unless_is_open() => "`unless` has no `elsif`; write `if` with `!`",
            (Expected::Value, T::Elsif | T::Else) => "`else` and `elsif` must follow the `}` of an `if`",
            (Expected::Value, T::Inherits) => "write `inherits` between the parameters of a class and its `{`",
            (Expected::Value, T::And | T::Or | T::In) => "write a value on both sides of the operator",
            (Expected::FunctionBody, T::Colon) => "write the type of the result after `>>`, as in >> Integer",
            _ => return None,
        };
        Some(advice.to_string())
    }

    /// Returns the expected construct; the start of a statement expects a value.
    fn value_or_expected(&self) -> Expected {
        if self.want == Expected::Beginning { Expected::Value } else { self.want }
    }

    /// Explains a brace on a new line, which continues the line before.
    fn line_brace(&self) -> Option<String> {
        let brace = self.parser.line_brace.filter(|_| self.want == Expected::TitleColon)?;
        Some(format!("the `{{` of line {} continues the line before it; end that line with `;`", self.line_of(brace)))
    }

    /// Explains a misplaced lambda: it must follow a call, with its parameters before its brace.
    fn misplaced_lambda(&self) -> Option<String> {
        if !matches!(self.found, T::Pipe | T::LambdaPipe | T::PipeEnd) || self.value_or_expected() != Expected::Value {
            return None;
        }
        let advice = match self.before {
            _ if self.after_is("|") => return None,
            _ if self.before_text() == "do" => "write the lambda without `do` and `end`: |$x| { ... }",
            T::LBrace => "write the parameters of a lambda before its brace: |$x| { ... }",
            T::RBrack => "a lambda follows a call, as in $list.each |$x| { ... }",
            _ => "a lambda must follow a call: $list.map |$x| { ... }",
        };
        Some(advice.to_string())
    }

    /// Finds a misspelled `elsif` shortly before the token.
    fn misspelt_elsif(&self) -> Option<String> {
        let near = (self.index.saturating_sub(10)..self.index).rev();
        let word = near.map(|index| self.text(index)).find(|text| matches!(*text, "elif" | "elseif" | "elsif"))?;
        (word != "elsif").then(|| format!("write `elsif` for `{word}`"))
    }

    /// Explains a block after a keyword of another language: its brace is parsed as that of a resource.
    fn block_of_another_language(&self) -> Option<String> {
        if self.want != Expected::TitleColon {
            return None;
        }
        let mut inner = 0;
        let brace = (0..self.index).rev().take(200).find(|index| {
            let kind = self.parser.token_at(*index).kind;
            let is_own = kind == T::LBrace && inner == 0;
            inner += usize::from(kind == T::RBrace);
            inner -= usize::from(kind == T::LBrace && !is_own);
            is_own
        })?;
        let near = (brace.saturating_sub(16)..brace).rev();
        let start = |index: usize| self.parser.token_at(index).span.start as usize;
        let between = |index: usize| self.parser.source.get(start(index)..start(brace)).unwrap_or("");
        let own_line = near.take_while(|index| !between(*index).contains('\n'));
        own_line.map(|index| self.text(index)).find_map(block_elsewhere).map(str::to_owned)
    }

    /// Returns whether the body of an `unless` was just closed.
    fn unless_is_open(&self) -> bool {
        let tokens = (0..self.index).rev().take(200).map(|index| self.parser.token_at(index).kind);
        tokens.into_iter().find(|kind| matches!(kind, T::If | T::Unless | T::Case)) == Some(T::Unless)
    }

    /// Returns whether the slash found would start a regular expression if that could span lines: the next slash is on
    /// a later line, and may end a value.
    fn is_regexp_over_lines(&self) -> bool {
        let start = self.parser.token_at(self.index).span.end as usize;
        let rest = self.parser.source.get(start..).unwrap_or_default();
        let mut escaped = false;
        let end = rest.bytes().position(|byte| {
            let ends = byte == b'/' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let after = end.and_then(|end| rest.get(end + 1..)).map(|after| after.trim_start_matches([' ', '\t', '\r']));
        let ends_value = |after: &str| {
            after.is_empty()
                || after.starts_with(['\n', '{', '}', ')', ']', ',', ':', ';', '?', '|', '=', '.', '#'])
                || ["and ", "or ", "in "].iter().any(|word| after.starts_with(word))
        };
        !self.parser.options.multiline_regexp && after.is_some_and(ends_value)
    }

    /// Explains operators that the language does not have.
    fn wrong_operator(&self) -> Option<String> {
        let advice = match (self.found, self.before_text(), self.found_text()) {
            (T::Amp | T::Other, _, "&") => "write `and`: Puppet has no `&`",
            (T::Pipe | T::LambdaPipe | T::PipeEnd, ..) if self.want != Expected::BarEnd && self.after_is("|") => {
                "write `or`: Puppet has no `||`"
            }
            (T::Equals, "=", _) => "write one `=` to assign, `==` to compare",
            (T::Equals, "==" | "!=" | "<" | ">", _) => "compare with `==`, `!=`, `<`, `>`, `<=` or `>=`",
            (T::Colon, ..) if self.after == T::Equals => "assign with `=` alone",
            (T::GreaterThan, "<" | "<=", _) => "write `!=` for not equal",
            (T::LessThan, "=", _) => "write `<=` for less or equal",
            (T::Div, ..) if self.value_or_expected() == Expected::Value && self.is_regexp_over_lines() => {
                "end the regular expression on its line, or allow several lines with ':set multiline_regexp on'; a \
                 file may always have them"
            }
            (T::Div, ..) if self.value_or_expected() == Expected::Value => {
                "quote the path; a regular expression ends with `/`"
            }
            (T::Tilde, ..) => "match with `=~`, notify with `~>`",
            (T::Other, _, "`") => "write strings in single or double quotes",
            (T::Other, _, "^") => "Puppet has no operators on bits, and no power operator",
            (T::Other, _, "\\") => "remove the backslash: a statement may continue on the next line",
            (T::Other, _, "“" | "”" | "‘" | "’") => "use the straight quotes ' or \"",
            (T::Other, ..) => "this character is only allowed in strings and comments",
            (T::QMark, "?", _) => "Puppet has no `??`; use lest() or a selector",
            _ => return None,
        };
        Some(advice.to_string())
    }

    fn after_is(&self, text: &str) -> bool {
        self.text(self.index + 1) == text || self.before_text() == text
    }

    /// Explains `=>`, `:` and `=` used in place of each other.
    fn wrong_arrow(&self) -> Option<String> {
        if self.assigns_in_hash() {
            return Some("write `=>`, not `=`, between a key and its value".to_string());
        }
        let advice = match (self.value_or_expected(), self.found) {
            (Expected::HashArrow | Expected::PairArrow, T::Colon | T::Equals) => {
                "write `=>` between a key and its value"
            }
            (Expected::AttributeArrow, T::Colon | T::Equals) => "write `=>` between an attribute and its value",
            (Expected::OptionArrow, T::Colon) => "write `=>` between an option and its result",
            (Expected::OptionArrow, T::Equals) => "write `=>`, not `=`, between an option and its result",
            (Expected::OptionColon, T::FatArrow) => "in a case, write `:` and a body in braces after an option",
            (Expected::TitleColon, T::FatArrow) => "start the resource with a title and a colon: file { '/tmp/x': .. }",
            (Expected::TitleColon, T::Name) => "put a colon after the title: file { '/tmp/x': .. }",
            (Expected::TitleColon, T::Equals) => "unexpected `=`; set attributes with `=>`",
            (Expected::Value, T::FatArrow) => "unexpected `=>`; write it between a key and a value: {'a' => 1}",
            (Expected::Value, T::Equals) => "write a variable before the `=`: $x = 1",
            (Expected::AliasEquals, T::Colon) => "write `=` between the alias and the type",
            (Expected::MoreArguments | Expected::ParenEnd, T::Equals) => "write `=>` to pass a key with a value",
            _ => return None,
        };
        Some(advice.to_string())
    }

    /// Returns whether the open hash contains `key = value`, with another token where its `=>` is missing.
    pub(super) fn assigns_in_hash(&self) -> bool {
        let Some(&opener) = self.parser.open.last() else { return false };
        let kinds = |range: std::ops::Range<usize>| range.map(|index| self.parser.token_at(index).kind);
        let last_entry =
            (opener..self.index).rev().find(|&index| self.parser.token_at(index).kind == T::Comma).unwrap_or(opener);
        self.want == Expected::HashArrow && kinds(last_entry..self.index).any(|kind| kind == T::Equals)
    }

    pub(super) fn lacks_comma(&self) -> bool {
        let lists = matches!(
            self.want,
            Expected::MoreKeys
                | Expected::MoreElements
                | Expected::MoreEntries
                | Expected::MoreArguments
                | Expected::MoreParameters
                | Expected::MoreAttributes
                | Expected::MoreOptions
                | Expected::BarEnd
        );
        lists && (may_begin(self.found) || (is_keyword(self.found) && self.after == T::FatArrow))
    }

    fn missing_comma(&self) -> Option<String> {
        if self.before == T::Regexp && is_name(self.found) {
            return Some("quote the path; text between slashes is a regular expression".to_string());
        }
        if self.lacks_comma() && self.index == self.parser.at && !self.parser.continues_statement() {
            return self.parser.open.last().map(|&opener| {
                format!("close the `{}` of line {} before this line", short(self.text(opener)), self.line_of(opener))
            });
        }
        self.lacks_comma().then(|| format!("put a comma after `{}`", short(self.before_text())))
    }

    fn wrong_name(&self) -> Option<String> {
        let name = self.found_text();
        Some(match self.want {
            Expected::Parameter if is_name(self.found) && self.after == T::Variable => {
                format!("write `{}`: the name of a type starts with an upper-case letter", type_name(name))
            }
            Expected::Parameter if is_name(self.found) => {
                format!("write `${name}`: the name of a parameter starts with `$`")
            }
            Expected::ClassName
            | Expected::DefineName
            | Expected::FunctionName
            | Expected::ParentName
            | Expected::PlanName
                if self.found == T::Variable =>
            {
                format!("write `{}` without the `$`", name.trim_start_matches('$'))
            }
            Expected::FunctionName if matches!(self.found, T::LParen | T::WsLParen) => {
                "give the function a name; a lambda is written |$x| { ... }".to_string()
            }
            Expected::Type if is_name(self.found) => {
                format!("write `{}`: the name of a type starts with an upper-case letter", type_name(name))
            }
            Expected::Attribute if matches!(self.found, T::String | T::DqPre) => {
                "write the name of the attribute without quotes".to_string()
            }
            Expected::MethodName if self.found == T::Number => {
                "write `[ ]` around an index to read an element".to_string()
            }
            _ => return None,
        })
    }

    /// Explains the end of the source, closing brackets, and tokens that may not be at the end.
    fn wrong_end(&self) -> Option<String> {
        if self.before == T::Semicolon && self.want == Expected::Statement {
            return Some("remove the `;`; it separates two statements".to_string());
        }
        if self.found == T::Comma && self.want == Expected::Value {
            return Some("remove the comma, or write the missing value before it".to_string());
        }
        let own_advice =
            matches!(self.want, Expected::HashArrow | Expected::Title | Expected::Option | Expected::AttributeArrow);
        if is_closer(self.found) && !own_advice {
            return self.wrong_closer();
        }
        if self.found == T::DqMid || self.found == T::DqPost {
            return Some("write the missing value before the `}`".to_string());
        }
        if self.want == Expected::Value && is_operator(self.before) {
            return Some(format!("write a value after `{}`", self.before_text()));
        }
        if self.found != T::End {
            return None;
        }
        Some(match self.parser.open.last().map(|&opener| self.parser.likely_open(opener)) {
            Some(opener) => format!("close the `{}` of line {}", short(self.text(opener)), self.line_of(opener)),
            None if self.before == T::Comma => "remove the last comma, or continue the list".to_string(),
            None => return None,
        })
    }

    fn wrong_closer(&self) -> Option<String> {
        let found = self.found_text();
        Some(match self.parser.open.last() {
            _ if self.before == T::Comma && self.want == Expected::Value => {
                "remove the comma before the closing bracket".to_string()
            }
            Some(_) if self.want == Expected::Value => "write the missing value before the closing bracket".to_string(),
            Some(&opener) if self.parser.token_at(opener).kind.closing() == Some(self.found) => return None,
            Some(&opener) => {
                let line = self.line_of(opener);
                format!("close the `{}` of line {line} before this `{found}`", short(self.text(opener)))
            }
            None if self.before == T::End || may_begin(self.before) || is_closer(self.before) => {
                format!("remove this `{found}`: it closes nothing")
            }
            None => format!("write the missing value before `{found}`, or remove `{found}`"),
        })
    }

    fn line_of(&self, index: usize) -> usize {
        let start = self.parser.token_at(index).span.start as usize;
        let within = self.parser.source.get(..start).unwrap_or("").bytes().filter(|&byte| byte == b'\n').count();
        self.parser.lines_before + within + 1
    }

    /// Shows the correct form of the construct.
    fn by_expected(&self) -> Option<String> {
        if self.found == T::End && self.parser.open.is_empty() {
            return Some(format!("continue after `{}`, or remove it", short(self.before_text())));
        }
        Some(
            match self.want {
                Expected::Then => "write the body in braces after the condition: if $x { ... }",
                Expected::Else => "write the body in braces after `else`: else { ... }",
                Expected::Title => "write the name of the class as the title: class { 'name': }",
                Expected::Option => "write at least one option, such as `default`",
                Expected::Host => "a node looks like this: node 'web1', /^db/, default { ... }",
                Expected::DefineBody => "a defined type looks like this: define d(String $x = 'a') { ... }",
                Expected::CaseBrace => "a case looks like this: case $x { 'a', 'b': { ... } default: { ... } }",
                Expected::OptionColon => "an option looks like this: 'a', 'b': { ... }",
                Expected::OptionBody => "write the body of an option in braces: 'a': { ... }",
                Expected::OptionArrow => "a selector looks like this: $x ? { 'a' => 1, default => 2 }",
                Expected::TitleColon => "a resource looks like this: file { '/tmp/x': ensure => file }",
                Expected::AttributeArrow | Expected::Attribute => "an attribute looks like this: ensure => file",
                Expected::HashArrow => "a hash looks like this: { 'key' => 'value', 'other' => 2 }",
                Expected::LambdaBody => "a lambda looks like this: |$x| { $x + 1 }",
                Expected::FunctionBody => "a function looks like this: function f(Integer $x) >> Integer { $x + 1 }",
                Expected::ClassBody => "a class looks like this: class c(String $x = 'a') inherits b { ... }",
                Expected::Parameter | Expected::BarEnd => "a parameter looks like this: String $name = 'default'",
                Expected::MethodName => "write the name of a function after the dot: $x.size",
                Expected::QueryEnd => "a collector looks like this: User <| title == 'ann' |>",
                Expected::AliasEquals => "an alias looks like this: type Port = Integer[1, 65535]",
                Expected::InterpolationEnd => "write one expression in ${ }",
                Expected::TagEnd => "write one expression in <%= %>",
                _ => return None,
            }
            .to_string(),
        )
    }

    fn label_opener(&self, diagnostic: &mut Diagnostic) {
        let Some(&opener) = self.parser.open.last() else { return };
        let opener = if self.found == T::End { self.parser.likely_open(opener) } else { opener };
        let span: Span = self.parser.token_at(opener).span;
        let text = short(self.text(opener));
        let message = if self.found == T::End { "opened here and never closed" } else { "opened here" };
        diagnostic.labels.push(pprepl_text::Label { source: None, span, message: format!("`{text}` {message}") });
    }
}

/// Returns whether the token is an operator with an operand on its right.
fn is_operator(kind: T) -> bool {
    kind.is_binary_operator()
        || matches!(kind, T::Equals | T::FatArrow | T::Not | T::InEdge | T::OutEdge | T::InEdgeSub | T::OutEdgeSub)
}

/// Returns at most 30 characters of the first line of `text`.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let cut: String = line.chars().take(30).collect();
    if cut.len() < text.len() { format!("{cut}...") } else { cut }
}
