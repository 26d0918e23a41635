//! Notebooks as text and as cells: what a file reads as, that it comes back as it was, and that what is done to it can be
//! undone to the byte.
//!
//! `PROPTEST_CASES` sets how many cases the laws are tried on.

use std::fmt::Write as _;

use pprepl_notebook::view_state::{ViewState, ViewStates, cell_names};
use pprepl_notebook::{Cell, CellKind, Document, Operation, OperationError};
use proptest::prelude::*;
use puppet_syntax::{LexOptions, parse};

/// The cells as a reader sees them.
fn shown(document: &Document) -> String {
    let mut out = String::new();
    for cell in document.cells() {
        let kind = if cell.is_code() { "code" } else { "prose" };
        let heading = if cell.heading.is_empty() { String::new() } else { format!(" <{}>", cell.heading) };
        let _ = writeln!(out, "{kind}{heading}: {:?}", cell.text);
    }
    out
}

fn cells(text: &str) -> String {
    let document = Document::parse(text);
    assert_eq!(document.text(), text, "the text comes back");
    shown(&document)
}

/// Applies; the inverse must give the text back.
fn apply(document: &mut Document, operation: Operation) -> Operation {
    let before = document.clone();
    let inverse = document.apply(operation.clone()).unwrap_or_else(|refused| panic!("{operation:?}: {refused}"));
    let mut undone = document.clone();
    undone.apply(inverse.clone()).expect("what undoes it applies");
    assert_eq!(undone.cells(), before.cells(), "{operation:?}");
    assert_eq!(undone.text(), before.text(), "{operation:?}");
    inverse
}

const LESSON: &str = "\
# %% [markdown]
# # Ports
#
# A port is a number.

# %%
$port = 80
notice($port)

# %% Check it
$port =~ Integer[1, 65535]
";

#[test]
fn a_file_with_marks_is_cells() {
    assert_eq!(
        cells(LESSON),
        "prose: \"# Ports\\n\\nA port is a number.\"\n\
         code: \"$port = 80\\nnotice($port)\"\n\
         code <Check it>: \"$port =~ Integer[1, 65535]\"\n"
    );
}

#[test]
fn a_file_without_marks_is_one_cell_of_code() {
    assert_eq!(
        cells("$a = 1\n\n# %%x is no mark\nnotice($a)\n"),
        "code: \"$a = 1\\n\\n# %%x is no mark\\nnotice($a)\"\n"
    );
    assert_eq!(cells(""), "code: \"\"\n");
    assert_eq!(cells("\n\n"), "code: \"\\n\"\n");
}

#[test]
fn code_before_the_first_mark_is_a_cell_and_blank_lines_are_not() {
    assert_eq!(cells("$a = 1\n# %%\n$b = 2\n"), "code: \"$a = 1\"\ncode: \"$b = 2\"\n");
    assert_eq!(cells("\n\n# %%\n$b = 2\n"), "code: \"$b = 2\"\n");
}

#[test]
fn the_header_that_jupytext_writes_is_kept() {
    let text = "# ---\n# jupyter:\n#   kernelspec:\n#     name: puppet\n# ---\n\n# %%\n$a = 1\n";
    assert_eq!(cells(text), "code: \"$a = 1\"\n");
    let mut document = Document::parse(text);
    let id = document.cells()[0].id;
    apply(&mut document, Operation::Edit { id, range: 5..6, text: "2".into() });
    assert_eq!(document.text(), text.replace("= 1", "= 2"));
}

#[test]
fn titles_and_options_stay_as_written() {
    let text = "#%% [md] Intro level=2\n# Hi\n\n# %% A title [markdown]\n# Ho\n\n# %%\ttimeout=\"5 s\" {a: 1}\n1\n";
    assert_eq!(
        cells(text),
        "prose <Intro level=2>: \"Hi\"\nprose <A title>: \"Ho\"\ncode <timeout=\"5 s\" {a: 1}>: \"1\"\n"
    );
    let document = Document::parse(text);
    let [intro, title, code] = document.cells() else { panic!("three cells") };
    assert_eq!((intro.title(), intro.options(), intro.option("level")), ("Intro", "level=2", Some("2")));
    assert_eq!((title.title(), title.options()), ("A title", ""));
    assert_eq!((code.title(), code.options()), ("", "timeout=\"5 s\" {a: 1}"));
}

