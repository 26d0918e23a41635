//! The page on types that the checker follows, feature by feature: what it names and shows, in Puppet's words.
//!
//! Each test has the name of what the page describes. A transcript is the text, and below it what the checker says: the
//! type (and the general one), or a line for each finding, with the text that it points at and those of its notes.

use pprepl_session::{Edition, Report, Session, Settings, SystemHost};
use pprepl_text::Severity;

fn session() -> Session {
    let mut settings = Settings::default();
    settings.set("strict", "error").unwrap();
    Session::new(settings, Box::new(SystemHost::silent()))
}

fn between(source: &str, from: (u32, u32), to: (u32, u32)) -> String {
    let offset = |(line, column): (u32, u32)| {
        let start: usize = source.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        start + source[start..].char_indices().nth(column as usize - 1).map_or(source.len() - start, |(at, _)| at)
    };
    source[offset(from)..offset(to)].to_owned()
}

fn told(text: &str, report: &Report) -> String {
    let at = between(text, report.position.unwrap(), report.end.unwrap());
    let notes: String =
        report.labels.iter().map(|label| format!(", note at {}", between(text, label.position, label.end))).collect();
    format!("{} {}: at {at}{notes}", report.severity.as_str(), report.code)
}

/// Code that a program with an error does not reach.
const UNREACHED: [&str; 6] = ["if false", "true or", "never_called", "$i > 100", "f(if true { 1 } else", "f([])"];

/// What the checker says of a text. The text runs, too: what has an error fails, unless it is not reached.
fn says(text: &str) -> String {
    let view = session().analyze().check_types("input", text);
    if !view.reports.is_empty() {
        let has_error = view.reports.iter().any(|report| report.severity == Severity::Error);
        let is_reached = !UNREACHED.iter().any(|part| text.contains(part));
        let failed = session().evaluate("input", text).failed();
        assert!(failed || !has_error || !is_reached, "{text}\nruns in spite of {:?}", view.reports[0].message);
        return view.reports.iter().map(|report| told(text, report)).collect::<Vec<_>>().join("\n");
    }
    let found = session().analyze().static_report("input", text);
    assert!(found.misfits.is_empty(), "{text}\ngives {:?}, which is not {}", found.value, found.type_text);
    let exact = view.type_text.unwrap_or_default();
    match view.generalized {
        Some(general) => format!("{exact} ({general})"),
        None => exact,
    }
}

/// The first message.
fn message(text: &str) -> String {
    session()
        .analyze()
        .check_types("input", text)
        .reports
        .first()
        .map_or(String::new(), |report| report.message.clone())
}

fn hint(text: &str) -> String {
    session()
        .analyze()
        .check_types("input", text)
        .reports
        .first()
        .and_then(|report| report.help.clone())
        .unwrap_or_default()
}

/// Nothing is reported, and the run fails.
fn defers(text: &str) -> bool {
    session().analyze().check_types("input", text).reports.is_empty() && session().evaluate("input", text).failed()
}

fn runs(text: &str) -> Option<String> {
    session().evaluate("input", text).value
}

// "The type system is gradual."
#[test]
fn gradual_annotated_variables_are_enforced() {
    assert_eq!(
        says("function double(Numeric $x) { $x * 2 }\ndouble('a')"),
        "error type-mismatch: at 'a', note at Numeric"
    );
}

#[test]
fn gradual_variables_that_are_not_annotated_are_unconstrained() {
    assert!(defers("function double($x) { $x * 2 }\ndouble('a')"));
}

// "The type system is static."
#[test]
fn static_errors_in_unreachable_code_are_reported() {
    let text = "if false { 1 =~ /x/ } else { 'ok' }";
    assert_eq!(says(text), "error operand: at 1, note at =~");
    assert_eq!(runs(text).as_deref(), Some("'ok'"));
    assert_eq!(says("true or (1 + 'a')"), "error operand: at 'a', note at +");
    assert_eq!(says("function never_called() { [1] * 2 }\n'ok'"), "error operand: at [1], note at *");
}

