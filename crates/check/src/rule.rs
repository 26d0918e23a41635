//! The rules of the checker: one row for each code, and the set of enabled rules.
//!
//! A disabled rule reports nothing; inference is the same.

use pprepl_text::{Code, RuleCode, Severity};

#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The code of its findings.
    pub code: RuleCode,
    /// The severity of its findings. Hints have severity `Note`.
    pub severity: Severity,
    /// Whether it is enabled by default.
    pub on: bool,
    /// Whether its findings are shown unless the user asks for all. The others depend on code that is elsewhere.
    pub visible: bool,
    /// A one-line summary for the user.
    pub summary: &'static str,
}

const fn error(code: RuleCode, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Error, on: true, visible: true, summary }
}

const fn warning(code: RuleCode, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Warning, on: true, visible: true, summary }
}

const fn note(code: RuleCode, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, on: true, visible: true, summary }
}

const fn hint(code: RuleCode, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, on: true, visible: false, summary }
}

const fn silent(code: RuleCode, summary: &'static str) -> Rule {
    Rule { code, severity: Severity::Note, on: false, visible: true, summary }
}

/// All rules: errors that occur whenever the code runs, certain mistakes, and possible mistakes.
pub const RULES: &[Rule] = &[
    error(RuleCode::TypeMismatch, "a value of the wrong type"),
    error(RuleCode::ElementMismatch, "a collection with elements of the wrong type"),
    error(RuleCode::MissingKey, "a hash without a key that a Struct or an assignment requires"),
    error(RuleCode::UnrecognizedKey, "a hash with an unknown key for its Struct"),
    error(RuleCode::Arity, "wrong number of arguments"),
    error(RuleCode::Argument, "an argument that no overload of a built-in function accepts"),
    error(RuleCode::MissingBlock, "a call without its required lambda"),
    error(RuleCode::UnexpectedBlock, "a lambda passed to a function without a lambda parameter"),
    error(RuleCode::BlockArity, "a lambda with the wrong number of parameters"),
    error(RuleCode::LambdaParam, "a lambda parameter of the wrong type"),
    error(RuleCode::Operand, "an operand of the wrong type"),
    error(RuleCode::DivisionByZero, "a division by zero"),
    error(RuleCode::NotIndexable, "`[]` on a value that cannot be indexed"),
    error(RuleCode::BadKey, "an index or key of the wrong type"),
    error(RuleCode::NotIterable, "an iteration over a value that is not iterable"),
    error(RuleCode::NotCallable, "a call of a value that is not callable"),
    error(RuleCode::Conversion, "a conversion that always fails"),
    error(RuleCode::Dig, "dig() into a value that is not a collection"),
    error(RuleCode::MultiAssignSize, "an assignment with unequal numbers of values and names"),
    error(RuleCode::UnmatchedSelector, "a selector without an option that can match"),
    error(RuleCode::Title, "a title that is not a String"),
    error(RuleCode::SplatHash, "`* =>` with a value that is not a Hash"),
    error(RuleCode::UnknownAttribute, "an unknown attribute of a class or defined type"),
    error(RuleCode::BadType, "invalid type parameters"),
    error(RuleCode::UnknownType, "unknown type"),
    error(RuleCode::UnknownFunction, "unknown function"),
    error(RuleCode::UnknownVariable, "unknown variable"),
    error(RuleCode::UnknownClass, "unknown class"),
    error(RuleCode::Reassignment, "an assignment to a variable that is set"),
    error(RuleCode::DuplicateDeclaration, "a resource that is already declared"),
    error(RuleCode::UnknownResourceType, "unknown resource type"),
    error(RuleCode::TakenName, "a definition with a reserved name"),
    warning(RuleCode::PointlessVariant, "a Variant of one type"),
    warning(RuleCode::DefaultUndef, "a default of undef for a type that rejects undef"),
    warning(RuleCode::ReturnUnchecked, "return() of the wrong type, which Puppet does not check"),
    hint(RuleCode::MissingAttribute, "a resource without a required attribute"),
    hint(RuleCode::Unresolved, "a name without a known definition"),
    note(RuleCode::NeverEqual, "a comparison of values that are never equal"),
    note(RuleCode::PointlessTest, "a condition that is always true or always false"),
    note(RuleCode::ImpossibleBranch, "a branch that can never run, by its types"),
    note(RuleCode::Unreachable, "unreachable code"),
    note(RuleCode::UnusedVariable, "a variable of a function, defined type or lambda that is never read"),
    note(RuleCode::UnusedParameter, "a parameter of a function that is never read"),
    hint(RuleCode::MaybeUnset, "a variable that may be unset"),
    note(RuleCode::TypeComparison, "`==` between a value and a type"),
    note(RuleCode::StringOrder, "strings of digits compared as strings"),
    note(RuleCode::IgnoredCase, "`==` of strings that differ only in case"),
    note(RuleCode::NegatedOperand, "a comparison with `!x` on its left side"),
    note(RuleCode::StringAccessor, "an index or a method after a variable in a string"),
    note(RuleCode::ForeignInterpolation, "the interpolation of another language"),
    note(RuleCode::NotInterpolated, "`${..}` in a string that does not interpolate"),
    note(RuleCode::ForeignWord, "a bareword that is a keyword in another language"),
    note(RuleCode::MissingDollar, "the name of a variable without `$`"),
    note(RuleCode::UnusedResult, "the result of a function, or of a lambda, that nothing uses"),
    note(RuleCode::NearKey, "an unknown key with a similar one in the hash"),
    note(RuleCode::MissingIndex, "an index beyond the end of an array"),
    note(RuleCode::IntegerDivision, "a division of integers that drops the remainder"),
    note(RuleCode::OctalNumber, "a number with a leading zero"),
    note(RuleCode::EscapeInPath, "escapes such as `\\t` in a Windows path"),
    note(RuleCode::AdjacentValues, "a value after a statement, on the same line"),
    note(RuleCode::SpacedMinus, "a subtraction of numbers that looks like two elements"),
    note(RuleCode::ClassAsValue, "the name of a class as a string"),
    note(RuleCode::ArrayTypes, "an Array with a second type, which is its size"),
    note(RuleCode::OptionalValue, "a Struct whose Optional value makes the key optional"),
    note(RuleCode::HeredocMargin, "an indented heredoc that keeps its indentation"),
    note(RuleCode::RegexpString, "a string that a function reads as a regular expression"),
    note(RuleCode::FirstMatchOnly, "regsubst() without the flag G and with several matches"),
    note(RuleCode::TemplateTag, "a template tag that prints nothing"),
    note(RuleCode::ShallowMerge, "`+` of hashes that drops nested keys"),
    note(RuleCode::ValueInHash, "`in` with a value of the hash, not a key"),
    note(RuleCode::NoMatch, "the reason why a value is not of a type"),
    note(RuleCode::OlderMatch, "a match variable of an earlier match"),
    note(RuleCode::UndeclaredReference, "a relationship with a resource that is not declared so far"),
    note(RuleCode::DependencyCycle, "relationships that form a cycle"),
    silent(RuleCode::Deferred, "a check deferred to run time, because the types do not decide it"),
];

