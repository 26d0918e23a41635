//! What is said about a value that is not of a type: the path to each fault, and what was expected there.

use std::rc::Rc;

use puppet_pcore::*;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{LexOptions, parse};

/// A literal or a type expression.
fn read(source: &str) -> Value {
    value(&parse(source, LexOptions::PUPPET8).program.body)
}

fn value(expr: &Expr) -> Value {
    match &expr.kind {
        ExprKind::Undef => Value::Undef,
        ExprKind::Integer(i, _) => Value::Int(*i),
        ExprKind::Float(f) => Value::float(*f),
        ExprKind::Bool(b) => Value::bool(*b),
        ExprKind::String(text) | ExprKind::Name(text) => Value::str(&**text),
        ExprKind::Regexp(source) => Value::Regexp(Regexp::new(&**source)),
        ExprKind::Array(items) => Value::array(items.iter().map(value).collect()),
        ExprKind::Hash(entries) => Value::hash(entries.iter().map(|e| (value(&e.key), value(&e.value))).collect()),
        ExprKind::Ref(name) if &**name == "Port" => Value::Type(port()),
        ExprKind::Ref(name) => Value::Type(type_named(name).unwrap()),
        ExprKind::Access(left, keys) => {
            let Value::Type(ty) = value(left) else { panic!("not a type") };
            let keys: Vec<Value> = keys.iter().map(value).collect();
            parameterize(&TypeRules::PUPPET8, &ty, &keys).unwrap_or_else(|issue| panic!("{}", issue.message))
        }
        other => panic!("{other:?}"),
    }
}

fn port() -> Ty {
    let Value::Type(meaning) = read("Integer[1, 65535]") else { panic!("not a type") };
    let alias = Rc::new(Alias::new("Port"));
    assert!(resolve_alias(&alias, &meaning).is_ok());
    Rc::new(Type::Alias(alias))
}

fn says(ty: &str, given: &str, expected: &str) {
    let Value::Type(ty) = read(ty) else { panic!("{ty} is no type") };
    assert_eq!(describe_mismatch("parameter 'x'", &ty, &read(given)), expected);
}

#[test]
fn kinds_and_values() {
    says("Integer", "'a'", "parameter 'x' expects an Integer value, got String");
    says("Integer", "undef", "parameter 'x' expects an Integer value, got Undef");
    says("Integer[1, 10]", "11", "parameter 'x' expects an Integer[1, 10] value, got 11");
    says("Boolean[true]", "false", "parameter 'x' expects a Boolean[true] value, got false");
    says("String", "[1]", "parameter 'x' expects a String value, got Array");
    says("Port", "0", "parameter 'x' expects a Port (Integer[1, 65535]) value, got 0");
    says("Type[Integer]", "String", "parameter 'x' expects a Type[Integer] value, got String");
}

#[test]
fn strings() {
    says("String[3]", "'ab'", "parameter 'x' expects at least 3 characters, got 2");
    says("Enum[ro, rw]", "'x'", "parameter 'x' expects 'ro' or 'rw', got 'x'");
    says("Pattern[/^a/, /^b/]", "'x'", "parameter 'x' expects a match for Pattern[/^a/, /^b/], got 'x'");
    says("Enum[a]", "1", "parameter 'x' expects an Enum['a'] value, got Integer");
}

#[test]
fn paths_lead_to_the_fault() {
    says("Array[Integer]", "[1, 'a']", "parameter 'x' -> element 1 expects an Integer value, got String");
    says("Hash[String, Integer]", "{a => 'b'}", "parameter 'x' -> entry 'a' expects an Integer value, got String");
    says("Hash[String, Integer]", "{1 => 2}", "parameter 'x' -> key 1 expects a String value, got Integer");
    says(
        "Array[Struct[{port => Port}]]",
        "[{port => 1}, {port => 0}]",
        "parameter 'x' -> element 1 -> entry 'port' expects a Port (Integer[1, 65535]) value, got 0",
    );
    says("Array[Integer, 2]", "[1]", "parameter 'x' expects at least 2 elements, got 1");
    says("Tuple[Integer, String]", "[1]", "parameter 'x' expects 2 elements, got 1");
}

#[test]
fn several_faults_in_a_struct() {
    says(
        "Struct[{name => String[1], port => Integer}]",
        "{name => '', prot => 1}",
        "parameter 'x' lacks the key 'port'; parameter 'x' has the unknown key 'prot'; \
         parameter 'x' -> entry 'name' expects at least 1 character, got 0",
    );
}

#[test]
fn alternatives_are_listed_or_gone_into() {
    says("Variant[Integer, Boolean]", "'a'", "parameter 'x' expects a value of type Integer or Boolean, got String");
    says("Optional[Integer]", "'a'", "parameter 'x' expects a value of type Undef or Integer, got String");
    says(
        "Variant[Integer, Array[Integer]]",
        "[1, 'a']",
        "parameter 'x' -> element 1 expects an Integer value, got String",
    );
}

