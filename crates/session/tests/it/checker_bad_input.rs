//! The checker on input that nobody would write: it ends, soon, and says nothing wrong.

use std::time::Duration;

use cpu_time::ThreadTime;

use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::Severity;

/// Checks a text on a thread with a stack as the program's own.
fn errors(text: String) -> Vec<String> {
    let work = move || {
        let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
        let start = ThreadTime::now();
        let view = session.analyze().check_types("input", &text);
        // No bar of speed: a bound that only what does not end would reach.
        assert!(start.elapsed() < Duration::from_secs(60));
        let errors = view.reports.into_iter().filter(|report| report.severity == Severity::Error);
        errors.map(|report| report.code.to_string()).collect()
    };
    std::thread::Builder::new().stack_size(8 << 20).spawn(work).unwrap().join().unwrap()
}

fn repeated(n: usize, part: &str) -> String {
    part.repeat(n)
}

#[test]
fn long_chains_of_operators() {
    assert!(errors(format!("1{}", repeated(150, " + 1"))).is_empty());
    errors(format!("1{}", repeated(3000, " + 1")));
    errors(format!("$facts{}", repeated(500, "['a']")));
}

#[test]
fn conditions_in_conditions() {
    let mut text = "$x".to_owned();
    for level in 0..60 {
        text = format!("({text} {} $y{level} =~ Integer)", if level % 2 == 0 { "and" } else { "or" });
    }
    let vars: Vec<String> = (0..60).map(|level| format!("$y{level} = 1")).collect();
    assert!(errors(format!("$x = 1\n{}\nif {text} {{ 1 }} else {{ 2 }}", vars.join("\n"))).is_empty());
}

#[test]
fn lambdas_in_lambdas() {
    let mut text = "1".to_owned();
    for _ in 0..12 {
        text = format!("[1, 2].reduce(0) |$m, $x| {{ {text} }}");
    }
    assert!(errors(text).is_empty());
}

#[test]
fn large_literals() {
    let list: Vec<String> = (0..5000).map(|n| n.to_string()).collect();
    let hash: Vec<String> = (0..5000).map(|n| format!("k{n} => {n}")).collect();
    let text = format!("$a = [{}]\n$h = {{{}}}\n$a[3] + $h['k7']", list.join(","), hash.join(","));
    assert!(errors(text).is_empty());
}

#[test]
fn large_unions() {
    let members: Vec<String> = (0..1000).map(|n| format!("Integer[{}, {}]", n * 10, n * 10 + 5)).collect();
    let text = format!(
        "type Big = Variant[{}]\nfunction f(Big $x) {{ g($x) }}\nfunction g(Big $y) {{ $y }}\nf(25)",
        members.join(", ")
    );
    assert!(errors(text).is_empty());
    let names: Vec<String> = (0..1000).map(|n| format!("'n{n}'")).collect();
    assert_eq!(errors(format!("function f(Enum[{}] $x) {{ $x }}\nf('x')", names.join(", "))), ["type-mismatch"]);
}

#[test]
fn types_and_functions_that_name_themselves() {
    let text = "type A = Variant[Integer, Array[B]]\ntype B = Variant[String, Hash[String, A]]\n\
                function f(A $a) >> B { g($a) }\nfunction g(B $b) >> A { f($b) }\nf([{'x' => [1]}])";
    errors(text.to_owned());
    errors("type Loop = Loop\nfunction f(Loop $x) { $x }\nf(1)".to_owned());
    errors("function even($n) { odd($n - 1) }\nfunction odd($n) { even($n - 1) }\neven(4)".to_owned());
    errors("function f(Integer $x = f()) { f() }\nf()".to_owned());
}

#[test]
fn one_mistake_is_one_finding() {
    let text = "function f(Array[Numeric] $xs) { $xs }\n$ys = f(['a'])\n$zs = $ys + [1]\n$zs.map |$z| { $z * 2 }";
    assert_eq!(errors(text.to_owned()), ["type-mismatch"]);
}

