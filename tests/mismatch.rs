//! What is said about a value that is not of a type: the path to each fault, and what was expected there.

use std::rc::Rc;

use pprepl::pcore::*;
use pprepl::syntax::ast::{Expr, ExprKind};
use pprepl::syntax::{LexOptions, parse};

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