#[test]
fn static_checks_are_deferred_when_types_are_not_known() {
    assert!(defers("function forget($v) { $v }\nassert_type(String, forget(1))"));
}

// "The type system is structural, not nominal."
#[test]
fn structural_two_aliases_of_the_same_type_are_interchangeable() {
    assert_eq!(
        says("type Meters = Integer\ntype Feet = Integer\nfunction f(Meters $m) >> Feet { $m }\nf(1)"),
        "Feet = Integer (Feet)"
    );
    assert_eq!(runs("type Meters = Integer\ntype Feet = Integer\nMeters == Feet").as_deref(), Some("true"));
}

// "Type annotations can be applied at let bindings": let x: Number = 42
#[test]
fn let_bindings_with_an_annotation() {
    assert_eq!(says("$x = assert_type(Numeric, 42)\n$x"), "Integer[42, 42] (Integer)");
    assert_eq!(says("$x = assert_type(Numeric, 'forty-two')"), "error type-mismatch: at 'forty-two', note at Numeric");
}

// "The names of all types start with a capital letter."
#[test]
fn names_of_types_of_the_page_are_answered_with_those_of_puppet() {
    for (foreign, own) in [
        ("Bool", "Boolean"),
        ("Int", "Integer"),
        ("Null", "Undef"),
        ("Number", "Numeric"),
        ("Dict", "Hash"),
        ("List", "Array"),
        ("Union", "Variant"),
        ("Set", "Array[T]"),
        ("Void", "Undef"),
    ] {
        let text = format!("1 =~ {foreign}");
        assert_eq!(says(&text), format!("error unknown-type: at {foreign}"));
        assert!(hint(&text).contains(own), "{foreign}: {}", hint(&text));
    }
}

// "Primitive types"
#[test]
fn primitive_bool() {
    assert_eq!(says("assert_type(Boolean, true)"), "Boolean[true] (Boolean)");
    assert_eq!(says("assert_type(Boolean, 0)"), "error type-mismatch: at 0, note at Boolean");
}

#[test]
fn primitive_null() {
    assert_eq!(says("assert_type(Undef, undef)"), "Undef");
    assert_eq!(says("assert_type(Undef, 0)"), "error type-mismatch: at 0, note at Undef");
}

#[test]
fn primitive_string() {
    assert_eq!(says("assert_type(String, 'a')"), "String");
    assert_eq!(says("assert_type(String, 1)"), "error type-mismatch: at 1, note at String");
}

#[test]
fn primitive_number() {
    assert_eq!(says("assert_type(Numeric, 1.5)"), "Float[1.5, 1.5] (Float)");
    assert_eq!(says("assert_type(Numeric, 'a')"), "error type-mismatch: at 'a', note at Numeric");
    // A Float does not include integers.
    assert_eq!(says("assert_type(Float, 1)"), "error type-mismatch: at 1, note at Float");
}

// "Collection types"
#[test]
fn collection_dict_the_port_names() {
    let names = "{ 22 => 'ssh', 80 => 'http', 443 => 'https' }";
    assert_eq!(
        says(&format!("assert_type(Hash[Integer, String], {names})")),
        "Hash[Integer[22, 443], Enum['http', 'https', 'ssh'], 3, 3] (Hash[Integer, String])"
    );
    assert_eq!(
        says("assert_type(Hash[Integer, String], { 22 => 'ssh', 80 => undef })"),
        "error type-mismatch: at undef, note at String"
    );
    assert_eq!(
        says("assert_type(Hash[Integer, String], { 'http' => 'http' })"),
        "error type-mismatch: at 'http', note at Integer"
    );
}

#[test]
fn collection_list() {
    assert_eq!(says("assert_type(Array[Numeric], [1, 2.5])"), "Tuple[Integer[1, 1], Float[2.5, 2.5]] (Array[Numeric])");
    assert_eq!(says("assert_type(Array[Numeric], [1, 'a'])"), "error type-mismatch: at 'a', note at Numeric");
}