#[test]
fn prose_ends_where_code_starts() {
    assert_eq!(
        cells("# %% [markdown]\n# Hi\n\n$a = 1\n# %%\n$b = 2\n"),
        "prose: \"Hi\"\ncode: \"$a = 1\"\ncode: \"$b = 2\"\n"
    );
}

#[test]
fn a_mark_in_a_heredoc_a_string_or_a_long_comment_is_text() {
    let heredoc = "# %%\n$a = @(END)\n# %%\ntext\n# %% [markdown]\n| END\n# %%\n$b = 2\n";
    assert_eq!(cells(heredoc), "code: \"$a = @(END)\\n# %%\\ntext\\n# %% [markdown]\\n| END\"\ncode: \"$b = 2\"\n");
    assert_eq!(cells("$a = 'x\n# %%\ny'\n# %%\n2\n"), "code: \"$a = 'x\\n# %%\\ny'\"\ncode: \"2\"\n");
    assert_eq!(cells("$a = \"x${\n# %%\n1}y\"\n# %%\n2\n"), "code: \"$a = \\\"x${\\n# %%\\n1}y\\\"\"\ncode: \"2\"\n");
    assert_eq!(cells("/* x\n# %%\ny */\n# %%\n2\n"), "code: \"/* x\\n# %%\\ny */\"\ncode: \"2\"\n");
}

#[test]
fn a_string_without_an_end_takes_no_more_than_its_cell() {
    let text = "# %%\n$a = 'x\n\n# %%\n$b = 2\n\n# %%\n$c = 3\n";
    assert_eq!(cells(text), "code: \"$a = 'x\"\ncode: \"$b = 2\"\ncode: \"$c = 3\"\n");
    let mut document = Document::parse(text);
    let id = document.cells()[2].id;
    apply(&mut document, Operation::Edit { id, range: 5..6, text: "'4'".into() });
    assert_eq!(document.text(), "# %% [unfinished]\n# $a = 'x\n\n# %%\n$b = 2\n\n# %%\n$c = '4'\n");
    assert_eq!(Document::parse(&document.text()), document);
    let id = document.cells()[0].id;
    apply(&mut document, Operation::Edit { id, range: 7..7, text: "'".into() });
    assert_eq!(document.text(), "# %%\n$a = 'x'\n\n# %%\n$b = 2\n\n# %%\n$c = '4'\n");
}

#[test]
fn comments_that_look_like_marks_survive() {
    let mut document = Document::parse("# %%\n1\n\n# %% [markdown]\n# x\n");
    let [code, prose] = document.cells() else { panic!("two cells") };
    let (code, prose) = (code.clone(), prose.clone());
    apply(&mut document, Operation::set_text(&code, "# %%\n$a = '\n# %%\n'\n#%% [md]\n# \\%%\n# */ /* \n"));
    apply(&mut document, Operation::set_text(&prose, "%%\n# %%\n\\%% x\n\n# Title\n   */\n%%%\n"));
    assert_eq!(
        document.text(),
        "# %%\n# \\%%\n$a = '\n# %%\n'\n#\\%% [md]\n# \\\\%%\n# */ /* \n\n\n\
         # %% [markdown]\n# \\%%\n# # %%\n# \\\\%% x\n#\n# # Title\n#    */\n# %%%\n#\n"
    );
    assert_eq!(Document::parse(&document.text()), document);
}

#[test]
fn line_ends_stay_and_an_edited_cell_takes_those_of_the_file() {
    let text = "\u{feff}# %%\r\n$a = 1\r\n\r\n# %%\n$b = 2\n\n# %%\r\n$c = 3\r\n$d = 4";
    assert_eq!(cells(text), "code: \"$a = 1\"\ncode: \"$b = 2\"\ncode: \"$c = 3\\n$d = 4\"\n");
    let mut document = Document::parse(text);
    let id = document.cells()[2].id;
    apply(&mut document, Operation::Edit { id, range: 6..7, text: "\r\n$x = 0\n".into() });
    assert_eq!(document.text(), "\u{feff}# %%\r\n$a = 1\r\n\r\n# %%\n$b = 2\n\n# %%\r\n$c = 3\r\n$x = 0\r\n$d = 4");
}

