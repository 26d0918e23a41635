//! The checker on input that nobody would write: it ends, soon, and says nothing wrong.

use std::time::{Duration, Instant};

use pprepl::session::{Session, Settings, SystemHost};
use pprepl::text::Severity;

/// Checks a text on a thread with a stack as the program's own.
fn errors(text: String) -> Vec<String> {
    let work = move || {
        let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
        let start = Instant::now();
        let view = session.check_types("input", &text);
        // No bar of speed: a bound that only what does not end would reach.
        assert!(start.elapsed() < Duration::from_secs(60));
        let errors = view.reports.into_iter().filter(|report| report.severity == Severity::Error);
        errors.map(|report| report.code).collect()
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
