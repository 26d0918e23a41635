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

/// The methods that Ruby gives every object, public and private ones: a bare word may call each of them.
const METHODS: &[&str] = &[
    "__callee__",
    "__dir__",
    "__id__",
    "__method__",
    "__send__",
    "abort",
    "at_exit",
    "autoload",
    "binding",
    "caller",
    "caller_locations",
    "catch",
    "class",
    "clone",
    "display",
    "dup",
    "enum_for",
    "eval",
    "exit",
    "extend",
    "fork",
    "freeze",
    "gets",
    "global_variables",
    "hash",
    "inspect",
    "instance_eval",
    "instance_exec",
    "instance_variables",
    "itself",
    "lambda",
    "local_variables",
    "loop",
    "method",
    "methods",
    "object_id",
    "p",
    "pp",
    "print",
    "printf",
    "private_methods",
    "proc",
    "protected_methods",
    "public_methods",
    "putc",
    "puts",
    "rand",
    "readline",
    "readlines",
    "require",
    "require_relative",
    "select",
    "send",
    "singleton_class",
    "singleton_methods",
    "sleep",
    "spawn",
    "srand",
    "syscall",
    "system",
    "tap",
    "test",
    "then",
    "throw",
    "to_enum",
    "to_s",
    "trap",
    "warn",
    "yield_self",
];

/// Returns whether a bare word is a method that Ruby gives every object; a variable cannot end in `?`.
pub(super) fn is_method(name: &str) -> bool {
    name.ends_with(['?', '!']) || METHODS.binary_search(&name).is_ok()
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