#[test]
fn cells_are_inserted_moved_split_merged_turned_and_deleted() {
    let mut document = Document::parse("$a = 1\n$b = 2\n");
    let first = document.cells()[0].id;
    apply(&mut document, Operation::Split { id: first, at: 7 });
    assert_eq!(document.text(), "$a = 1\n\n# %%\n$b = 2\n");
    let second = document.cells()[1].id;
    let cell = Cell { heading: "Why [markdown]".into(), ..document.new_cell(CellKind::Prose, "Two variables.") };
    apply(&mut document, Operation::Insert { at: 1, cell });
    assert_eq!(document.text(), "$a = 1\n\n# %% Why [markdown]\n# Two variables.\n\n# %%\n$b = 2\n");
    apply(&mut document, Operation::Move { id: second, to: 0 });
    assert_eq!(document.text(), "# %%\n$b = 2\n\n# %%\n$a = 1\n\n# %% Why [markdown]\n# Two variables.\n");
    apply(&mut document, Operation::Merge { id: second });
    assert_eq!(document.text(), "# %%\n$b = 2\n$a = 1\n\n# %% Why [markdown]\n# Two variables.\n");
    apply(&mut document, Operation::Turn { id: second, kind: CellKind::Prose });
    assert_eq!(document.text(), "# %% [markdown]\n# $b = 2\n# $a = 1\n\n# %% Why [markdown]\n# Two variables.\n");
    apply(&mut document, Operation::Head { id: second, heading: "Old key=\"v\"".into() });
    apply(&mut document, Operation::Fold { id: second, folded: true });
    let text = document.text();
    assert!(text.starts_with("# %% Old [markdown] key=\"v\"\n# $b = 2\n"), "{text}");
    apply(&mut document, Operation::Delete { id: second });
    assert_eq!(document.text(), "# %% Why [markdown]\n# Two variables.\n");
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let mut document = Document::parse("'é'\n");
    let cell = document.cells()[0].clone();
    let gone = document.new_cell(CellKind::Code, "").id;
    let id = cell.id;
    for (operation, refused) in [
        (Operation::Delete { id }, OperationError::OnlyCell),
        (Operation::Merge { id }, OperationError::LastCell),
        (Operation::Delete { id: gone }, OperationError::NoSuchCell(gone)),
        (Operation::Move { id, to: 1 }, OperationError::NoSuchPlace(1)),
        (Operation::Insert { at: 2, cell: cell.clone() }, OperationError::NoSuchPlace(2)),
        (Operation::Insert { at: 0, cell: cell.clone() }, OperationError::Taken(id)),
        (Operation::Split { id, at: 2 }, OperationError::NoSuchText),
        (Operation::Edit { id, range: 0..9, text: String::new() }, OperationError::NoSuchText),
        (Operation::Edit { id, range: 2..2, text: String::new() }, OperationError::NoSuchText),
        (
            Operation::Together {
                all: vec![
                    Operation::set_text(&cell, "1"),
                    Operation::Fold { id, folded: true },
                    Operation::Merge { id },
                ],
            },
            OperationError::LastCell,
        ),
    ] {
        assert_eq!(document.apply(operation.clone()), Err(refused), "{operation:?}");
        assert_eq!(document.cells(), std::slice::from_ref(&cell), "{operation:?}");
    }
}

#[test]
fn ids_are_never_given_twice() {
    let mut document = Document::parse("1\n");
    let first = document.cells()[0].id;
    let one = document.new_cell(CellKind::Code, "2");
    let other = document.new_cell(CellKind::Code, "3");
    assert_ne!(one.id, other.id);
    apply(&mut document, Operation::Insert { at: 1, cell: one.clone() });
    let back = apply(&mut document, Operation::Delete { id: one.id });
    let third = document.new_cell(CellKind::Code, "4");
    assert!(third.id > other.id && third.id > first);
    document.apply(back).unwrap();
    assert_eq!(document.cells()[1].id, one.id);
}