#[test]
fn collection_set_is_unique_of_a_list() {
    assert_eq!(says("unique([3, 1, 3])"), "Array[Integer[1, 3], 1, 3] (Array[Integer])");
    assert!(hint("1 =~ Set[Integer]").contains("unique()"));
}

#[test]
fn collection_is_the_supertype_of_list_and_dict() {
    assert_eq!(says("assert_type(Collection, [1])"), "Tuple[Integer[1, 1]] (Array[Integer])");
    assert_eq!(says("assert_type(Collection, { a => 1 })"), "Struct[{'a' => Integer[1, 1]}] (Hash[String, Integer])");
    assert_eq!(says("assert_type(Collection, 'x')"), "error type-mismatch: at 'x', note at Collection");
}

// "Record types"
const ACCOUNT: &str = "type Account = Struct[{ full_name => String, email => String, uid => Integer, groups => Array[String] }]\n\
                       function users(Array[Account] $users) >> Array[Account] { $users }\n";

#[test]
fn record_types_and_aliases_the_users() {
    let eldon = "{ full_name => 'Eldon Tyrell', email => 'etyrell@tyrell.com', uid => 1, groups => ['executive'] }";
    let rachael = "{ full_name => 'Rachael Tyrell', email => 'rachael@tyrell.com', uid => 7, groups => ['research'] }";
    assert_eq!(says(&format!("{ACCOUNT}users([{eldon}, {rachael}])")), "Array[Account]");
}

#[test]
fn record_with_a_wrong_value() {
    let text = format!("{ACCOUNT}users([{{ full_name => 'E', email => 'e', uid => '1', groups => [] }}])");
    assert_eq!(says(&text), "error type-mismatch: at '1', note at Integer");
}

#[test]
fn record_without_a_key() {
    let text = format!("{ACCOUNT}users([{{ full_name => 'E', email => 'e', groups => [] }}])");
    assert!(
        says(&text).starts_with("error missing-key: at { full_name => 'E', email => 'e', groups => [] }"),
        "{}",
        says(&text)
    );
    assert!(message(&text).contains("'uid'"));
}

#[test]
fn record_with_a_key_too_many() {
    let text = format!("{ACCOUNT}users([{{ full_name => 'E', email => 'e', uid => 1, uuid => 1, groups => [] }}])");
    assert!(says(&text).starts_with("error unrecognized-key: at uuid"), "{}", says(&text));
    assert!(hint(&text).contains("'uid'"));
}

// "Function types"
const ADD: &str = "function add(Numeric $x, Numeric $y) >> Numeric { $x + $y }\n";

#[test]
fn function_types_add() {
    assert_eq!(says(&format!("{ADD}add(1, 2)")), "Numeric");
    assert_eq!(says(&format!("{ADD}add(1, '2')")), "error type-mismatch: at '2', note at Numeric");
    assert_eq!(
        says("function add(Numeric $x, Numeric $y) >> Numeric { \"${x}${y}\" }\nadd(1, 2)"),
        "error type-mismatch: at \"${x}${y}\", note at Numeric"
    );
}

#[test]
fn function_types_have_their_number_of_arguments() {
    assert_eq!(says(&format!("{ADD}add(1)")), "error arity: at add(1), note at $y");
    assert_eq!(says(&format!("{ADD}add(1, 2, 3)")), "error arity: at 3, note at add");
}

#[test]
fn function_types_of_lambdas() {
    let apply = "function apply(Integer $n, Callable[[Integer], String] $f) >> String { $f($n) }\n";
    assert_eq!(says(&format!("{apply}apply(1) |$x| {{ \"n${{x}}\" }}")), "String");
    assert_eq!(says(&format!("{apply}apply(1) |$x| {{ $x + 1 }}")), "error type-mismatch: at $x + 1, note at String");
    assert_eq!(
        says(&format!("{apply}apply(1) |$x, $y| {{ 'a' }}")),
        "error block-arity: at $x, $y, note at Callable[[Integer], String]"
    );
}

#[test]
fn function_types_of_a_single_argument_need_parentheses_only_with_a_result() {
    assert_eq!(says("Callable[Integer]"), "Type[Callable[Integer]]");
    assert_eq!(says("Callable[[Integer], String]"), "Type[Callable[[Integer], String]]");
}