#[test]
fn the_tree_has_a_line_a_node() {
    let Value::Type(ty) = read("Array[Struct[{a => Integer}]]") else { panic!("not a type") };
    let lines = mismatch(&ty, &read("[{a => 'x'}, {b => 1}]")).unwrap().lines();
    assert_eq!(
        lines,
        [
            "the value",
            "  element 0",
            "    entry 'a' expects an Integer value, got String",
            "  element 1",
            "    lacks the key 'a'",
            "    has the unknown key 'b'",
        ]
    );
}

/// The rows of a mismatch, as a diagnostic shows them.
fn tree(ty: &str, given: &str) -> String {
    let Value::Type(ty) = read(ty) else { panic!("{ty} is no type") };
    let found = mismatch(&ty, &read(given)).unwrap();
    pprepl_text::mismatch_tree(&found.rows("the value"), 110)
}

/// The same of a type that is not within another.
fn tree_of_types(ty: &str, given: &str) -> String {
    let (Value::Type(ty), Value::Type(given)) = (read(ty), read(given)) else { panic!("no types") };
    let found = mismatch_types(&ty, &given).unwrap();
    pprepl_text::mismatch_tree(&found.rows("the value"), 110)
}

/// How the value is best mended.
fn mended(ty: &str, given: &str, expected: &str) {
    let Value::Type(ty) = read(ty) else { panic!("{ty} is no type") };
    let found = mismatch(&ty, &read(given)).unwrap();
    assert_eq!(found.nearest_fix().unwrap_or("nothing"), expected, "{ty} of {given}");
}

#[test]
fn a_tree_has_aligned_rows() {
    let config = "Struct[{name => String, ports => Array[Integer[1, 65535]]}]";
    insta::assert_snapshot!(tree(config, "{ports => [1, x80, '80', 70000], nmae => x}"));
    insta::assert_snapshot!(tree("Hash[String, Array[Integer, 2]]", "{1 => [1], b => [1, x, y]}"));
    insta::assert_snapshot!(tree("Array[Enum[ro, rw]]", "[ro, rx, 1]"));
}

#[test]
fn the_nearest_fix() {
    mended("Integer", "'18'", "write 18, or Integer('18')");
    mended("Integer", "'18x'", "nothing");
    mended("Integer", "2.5", "Integer(2.5)");
    mended("Float", "2", "write 2.0");
    mended("Float", "'1.5'", "write 1.5, or Float('1.5')");
    mended("Integer[1, 10]", "0", "the least is 1");
    mended("Integer[1, 10]", "11", "the most is 10");
    mended("Integer[1, 10]", "'11'", "the most is 10");
    mended("Integer[1, 10]", "'5.5'", "nothing");
    mended("Float[0.0, 1.0]", "1.5", "the most is 1.0");
    mended("String", "80", "write '80'");
    mended("Boolean", "'yes'", "write true");
    mended("Boolean", "'maybe'", "nothing");
    mended("Enum[present, absent]", "'presnet'", "did you mean 'present'?");
    mended("Enum[present, absent]", "'Absent'", "did you mean 'absent'?");
    mended("Array[String]", "'a'", "wrap it: ['a']");
    mended("Array[Array[Integer]]", "[1]", "wrap it: [1]");
    mended("String", "['a']", "take the element: 'a'");
    mended("Integer", "undef", "give it a value, or declare it Optional[Integer]");
    mended("Optional[Integer]", "''", "write undef");
    mended("Variant[Integer, Boolean]", "'true'", "write true");
    mended("Sensitive[String]", "'a'", "hide it: Sensitive(..)");
    mended("Regexp", "'a.c'", "write /a.c/");
    mended("Type[Integer]", "'Integer'", "write Integer without quotes");
    mended("String[3]", "'ab'", "1 more character");
    mended("Array[Integer, 0, 2]", "[1, 2, 3, 4]", "remove 2 elements");
    mended("Struct[{name => String}]", "{nam => a}", "did you mean 'name'?");
    mended("Struct[{name => String}]", "{}", "add 'name' => ..");
    mended("Timespan", "'1-00:00:00'", "Timespan('1-00:00:00')");
    mended("SemVer", "'1.2.3'", "SemVer('1.2.3')");
    mended("Hash", "1", "nothing");
    mended("Variant[Integer, String]", "undef", "give it a value, or declare it Optional[Variant[Integer, String]]");
    mended("NotUndef[Integer]", "undef", "give it a value");
}

/// How a value of the given type is best made to fit.
fn fitted(ty: &str, given: &str, expected: &str) {
    let (Value::Type(ty), Value::Type(given)) = (read(ty), read(given)) else { panic!("no types") };
    let found = mismatch_types(&ty, &given).unwrap();
    assert_eq!(found.nearest_fix().unwrap_or("nothing"), expected, "{ty:?} of {given:?}");
}

