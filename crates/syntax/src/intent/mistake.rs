//! A recognized mistake: its explanation and its fixes.

use pprepl_text::{Edit, Fix, Span};

/// A mistake with its explanation.
pub(crate) struct Mistake {
    /// The tokens that are wrong.
    pub(super) span: Span,
    /// The headline, in the reader's terms.
    pub(super) message: String,
    /// A note at `span` if the parser stopped elsewhere.
    pub(super) label: &'static str,
    pub(super) help: Option<String>,
    /// Fixes to try, the best first.
    pub(super) fixes: Vec<Fix>,
    /// The offset up to which further errors follow from this mistake.
    pub(super) until: u32,
}

impl Mistake {
    /// Creates an explanation of a place, without help or fixes.
    pub(super) fn new(span: Span, message: impl Into<String>) -> Mistake {
        Mistake { span, message: message.into(), label: "", help: None, fixes: Vec::new(), until: span.end }
    }

    /// Adds a note at the place.
    pub(super) fn label(mut self, label: &'static str) -> Mistake {
        self.label = label;
        self
    }

    /// Adds a help.
    pub(super) fn help(mut self, help: impl Into<String>) -> Mistake {
        self.help = Some(help.into());
        self
    }

    /// Adds a fix that replaces a range.
    pub(super) fn replace(self, span: Span, text: impl Into<String>) -> Mistake {
        let text = text.into();
        let fix = Fix::replace(span, text.clone());
        let title =
            if text.len() > 60 || text.contains('\n') { "rewrite it in Puppet".to_owned() } else { fix.title.clone() };
        self.fix(fix.titled(title))
    }

    /// Adds a safe fix that replaces a range: the result can have no other meaning.
    pub(super) fn replace_safely(mut self, span: Span, text: impl Into<String>) -> Mistake {
        self = self.replace(span, text);
        if let Some(fix) = self.fixes.pop() {
            self.fixes.push(fix.surely(true));
        }
        self
    }

    /// Adds a fix of several edits.
    pub(super) fn edits(self, title: impl Into<String>, edits: Vec<Edit>) -> Mistake {
        self.fix(Fix { title: title.into(), edits, sure: false })
    }

    /// Adds a fix to try.
    pub(super) fn fix(mut self, fix: Fix) -> Mistake {
        self.fixes.push(fix);
        self
    }

    /// Sets the offset up to which errors follow from this one.
    pub(super) fn until(mut self, offset: u32) -> Mistake {
        self.until = self.until.max(offset);
        self
    }
}

/// Creates an edit.
pub(super) fn edit(span: Span, text: impl Into<String>) -> Edit {
    Edit { span, text: text.into() }
}
