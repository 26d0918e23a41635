//! Variables of one file: where each occurs, whose it is, and which are visible at a place.

use pprepl_project::{VariableOwner, Variables};
use puppet_syntax::{LexOptions, parse};

const TEXT: &str = "$top = 1
class a($p) {
  $own = 2
  [1].each |$x| { $inner = $x }
  notice($::top, $p, \"${own} ${inner['k']} ${p.length}\")
}
class a::b inherits a {
  $other = $own
  notice($a::own, $::a::own, $unknown)
}
define d($title_of) { notice($title_of, $top) }
function f($n) { $n + $n }
notice($top)
";

fn variables() -> Variables {
    Variables::new(&parse(TEXT, LexOptions::default()).program, TEXT)
}

/// Returns the offset of a mark in the text.
fn at(mark: &str) -> u32 {
    TEXT.find(mark).expect("the mark") as u32
}

#[test]
fn the_scopes_around_a_place_are_visible() {
    let variables = variables();
    let visible =
        |mark: &str| variables.visible(at(mark)).iter().map(|one| one.name.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(visible("$own = 2"), "p own top");
    assert_eq!(visible("$inner ="), "x inner p own top");
    assert_eq!(visible("$other"), "other top");
    assert_eq!(visible("notice($title_of"), "title_of top");
    assert_eq!(visible("$n + $n"), "n top");
    assert_eq!(visible("notice($top)\n"), "top");
}

#[test]
fn each_occurrence_has_an_owner() {
    let variables = variables();
    let owner = |mark: &str| {
        let occurrence = variables.at(at(mark)).expect("an occurrence");
        let variable = variables.variable(occurrence);
        let of = match variable.owner {
            VariableOwner::Top => "top".to_owned(),
            VariableOwner::Class(class) => class.to_string(),
            VariableOwner::Local(_) => "local".to_owned(),
        };
        format!("{} of {of}, {:?}", variable.name, occurrence.role)
    };
    assert_eq!(owner("$top = 1"), "top of top, Assignment");
    assert_eq!(owner("$p)"), "p of a, Parameter");
    assert_eq!(owner("$own = 2"), "own of a, Assignment");
    assert_eq!(owner("$x|"), "x of local, Parameter");
    assert_eq!(owner("$x }"), "x of local, Read");
    assert_eq!(owner("$::top"), "top of top, Read");
    assert_eq!(owner("own} "), "own of a, Read");
    assert_eq!(owner("inner['k']"), "inner of top, Read");
    assert_eq!(owner("p.length"), "p of a, Read");
    assert_eq!(owner("$own\n"), "own of top, Read");
    assert_eq!(owner("$a::own"), "own of a, Read");
    assert_eq!(owner("$::a::own"), "own of a, Read");
    assert_eq!(owner("$unknown"), "unknown of top, Read");
    assert_eq!(owner("$title_of,"), "title_of of local, Read");
    let inherited = |mark: &str| variables.inherited_from(variables.at(at(mark)).expect("an occurrence"));
    assert_eq!(inherited("$own\n").as_deref(), Some("a"));
    assert_eq!(inherited("$unknown").as_deref(), Some("a"));
    assert_eq!(inherited("$a::own"), None);
    assert_eq!(inherited("$own = 2"), None);
}

#[test]
fn the_occurrences_of_a_variable_are_found() {
    let variables = variables();
    let count = |mark: &str| {
        let variable = variables.variable(variables.at(at(mark)).expect("an occurrence"));
        variables.occurrences_of(&variable).count()
    };
    assert_eq!([count("$top = 1"), count("$p)"), count("$own = 2"), count("$n)"), count("$other")], [4, 3, 4, 3, 1]);
}

/// At the end of a variable another may begin.
#[test]
fn an_occurrence_begins_at_its_sign() {
    let text = "\"${a}$b$c\"";
    let variables = Variables::new(&parse(text, LexOptions::default()).program, text);
    let names: Vec<&str> = (0..text.len() as u32).map(|at| variables.at(at).map_or("-", |one| &*one.name)).collect();
    assert_eq!(names, ["-", "-", "a", "a", "a", "b", "b", "c", "c", "c"]);
}
