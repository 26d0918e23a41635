//! What to change where a token is unexpected, in the cases in which the advice of [`super::help`] is a change of a few
//! characters.

use super::cursor::is_name;
use super::fault::Want;
use super::help::{Scene, capital};
use super::recovery::is_closer;
use crate::TokenKind as T;
use pprepl_text::{Fix, Span};

impl Scene<'_, '_> {
    /// The change that mends it.
    pub(super) fn fix(&self) -> Option<Fix> {
        self.word_fix()
            .or_else(|| self.operator_fix())
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

    /// This token and the one before it.
    fn with_before(&self) -> Span {
        self.span_before().to(self.span())
    }

    /// This token and the one behind it.
    fn with_after(&self) -> Span {
        self.span().to(self.parser.token_at(self.index + 1).span)
    }

    fn word_fix(&self) -> Option<Fix> {
        Some(match (self.want, self.found) {
            (Want::Else, T::If) => Fix::replace(self.with_before(), "elsif").surely(true),
            (Want::Then, T::Equals) => Fix::replace(self.span(), "=="),
            (Want::Then, T::Name) if self.found_text() == "then" => take_away(self.span(), "then").surely(true),
            (Want::Then, T::Colon) if self.after == T::LBrace => take_away(self.span(), ":").surely(true),
            _ => return None,
        })
    }

    fn operator_fix(&self) -> Option<Fix> {
        let twice = |text: &str| self.found_text() == text && self.text(self.index + 1) == text;
        Some(match (self.found, self.before_text()) {
            (T::Amp | T::Other, "&") if self.found_text() == "&" => Fix::replace(self.with_before(), "and"),
            (T::Amp | T::Other, _) if twice("&") => Fix::replace(self.with_after(), "and"),
            (T::Pipe | T::LambdaPipe | T::PipeEnd, _) if twice("|") && self.want != Want::BarEnd => {
                Fix::replace(self.with_after(), "or")
            }
            (T::Equals, "==" | "!=") if self.touches() => take_away(self.span(), "the third sign"),
            (T::Equals, "=") if self.touches() => Fix::replace(self.with_before(), "=="),
            (T::Colon, _) if self.after == T::Equals && self.found_text() == ":" => {
                Fix::replace(self.with_after(), "=").surely(true)
            }
            (T::GreaterThan, "<") if self.touches() => Fix::replace(self.with_before(), "!=").surely(true),
            (T::LessThan, "=") if self.touches() => Fix::replace(self.with_before(), "<="),
            _ => return None,
        })
    }

    /// Does it stand right behind the token before it?
    fn touches(&self) -> bool {
        self.span_before().end == self.span().start
    }

    fn arrow_fix(&self) -> Option<Fix> {
        if self.assigns_in_hash() {
            let equals = (0..self.index).rev().find(|&index| self.parser.token_at(index).kind == T::Equals)?;
            return Some(arrow(self.parser.token_at(equals).span, false).surely(true));
        }
        match (self.want, self.found) {
            (Want::OptionArrow, T::Colon) if self.parser.open.is_empty() => None,
            (
                Want::HashArrow | Want::PairArrow | Want::AttributeArrow | Want::OptionArrow,
                sign @ (T::Colon | T::Equals),
            ) => Some(arrow(self.span(), sign == T::Colon && self.touches()).surely(true)),
            (Want::MoreArguments | Want::ParenEnd, T::Equals) => Some(arrow(self.span(), false)),
            (Want::TitleColon, T::Name) => Some(put(self.span_before().end, ":", "put a colon behind the title")),
            (Want::AliasEquals, T::Colon) => Some(Fix::replace(self.span(), "=").surely(true)),
            _ => None,
        }
    }

    fn comma_fix(&self) -> Option<Fix> {
        let closes_first = self.index == self.parser.at && !self.parser.goes_on_here();
        if self.before == T::Regexp || !self.lacks_comma() || closes_first {
            return None;
        }
        Some(put(self.span_before().end, ",", "put a comma there").surely(true))
    }

    fn name_fix(&self) -> Option<Fix> {
        let name = self.found_text();
        Some(match self.want {
            Want::Parameter if is_name(self.found) && self.after == T::Variable => {
                Fix::replace(self.span(), capital(name)).surely(true)
            }
            Want::Parameter if is_name(self.found) => Fix::replace(self.span(), format!("${name}")).surely(true),
            Want::ClassName | Want::DefineName | Want::FunctionName | Want::ParentName | Want::PlanName
                if self.found == T::Variable =>
            {
                Fix::replace(self.span(), name.trim_start_matches('$')).surely(true)
            }
            Want::Type if is_name(self.found) => Fix::replace(self.span(), capital(name)).surely(true),
            Want::Attribute if self.found == T::String && name.starts_with(['\'', '"']) => {
                Fix::replace(self.span(), name.trim_matches(['\'', '"'])).surely(true)
            }
            _ => return None,
        })
    }

    fn end_fix(&self) -> Option<Fix> {
        if self.before == T::Semicolon && self.want == Want::Statement {
            return Some(take_away(self.span_before(), "the semicolon").surely(true));
        }
        if self.found != T::End {
            let stray = is_closer(self.found) && self.parser.open.is_empty() && self.want != Want::Value;
            return stray.then(|| take_away(self.span(), &format!("`{}`", self.found_text())));
        }
        let [opener] = self.parser.open[..] else { return None };
        let closer = match self.text(opener) {
            "[" => "]",
            "(" => ")",
            "{" => "}",
            _ => return None,
        };
        Some(put(self.span_before().end, closer, &format!("close it with `{closer}`")))
    }
}

fn take_away(span: Span, what: &str) -> Fix {
    Fix::replace(span, "").titled(format!("leave {what} out"))
}

fn put(at: u32, text: &str, title: &str) -> Fix {
    Fix::insert(at, text).titled(title)
}

/// `=>` in place of another sign, with a blank before it where the sign had none.
fn arrow(span: Span, close: bool) -> Fix {
    Fix::replace(span, if close { " =>" } else { "=>" })
}
