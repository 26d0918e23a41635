//! Input that asks for too much or for the impossible: a clear answer with the nearest valid form, and a session that goes on
//! as if nothing had been. A hang would show as a test that does not end.

use pprepl_session::{Evaluation, Session, Settings, SystemHost};

/// A test's thread has a small stack; the program's own is this big.
const STACK: usize = 1 << 30;

fn on_the_program_s_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(STACK).spawn(test).unwrap().join().unwrap();
}

fn session() -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    assert!(!session.evaluate("before", "$kept = 42").failed());
    session
}

/// The session lives on: what was set is there, what failed left nothing.
fn assert_intact(session: &mut Session) {
    assert_eq!(session.names().variables().len(), 1);
    assert_eq!(session.evaluate("after", "$kept + 1").value.as_deref(), Some("43"));
}

fn evaluate(input: &str) -> Evaluation {
    let mut session = session();
    let evaluation = session.evaluate("input", input);
    assert_intact(&mut session);
    evaluation
}

/// The input fails with this code, a part of this message and a part of this help.
fn fails(input: &str, code: &str, message: &str, help: &str) {
    let evaluation = evaluate(input);
    let [report] = &evaluation.reports[..] else { panic!("{input}: {:?}", evaluation.reports) };
    assert_eq!(report.code, code, "{input}: {}", report.message);
    assert!(report.message.contains(message), "{input}: {}", report.message);
    let said = report.help.clone().unwrap_or_default();
    assert!(said.contains(help) && said.is_empty() == help.is_empty(), "{input}: {} / {said}", report.message);
}

fn gives(input: &str, value: &str) {
    let evaluation = evaluate(input);
    assert_eq!(evaluation.value.as_deref(), Some(value), "{input}: {:?}", evaluation.reports);
}

#[test]
fn a_wrong_number_of_arguments() {
    fails("upcase()", "RUNTIME_ERROR", "`upcase` expects 1 argument, found 0", "upcase(String $text)");
    fails("upcase('a', 'b')", "RUNTIME_ERROR", "`upcase` expects 1 argument, found 2", "upcase(String $text)");
    fails("function f($a) { } f()", "RUNTIME_ERROR", "`f` expects 1 argument, found 0: `$a` is missing", "");
    fails("Integer('1', 2, 3, 4)", "RUNTIME_ERROR", "Integer", "Integer(");
    fails("[1].map", "RUNTIME_ERROR", "`map` expects a lambda", "map(");
    fails("[1].map |$a, $b, $c| { }", "RUNTIME_ERROR", "cannot call a lambda with 3 parameters", "Callable[1, 1]");
}

#[test]
fn an_argument_of_a_wrong_type() {
    fails(
        "[1].slice('2')",
        "RUNTIME_ERROR",
        "parameter 'size' expects an Integer[1] value",
        "write 2, or Integer('2')",
    );
    fails("function f(Array[String] $a) { } f('x')", "RUNTIME_ERROR", "`f`: parameter 'a'", "wrap it: ['x']");
    fails(
        "function f() >> Integer { '1' } f()",
        "RUNTIME_ERROR",
        "value returned from f",
        "return a value of this type",
    );
    fails("with('a') |Integer $n| { }", "RUNTIME_ERROR", "parameter 'n' expects an Integer value", "");
    fails("assert_type(Enum[ro, rw], 'RO')", "RUNTIME_ERROR", "expects 'ro' or 'rw'", "did you mean 'ro'?");
    let object = "type O = Object[{attributes => {a => Integer}}]";
    fails(&format!("{object} O('1')"), "RUNTIME_ERROR", "the attribute 'a' of O", "write 1, or Integer('1')");
    fails("class c(Boolean $b) { } class { 'c': b => 'yes' }", "RUNTIME_ERROR", "parameter 'b'", "write true");
}

