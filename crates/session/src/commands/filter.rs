//! The filter of a list: a part of a name, or a regular expression.

use std::rc::Rc;

use pprepl_text::IssueCode;
use puppet_pcore::Regexp;

use super::command::CommandError;

/// A filter that names match.
pub(super) enum Filter {
    /// A part of the name, in lower case.
    Part(String),
    Pattern(Rc<Regexp>),
}

/// Signs that only a regular expression has.
const PATTERN_SIGNS: [char; 9] = ['^', '*', '+', '[', '(', '|', '\\', '?', '{'];

impl Filter {
    /// Reads a filter: `/re/`, or text with signs of a regular expression, is a pattern; upper and lower case are equal.
    pub(super) fn new(text: &str) -> Result<Filter, Box<CommandError>> {
        let quoted = text.strip_prefix('/').and_then(|text| text.strip_suffix('/')).filter(|text| !text.is_empty());
        let is_pattern = text.contains(PATTERN_SIGNS) || text.len() > 1 && text.ends_with('$');
        let Some(source) = quoted.or(is_pattern.then_some(text)) else {
            return Ok(Filter::Part(text.to_lowercase()));
        };
        let pattern = Regexp::new(format!("(?i:{source})"));
        match pattern.is_match("") {
            Ok(_) => Ok(Filter::Pattern(pattern)),
            Err(_) => {
                let message = format!("'{text}' is not a valid regular expression");
                Err(CommandError::new(IssueCode::CommandArgument, message).with_help(":functions ^str.*t$"))
            }
        }
    }

    /// Returns whether a name, or a part of it, matches.
    pub(super) fn matches(&self, name: &str) -> bool {
        match self {
            Filter::Part(part) => name.to_lowercase().contains(part),
            Filter::Pattern(pattern) => pattern.is_match(name).unwrap_or(false),
        }
    }

    /// Returns whether a description matches; short parts of words would match too many.
    pub(super) fn matches_text(&self, text: &str) -> bool {
        match self {
            Filter::Part(part) => part.len() > 2 && text.to_lowercase().contains(part),
            Filter::Pattern(_) => false,
        }
    }
}