/// The set of enabled rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet(u128);

impl RuleSet {
    /// Returns the rules that differ from the default, each with whether it is enabled.
    pub fn changes(self) -> Vec<(String, bool)> {
        let usual = RuleSet::default();
        let other = RULES.iter().filter(|rule| self.has(rule.code) != usual.has(rule.code));
        other.map(|rule| (rule.code.as_str().to_owned(), self.has(rule.code))).collect()
    }

    /// Returns the default rules with these changes; ignores unknown codes.
    pub fn changed(changes: &[(String, bool)]) -> RuleSet {
        let known = changes.iter().filter_map(|(name, on)| Some((RuleCode::from_name(name)?, *on)));
        known.fold(RuleSet::default(), |set, (code, on)| set.with(code, on))
    }
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::of(RULES.iter().filter(|rule| rule.on))
    }
}

impl RuleSet {
    pub fn all() -> RuleSet {
        RuleSet::of(RULES.iter())
    }

    pub fn none() -> RuleSet {
        RuleSet(0)
    }

    fn of<'r>(rules: impl Iterator<Item = &'r Rule>) -> RuleSet {
        rules.fold(RuleSet::none(), |set, rule| set.with(rule.code, true))
    }

    /// Returns the set without the rules of notes.
    #[must_use]
    pub fn without_notes(self) -> RuleSet {
        RULES.iter().filter(|rule| rule.severity == Severity::Note).fold(self, |set, rule| set.with(rule.code, false))
    }

    /// Returns whether the rule with this code is enabled.
    pub const fn has(self, code: RuleCode) -> bool {
        self.0 & bit(code) != 0
    }

    /// Returns the set with one rule enabled or disabled.
    #[must_use]
    pub const fn with(self, code: RuleCode, on: bool) -> RuleSet {
        RuleSet(if on { self.0 | bit(code) } else { self.0 & !bit(code) })
    }
}

/// Returns whether findings with this code are shown unless the user asks for all.
pub fn is_visible(code: Code) -> bool {
    RULES.iter().find(|rule| code == rule.code).is_none_or(|rule| rule.visible)
}

/// The bit of a rule in a set.
const fn bit(code: RuleCode) -> u128 {
    1 << code as u128
}

// A set has one bit for each rule, and the table has one row for each code, in the order of the codes.
const _: () = {
    assert!(RuleCode::ALL.len() <= 128 && RULES.len() == RuleCode::ALL.len());
    let mut at = 0;
    while at < RULES.len() {
        assert!(RULES[at].code as usize == at);
        at += 1;
    }
};
