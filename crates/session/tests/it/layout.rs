//! Long values over several lines: nothing but white space is put in, and the result reads back as the same value.

use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::layout::layout;

#[test]
fn what_fits_stays_as_it_is() {
    assert_eq!(layout("{'a' => [1, 2]}", 80), "{'a' => [1, 2]}");
}

#[test]
fn entries_stand_on_lines_of_their_own() {
    let text = "{'name' => 'web', 'ports' => [80, 443], 'os' => {'family' => 'Debian', 'release' => '12'}}";
    let wanted = "{
  'name' => 'web',
  'ports' => [80, 443],
  'os' => {
    'family' => 'Debian',
    'release' => '12'
  }
}";
    assert_eq!(layout(text, 40), wanted);
}

#[test]
fn plain_elements_fill_their_lines() {
    assert_eq!(layout("[100, 200, 300, 400, 500]", 16), "[\n  100, 200, 300,\n  400, 500\n]");
}

#[test]
fn a_type_keeps_its_brackets_together() {
    let text = "Struct[{'name' => String, 'port' => Integer[1, 65535]}]";
    assert_eq!(layout(text, 40), "Struct[{\n  'name' => String,\n  'port' => Integer[1, 65535]\n}]");
}

#[test]
fn brackets_in_strings_and_regular_expressions_are_text() {
    let text = "['a]b', \"c\\\"[d\", /x[,]y/, {'k' => /[{]/}]";
    assert_eq!(layout(text, 12), "[\n  'a]b',\n  \"c\\\"[d\",\n  /x[,]y/,\n  {\n    'k' => /[{]/\n  }\n]");
}

#[test]
fn a_broken_value_reads_back_as_the_same() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in [
        "{'a' => [1, 2.5, 'x\\ty'], 'b' => {'c' => undef, 'd' => [true, [], {}]}, 'e' => \"q\\n'\"}",
        "[Integer[1, 5], Struct[{'a' => String, Optional['b'] => Array[Integer, 1, 3]}], /a[b]\\/c/, default]",
        "Integer[1, 60].map |$i| { $i * 100000 }",
    ] {
        let flat = session.evaluate("input", input).value.expect(input);
        for room in [1, 10, 25, 60] {
            let broken = layout(&flat, room);
            let again = session.evaluate("input", &broken).value;
            assert_eq!(again.as_deref(), Some(&*flat), "{broken}");
        }
    }
}
