//! Reading of `expect`.

use super::check::expression;
use super::error::{OptionError, Read};
use super::pattern::{catalog, log};
use super::value::is_name;
use crate::code::Code;
use crate::lesson::Expectation;

/// The forms of an expectation.
const FORMS: &str = "write `expect value EXPRESSION`, `expect true EXPRESSION`, `expect type TYPE`, \
                     `expect log notice \"TEXT\"`, `expect fails CODE`, `expect finding RULE` or `expect catalog File['a']`";

/// Reads an `expect`.
pub(crate) fn expectation(value: &Code) -> Read<Expectation> {
    let (word, rest) = value.word();
    match word {
        "value" => Ok(Expectation::Value(expression(&rest, "the value")?)),
        "true" => Ok(Expectation::True(expression(&rest, "the expression")?)),
        "type" => Ok(Expectation::Type(expression(&rest, "the type")?)),
        "log" => Ok(Expectation::Log(log(&rest)?)),
        "fails" => Ok(Expectation::Fails(Some(rest.text).filter(|code| !code.is_empty()))),
        "finding" => Ok(Expectation::Finding(rule(&rest)?)),
        "catalog" => {
            let (resources, edges) = catalog(&rest)?;
            Ok(Expectation::Catalog { resources, edges })
        }
        other => Err(OptionError::new(value.span, format!("unknown kind of expectation: `{other}`"), FORMS)),
    }
}

fn rule(rest: &Code) -> Read<String> {
    if is_name(&rest.text) {
        return Ok(rest.text.clone());
    }
    let message = format!("expected the name of a rule, found `{}`", pprepl_text::visible(&rest.text));
    Err(OptionError::new(
        rest.span,
        message,
        "write `expect finding pointless-test`; `:explain topics` lists the names",
    ))
}
