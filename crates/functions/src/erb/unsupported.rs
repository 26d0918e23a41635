//! The error of Ruby constructs that templates must not use.

use pprepl_text::IssueCode;
use puppet_eval::Flow;
use puppet_pcore::ValueError;

/// An unsupported construct and its line.
#[derive(Debug)]
pub(super) struct UnsupportedRuby {
    line: usize,
    what: String,
}

impl UnsupportedRuby {
    pub(super) fn new(line: usize, what: impl Into<String>) -> UnsupportedRuby {
        UnsupportedRuby { line, what: what.into() }
    }

    pub(super) fn into_flow(self, name: &str) -> Box<Flow> {
        let message = format!("{name}, line {}: {}, for which pprepl would need Ruby", self.line, self.what);
        let help = "run it with `--ruby`, define a method that it lacks in Puppet in the file of `--stand-ins FILE` \
                    (function erb::name(..) { .. }), or write the template in EPP";
        ValueError::new(IssueCode::ErbNeedsRuby, message).with_help(help).into()
    }
}