#[test]
fn function_types_are_contravariant_in_what_they_take() {
    let text = "function apply(Callable[[Integer], Scalar] $f) { 'ok' }\nfunction num(Numeric $n) >> String { \"${n}\" }\napply(&num)";
    assert_eq!(says(text), "String");
    let text = "function shout(String $s) >> String { upcase($s) }\n[1, 2].map(&shout)";
    assert_eq!(says(text), "error type-mismatch: at &shout, note at String");
}

// "The Any type"
const FORGET: &str = "function forget($v) >> Any { $v }\n";

#[test]
fn any_never_causes_a_static_error_and_still_fails_when_it_runs() {
    let text = format!("{FORGET}$x = 32\n$y = forget($x)\n$z = assert_type(String, $y)\n$z");
    assert_eq!(says(&text), "String");
    assert!(defers(&text));
}

#[test]
fn any_as_an_annotation_discards_what_is_known() {
    assert_eq!(says("function f(Any $v) { $v }\nf(1)"), "Any");
    assert_eq!(says("$x = 1\n$x"), "Integer[1, 1] (Integer)");
}

#[test]
fn any_as_a_part_of_a_type_the_widgets() {
    let widgets = "{ 'frobnicator' => { 'foobar' => 42 }, 'turbo-encabulator' => { 'prefabulated' => true, 'bearings' => 'spurving' } }";
    assert!(says(&format!("assert_type(Hash[String, Any], {widgets})")).starts_with("Struct[{'frobnicator' =>"));
    assert_eq!(
        says("assert_type(Hash[String, Any], { frobnicator => {}, 7 => 'turbo' })"),
        "error type-mismatch: at 7, note at String"
    );
}

// "The Void type"
#[test]
fn void_is_the_element_type_of_empty_collections() {
    assert_eq!(says("$xs = []\n$xs"), "Array[0, 0]");
    assert_eq!(says("{}"), "Hash[0, 0]");
    assert_eq!(says("$xs = []\n$xs[0]"), "Undef");
    assert_eq!(
        says("function f(Array[String] $a, Array[Integer] $b, Hash[String, Integer] $c) { 'ok' }\nf([], [], {})"),
        "String"
    );
}

// "Union types"
const UNION: &str = "function u(Variant[Numeric, String] $v) { $v }\n";

#[test]
fn union_types_take_instances_of_any_member() {
    assert_eq!(says(&format!("{UNION}u(0)")), "Variant[Numeric, String]");
    assert_eq!(says(&format!("{UNION}u('zero')")), "Variant[Numeric, String]");
    assert_eq!(says(&format!("{UNION}u(undef)")), "error type-mismatch: at undef, note at Variant[Numeric, String]");
    assert_eq!(message(&format!("{UNION}u(undef)")), "expected Variant[Numeric, String], found Undef");
}

#[test]
fn union_types_have_two_or_more_members() {
    let text = "function u(Variant[Numeric] $v) { $v }\nu(42)";
    assert_eq!(says(text), "warning pointless-variant: at Variant[Numeric]");
    for members in ["Numeric, String", "Numeric, String, Array[Numeric]", "Numeric, String, Array[Numeric], Boolean"] {
        assert_eq!(says(&format!("function u(Variant[{members}] $v) {{ 'ok' }}\nu(43)")), "String");
    }
}

#[test]
fn union_against_union() {
    let text = "function u(Variant[Numeric, String] $v) { w($v) }\nfunction w(Variant[Boolean, Undef] $b) { $b }\nu(0)";
    assert!(says(text).starts_with("error type-mismatch: at $v"), "{}", says(text));
    let text =
        "function u(Variant[Numeric, String] $v) { w($v) }\nfunction w(Variant[Boolean, Numeric] $b) { $b }\nu('x')";
    assert!(defers(text));
}

