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
    /// Whether its findings are shown unless the user asks for fewer. The others depend on code that is elsewhere.
    pub shown: bool,
    /// A one-line summary for the user.
    pub summary: &'static str,
}

const fn error(code: &'static str, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Error, on: true, shown: true, summary }
}

const fn warning(code: &'static str, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Warning, on: true, shown: true, summary }
}

const fn note(code: &'static str, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, on: true, shown: true, summary }
}

const fn hint(code: &'static str, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, on: true, shown: false, summary }
}

const fn silent(code: &'static str, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, on: false, shown: true, summary }
}

/// All rules: errors that occur whenever the code runs, certain mistakes, and possible mistakes.
pub const RULES: &[Rule] = &[
    error("type-mismatch", "a value of the wrong type"),
    error("element-mismatch", "a collection with elements of the wrong type"),
    error("missing-key", "a hash without a key that a Struct or an assignment requires"),
    error("unrecognized-key", "a hash with an unknown key for its Struct"),
    error("arity", "wrong number of arguments"),
    error("argument", "an argument that no overload of a built-in function accepts"),
    error("missing-block", "a call without its required lambda"),
    error("unexpected-block", "a lambda passed to a function without a lambda parameter"),
    error("block-arity", "a lambda with the wrong number of parameters"),
    error("lambda-param", "a lambda parameter of the wrong type"),
    error("operand", "an operand of the wrong type"),
    error("division-by-zero", "a division by zero"),
    error("not-indexable", "`[]` on a value that cannot be indexed"),
    error("bad-key", "an index or key of the wrong type"),
    error("not-iterable", "an iteration over a value that is not iterable"),
    error("not-callable", "a call of a value that is not callable"),
    error("conversion", "a conversion that always fails"),
    error("dig", "dig() into a value that is not a collection"),
    error("multi-assign-size", "an assignment with unequal numbers of values and names"),
    error("unmatched-selector", "a selector without an option that can match"),
    error("title", "a title that is not a String"),
    error("splat-hash", "`* =>` with a value that is not a Hash"),
    error("unknown-attribute", "an unknown attribute of a class or defined type"),
    error("bad-type", "invalid type parameters"),
    error("unknown-type", "unknown type"),
    error("unknown-function", "unknown function"),
    error("unknown-variable", "unknown variable"),
    error("unknown-class", "unknown class"),
    error("reassignment", "an assignment to a variable that is set"),
    error("duplicate-declaration", "a resource that is declared already"),
    error("unknown-resource-type", "unknown resource type"),
    error("taken-name", "a definition with a reserved name"),
    warning("pointless-variant", "a Variant of one type"),
    warning("default-undef", "a default of undef for a type that rejects undef"),
    warning("return-unchecked", "return() of the wrong type, which Puppet does not check"),
    hint("missing-attribute", "a resource without a required attribute"),
    hint("unresolved", "a name without a known definition"),
    note("never-equal", "a comparison of values that are never equal"),
    note("pointless-test", "a condition that is always true or always false"),
    note("impossible-branch", "a branch that can never run, by its types"),
    note("unreachable", "unreachable code"),
    note("unused-variable", "a variable of a function, defined type or lambda that is never read"),
    note("unused-parameter", "a parameter of a function that is never read"),
    hint("maybe-unset", "a variable that may be unset"),
    note("type-comparison", "`==` between a value and a type"),
    note("string-order", "strings of digits compared as strings"),
    note("ignored-case", "`==` of strings that differ only in case"),
    note("negated-operand", "a comparison with `!x` on its left side"),
    note("string-accessor", "an index or a method after a variable in a string"),
    note("foreign-interpolation", "the interpolation of another language"),
    note("not-interpolated", "`${..}` in a string that does not interpolate"),
    note("foreign-word", "a bareword that is a keyword in another language"),
    note("missing-dollar", "the name of a variable without `$`"),
    note("unused-result", "the result of a function, or of a lambda, that nothing uses"),
    note("near-key", "an unknown key with a similar one in the hash"),
    note("missing-index", "an index beyond the end of an array"),
    note("integer-division", "a division of integers that drops the remainder"),
    note("octal-number", "a number with a leading zero"),
    note("escape-in-path", "escapes such as `\\t` in a Windows path"),
    note("adjacent-values", "a value after a statement, on the same line"),
    note("class-as-value", "the name of a class as a string"),
    note("array-types", "an Array with a second type, which is its size"),
    note("optional-value", "a Struct whose Optional value makes the key optional"),
    note("heredoc-margin", "an indented heredoc that keeps its indentation"),
    note("regexp-string", "a string that a function reads as a regular expression"),
    note("first-match-only", "regsubst() without the flag G and with several matches"),
    note("template-tag", "a template tag that prints nothing"),
    note("shallow-merge", "`+` of hashes that drops nested keys"),
    note("value-in-hash", "`in` with a value of the hash, not a key"),
    note("no-match", "the reason why a value is not of a type"),
    note("older-match", "a match variable of an earlier match"),
    note("undeclared-reference", "a relationship with a resource that is not declared so far"),
    note("dependency-cycle", "relationships that form a cycle"),
    silent("deferred", "a check deferred to run time, because the types do not decide it"),
];

/// The set of enabled rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet(u128);

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
        RuleSet(on.fold(0, |all: u128, (at, _)| all | 1 << at))
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

    /// Returns the set without the rules of notes.
    #[must_use]
    pub fn without_notes(self) -> RuleSet {
        let notes = RULES.iter().enumerate().filter(|(_, rule)| rule.severity == Severity::Note);
        RuleSet(notes.fold(self.0, |set, (at, _)| set & !(1 << at)))
    }

    /// Returns the set with one rule enabled or disabled; `None` when the code is unknown.
    #[must_use]
    pub fn with(self, code: &str, on: bool) -> Option<RuleSet> {
        let bit = 1_u128 << place(code)?;
        Some(RuleSet(if on { self.0 | bit } else { self.0 & !bit }))
    }
}

/// Returns whether findings with this code are shown unless the user asks for all.
pub fn is_shown(code: &str) -> bool {
    place(code).and_then(|at| RULES.get(at)).is_none_or(|rule| rule.shown)
}

fn place(code: &str) -> Option<usize> {
    RULES.iter().position(|rule| rule.code == code)
}
