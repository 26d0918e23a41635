//! What a typed bracket or quote brings along: told by the tree, so that strings, heredocs, comments and regular
//! expressions are told apart.

use puppet_tree::{Document, Pairing, is_empty_pair, pairing};

/// What a character does where `‸` stands.
fn typed(text: &str, c: char) -> Pairing {
    let offset = text.find('‸').expect("a place");
    pairing(&Document::new(text.replace('‸', "")), offset, c)
}

#[test]
fn brackets_bring_their_partners_along_in_code() {
    for text in ["‸", "f‸", "$a = ‸", "[1, ‸]", "\"${‸}\"", "{ a => ‸ }", "foo(‸,)"] {
        assert_eq!(typed(text, '('), Pairing::Brings(')'), "{text}");
    }
    for text in ["'‸'", "\"‸\"", "\"a‸", "# ‸", "$x =~ /a‸/", "@(E)\n‸\nE\n", "‸x", "‸$x", "/* ‸ */"]
    {
        assert_eq!(typed(text, '('), Pairing::Plain, "{text}");
    }
}

#[test]
fn an_interpolation_brings_its_brace_along() {
    for text in ["\"$‸\"", "\"a $‸", "@(\"E\")\n$‸\nE\n"] {
        assert_eq!(typed(text, '{'), Pairing::Brings('}'), "{text}");
    }
    for text in ["'$‸'", "'$‸", "\"‸\"", "\"\\$‸\""] {
        assert_eq!(typed(text, '{'), Pairing::Plain, "{text}");
    }
}

#[test]
fn an_interpolation_in_broken_text_brings_its_brace_along() {
    let texts = [
        "\"a ${)} $‸\"",
        "\"a ${)} $‸",
        "$a = ) \"b $‸",
        "$a = ) \"b $‸\"",
        "\"a $‸ ${b\"",
        "['a', \"b $‸",
        "$a = 'b' + \"c ) $‸\"",
        ") \"$‸\"",
        "$a = ) 'b $‸",
        "[\"a\", 'b $‸",
        "$a = \"b\" + 'c ) $‸'",
        ") '$‸'",
        "'a \" $‸",
        "$a = \"b\" ) $‸",
        "@(\"E\")\n ) $‸",
        "@(\"E\"\n $‸",
    ];
    let rows: String = texts.iter().map(|text| format!("{text:?} {:?}\n", typed(text, '{'))).collect();
    insta::assert_snapshot!(rows);
}

#[test]
fn quotes_open_close_and_stay() {
    assert_eq!(typed("$a = ‸", '\''), Pairing::Brings('\''));
    assert_eq!(typed("['a', ‸]", '"'), Pairing::Brings('"'));
    assert_eq!(typed("'a‸'", '\''), Pairing::StepsOver);
    assert_eq!(typed("\"a${$b}‸\"", '"'), Pairing::StepsOver);
    for (text, quote) in
        [("it‸", '\''), ("'it‸", '\''), ("\"it‸\"", '\''), ("# ‸", '\''), ("'a\\‸'", '\''), ("‸x", '"')]
    {
        assert_eq!(typed(text, quote), Pairing::Plain, "{text}");
    }
}

#[test]
fn pipes_open_behind_calls_and_close() {
    for text in ["$x.each ‸", "$x.each‸", "each($x) ‸", "$x.map(1) ‸"] {
        assert_eq!(typed(text, '|'), Pairing::Brings('|'), "{text}");
    }
    assert_eq!(typed("$x.each |$y‸| { }", '|'), Pairing::StepsOver);
    for text in ["$x.each |$y‸", "File<‸", "'a.b ‸'", "$x ‸", "$x.each |$y = f()‸ { }"] {
        assert_eq!(typed(text, '|'), Pairing::Plain, "{text}");
    }
}

#[test]
fn only_a_pair_with_nothing_in_it_is_empty() {
    let empty = |text: &str| {
        let offset = text.find('‸').expect("a place");
        is_empty_pair(&Document::new(text.replace('‸', "")), offset)
    };
    for text in ["(‸)", "f(‸)", "{‸}", "[[‸]]", "'‸'", "$a = \"‸\"", "$x.each |‸|"] {
        assert!(empty(text), "{text}");
    }
    for text in ["‸", "(‸", "(‸]", "'(‸)'", "(1‸)", "# (‸)", "|‸x|"] {
        assert!(!empty(text), "{text}");
    }
}