// "Type inference"
#[test]
fn inference_of_lists_and_their_copies() {
    let exact = "Tuple[Integer[1, 1], Integer[2, 2], Integer[3, 3]] (Array[Integer])";
    assert_eq!(says("$xs = [1, 2, 3]\n$xs"), exact);
    assert_eq!(says("$xs = [1, 2, 3]\n$ys = $xs\n$ys"), exact);
}

#[test]
fn inference_finds_an_operand_through_a_copy_and_points_at_the_element() {
    let text = "$xs = [1, 2, 3]\n$ys = $xs\n$ys[0] =~ /1/ or $ys[1]";
    assert!(says(text).starts_with("error operand: at $ys[0], note at =~"), "{}", says(text));
}

#[test]
fn inference_gives_functions_a_result_and_untyped_parameters_any() {
    assert_eq!(says("function xor($x, $y) { ($x or $y) and !($x and $y) }\nxor(1, 2)"), "Boolean");
    assert_eq!(says("function id($x) { $x }\nid(1)"), "Any");
}

#[test]
fn inference_is_forward_only() {
    // That $x is multiplied does not make it a number.
    assert_eq!(says("function double($x) { $x * 2 }\ndouble(1)"), "Variant[Numeric, Timespan]");
    assert!(defers("function double($x) { $x * 2 }\ndouble('a')"));
    // Functions are known before the text runs.
    assert_eq!(says("f(1)\nfunction f(Integer $x) { $x }\nf('a')"), "error type-mismatch: at 'a', note at Integer");
}

#[test]
fn inference_propagates_requirements_top_down_into_literals() {
    assert_eq!(
        says("function f(Array[Numeric] $xs) { $xs }\nf([\n  42,\n  '43',\n])"),
        "error type-mismatch: at '43', note at Numeric"
    );
    assert_eq!(
        says("function f(Numeric $n) { $n }\nf(if true { 1 } else { 'one' })"),
        "error type-mismatch: at 'one', note at Numeric"
    );
    assert_eq!(
        says("function f(Hash[String, Array[Numeric]] $h) { $h }\nf({ a => [1], b => [3, '4'] })"),
        "error type-mismatch: at '4', note at Numeric"
    );
}

#[test]
fn inference_with_the_annotation_further_away() {
    // The page leaves this to the run; a literal keeps the places of its elements, so that it need not be.
    assert_eq!(
        says("function f(Array[Numeric] $xs) { $xs }\n$xs = [42, '43']\n$ys = f($xs)"),
        "error type-mismatch: at $xs, note at Array[Numeric], note at '43'"
    );
    // Through Any it is.
    let text = "function id($v) { $v }\nfunction f(Array[Numeric] $xs) { $xs }\nf(id([42, '43']))";
    assert!(defers(text));
    let failed = session().evaluate("input", text);
    assert!(failed.reports[0].message.contains('1'), "the index is told: {}", failed.reports[0].message);
}

// "Static checks"
#[test]
fn static_checks_refuse_an_empty_list_of_another_element_type() {
    let text = "function f(Array[Numeric] $xs) { g($xs) }\nfunction g(Array[String] $ys) { $ys }\nf([])";
    assert!(says(text).starts_with("error element-mismatch: at $xs"), "{}", says(text));
    assert_eq!(runs(text).as_deref(), Some("[]"));
}

#[test]
fn static_checks_of_a_comprehension_that_never_runs() {
    let text = "$integers = [1, 2, 3].filter |$i| { $i > 100 }\n$integers.map |$i| { $i =~ /x/ }";
    assert!(says(text).starts_with("error operand: at $i, note at =~"), "{}", says(text));
    assert_eq!(runs(text).as_deref(), Some("[]"));
}

// What the page takes for granted.
#[test]
fn unknown_names_are_errors_where_all_is_known() {
    assert_eq!(says("$port = 80\n$prot + 1"), "error unknown-variable: at $prot");
    assert_eq!(hint("$port = 80\n$prot + 1"), "did you mean '$port'?");
    assert_eq!(says("nosuch(1)"), "error unknown-function: at nosuch");
}