#[test]
fn the_nearest_fix_of_a_type() {
    fitted("Integer", "String", "convert it: Integer($x)");
    fitted("Integer", "Float", "convert it: Integer($x)");
    fitted("Integer", "Boolean", "nothing");
    fitted("Boolean", "String", "convert it: Boolean($x)");
    fitted("Boolean", "Integer", "nothing");
    fitted("String", "Integer", "convert it: String($x)");
    fitted("String", "Hash", "nothing");
    fitted("String", "Array[String]", "take one element: $x[0]");
    fitted("String", "Array[Integer]", "nothing");
    fitted("Array[Integer]", "Integer", "wrap it: [..]");
    fitted("Array[Integer]", "String", "nothing");
    fitted("Sensitive[Integer]", "Integer", "hide it: Sensitive(..)");
    fitted("Sensitive[Integer]", "String", "nothing");
    fitted("Integer", "Sensitive[Integer]", "unwrap it: .unwrap");
    fitted("Integer", "Sensitive[String]", "nothing");
    fitted("Integer", "Optional[String]", "nothing");
    fitted("Collection[2, 3]", "Array[Integer, 1, 1]", "1 more element");
    fitted("Collection[2, 3]", "Hash[String, Integer, 5, 5]", "remove 2 elements");
    fitted("Collection[2, 3]", "Array[Integer]", "nothing");
    fitted("Array[Integer, 2, 3]", "Array[Integer, 4, 4]", "remove 1 element");
    fitted("Array[Integer, 2, 3]", "Array[Integer, 1, 5]", "nothing");
}

/// What is said about a type that is not within another.
fn says_of_types(ty: &str, given: &str, expected: &str) {
    let (Value::Type(ty), Value::Type(given)) = (read(ty), read(given)) else { panic!("no types") };
    assert_eq!(mismatch_types(&ty, &given).unwrap().sentence("x"), expected);
}

#[test]
fn types_are_described_without_what_they_exclude() {
    says_of_types("Integer", "NotUndef", "x expects an Integer value, got NotUndef");
    says_of_types("Integer", "NotUndef[String]", "x expects an Integer value, got String");
    says_of_types("NotUndef", "Undef", "x expects a NotUndef value, got Undef");
}

#[test]
fn possible_counts() {
    says_of_types("Array[Integer, 5]", "Array[Integer, 1, 3]", "x expects at least 5 elements, got 1 to 3");
    says_of_types("Array[Integer, 5]", "Array[Integer, 2, 2]", "x expects at least 5 elements, got 2");
    says_of_types("Array[Integer, 5]", "Array[Integer]", "x expects at least 5 elements, got any number");
    says_of_types("Array[Integer, 1, 3]", "Array[Integer, 2]", "x expects 1 to 3 elements, got 2 or more");
}

#[test]
fn what_is_sensitive_is_never_shown() {
    let Value::Type(ty) = read("Struct[{a => Sensitive[Integer], b => String, c => Array[String]}]") else { panic!() };
    let secret = || Value::Sensitive(Rc::new(Value::str("hush")));
    let entries = [("a", secret()), ("b", secret()), ("c", secret())];
    let value = Value::hash(entries.into_iter().map(|(key, value)| (Value::str(key), value)).collect());
    let found = mismatch(&ty, &value).unwrap();
    let all = format!("{}\n{:?}\n{:?}", found.sentence("x"), found.lines(), found.rows("x"));
    assert!(!all.contains("hush"), "{all}");
    assert!(all.contains("unwrap it: .unwrap"), "{all}");
}

#[test]
fn text_is_safe_to_show_and_not_without_end() {
    let shown = tree("Array[Integer]", &format!("['{}\u{1b}[2J', {}]", "x".repeat(500), "'y', ".repeat(100)));
    assert!(!shown.contains('\u{1b}') && shown.lines().all(|line| line.chars().count() <= 112), "{shown}");
    assert!(shown.contains("(and 77 more)"), "{shown}");
}

#[test]
fn types_within_types() {
    insta::assert_snapshot!(tree_of_types("Array[Integer]", "Array[String]"));
    insta::assert_snapshot!(tree_of_types("Integer", "Variant[Integer, String]"));
    insta::assert_snapshot!(tree_of_types("Integer", "Optional[Integer]"));
    insta::assert_snapshot!(tree_of_types(
        "Struct[{name => String, port => Port}]",
        "Struct[{nmae => String, port => Integer}]"
    ));
    insta::assert_snapshot!(tree_of_types("Callable[Integer]", "Callable[String, String]"));
    insta::assert_snapshot!(tree_of_types("Hash[String, Array[Integer, 1, 2]]", "Hash[Integer, Array[Integer, 3, 3]]"));
    assert!(
        matches!((read("Numeric"), read("Integer")), (Value::Type(a), Value::Type(b)) if mismatch_types(&a, &b).is_none())
    );
}
