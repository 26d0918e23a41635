//! The commands about types as transcripts: `:union`, `:type A < B`, `:lattice`, `:info`.

use std::time::Duration;

use pprepl_session::commands;
use pprepl_session::{Edition, Outcome, Session, Settings, SystemHost};
use puppet_pcore::{FACTS, FORMS, type_names};

fn session(edition: Edition) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// What a command prints, findings last.
fn says(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let reports = answer.reports.iter().map(|report| format!("{}: {}\n", report.code, report.message));
            format!("{}\n{}", answer.text, reports.collect::<String>()).trim_end().to_owned()
        }
        other => format!("{other:?}"),
    }
}

fn data(session: &mut Session, line: &str) -> serde_json::Value {
    match commands::submit(session, line) {
        Outcome::Command(answer) => answer.data.unwrap_or_default(),
        other => panic!("{line}: {other:?}"),
    }
}

/// `(input, answer)` pairs in one session.
fn transcript(edition: Edition, steps: &[(&str, &str)]) {
    let mut session = session(edition);
    for (line, expected) in steps {
        let found = says(&mut session, line);
        assert_eq!(found, expected.trim_matches('\n'), "{line} says\n{found}");
    }
}

/// What each input shows, in one session.
fn shows(edition: Edition, steps: &[(&str, &[&str])]) {
    let mut session = session(edition);
    for (line, parts) in steps {
        let found = says(&mut session, line);
        for part in *parts {
            assert!(found.contains(part), "{line} says\n{found}\nwithout {part:?}");
        }
    }
}

/// Cells that the documents give twice or that only stretch a row: the answer is the wider of the two types.
const STRETCHED: &[&str] = &["A-004b.0", "A-004b.1", "A-004b.2", "A-034.1", "A-035.2", "A-071.0", "A-071.2"];

/// The document and line of the rule of a `:union`.
fn place_of(edition: Edition, step: &str) -> String {
    let list = step.trim_start_matches(":union ");
    let union = session(edition).inspect().union(list, Duration::from_secs(1));
    let first = union.and_then(|union| union.steps.into_iter().next());
    first.and_then(|step| step.place).unwrap_or_else(|| "no row".to_owned())
}