#[test]
fn a_large_file_of_broken_cells_is_read_in_time() {
    let text = "# %%\n$a = @(END)\ntext\n\n".repeat(20_000);
    let document = Document::parse(&text);
    assert_eq!(document.cells().len(), 20_000);
    assert_eq!(document.text(), text);
}

/// Lines that matter to the format, and line ends of all sorts.
fn texts() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "# %%",
        "# %%",
        "#%%",
        "# %% [markdown]",
        "# %% [markdown]",
        "# %% [md] Title k=\"v\"",
        "# %% Title",
        "# %% [unfinished]",
        "# %%\tx=1 [markdown]",
        "# %% a [markdown] b c=d",
        "# \\%%",
        "# \\\\%% x",
        "#\\%%",
        "%%",
        "\\%%",
        "# prose",
        "#prose",
        "#",
        "# ",
        "## Title",
        "",
        "",
        "  ",
        "\t",
        "$x = 1",
        "notice('x')",
        "'",
        "\"",
        "\"a ${",
        "}\"",
        "}",
        "{",
        "$h = @(END)",
        "$h = @(\"E\"/L)",
        "@(",
        "| END",
        "END",
        "  |- E",
        "/*",
        "*/",
        "# ---",
        "# ---",
        "/ab",
        "$x =~ /",
        "/",
        "é # %% x",
        "\u{feff}",
        "\0",
        "a\rb",
        "\r",
    ]);
    let end = prop::sample::select(vec!["\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r", "\r\r\n", ""]);
    prop::collection::vec((line, end), 0..14)
        .prop_map(|lines| lines.into_iter().flat_map(|(line, end)| [line, end]).collect::<String>())
}

/// What to do, with numbers that are cut to the document at hand.
#[derive(Clone, Debug)]
struct Wish {
    what: u8,
    cell: usize,
    from: usize,
    to: usize,
    text: String,
}

fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    let wish = (0..9u8, 0..8usize, 0..60usize, 0..60usize, texts()).prop_map(|(what, cell, from, to, text)| Wish {
        what,
        cell,
        from,
        to,
        text,
    });
    prop::collection::vec(wish, 0..8)
}

/// A byte of the text where a character starts.
fn offset(text: &str, wanted: usize) -> usize {
    (0..=wanted % (text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn operation(document: &mut Document, wish: Wish) -> Operation {
    let count = document.cells().len();
    let cell = document.cells()[wish.cell % count].clone();
    let id = cell.id;
    let kind = if wish.to.is_multiple_of(2) { CellKind::Code } else { CellKind::Prose };
    match wish.what {
        0 => Operation::Insert { at: wish.from % (count + 1), cell: document.new_cell(kind, &wish.text) },
        1 => Operation::Delete { id },
        2 => Operation::Move { id, to: wish.from % count },
        3 => Operation::Split { id, at: offset(&cell.text, wish.from) },
        4 => Operation::Merge { id },
        5 => Operation::Turn { id, kind },
        6 => Operation::Head { id, heading: wish.text },
        7 => Operation::Fold { id, folded: wish.to.is_multiple_of(2) },
        _ => {
            let (a, b) = (offset(&cell.text, wish.from), offset(&cell.text, wish.to));
            Operation::Edit { id, range: a.min(b)..a.max(b), text: wish.text }
        }
    }
}

/// Code that is valid alone and before other code.
fn valid_code() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "$a = 1",
        "notice('x # %%')",
        "# %%",
        "# a comment",
        "/* a\n# %%\n */",
        "$b = @(END)\n# %%\n  text */ '\n| END",
        "$c = \"a\n# %%\n${\n# %% [markdown]\n1 }\"",
        "class c { }",
        "",
    ]);
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.join("\n"))
}