#[test]
fn what_cannot_be_called_or_iterated() {
    assert_eq!(says("$x = 5\n$x(1)"), "error not-callable: at $x, note at 5");
    assert!(says("true.map |$x| { $x }").starts_with("error argument: at true"));
    assert_eq!(says("[1, 2].map |$a, $b, $c| { $a }"), "error block-arity: at $a, $b, $c, note at map");
}

#[test]
fn unpacking() {
    assert_eq!(says("$a = [1, 2]\n[0, *$a]"), "Tuple[Integer[0, 0], Integer[1, 1], Integer[2, 2]] (Array[Integer])");
    let text = "function f(Array[Numeric] $xs) { $xs }\n$bools = [true, false]\nf([1, *$bools])";
    assert!(says(text).starts_with("error type-mismatch: at [1, *$bools]"), "{}", says(text));
}

#[test]
fn several_mistakes_are_several_findings() {
    let text = "function f(Numeric $n) { $n }\nf('a')\nf([1])";
    assert_eq!(
        says(text),
        "error type-mismatch: at 'a', note at Numeric\nerror type-mismatch: at [1], note at Numeric"
    );
}

#[test]
fn taking_an_annotation_away_adds_no_error() {
    for (typed, untyped) in [
        ("function f(Numeric $x) >> Numeric { $x }\nf(1)", "function f($x) { $x }\nf(1)"),
        ("function f(Array[Integer] $x) { $x[0] }\nf([1]) + 1", "function f($x) { $x[0] }\nf([1]) + 1"),
        ("[1, 2].map |Integer $x| { $x + 1 }", "[1, 2].map |$x| { $x + 1 }"),
    ] {
        assert!(!says(typed).contains("error"), "{typed}: {}", says(typed));
        assert!(!says(untyped).contains("error"), "{untyped}: {}", says(untyped));
    }
}

#[test]
fn to_the_letter_of_puppet_8_the_page_holds_too() {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let view = session.analyze().check_types("input", "function double(Numeric $x) { $x * 2 }\ndouble('a')");
    assert_eq!(view.reports[0].code, "type-mismatch");
}

/// The error of the last input: the end of what it underlines, its labels and the note why it was not found before.
fn fails(inputs: &[&str]) -> String {
    let mut session = session();
    let last = inputs.iter().map(|input| (*input, session.evaluate("input", input))).last();
    let (text, result) = last.unwrap();
    let error = result.reports.iter().find(|one| one.severity == pprepl_text::Severity::Error).unwrap();
    let whole = between(text, (1, 1), error.end.unwrap());
    let at = whole.lines().last().unwrap_or_default();
    let labels: String =
        error.labels.iter().map(|one| format!(", label at {}", between(text, one.position, one.end))).collect();
    let why: String =
        error.notes.iter().filter(|note| note.contains("not found before")).map(|note| format!("; {note}")).collect();
    format!("at {at}{labels}{why}")
}

// "Checks that cannot be done statically are deferred to runtime."
#[test]
fn a_deferred_check_that_fails_says_what_a_static_error_says() {
    assert_eq!(
        fails(&["function id2($v) { $v }\nfunction fn2(Array[Numeric] $xs) { $xs }\nfn2(id2([42, '43']))"]),
        "at fn2(id2([42, '43']), label at Numeric; not found before running: id2() returns Any: its parameter $v has no type"
    );
    assert_eq!(
        fails(&["function id2($v) { $v }\nassert_type(String, id2(5))"]),
        "at assert_type(String, id2(5), label at String; not found before running: id2() returns Any: its parameter $v has no type"
    );
    assert_eq!(
        fails(&["define d(String $mode) { }\nfunction id2($v) { $v }\nd { 'x': mode => id2(5) }"]),
        "at d { 'x': mode => id2(5), label at String; not found before running: id2() returns Any: its parameter $v has no type"
    );
    assert_eq!(
        fails(&["function ov(Variant[Integer, String] $s) >> Integer { $s }\nov('a')"]),
        "at ov('a'), label at Integer, label at $s; not found before running: its type is Variant[Integer, String]"
    );
}