#[test]
fn each_row_of_the_documents_is_named_by_its_line() {
    let path = pprepl_testing::root().join("tests/conformance/seeds/claims.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let cases: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let unions = || cases.iter().filter(|case| case["steps"][0].as_str().is_some_and(|s| s.starts_with(":union ")));
    let mut tested = 0;
    let mut wrong = Vec::new();
    for case in unions() {
        let (id, step, line) = (case["id"].as_str().unwrap(), case["steps"][0].as_str().unwrap(), &case["line"]);
        let third = case["edition"] == "3x";
        if STRETCHED.contains(&id) || case["edition"] == "none" || line.as_str().is_none_or(|l| l == "-") {
            continue;
        }
        // A pair may be claimed by several rows: any of them will do.
        let lines: Vec<String> = unions()
            .filter(|other| other["steps"] == case["steps"] && (other["edition"] == "3x") == third)
            .filter_map(|other| other["line"].as_str()?.split(['/', '-']).next().map(str::to_owned))
            .collect();
        let place = place_of(if third { Edition::ThreeX } else { Edition::Eight }, step);
        let document = if third { "001" } else { "000" };
        if !lines.iter().any(|line| place == format!("{document}:{line}")) {
            wrong.push(format!("{id} {step}: {place}, not {lines:?}"));
        }
        tested += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tested > 200, "{tested}");
}

#[test]
fn the_third_edition_has_rows_of_its_own() {
    let path = pprepl_testing::root().join("tests/conformance/seeds/claims.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    for case in text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        let (Some(step), Some(lines)) = (case["steps"][0].as_str(), case["line"].as_str()) else { continue };
        let Some((_, line)) = lines.split_once('/').filter(|_| step.starts_with(":union ")) else { continue };
        if STRETCHED.contains(&case["id"].as_str().unwrap()) || case["edition"] == "none" {
            continue;
        }
        let place = place_of(Edition::ThreeX, step);
        let line = line.split('-').next().unwrap();
        if place != format!("001:{line}") {
            wrong.push(format!("{} {step}: {place}, not {line}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unions_of_two() {
    transcript(
        Edition::Eight,
        &[
            (":union Integer, Float", "Numeric  both are numbers"),
            (
                ":union Undef, Integer",
                "
Any  no other rule joins the two types
Puppet 8: Integer (drops undef; not an upper bound)
least bound: Optional[Integer]",
            ),
            (
                ":union 'x', 'y'",
                "
String<x,y>  two lists of strings: the strings of both
Puppet 8: Enum['x', 'y'] (the same values in another form)",
            ),
            (
                ":union Array[Integer, 1, 2], Array[Float, 3, 4]",
                "
Array[Numeric, 1, 4]  two arrays: the common type of their elements
Puppet 8: Array[Numeric] (wider: sizes are dropped)",
            ),
            (
                ":union Data, Regexp",
                "
Data  the left type contains the right one
Puppet 8: RichData (its Data does not accept Regexp)",
            ),
        ],
    );
}

#[test]
fn unions_of_more_are_folded_from_the_left() {
    transcript(
        Edition::Eight,
        &[(
            ":union 1, 'a', [1]",
            "
Any  folded from the left
  Integer[1, 1] ∪ String<a>      → Scalar  both are single values (Scalar)
  Scalar ∪ Array[Integer[1, 1]]  → Any     no other rule joins the two types
Puppet 8: Data (narrower: Data is a subtype of Any and accepts all of them)",
        )],
    );
    shows(
        Edition::Eight,
        &[
            (":union Variant[Integer, String], Boolean, Float", &["Variant[Integer, String, Boolean, Float]"]),
            (":union Boolean, Float, Variant[Integer, String]", &["Scalar  folded"]),
            (
                ":union Runtime[ruby, 'A'], Runtime[ruby, 'B']",
                &["Any  no other rule joins", "Puppet 8: none (it fails for two classes"],
            ),
            (":union Integer", &["two types or values are needed"]),
            (":union Interger, String", &["unknown type `Interger`"]),
            (":union notice(1), 2", &["they may not do anything"]),
        ],
    );
}

#[test]
fn names_are_seen_through() {
    shows(
        Edition::Eight,
        &[
            ("type Port = Integer[1, 10]", &[]),
            ("type High = Integer[20, 30]", &[]),
            (":union Port, High", &["Integer[1, 30]  two ranges"]),
        ],
    );
    shows(Edition::ThreeX, &[(":union Object, Integer", &["Object  the left type contains"])]);
    shows(
        Edition::ThreeX,
        &[
            (":union Integer, String", &["Object  no other rule"]),
            (":union String, Boolean", &["Literal  both are single values (Literal)"]),
            (":union Undef, Integer", &["Object  no other rule"]),
            (":type [1, /x/]", &["reduced      Array[Literal, 2, 2]"]),
            ("$list = type([1, 'a', /x/], reduced)", &["Array[Literal, 3, 3]"]),
            (":type $list", &["Array[Literal, 3, 3]"]),
        ],
    );
    shows(Edition::FourX, &[(":union Data, Callable", &["Any  no other rule"])]);
}

#[test]
fn a_comparison_tells_why() {
    transcript(
        Edition::Eight,
        &[(
            ":type Tuple[Integer, String] <= Array[Integer]",
            "
false
  Tuple[Integer, String] is not assignable to Array[Integer]
    position 2: String is not assignable to Integer
  [1, 'text'] is an instance of Tuple[Integer, String], and not of Array[Integer]",
        )],
    );
}

#[test]
fn reasons_name_the_part_that_decides() {
    shows(
        Edition::Eight,
        &[
            ("type Port = Integer[1, 65535]", &[]),
            (
                ":type Integer[1, 5] < Integer",
                &["true", "the range 1 to 5 is within any range", "6 is an instance of Integer"],
            ),
            (":type Integer < Integer[1, 5]", &["false", "the whole range is not within 1 to 5"]),
            (
                ":type Port <= Integer",
                &["true", "Port means Integer[1, 65535]", "the range 1 to 65535 is within any range"],
            ),
            (":type Integer <= Port", &["false", "the whole range is not within 1 to 65535"]),
            (":type Enum[a, b] <= Enum[a]", &["'b' is not listed"]),
            (":type Enum[ab, c] <= String[2]", &["'c' does not have 2 or more characters"]),
            (":type Enum[ab] <= Pattern[/x/]", &["'ab' does not match"]),
            (":type Array[Integer, 1, 3] <= Array[Integer, 2]", &["it has 1 to 3 elements, not 2 or more elements"]),
            (":type Struct[{a => Integer}] <= Struct[{a => Integer, b => String}]", &["the key 'b' is missing"]),
            (":type Struct[{a => Integer, c => Any}] <= Struct[{a => Integer}]", &["the key 'c' is unknown"]),
            (":type Struct[{Optional[a] => Integer}] <= Struct[{a => Integer}]", &["the key 'a' may be missing"]),
            (":type Hash[String, Integer] <= Hash[String, String]", &["values: Integer is not assignable to String"]),
            (
                ":type Variant[Integer, String] <= Integer",
                &["not every alternative is", "String is not assignable to Integer"],
            ),
            (":type Integer <= Variant[Integer, String]", &["one alternative accepts it"]),
            (":type Numeric <= Variant[Integer, Float]", &["no single alternative accepts all of it"]),
            (":type Optional[Integer] <= Integer", &["it includes undef", "Undef is not assignable to Integer"]),
            (":type Any <= NotUndef", &["it includes undef"]),
            (
                ":type Callable[String] <= Callable[Scalar]",
                &["false", "contravariant", "Scalar is not assignable to String"],
            ),
            (":type Callable[Scalar] <= Callable[String]", &["true", "String is assignable to Scalar"]),
            (":type Callable[1, 1] <= Callable[2, 2]", &["it accepts 1 argument"]),
            (":type Type[Integer] <= Type[String]", &["the type described: Integer is not assignable to String"]),
            (":type Integer == Integer[default, default]", &["true", "the same type"]),
            (
                ":type Integer != Numeric",
                &["true", "Numeric is not assignable to Integer", "is an instance of Numeric"],
            ),
            (
                ":type {a => 'x'} =~ Struct[{a => Integer}]",
                &["false", "entry 'a' expects an Integer value, got String"],
            ),
            (":type 5 =~ Data", &["true", "Integer[5, 5] is assignable to ScalarData"]),
            (":type 5 !~ String", &["true", "expects a String value"]),
            (":type 1 < 2", &["Boolean"]),
            ("type Tree = Array[Variant[Tree, Integer]]", &[]),
            (
                ":type Data <= Tree",
                &["elements: Data is not assignable to", "Data is not assignable to Tree: as above"],
            ),
        ],
    );
}

#[test]
fn the_type_of_a_type_and_what_the_documents_infer() {
    transcript(
        Edition::Eight,
        &[
            (
                ":type ['a', 'b']",
                "
static       Tuple[String, String]
generalized  Array[String]
detailed     Tuple[String, String]
reduced      Array[Enum['a', 'b'], 2, 2]
type_of      Array[String<a,b>]",
            ),
            (
                ":type Integer[1, 5]",
                "
static       Type[Integer[1, 5]]
generalized  Type[Integer[1, 5]]
detailed     Type[Integer[1, 5]]
reduced      Type[Integer[1, 5]]
type_of      Type[Integer[1, 5]]",
            ),
            (
                ":type Data",
                "
static       Type[Data]
generalized  Type[Data]
detailed     Type[Data]
reduced      Type[Data]
type_of      Type[Data]",
            ),
            (
                ":type []",
                "
static       Array[0, 0]
generalized  Array[0, 0]
detailed     Array[0, 0]
reduced      Array[0, 0]
type_of      Array",
            ),
        ],
    );
}

#[test]
fn the_lattice_around_a_type() {
    let mut session = session(Edition::Eight);
    let expected = "
  ScalarData
       │
    Numeric
  ┌────┴───┐
Float   Integer";
    let found = says(&mut session, ":lattice Numeric");
    assert_eq!(found.trim_matches('\n'), expected.trim_matches('\n'));
}

#[test]
fn own_types_are_part_of_the_lattice() {
    shows(
        Edition::Eight,
        &[
            ("type Port = Integer[1, 65535]", &[]),
            ("type Low = Integer[1, 1023]", &[]),
            ("type Harbour = Integer[1, 65535]", &[]),
            (":lattice Low", &["Harbour   Port", "Low = Integer[1, 1023]"]),
            (":lattice Port", &["the same as  Harbour", "Integer[default, 65535]", "Low"]),
            (":lattice 80", &["path of 80:", "  Integer[80, 80]\n  Low\n", "  Any"]),
            (":lattice Scalar, 80", &["80 is an instance; the path:", "  ScalarData"]),
            (":lattice String, 80", &["80 is not an instance (above both: Iterable, ScalarData)"]),
            (":lattice [1, 2]", &["Array[Integer[1, 2], 2, 2]", "Array[Integer]", "Collection"]),
            (":lattice notice(1)", &["it may not do anything"]),
            (":lattice Enum[a, b]", &["String[1, 1]\n"]),
            (
                ":lattice Struct[{a => Integer}], {a => 1}",
                &["  Struct[{'a' => Integer[1, 1]}]\n  Struct[{'a' => Integer}]\n"],
            ),
            (":lattice Data", &["RichData", "ScalarData   Undef"]),
        ],
    );
    shows(Edition::ThreeX, &[(":lattice Literal", &["Data", "Literal\n"])]);
    shows(Edition::FourX, &[(":lattice Data", &["Array   Hash   Scalar   Undef"])]);
    shows(Edition::Puppet8, &[(":lattice Numeric", &["ScalarData", "Float   Integer"])]);
}

#[test]
fn all_about_a_type() {
    shows(
        Edition::Eight,
        &[
            ("type Port = Integer[1, 65535]", &[]),
            ("type Tree = Array[Variant[Tree, Port]]", &[]),
            (":info Port", &["Port = Integer[1, 65535]", "65535", "refuses\n  65536", "Integer('0x1F') => 31"]),
            (":info Tree", &["Tree  = Array[Variant[Tree, Port]]  (contains itself)", "Port  = Integer[1, 65535]"]),
            (":info Array", &["min  minimum number of elements  (else 0)", "['a', 'b', 'c'][1, 2]"]),
            (":info map", &["map(Hash $hash"]),
            (":info Nosuch", &["unknown function or type 'Nosuch'"]),
            (":info [1, 2]", &["'[1, 2]' is not a type"]),
        ],
    );
}

#[test]
fn objects_with_all_their_members() {
    let mut session = session(Edition::Eight);
    for line in [
        "type Vehicle = Object[{attributes => {wheels => Integer, owner => {type => String, value => 'nobody'}}, \
         functions => {drive => Callable[[Integer], String]}}]",
        "type Car = Object[{parent => Vehicle, attributes => {make => String, \
         doors => {type => Integer, kind => constant, value => 4}, age => {type => Integer, kind => derived}, \
         wheels => {type => Integer, override => true, value => 4}}, equality => [make]}]",
    ] {
        commands::submit(&mut session, line);
    }
    let page = says(&mut session, ":info Car");
    for part in [
        "inherits\n  Car < Vehicle\n",
        "  wheels  Integer  = 4         overrides\n",
        "  owner   String   = 'nobody'  from Vehicle\n",
        "  doors   Integer  = 4         constant\n",
        "  age     Integer              derived\n",
        "  drive  Callable[[Integer], String]  from Vehicle\n",
        "  Car(String $make, Integer $wheels = 4, String $owner = 'nobody')\n",
        "  Car({make => String, Optional[wheels] => Integer, Optional[owner] => String})\n",
        "equal by\n  wheels, owner, make\n",
    ] {
        assert!(page.contains(part), "{page}\nwithout {part:?}");
    }
    assert!(says(&mut session, ":lattice Car").starts_with("Vehicle\n   │\n  Car"));
}

#[test]
fn what_is_told_of_the_built_in_types_holds() {
    let mut wrong = Vec::new();
    let mut check = |code: &str, gives: &str| {
        let evaluation = session(Edition::Eight).evaluate("input", code);
        let value = evaluation.value.or(evaluation.shown).unwrap_or_default();
        if value != gives {
            wrong.push(format!("{code} gives {value}, not {gives}"));
        }
    };
    for facts in FACTS {
        let matched =
            |code: &str| if code.contains(" =~ ") { code.to_owned() } else { format!("{code} =~ {}", facts.name) };
        facts.takes.iter().for_each(|code| check(&matched(code), "true"));
        facts.refuses.iter().for_each(|code| check(&matched(code), "false"));
        for shown in [facts.iteration, facts.index].into_iter().flatten() {
            check(shown.code, shown.gives);
        }
    }
    for form in FORMS.iter().filter(|form| !form.example.is_empty()) {
        check(form.example, form.gives);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_built_in_type_has_its_facts() {
    let missing: Vec<&str> =
        type_names().iter().map(|row| row.name).filter(|name| !FACTS.iter().any(|f| f.name == *name)).collect();
    assert_eq!(missing, ["Annotation", "Pcore", "TypeAlias"]);
    for row in type_names().iter().filter(|row| row.name != "TypeAlias") {
        let page = says(&mut session(Edition::Eight), &format!(":info {}", row.name));
        assert!(page.starts_with(row.name), "{page}");
        let picture = says(&mut session(Edition::Eight), &format!(":lattice {}", row.name));
        assert!(picture.contains(row.name), "{picture}");
    }
}

/// Types of every family, to be compared with each other.
const MANY: &[&str] = &[
    "Any",
    "Undef",
    "NotUndef",
    "Scalar",
    "ScalarData",
    "Data",
    "RichData",
    "Numeric",
    "Integer",
    "Integer[1, 5]",
    "Float",
    "Float[0.0, 1.0]",
    "Boolean",
    "Boolean[true]",
    "String",
    "String[1]",
    "Enum[a, b]",
    "Pattern[/a/]",
    "Regexp",
    "Regexp[/a/]",
    "Optional[Integer]",
    "Variant[Integer, String]",
    "Array",
    "Array[Integer]",
    "Array[Integer, 1, 2]",
    "Tuple[Integer, String]",
    "Tuple[Integer, 1, 3]",
    "Hash",
    "Hash[String, Integer]",
    "Struct[{a => Integer}]",
    "Struct[{Optional[a] => Integer}]",
    "Collection",
    "Collection[1, 2]",
    "Iterable",
    "Iterable[Integer]",
    "Iterator",
    "Callable",
    "Callable[String]",
    "Callable[0, 0]",
    "Callable[String, Callable[Integer]]",
    "Callable[[String], Integer]",
    "Type",
    "Type[Integer]",
    "Sensitive",
    "Sensitive[String]",
    "Init",
    "Init[Integer]",
    "SemVer",
    "SemVer['1.x']",
    "SemVerRange",
    "Timespan",
    "Timespan[1, 2]",
    "Timestamp",
    "Binary",
    "URI",
    "Object",
    "Error",
    "Error['a']",
    "Deferred",
    "TypeSet",
    "Resource",
    "File",
    "File['/a']",
    "Class",
    "Class[a]",
    "CatalogEntry",
    "Default",
    "Runtime",
    "Runtime[ruby, 'A']",
    "NotUndef[Optional[String]]",
    "Optional[Data]",
];

#[test]
fn every_comparison_has_a_reason() {
    let mut session = session(Edition::Eight);
    let mut bare = Vec::new();
    for a in MANY {
        for b in MANY {
            let answer = data(&mut session, &format!(":type {a} <= {b}"));
            let holds = answer["answer"].as_bool().unwrap();
            let reasons = answer["reasons"].as_array().unwrap();
            let first = reasons[0][0].as_str().unwrap();
            let verb = if holds { " is assignable to " } else { " is not assignable to " };
            assert!(first.contains(verb), "{a} <= {b}: {first}");
            // A bare name against another says all there is to say.
            let plain = |text: &str| !text.contains('[');
            if reasons[0].as_array().unwrap().len() == 1 && !first.contains(": ") && !(plain(a) && plain(b)) {
                bare.push(first.to_owned());
            }
        }
    }
    assert!(bare.is_empty(), "{} of {}:\n{}", bare.len(), MANY.len() * MANY.len(), bare.join("\n"));
}

/// The rows of `:type`, by name.
fn type_rows(session: &mut Session, code: &str) -> Vec<(String, String)> {
    let text = says(session, &format!(":type {code}"));
    let row = |line: &str| line.split_once("  ").map(|(name, text)| (name.to_owned(), text.trim().to_owned()));
    text.lines().filter(|line| !line.starts_with("note[")).filter_map(row).collect()
}

#[test]
fn the_rows_of_a_type_are_always_the_same() {
    let mut session = session(Edition::Eight);
    says(&mut session, "function given($x) { $x }");
    says(&mut session, "$list = [1, 'a']");
    for code in
        ["1", "7 / 2", "$list", "[]", "given(1)", "given(1) + 1", "$facts['x']", "Integer", "notice(1)", "undef"]
    {
        let rows = type_rows(&mut session, code);
        let names: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["static", "generalized", "detailed", "reduced", "type_of"], "{code}: {rows:?}");
    }
    let unknown = type_rows(&mut session, "notice(1)");
    assert!(unknown[2..].iter().all(|(_, text)| text == "-  (known when it runs)"), "{unknown:?}");
    let found = data(&mut session, ":type 7 / 2");
    assert_eq!((&found["static"], &found["detailed"]), (&"Integer".into(), &"Integer[3, 3]".into()));
}

#[test]
fn help_explains_each_row_of_a_type() {
    let mut session = session(Edition::Eight);
    let help = says(&mut session, ":help :type");
    for row in type_rows(&mut session, "1").iter().map(|(name, _)| name) {
        let line = help.lines().find(|line| line.starts_with(&format!("'{row}' is ")));
        assert!(line.is_some(), "{row}: {help}");
        assert!(command_examples("type").any(|example| example.shows.starts_with(row.as_str())), "{row}");
    }
}

fn command_examples(name: &'static str) -> impl Iterator<Item = &'static commands::Example> {
    commands::table().filter(move |command| command.name == name).flat_map(|command| command.examples)
}

#[test]
fn a_case_is_as_exact_as_a_selector() {
    let mut session = session(Edition::Eight);
    says(&mut session, "function given($x) { $x }");
    says(&mut session, "function vi($x) >> Variant[Integer, String] { $x }");
    let found = |session: &mut Session, code: &str| type_rows(session, code).remove(0).1;
    for (by_case, by_selector) in [
        ("case vi(given(1)) { Integer: {1.5} String: {true} }", "vi(given(1)) ? { Integer => 1.5, String => true }"),
        ("case vi(given(1)) { Integer, String: {1.5} }", "vi(given(1)) ? { Variant[Integer, String] => 1.5 }"),
    ] {
        assert_eq!(found(&mut session, by_case), found(&mut session, by_selector), "{by_case}");
    }
    let open = "case vi(given(1)) { Integer: {1.5} }";
    assert_eq!(found(&mut session, open), "Optional[Float[1.5, 1.5]]");
}

#[test]
fn conversions_and_matches_have_types() {
    let mut session = session(Edition::Eight);
    says(&mut session, "function given($x) { $x }");
    says(&mut session, "function maybe($x) >> Optional[String] { $x }");
    for (code, expected) in [
        ("given('5').convert_to(Integer)", "Integer"),
        ("convert_to(given('5'), Integer[1, 9])", "Integer[1, 9]"),
        ("new(Integer, given('5'))", "Integer"),
        ("given('5').convert_to(Integer) |$x| { \"${x}\" }", "String"),
        ("given('5').convert_to(Array[String], true)", "Array[String]"),
        ("'web42'.match(/(\\D+)(\\d+)/)", "Optional[Array[Optional[String]]]"),
        ("maybe(given('a')).match(/a/)", "Optional[Array[Optional[String]]]"),
        ("['a', 'b'].match(/a/)", "Array[Optional[Array[Optional[String]]]]"),
    ] {
        assert_eq!(type_rows(&mut session, code)[0], ("static".to_owned(), expected.to_owned()), "{code}");
    }
    let refused = says(&mut session, ":type [1].convert_to(Integer)");
    assert!(refused.contains("conversion"), "{refused}");
}

#[test]
fn types_are_intersected_and_subtracted() {
    let mut session = session(Edition::Eight);
    for (line, expected) in [
        (
            ":type Integer[1, 5] & Integer[3, 9]",
            "
Integer[3, 5]
  3 is an instance of both
  1 is an instance of Integer[1, 5], and not of Integer[3, 9]
  6 is an instance of Integer[3, 9], and not of Integer[1, 5]",
        ),
        (
            ":type Integer[1, 5] - Integer[3, 9]",
            "
Integer[1, 2]
  3 is an instance of both
  1 is an instance of Integer[1, 5], and not of Integer[3, 9]
  6 is an instance of Integer[3, 9], and not of Integer[1, 5]",
        ),
    ] {
        let found = says(&mut session, line);
        assert_eq!(found, expected.trim_matches('\n'), "{line} says\n{found}");
    }
    shows(
        Edition::Eight,
        &[
            ("type Port = Integer[1, 65535]", &[]),
            (":type Port - Integer[1, 1023]", &["Integer[1024, 65535]"]),
            (":type (Port & Integer[default, 9]) - Integer[3, 4]", &["Variant[Integer[1, 2], Integer[5, 9]]"]),
            (":type Port - (Integer[1, 9] & Integer[5, 65535])", &["Variant[Integer[1, 4], Integer[10, 65535]]"]),
            (":type Integer[1, 9] - Port", &["no value is left"]),
            (":type Integer & String", &["no value is of both", "is an instance of Integer, and not of String"]),
            (":type Optional[String] - Undef", &["String\n"]),
            (":type String[2] & Pattern[/a/]", &["at most Pattern[/a/]"]),
            (":type String[2] - (String[1] & Pattern[/a/])", &["about String[2]"]),
            (":type Array[Integer] & Array[String]", &["Array[0, 0]\n", "[] is an instance of both"]),
            (":type Variant[Integer[1, 3], Integer[2, 9]]", &["(normal form Integer[1, 9])"]),
            // No negative integer can be iterated.
            (":type Variant[Integer[0, 9], Iterable]", &["(normal form Iterable)"]),
            (":type Variant[Integer[-1, 3], Integer[2, 9], Iterable]", &["Variant[Integer[-1, 9], Iterable])"]),
            // A Sensitive tells type() the common type of its elements, ScalarData here.
            (":type type(Sensitive([false, 1.5]))", &["static       Type[Sensitive] "]),
            (
                ":type type([Sensitive(['a', 'b']), 5])",
                &["static       Type[Tuple[Sensitive[Array[String]], Integer[5, 5]]] "],
            ),
            // The matches in a lambda end with it.
            (":check [5].filter |$x| { \"$x\" =~ /5/ }; $0", &["the value is of type Optional[String]"]),
            (":type Interger & String", &["unknown type `Interger`"]),
            (":type 7 - 5", &["Integer[2, 2]"]),
            (":type 5 - Integer", &["operand"]),
        ],
    );
    let found = data(&mut session, ":type Scalar - Numeric");
    assert_eq!((&found["operator"], &found["exact"]), (&"-".into(), &true.into()));
    assert!(found["counter_examples"].as_array().is_some_and(|all| !all.is_empty()), "{found}");
}

#[test]
fn sizes_may_descend_where_ranges_may() {
    shows(
        Edition::Eight,
        &[
            (":type String[3, 1] == String[1, 3]", &["true"]),
            (":type 'ab' =~ String[3, 1]", &["true"]),
            (":type String[Integer[3, 1]] == String[1, 3]", &["true"]),
            (":type Collection[3, 1] == Collection[1, 3]", &["true"]),
            (":type Array[Integer, 3, 1] == Array[Integer, 1, 3]", &["true"]),
            (":type Hash[String, Integer, 3, 1] == Hash[String, Integer, 1, 3]", &["true"]),
            (":type Tuple[Integer, 3, 1] == Tuple[Integer, 1, 3]", &["true"]),
        ],
    );
}

#[test]
fn a_lattice_shows_the_tighter_types() {
    shows(
        Edition::Eight,
        &[
            (
                ":lattice Integer[1, 5]",
                &["Integer[default, 5]", "Integer[1, 4]   Integer[2, 5]", "generalized  Integer"],
            ),
            (":lattice Boolean", &["Boolean[true]   Boolean[false]"]),
            (":lattice Optional[Enum[a, b]]", &["Undef", "Enum['a', 'b']", "Optional[Enum['b']]"]),
            (":lattice Array[Integer]", &["Array[Integer, 1]"]),
            (":lattice Array[Boolean]", &["Array[Boolean[true]]"]),
            (
                ":lattice Callable[[Integer], String]",
                &["Callable[[Integer], ScalarData]", "Callable[[Numeric], String]", "Callable[[Integer], String[1]]"],
            ),
        ],
    );
}
