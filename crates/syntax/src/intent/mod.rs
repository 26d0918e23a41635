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
mod collection;
mod definition;
mod infix;
mod keyword;
mod lambda;
mod loops;
mod quote;
mod resource;
mod rewrite;
mod view;
mod yaml;

use crate::parser::Expected;
use pprepl_text::{Code, Edit, Fix, Span};

pub(crate) use apply::{Recognition, explain_invalid};
use view::View;

/// The point at which the parser or the validator stopped.
pub(crate) struct Clue<'a> {
    view: View<'a>,
    /// The first token of the line run with the statement.
    head: usize,
    /// The first token of the statement.
    statement: usize,
    /// The token at which the error was noticed.
    stop: usize,
    /// The error's code.
    code: Code,
    /// The construct that the parser expected; `None` for an error of the validator.
    want: Option<Expected>,
    /// True if the parser stopped; otherwise the validator did.
    is_syntax: bool,
}

impl Clue<'_> {
    /// Returns whether the parser stopped; otherwise the source parses, and the validator rejects it.
    fn wants_syntax(&self) -> bool {
        self.is_syntax
    }
}

/// A mistake with its explanation.
pub(crate) struct Mistake {
    /// The tokens that are wrong.
    span: Span,
    /// The headline, in the reader's terms.
    message: String,
    /// A note at `span` if the parser stopped elsewhere.
    label: &'static str,
    help: Option<String>,
    /// Fixes to try, the best first.
    fixes: Vec<Fix>,
    /// The offset up to which further errors follow from this mistake.
    until: u32,
}

impl Mistake {
    fn new(span: Span, message: impl Into<String>) -> Mistake {
        Mistake { span, message: message.into(), label: "", help: None, fixes: Vec::new(), until: span.end }
    }

    fn label(mut self, label: &'static str) -> Mistake {
        self.label = label;
        self
    }

    fn help(mut self, help: impl Into<String>) -> Mistake {
        self.help = Some(help.into());
        self
    }

    /// Adds a fix that replaces a range.
    fn replace(self, span: Span, text: impl Into<String>) -> Mistake {
        let text = text.into();
        let fix = Fix::replace(span, text.clone());
        let title =
            if text.len() > 60 || text.contains('\n') { "rewrite it in Puppet".to_owned() } else { fix.title.clone() };
        self.fix(fix.titled(title))
    }

    /// Adds a safe fix that replaces a range: the result can have no other meaning.
    fn replace_safely(mut self, span: Span, text: impl Into<String>) -> Mistake {
        self = self.replace(span, text);
        if let Some(fix) = self.fixes.pop() {
            self.fixes.push(fix.surely(true));
        }
        self
    }

    /// Adds a fix of several edits.
    fn edits(self, title: impl Into<String>, edits: Vec<Edit>) -> Mistake {
        self.fix(Fix { title: title.into(), edits, sure: false })
    }

    fn fix(mut self, fix: Fix) -> Mistake {
        self.fixes.push(fix);
        self
    }

    /// Sets the offset up to which errors follow from this one.
    fn until(mut self, offset: u32) -> Mistake {
        self.until = self.until.max(offset);
        self
    }
}

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

/// Creates an edit.
fn edit(span: Span, text: impl Into<String>) -> Edit {
    Edit { span, text: text.into() }
}
