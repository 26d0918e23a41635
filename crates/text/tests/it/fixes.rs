//! Fixes: the words that they replace, and which of them apply together.

use pprepl_text::{Edit, Fix, Span, WordReplacement, applied};

/// The text with the replacement of `from` by `to` in all of it.
fn replaced(text: &str, from: &str, to: &str) -> Option<(String, bool)> {
    let word = WordReplacement { from: from.to_owned(), to: to.to_owned() };
    let fix = word.fix(Span::new(0, text.len() as u32), text)?;
    Some((applied(text, [&fix]).0, fix.sure))
}

#[test]
fn a_whole_word_is_replaced() {
    for (text, expected) in [
        ("name", Some("title")),
        ("hostname name", Some("hostname title")),
        ("names name", Some("names title")),
        ("_name name_ name", Some("_name name_ title")),
        ("2name name2 -name", Some("2name name2 -title")),
        ("énamé name", Some("énamé title")),
        ("hostname", None),
        ("names", None),
    ] {
        let made = replaced(text, "name", "title");
        assert_eq!(made.as_ref().map(|(text, _)| text.as_str()), expected, "{text}");
    }
}

#[test]
fn one_letter_is_no_reason_for_a_fix_and_case_is_a_sure_one() {
    assert_eq!(replaced("$x", "$x", "$y"), None);
    assert_eq!(replaced("$xy", "$xy", "$y"), None);
    assert_eq!(replaced("$x", "$x", "$xy"), None);
    assert_eq!(replaced("a = $", "$", "$xy"), None);
    assert_eq!(replaced("$xy", "$xy", "$xz"), Some(("$xz".to_owned(), false)));
    assert_eq!(replaced("$X", "$X", "$x"), Some(("$x".to_owned(), true)));
    assert_eq!(replaced("Name", "Name", "name"), Some(("name".to_owned(), true)));
}

fn fix(edits: &[(u32, u32, &str)]) -> Fix {
    let edit = |(start, end, text): &(u32, u32, &str)| Edit { span: Span::new(*start, *end), text: (*text).to_owned() };
    Fix { title: String::new(), edits: edits.iter().map(edit).collect(), sure: true }
}

/// Two fixes of `abcdef`, the result, and which of them applied.
#[test]
fn fixes_that_touch_the_same_bytes_do_not_apply_together() {
    type Edits<'a> = &'a [(u32, u32, &'a str)];
    let rows: [(Edits<'_>, Edits<'_>, &str, &[usize]); 14] = [
        (&[(0, 1, "X")], &[(2, 3, "Y")], "XbYdef", &[0, 1]),
        (&[(2, 3, "Y")], &[(0, 1, "X")], "XbYdef", &[0, 1]),
        (&[(0, 2, "X")], &[(2, 3, "Y")], "XYdef", &[0, 1]),
        (&[(2, 3, "Y")], &[(0, 2, "X")], "XYdef", &[0, 1]),
        (&[(0, 2, "X")], &[(1, 3, "Y")], "Xcdef", &[0]),
        (&[(1, 3, "Y")], &[(0, 2, "X")], "aYdef", &[0]),
        (&[(0, 4, "X")], &[(1, 2, "Y")], "Xef", &[0]),
        // Insertions: at the edges of another edit, too, they would have no clear order.
        (&[(2, 2, "X")], &[(2, 2, "Y")], "abXcdef", &[0]),
        (&[(2, 2, "X")], &[(2, 4, "Y")], "abXcdef", &[0]),
        (&[(2, 4, "Y")], &[(4, 4, "X")], "abYef", &[0]),
        (&[(2, 4, "Y")], &[(5, 5, "X")], "abYeXf", &[0, 1]),
        (&[(2, 4, "Y")], &[(1, 1, "X")], "aXbYef", &[0, 1]),
        // A fix applies as a whole, within the text.
        (&[(0, 1, "X")], &[(0, 1, "Y"), (3, 4, "Z")], "Xbcdef", &[0]),
        (&[(5, 9, "X")], &[(0, 1, "Y")], "Ybcdef", &[1]),
    ];
    for (first, second, expected, which) in rows {
        let (made, taken) = applied("abcdef", [&fix(first), &fix(second)]);
        assert_eq!((made.as_str(), taken.as_slice()), (expected, which), "{first:?} {second:?}");
    }
}