#[test]
fn a_value_that_cannot_be_converted() {
    fails("Integer('18x')", "RUNTIME_ERROR", "'18x' cannot become an Integer", "did you mean Integer('18')?");
    fails("Integer('1_000')", "RUNTIME_ERROR", "cannot become an Integer", "did you mean Integer('1000')?");
    fails("Integer(' 7 ')", "RUNTIME_ERROR", "cannot become an Integer", "did you mean Integer('7')?");
    fails("Integer('9', 99)", "RUNTIME_ERROR", "radix", "Integer(");
    fails("Boolean('maybe')", "RUNTIME_ERROR", "cannot become a Boolean", "Boolean(");
    fails("Timestamp('x')", "RUNTIME_ERROR", "does not match a Timestamp", "Timestamp(");
    fails("type P = Integer[1, 5] P('9')", "RUNTIME_ERROR", "expects a P (Integer[1, 5]) value", "the most is 5");
}

#[test]
fn an_unknown_type_and_wrong_parameters_of_one() {
    fails("Integr", "UNKNOWN_RESOURCE_TYPE", "unknown type `Integr`", "did you mean `Integer`?");
    fails("1 =~ Array[Sting]", "UNKNOWN_RESOURCE_TYPE", "unknown type `Sting`", "did you mean `String`?");
    fails("Integer['a']", "BAD_INTEGER_SLICE_TYPE", "not String", "it is written Integer[min, max]");
    fails("Hash[String]", "BAD_TYPE_SLICE_ARITY", "1 given", "it is written Hash[K, V, min, max]");
    fails("Any[1]", "OPERATOR_NOT_APPLICABLE", "Any", "Any takes no parameters");
}

#[test]
fn a_recursive_alias() {
    fails("type Loop = Loop 1 =~ Loop", "RUNTIME_ERROR", "does not resolve to a type", "");
    fails("type A = B type B = A 1 =~ A", "RUNTIME_ERROR", "does not resolve to a type", "");
    gives("type Tree = Variant[Integer, Array[Tree]] [1, [2, [3]]] =~ Tree", "true");
    let evaluation = evaluate("type Tree = Variant[Integer, Array[Tree]] assert_type(Tree, [1, [2, ['x']]])");
    assert!(evaluation.reports[0].message.contains("element 1"), "{}", evaluation.reports[0].message);
}

#[test]
fn huge_sizes_of_types() {
    gives("[1] =~ Array[Integer, 0, 99999999999999]", "true");
    gives("[1] =~ Array[Integer, 0, 99999999999999999999999]", "true");
    gives("'x' =~ String[9223372036854775807]", "false");
    gives("'x' =~ String[0, 9223372036854775808]", "true");
    gives("5 =~ Integer[-99999999999999999999, 99999999999999999999]", "true");
    gives("[1] =~ Tuple[Integer, 0, 99999999999]", "true");
    gives("{a => 1} =~ Hash[String, Integer, 1, 9223372036854775807]", "true");
    fails("assert_type(String[9223372036854775807], 'x')", "RUNTIME_ERROR", "9223372036854775807", "more characters");
}

