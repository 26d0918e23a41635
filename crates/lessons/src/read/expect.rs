//! Reading of `expect`.

use super::check::expression;
use super::error::{OptionError, Read};
use super::pattern::{catalog, log};
use crate::code::Code;
use crate::lesson::Expectation;

/// The forms of an expectation.
const FORMS: &str = "write `expect value EXPRESSION`, `expect true EXPRESSION`, `expect type TYPE`, \
                     `expect log notice \"TEXT\"`, `expect fails CODE` or `expect catalog File['a']`";

/// Reads an `expect`.
pub(crate) fn expectation(value: &Code) -> Read<Expectation> {
    let (word, rest) = value.word();
    match word {
        "value" => Ok(Expectation::Value(expression(&rest, "the value")?)),
        "true" => Ok(Expectation::True(expression(&rest, "the expression")?)),
        "type" => Ok(Expectation::Type(expression(&rest, "the type")?)),
        "log" => Ok(Expectation::Log(log(&rest)?)),
        "fails" => Ok(Expectation::Fails(Some(rest.text).filter(|code| !code.is_empty()))),
        "catalog" => {
            let (resources, edges) = catalog(&rest)?;
            Ok(Expectation::Catalog { resources, edges })
        }
        other => Err(OptionError::new(value.span, format!("unknown kind of expectation: `{other}`"), FORMS)),
    }
}