/// The end line of a heredoc whose tag is invalid looked like a mark when it was written, and like text when it was read.
#[test]
fn text_of_an_invalid_heredoc_comes_back() {
    for code in [
        "@(# %% A: !)\nx\n# %% A\n'\n# %% B\n",
        "@(\r# %% A\n(END)\n'\n# %% A\n",
        "@(# %% A/é)\n# %% A\n# %% B",
        "@(A:!)\n# %% x\nA\n# %% B",
    ] {
        let document = Document::of([(CellKind::Code, String::new(), code.to_owned())]);
        assert_eq!(Document::parse(&document.text()), document, "{code:?}");
    }
}

/// Is the text a manifest?
fn is_manifest(text: &str) -> bool {
    parse(text, LexOptions::PUPPET8).diagnostics.is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_notebook_of_valid_cells_is_a_manifest(
        cells in prop::collection::vec(prop_oneof![
            valid_code().prop_map(|code| (CellKind::Code, code)),
            "(?s).{0,40}".prop_map(|prose| (CellKind::Prose, prose)),
            texts().prop_map(|prose| (CellKind::Prose, prose)),
        ], 1..6),
        heading in "[^\r\n]{0,20}",
    ) {
        let cells = cells.into_iter().map(|(kind, text)| (kind, heading.clone(), text));
        let document = Document::of(cells);
        let text = document.text();
        prop_assert!(is_manifest(&text), "{}", text);
        prop_assert_eq!(Document::parse(&text), document);
    }

    #[test]
    fn every_text_comes_back(text in texts()) {
        prop_assert_eq!(Document::parse(&text).text(), text);
    }

    #[test]
    fn every_random_text_comes_back(text in "(?s).{0,80}") {
        prop_assert_eq!(Document::parse(&text).text(), text);
    }

    #[test]
    fn every_document_comes_back_and_every_operation_can_be_undone(text in texts(), wishes in wishes()) {
        let mut document = Document::parse(&text);
        let first = document.clone();
        let mut undo = Vec::new();
        for wish in wishes {
            let operation = operation(&mut document, wish);
            let before = document.clone();
            match document.apply(operation.clone()) {
                Ok(inverse) => undo.push(inverse),
                Err(_) => prop_assert_eq!(document.cells(), before.cells()),
            }
            let written = document.text();
            let read = Document::parse(&written);
            prop_assert_eq!(&read, &document, "{:?}\n{:?}\n{}\n{}", operation, written, shown(&read), shown(&document));
        }
        for inverse in undo.into_iter().rev() {
            document.apply(inverse).unwrap();
        }
        prop_assert_eq!(document.cells(), first.cells());
        prop_assert_eq!(document.text(), text);
    }
}

/// The side files of earlier versions have these names.
#[test]
fn the_names_of_cells_stay_the_same() {
    let document = Document::parse("# %% [markdown]\n# a\n\n# %% title\na\n\n# %%\na\n\n# %%\na\n");
    let names: Vec<String> = cell_names(document.cells()).into_iter().map(|(_, name)| name).collect();
    insta::assert_snapshot!(names.join("\n"));
}

#[test]
fn the_oldest_view_states_make_room() {
    let folder = tempfile::tempdir().unwrap();
    let states = ViewStates::at(Some(folder.path()));
    let below = folder.path().join("notebooks");
    std::fs::create_dir(&below).unwrap();
    (0..501).for_each(|number| std::fs::write(below.join(number.to_string()), "").unwrap());
    let (one, two) = (folder.path().join("one.pp"), folder.path().join("two.pp"));
    let state = ViewState { share: 40, ..ViewState::default() };
    states.store(&one, &state).unwrap();
    let count = || std::fs::read_dir(&below).unwrap().count();
    assert_eq!((count(), states.load(&one), states.load(&two)), (500, Some(state.clone()), None));
    // A state that is known needs no room.
    let changed = ViewState { share: 41, ..state };
    std::fs::write(below.join("another"), "").unwrap();
    states.store(&one, &changed).unwrap();
    assert_eq!((count(), states.load(&one)), (501, Some(changed)));
}