/// The codes and lines of the checker's errors in a text that has others, too.
fn errors_beside(text: &str) -> Vec<String> {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let view = session.analyze().check_types("input", text);
    let errors = view.reports.iter().filter(|report| report.severity == Severity::Error);
    let (own, others): (Vec<_>, Vec<_>) =
        errors.partition(|report| report.code.as_str().starts_with(char::is_lowercase));
    assert!(!others.is_empty(), "{text}: no error of syntax");
    own.iter().map(|report| format!("{} {}", report.code, report.position.map_or(0, |at| at.0))).collect()
}

#[test]
fn what_is_whole_beside_a_broken_statement_is_checked() {
    assert_eq!(errors_beside("function f(Numeric $n) { $n }\n$x = = 1\nf('a')"), ["type-mismatch 3"]);
    assert_eq!(errors_beside("1 + 'a'\n$x = [1, \n"), ["operand 1"]);
}

#[test]
fn what_a_broken_statement_would_define_is_not_missed() {
    assert_eq!(errors_beside("$x = = 1\n$x + 1"), [""; 0]);
    assert_eq!(errors_beside("function f( { 1 }\nf(2)"), [""; 0]);
    assert_eq!(errors_beside("type T = = Integer\nfunction g(T $x) { $x }\ng('a')"), [""; 0]);
}

#[test]
fn what_holds_a_broken_statement_has_no_known_value() {
    assert_eq!(errors_beside("function f() {\n  'text'\n  $x = = 1\n}\nf() + 1"), [""; 0]);
    assert_eq!(errors_beside("$y = if true {\n  'text'\n  $x = = 1\n}\n$y + 1"), [""; 0]);
    assert_eq!(errors_beside("$y = [1].map |$x| {\n  'text'\n  = 1\n}\n$y[0] + 1"), [""; 0]);
}

#[test]
fn half_typed_texts_have_no_finding_but_of_syntax() {
    let text = "class profile::web(\n  Integer[1] $port = 80,\n) {\n  $list = [1, 2].map |$x| { $x * 2 }\n  if $port =~ Integer[1024] \
                and $list[0] > 1 {\n    notify { \"high ${port}\": }\n  }\n}\ninclude profile::web\n";
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let view = session.analyze().check_types("input", &text[..end]);
        let own = view.reports.iter().filter(|report| report.code.as_str().starts_with(char::is_lowercase));
        let own: Vec<&str> =
            own.map(|report| report.code.as_str()).filter(|code| !code.starts_with("unknown")).collect();
        assert_eq!(own, [""; 0], "{}", &text[..end]);
    }
}

#[test]
fn deep_types_and_wide_structs() {
    let mut deep = "Integer".to_owned();
    for _ in 0..60 {
        deep = format!("Array[{deep}]");
    }
    errors(format!("type Deep = {deep}\nfunction f(Deep $x) {{ f([$x]) }}\nf([])"));
    let keys: Vec<String> = (0..1000).map(|n| format!("k{n} => Optional[Integer[{n}, default]]")).collect();
    errors(format!(
        "type Wide = Struct[{{{}}}]\nfunction f(Wide $x) {{ $x['k7'] }}\nf({{k7 => 8}}) + f({{}})",
        keys.join(", ")
    ));
}

#[test]
fn unions_of_a_thousand_structs() {
    let members: Vec<String> =
        (0..1000).map(|n| format!("Struct[{{kind => Enum['n{n}'], v{n} => Integer}}]")).collect();
    let text = format!(
        "type Big = Variant[{}]\nfunction f(Big $x) {{ g($x) }}\nfunction g(Big $y) {{ $y['kind'] }}\nf({{kind => 'n7', v7 => 1}})",
        members.join(", ")
    );
    assert!(errors(text).is_empty());
}

#[test]
fn functions_that_call_themselves_through_lambdas_and_types_through_each_other() {
    errors("function f($x) { $x.map |$y| { f($y).then |$z| { f([$z]) } } }\nf([[1]])".to_owned());
    errors("type A = Hash[String, Variant[B, C]]\ntype B = Array[Variant[A, C]]\ntype C = Struct[{a => Optional[A], b => Optional[B]}]\n\
            function f(A $a, B $b, C $c) { f($a, [$a], {a => $a, b => $b}) }\nf({}, [], {})"
        .to_owned());
}