#[test]
fn huge_results() {
    let many = "the result has more than 20000000 elements";
    fails("Integer[1, 1000000000].map |$x| { $x }", "RUNTIME_ERROR", many, ":set elements");
    fails("1000000000000.map |$i, $x| { $x }", "RUNTIME_ERROR", many, ":set elements");
    fails("Integer[0, 9223372036854775807].slice(2)", "RUNTIME_ERROR", many, ":set elements");
    gives("Integer[1, 1000000000].map |$x| { if $x > 2 { break() } $x }", "[1, 2]");
    gives("function f() { Integer[1, 1000000000].map |$x| { return($x) } } f()", "1");
    fails("Array(1000000000000)", "RUNTIME_ERROR", "cannot become an Array", "Array(");
    fails("Array(5, 1000000000000)", "RUNTIME_ERROR", "an Array cannot be made", "Array(");
    fails("'x' * 1000000000", "NOT_NUMERIC", "'x' is not a number", "repeat a string");
    fails("echo 'a'", "IDEM_EXPRESSION_NOT_LAST", "write `notice('a')`: Puppet has no `echo`", "");
    fails("'a' + 'b'", "NOT_NUMERIC", "'a' is not a number", "join strings by interpolation: \"ab\"");
    fails("1 << 99999999999", "NUMERIC_OVERFLOW", "too big", "take a Float");
    fails("sprintf('%999999999d', 1)", "RUNTIME_ERROR", "width is too big", "");
    fails("sprintf('%.99999999999999999999f', 1.0)", "RUNTIME_ERROR", "too big", "");
    fails("sprintf('%*d', 999999999, 1)", "RUNTIME_ERROR", "width is too big", "");
    fails("String(1, '%999999999d')", "RUNTIME_ERROR", "'%999999999d'", "String(");
}

#[test]
fn text_nested_without_reason() {
    on_the_program_s_stack(|| {
        let types = format!("{}Integer{}", "Array[".repeat(100_000), "]".repeat(100_000));
        fails(&types, "NESTED_TOO_DEEPLY", "nested too deep", "assign them to variables first");
        let arrays = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        fails(&arrays, "NESTED_TOO_DEEPLY", "nested too deep", "assign them to variables first");
    });
}

#[test]
fn values_nested_without_reason() {
    on_the_program_s_stack(|| {
        let deep = "$deep = Integer[1, 100000].reduce([1]) |$m, $x| { [$m] } fail(String(";
        for look in ["type($deep) =~ Type", "\"${deep}\".size", "$deep == [$deep]", "$deep =~ Data", "flatten($deep)"] {
            let evaluation = evaluate(&format!("{deep}{look}))"));
            assert!(evaluation.failed(), "{look}");
        }
        fails(
            "Integer[1, 10000000].reduce([]) |$m, $x| { [$m] }",
            "RUNTIME_ERROR",
            "nested more than 150000 levels deep",
            "flat list",
        );
        fails(
            "Integer[1, 10000000].reduce(Integer) |$m, $x| { Array[$m] }",
            "RUNTIME_ERROR",
            "nested more than 150000 levels deep",
            "flat list",
        );
    });
}

#[test]
fn types_wider_than_a_screen() {
    let ranges = "Variant[Integer[1, 5000].map |$i| { Integer[$i * 2, $i * 2] }]";
    let evaluation = evaluate(&format!("assert_type({ranges}, 'x')"));
    let message = &evaluation.reports[0].message;
    assert!(message.ends_with("or one of 4984 more, got String") && message.len() < 600, "{message}");
    let names = "Enum[Integer[1, 50000].map |$i| { \"v${i}\" }]";
    fails(&format!("assert_type({names}, 'v1x')"), "RUNTIME_ERROR", "more, got 'v1x'", "did you mean");
    let keys: Vec<String> = (0..2000).map(|i| format!("k{i} => Integer")).collect();
    let evaluation = evaluate(&format!("assert_type(Struct[{{{}}}], {{}})", keys.join(", ")));
    let report = &evaluation.reports[0];
    assert!(report.message.ends_with("and 1995 more") && report.misfits.len() < 50, "{}", report.message);
}

#[test]
fn many_faults_in_one_value() {
    let evaluation = evaluate("assert_type(Array[Integer], Integer[1, 200000].map |$i| { 'a' })");
    let report = &evaluation.reports[0];
    assert!(report.message.ends_with("and 199995 more"), "{}", report.message);
    assert!(report.frame().lines().count() < 60, "{}", report.frame());
}

#[test]
fn the_last_value_is_undef_before_the_first_input() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    assert!(!session.evaluate("input", "$first = _").failed());
    assert_eq!(session.evaluate("input", "$first == undef").value.as_deref(), Some("true"));
}
