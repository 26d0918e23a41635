//! Which inputs handle a secret. The word `Sensitive` is not enough: a type alias or a function makes a Sensitive, too, and
//! `:let` names only the variable.

use std::collections::BTreeSet;

use pprepl_session::{Evaluation, Outcome, REDACTED, commands};

/// The names that make or hold secrets, as far as the inputs of the session show.
#[derive(Debug, Default)]
pub struct Secrets {
    /// Types and functions.
    definitions: BTreeSet<String>,
    /// Variables, without `$`.
    variables: BTreeSet<String>,
}

impl Secrets {
    /// Returns whether an input handles a secret: by its text, by a name that another such input defined, or by what it
    /// evaluates to. Notes the names that it defines.
    pub fn handles(&mut self, text: &str, outcome: &Outcome) -> bool {
        let is_private = text.contains("Sensitive") || self.uses_name(text) || shows_secret(outcome);
        if let (true, Outcome::Evaluated(evaluation)) = (is_private, outcome) {
            self.definitions.extend(evaluation.defined.iter().map(|name| name.trim_end_matches("()").to_owned()));
            self.variables.extend(evaluation.assigned.iter().map(|name| name.trim_start_matches('$').to_owned()));
        }
        is_private
    }

    fn uses_name(&self, text: &str) -> bool {
        let is_command = commands::is_command(text);
        words(text).any(|(word, is_variable)| {
            self.definitions.contains(word) || (is_variable || is_command) && self.variables.contains(word)
        })
    }
}

/// Returns the names in an input, and whether each is a variable.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_letter = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | ':');
    text.split(move |sign| !is_letter(sign) && sign != '$').filter(|word| !word.is_empty()).map(|word| {
        let name = word.rsplit('$').next().unwrap_or(word);
        (name.trim_matches(':'), word.contains('$'))
    })
}

/// Returns whether the value of an input, or a part of it, is Sensitive.
fn shows_secret(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Evaluated(evaluation) => is_sensitive(evaluation),
        // A list of types or a page of the help names Sensitive, too.
        Outcome::Command(answer) => answer.text.contains(REDACTED),
        Outcome::Nothing | Outcome::Edit(_) | Outcome::Lesson(_) | Outcome::Quit => false,
    }
}

fn is_sensitive(evaluation: &Evaluation) -> bool {
    let Evaluation { value, shown, detailed, reduced, generalized, .. } = evaluation;
    let values = evaluation.display.statements.iter().map(|statement| &statement.value);
    [value, shown, detailed, reduced, generalized]
        .into_iter()
        .flatten()
        .chain(values)
        .any(|text| text.contains("Sensitive"))
}
