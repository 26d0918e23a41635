//! Fixes for unexpected tokens, where the advice of [`super::help`] is an edit of a few characters.

use super::cursor::is_name;
use super::expected::Expected;
use super::help::ErrorContext;
use super::recovery::is_closer;
use crate::TokenKind as T;
use crate::intent::type_name;
use pprepl_text::{Fix, Span};

impl ErrorContext<'_, '_> {
    /// Returns the fix, if there is one.
    pub(super) fn fix(&self) -> Option<Fix> {
        self.operator_fix()
            .or_else(|| self.arrow_fix())
            .or_else(|| self.comma_fix())
            .or_else(|| self.name_fix())
            .or_else(|| self.end_fix())
    }

    fn span(&self) -> Span {
        self.parser.token_at(self.index).span
    }

    fn span_before(&self) -> Span {
        self.index.checked_sub(1).map_or(Span::at(0), |index| self.parser.token_at(index).span)
    }

    /// Returns the span of this token and the one after it.
    fn with_after(&self) -> Span {
        self.span().to(self.parser.token_at(self.index + 1).span)
    }

    fn operator_fix(&self) -> Option<Fix> {
        let twice = |text: &str| self.found_text() == text && self.text(self.index + 1) == text;
        Some(match self.found {
            T::Pipe | T::LambdaPipe | T::PipeEnd if twice("|") && self.want != Expected::BarEnd => {
                Fix::replace(self.with_after(), "or")
            }
            T::Colon if self.after == T::Equals && self.found_text() == ":" => {
                Fix::replace(self.with_after(), "=").surely(true)
            }
            _ => return None,
        })
    }

    /// Returns whether the token directly follows the token before it.
    fn is_adjacent(&self) -> bool {
        self.span_before().end == self.span().start
    }

    fn arrow_fix(&self) -> Option<Fix> {
        if self.assigns_in_hash() {
            let equals = (0..self.index).rev().find(|&index| self.parser.token_at(index).kind == T::Equals)?;
            return Some(arrow(self.parser.token_at(equals).span, false).surely(true));
        }
        match (self.want, self.found) {
            // The colon of a resource's title.
            (_, T::Colon) if self.parser.token_at(self.index + 2).kind == T::FatArrow => None,
            (
                Expected::HashArrow | Expected::PairArrow | Expected::AttributeArrow | Expected::OptionArrow,
                sign @ (T::Colon | T::Equals),
            ) => Some(arrow(self.span(), sign == T::Colon && self.is_adjacent()).surely(true)),
            (Expected::MoreArguments | Expected::ParenEnd, T::Equals) => Some(arrow(self.span(), false)),
            (Expected::TitleColon, T::Name) => Some(put(self.span_before().end, ":", "put a colon after the title")),
            (Expected::AliasEquals, T::Colon) => {
                let sign = if self.is_adjacent() { " =" } else { "=" };
                Some(Fix::replace(self.span(), sign).surely(true))
            }
            _ => None,
        }
    }

    fn comma_fix(&self) -> Option<Fix> {
        let closes_first = self.index == self.parser.at && !self.parser.continues_statement();
        if self.before == T::Regexp || !self.lacks_comma() || closes_first {
            return None;
        }
        Some(put(self.span_before().end, ",", "put a comma there").surely(true))
    }

    fn name_fix(&self) -> Option<Fix> {
        let name = self.found_text();
        Some(match self.want {
            Expected::ClassName
            | Expected::DefineName
            | Expected::FunctionName
            | Expected::ParentName
            | Expected::PlanName
                if self.found == T::Variable =>
            {
                Fix::replace(self.span(), name.trim_start_matches('$')).surely(true)
            }
            Expected::Type if is_name(self.found) => Fix::replace(self.span(), type_name(name)).surely(true),
            _ => return None,
        })
    }

    fn end_fix(&self) -> Option<Fix> {
        if self.before == T::Semicolon && self.want == Expected::Statement {
            return Some(remove_fix(self.span_before(), "the semicolon").surely(true));
        }
        if self.found != T::End {
            let stray = is_closer(self.found) && self.parser.open.is_empty() && self.want != Expected::Value;
            return stray.then(|| remove_fix(self.span(), &format!("`{}`", self.found_text())));
        }
        let [opener] = self.parser.open[..] else { return None };
        let closer = match self.text(opener) {
            "[" => "]",
            "(" => ")",
            "{" => "}",
            _ => return None,
        };
        // A bracket over several lines is closed on a line of its own.
        let source = self.parser.source;
        let start = self.parser.token_at(opener).span.start as usize;
        let margin = source.get(..start).map_or("", |before| before.rfind('\n').map_or(before, |at| &before[at + 1..]));
        let margin = &margin[..margin.len() - margin.trim_start_matches([' ', '\t']).len()];
        let end = self.span_before().end;
        let is_long = Span::new(start as u32, end).of(source).contains('\n');
        let text = if is_long { format!("\n{margin}{closer}") } else { closer.to_owned() };
        Some(put(end, &text, &format!("close it with `{closer}`")))
    }
}

fn remove_fix(span: Span, what: &str) -> Fix {
    Fix::replace(span, "").titled(format!("remove {what}"))
}

fn put(at: u32, text: &str, title: &str) -> Fix {
    Fix::insert(at, text).titled(title)
}

/// Replaces another token by `=>`, with a space before it where that token had none.
fn arrow(span: Span, close: bool) -> Fix {
    Fix::replace(span, if close { " =>" } else { "=>" })
}
