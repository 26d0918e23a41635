//! Recognizes the intent of invalid source: constructs of other languages and frequent mistakes.
//!
//! The recognizers run only after an error was found. Each one looks at the tokens around the error and returns a
//! [`Mistake`]: a message in the reader's terms, the place, and fixes to try. A fix is offered if the program with it
//! parses. The position and the code of the error stay those of Puppet; the parser's view becomes a label.

mod apply;
mod assign;
mod block;
mod branch;
mod call;
mod clue;
mod collection;
mod definition;
mod infix;
mod keyword;
mod lambda;
mod loops;
mod mistake;
mod quote;
mod resource;
mod rewrite;
mod view;
mod yaml;

pub(crate) use apply::{MAX_RECOGNIZED, Recognition, explain_invalid};
use clue::Clue;
pub(crate) use definition::type_name;
use mistake::Mistake;
pub use resource::declaration;

/// The recognizer of one family of mistakes.
type Recognizer = fn(&Clue) -> Option<Mistake>;

/// All recognizers: whole constructs first, then the tokens at the error.
const RECOGNIZERS: &[Recognizer] = &[
    quote::recognize,
    collection::comprehension,
    branch::recognize,
    loops::recognize,
    definition::recognize,
    keyword::recognize,
    yaml::recognize,
    assign::recognize,
    lambda::recognize,
    collection::recognize,
    infix::recognize,
    resource::recognize,
    call::recognize,
];

fn recognize(clue: &Clue) -> Option<Mistake> {
    RECOGNIZERS.iter().find_map(|recognizer| recognizer(clue))
}