#[test]
fn deferred_checks_are_shown_on_demand() {
    let mut session = session();
    pprepl_session::commands::submit(&mut session, ":rules deferred on");
    let view = session.analyze().check_types("input", "function id($x) { $x }\nassert_type(String, id(5))");
    let notes: Vec<&str> = view.hints.iter().map(|note| &*note.message).collect();
    assert_eq!(notes, ["checked when it runs: expected String, found Any"]);
}

#[test]
fn certain_failures_are_errors() {
    let point = "type Point = Object[{attributes => {x => Integer, y => {type => Integer, value => 0}}}]\n";
    assert_eq!(says(&format!("{point}Point('a', 2)")), "error type-mismatch: at 'a'");
    assert_eq!(says(&format!("{point}Point(1, 2, 3)")), "error arity: at 3");
    assert_eq!(says("dig([1, 2], 'a')"), "error dig: at 'a'");
    assert_eq!(says("sprintf('%s')"), "error argument: at sprintf('%s')");
    assert_eq!(says("type User = Struct[{a => String}]"), "error taken-name: at User");
    for fails in ["dig([1, 2], 'a')", "sprintf('%s')", "type User = Struct[{a => String}]"] {
        assert!(session().evaluate("input", fails).failed(), "{fails}");
    }
    assert!(session().evaluate("input", &format!("{point}Point('a', 2)")).failed());
    let view = session().analyze().check_file("a.pp", "$ra = 1\n$ra = 2");
    assert_eq!(view.reports.iter().map(|one| one.code.to_string()).collect::<Vec<_>>(), ["reassignment"]);
}

#[test]
fn nothing_false_is_said() {
    assert_eq!(says("URI('http://e.com/x').host"), "Optional[String]");
    assert_eq!(says("URI('http://e.com/x').port"), "Optional[Integer]");
    let mut settings = Settings::default();
    Edition::ThreeX.apply(&mut settings);
    let mut old = Session::new(settings, Box::new(SystemHost::silent()));
    let text =
        "function f(Optional[String] $s) >> String { if $s { $s } else { if $s =~ Undef { 'u' } else { $s } } }\nf('')";
    assert!(old.analyze().check_types("input", text).reports.is_empty());
    for code in ["Timestamp()", "Timestamp.new", "new(Timestamp)"] {
        assert!(session().preview(code, std::time::Duration::from_secs(1)).is_none(), "{code}");
    }
}

#[test]
fn short_strings_are_masked_only_where_the_input_does_not_write_them() {
    let message = |inputs: &[&str]| {
        let mut session = session();
        let results: Vec<_> = inputs.iter().map(|input| session.evaluate("input", input)).collect();
        results.last().unwrap().reports[0].message.clone()
    };
    assert_eq!(message(&["$x = Sensitive('a').unwrap", "'a' + 'b'"]), "'a' is not a number");
    assert_eq!(message(&["$x = Sensitive('pqr').unwrap", "'pqr' + 1"]), "'pqr' is not a number");
    assert_eq!(message(&["$x = Sensitive('pqr').unwrap", "$x + 1"]), "[value redacted] is not a number");
    assert_eq!(message(&["$x = Sensitive('hunter2').unwrap", "'hunter2' + 1"]), "[value redacted] is not a number");
}

#[test]
fn an_override_of_a_collector_ends_with_its_input() {
    let mut session = session();
    for input in [
        "file { '/a': owner => 'root', tag => 'shop' }",
        "File <| tag == 'shop' |> { owner => 'w' }",
        "file { '/b': mode => '1' }",
    ] {
        assert!(!session.evaluate("input", input).failed(), "{input}");
    }
    assert!(session.evaluate("input", "File['/b'] { mode => '2' }").failed());
    assert!(!session.evaluate("input", "file { '/c': owner => 'root', tag => 'shop' }").failed());
}

#[test]
fn operators_advise_as_the_run_does() {
    let join = "`+` adds numbers; join strings by interpolation: \"${base}/app\"";
    assert_eq!(hint("function f(String $base) { $base + '/app' }"), join);
    assert_eq!(hint("$p = 1\n\"http://h:${p + 1}\""), "to read the variable, write $p");
}
