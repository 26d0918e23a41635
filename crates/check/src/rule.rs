//! The rules of the checker: one row for each code, and the set of enabled rules.
//!
//! A disabled rule reports nothing; inference is the same.

use pprepl_text::Severity;

#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The code of its findings.
    pub code: &'static str,
    /// The severity of its findings. Hints have severity `Note`.
    pub severity: Severity,
    /// Whether it is enabled by default.
    pub on: bool,
    /// A one-line summary for the user.
    pub summary: &'static str,
}

const fn error(code: &'static str, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Error, on: true, summary }
}

const fn warning(code: &'static str, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Warning, on: true, summary }
}

const fn hint(code: &'static str, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, on: true, summary }
}

const fn silent(code: &'static str, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, on: false, summary }
}

/// All rules: errors that occur whenever the code runs, certain mistakes, and possible mistakes.
pub const RULES: &[Rule] = &[
    error("type-mismatch", "a value of another type than is required"),
    error("element-mismatch", "a collection of elements of another type than is required"),
    error("missing-key", "a hash without a key that a Struct or an assignment needs"),
    error("unrecognized-key", "a hash with a key that the Struct does not know"),
    error("arity", "a call with too few or too many arguments"),
    error("argument", "an argument that no form of a built-in function takes"),
    error("missing-block", "a call without the lambda that it needs"),
    error("unexpected-block", "a lambda for what takes none"),
    error("block-arity", "a lambda of another number of parameters than it is called with"),
    error("lambda-param", "a lambda's parameter of another type than it gets"),
    error("operand", "an operand that the operator does not take"),
    error("division-by-zero", "a division by zero"),
    error("not-indexable", "`[]` on what has no elements"),
    error("bad-key", "a key that `[]` does not take there"),
    error("not-iterable", "an iteration over what cannot be iterated"),
    error("not-callable", "a call of what cannot be called"),
    error("conversion", "a conversion that never succeeds"),
    error("dig", "dig() into what is no collection"),
    error("multi-assign-size", "an assignment of another number of values than names"),
    error("unmatched-selector", "a selector of which no option can match"),
    error("title", "a resource title that is no text"),
    error("splat-hash", "`* =>` with what is no hash"),
    error("unknown-attribute", "an attribute that the class or define does not have"),
    error("bad-type", "type parameters that the type does not take"),
    error("unknown-type", "a type that there is not"),
    error("unknown-function", "a function that there is not"),
    error("unknown-variable", "a variable that there is not"),
    error("unknown-class", "a class that there is not"),
    error("taken-name", "a definition under a name that the language has taken"),
    warning("pointless-variant", "a Variant of one type"),
    warning("default-undef", "a default of undef where the type does not allow it"),
    warning("return-unchecked", "return() of another type than is declared, which Puppet does not check"),
    hint("missing-attribute", "a resource without an attribute that has no default"),
    hint("unresolved", "a name that is defined nowhere in sight"),
    hint("never-equal", "a comparison of values that are never equal"),
    hint("pointless-test", "a test that always holds, or never does"),
    hint("impossible-branch", "a branch that cannot run, as the types say"),
    hint("unreachable", "code after something that does not come back"),
    hint("unused-variable", "a variable of a function, define or lambda that nothing reads"),
    hint("unused-parameter", "a parameter of a function that nothing reads"),
    hint("maybe-unset", "a variable that only some branches have set"),
    silent("deferred", "a check that is left to the run, as the types do not decide it"),
];

/// The set of enabled rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet(u64);

impl RuleSet {
    /// Returns the rules that differ from the default, each with whether it is enabled.
    pub fn changes(self) -> Vec<(String, bool)> {
        let usual = RuleSet::default();
        let other = RULES.iter().filter(|rule| self.has(rule.code) != usual.has(rule.code));
        other.map(|rule| (rule.code.to_owned(), self.has(rule.code))).collect()
    }

    /// Returns the default rules with these changes; ignores unknown codes.
    pub fn changed(changes: &[(String, bool)]) -> RuleSet {
        changes.iter().fold(RuleSet::default(), |set, (code, on)| set.with(code, *on).unwrap_or(set))
    }
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        let on = RULES.iter().enumerate().filter(|(_, rule)| rule.on);
        RuleSet(on.fold(0, |all, (at, _)| all | 1 << at))
    }
}

impl RuleSet {
    pub fn all() -> RuleSet {
        RuleSet((1 << RULES.len()) - 1)
    }

    pub fn none() -> RuleSet {
        RuleSet(0)
    }

    /// Returns whether the rule with this code is enabled.
    pub fn has(self, code: &str) -> bool {
        place(code).is_some_and(|at| self.0 & (1 << at) != 0)
    }

    /// Returns the set with one rule enabled or disabled; `None` when the code is unknown.
    #[must_use]
    pub fn with(self, code: &str, on: bool) -> Option<RuleSet> {
        let bit = 1 << place(code)?;
        Some(RuleSet(if on { self.0 | bit } else { self.0 & !bit }))
    }
}

fn place(code: &str) -> Option<usize> {
    RULES.iter().position(|rule| rule.code == code)
}
