//! Documents as values, and the history of their edits.

use std::time::Duration;

use pprepl_notebook::history::History;
use pprepl_notebook::{CellId, CellKind, CellOutput, Document, LogLine, Operation};

#[test]
fn documents_are_equal_by_their_content() {
    let same = |one: &str, other: &str| Document::parse(one) == Document::parse(other);
    assert!(same("# %%\n1\n", "1\n") && same("1\n", "1\r\n"));
    let cases = [
        ("\u{feff}1\n", "1\n", "a byte order mark"),
        ("# ---\n# a: 1\n# ---\n# %%\n1\n", "# %%\n1\n", "a preamble"),
        ("# %%\n1\n\n# %%\n2\n", "# %%\n1\n", "more cells"),
        ("# %%\n1\n", "# %%\n2\n", "other text"),
        ("# %% a\n1\n", "# %%\n1\n", "a heading"),
        ("# %% [markdown]\n# 1\n", "# %%\n1\n", "another kind"),
    ];
    for (one, other, what) in cases {
        assert!(!same(one, other) && !same(other, one), "{what}");
    }
}

#[test]
fn a_document_has_the_line_ends_of_its_file() {
    let cases = [("a\nb\n", "\n", false), ("a\r\nb\r\n", "\r\n", false), ("a\r\nb\n", "\n", true), ("", "\n", false)];
    for (text, end, is_mixed) in cases {
        let document = Document::parse(text);
        assert_eq!((document.line_end(), document.has_mixed_line_ends()), (end, is_mixed), "{text:?}");
    }
}

#[test]
fn a_temporary_file_that_exists_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join(format!(".a.pp.{}.0.tmp", std::process::id()));
    std::fs::write(&taken, "kept").unwrap();
    let path = folder.path().join("a.pp");
    pprepl_notebook::file::write(&path, "1\n").unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "1\n");
    assert_eq!(std::fs::read_to_string(&taken).unwrap(), "kept");
}

#[test]
fn a_line_of_the_file_is_a_place_in_a_cell() {
    let document = Document::parse("# %%\n1\n22\n\n# %% A\n333\n");
    let ids: Vec<CellId> = document.cells().iter().map(|cell| cell.id).collect();
    let expected = [(0, 0), (0, 0), (0, 2), (1, 0), (1, 0), (1, 0), (1, 3), (1, 3)];
    for (line, (cell, offset)) in (1..).zip(expected) {
        assert_eq!(document.cell_at_line(line), Some((ids[cell], offset)), "line {line}");
    }
    assert_eq!(document.cell_at_line(0), Some((ids[0], 0)));
}

#[test]
fn cells_keep_their_ids_unless_the_new_ones_fit_no_cells() {
    let mut document = Document::parse("# %%\n1\n\n# %%\n2\n");
    let before: Vec<CellId> = document.cells().iter().map(|cell| cell.id).collect();
    for ids in [vec![7], vec![7, 8, 9], vec![7, 7]] {
        document.rename_cells(&ids.into_iter().map(CellId).collect::<Vec<_>>());
        assert_eq!(document.cells().iter().map(|cell| cell.id).collect::<Vec<_>>(), before);
    }
    document.rename_cells(&[CellId(8), CellId(7)]);
    assert_eq!(document.cells().iter().map(|cell| cell.id.0).collect::<Vec<_>>(), [8, 7]);
    assert_eq!(document.new_cell(CellKind::Code, "").id, CellId(9));
    assert_eq!(document.text(), "# %%\n1\n\n# %%\n2\n");
}

#[test]
fn an_output_is_empty_without_a_value_logs_and_reports() {
    let log = LogLine::default();
    let outputs = [
        (CellOutput::default(), true),
        (CellOutput { type_line: Some("x".to_owned()), failed: true, ..CellOutput::default() }, true),
        (CellOutput { value: Some(String::new()), ..CellOutput::default() }, false),
        (CellOutput { logs: vec![log], ..CellOutput::default() }, false),
        (CellOutput { reports: vec![pprepl_notebook::Finding::default()], ..CellOutput::default() }, false),
    ];
    for (output, is_empty) in outputs {
        assert_eq!(output.is_empty(), is_empty, "{output:?}");
    }
}

/// An edit: the cell, the range, the text, and the time in milliseconds.
type Edit = (usize, std::ops::Range<usize>, &'static str, u64);

/// Makes edits of two cells with the text `ab cd`, and returns the texts after each undo.
fn undone(edits: &[Edit], saves_after: Option<usize>) -> Vec<String> {
    let mut document = Document::parse("# %%\nab cd\n\n# %%\nab cd\n");
    let ids: Vec<CellId> = document.cells().iter().map(|cell| cell.id).collect();
    let mut history = History::new();
    for (at, (cell, range, text, time)) in edits.iter().enumerate() {
        let edit = Operation::Edit { id: ids[*cell], range: range.clone(), text: (*text).to_owned() };
        let undo = document.apply(edit.clone()).expect("an edit");
        history.record(&edit, undo, Duration::from_millis(*time));
        if saves_after == Some(at) {
            history.mark_saved();
        }
    }
    let mut texts = Vec::new();
    while history.can_undo() {
        history.undo(|step| document.apply(step)).expect("a step").expect("applied");
        texts.push(document.cells().iter().map(|cell| cell.text.clone()).collect::<Vec<_>>().join("|"));
    }
    assert!(history.can_redo());
    texts
}

#[test]
fn edits_that_go_on_are_undone_at_once() {
    let start = "ab cd|ab cd";
    let cases: [(&str, &[Edit], &[&str]); 11] = [
        ("typing", &[(0, 5..5, "x", 0), (0, 6..6, "y", 1500)], &[start]),
        ("a pause", &[(0, 5..5, "x", 0), (0, 6..6, "y", 1501)], &["ab cdx|ab cd", start]),
        ("another place", &[(0, 5..5, "x", 0), (0, 0..0, "y", 1)], &["ab cdx|ab cd", start]),
        ("the same place of another cell", &[(0, 4..4, "x", 0), (1, 5..5, "y", 1)], &["ab cxd|ab cd", start]),
        ("a new word", &[(0, 5..5, " ", 0), (0, 6..6, "y", 1)], &["ab cd |ab cd", start]),
        ("more spaces", &[(0, 5..5, " ", 0), (0, 6..6, " ", 1)], &[start]),
        ("a line end", &[(0, 5..5, "x", 0), (0, 6..6, "\n", 1)], &["ab cdx|ab cd", start]),
        ("erasing", &[(0, 4..5, "", 0), (0, 3..4, "", 1)], &[start]),
        ("erasing ahead", &[(0, 1..2, "", 0), (0, 1..2, "", 1)], &["a cd|ab cd", start]),
        ("erasing after typing", &[(0, 5..5, "x", 0), (0, 5..6, "", 1)], &["ab cdx|ab cd", start]),
        ("a replacement", &[(0, 4..5, "x", 0), (0, 5..5, "y", 1)], &["ab cx|ab cd", start]),
    ];
    for (what, edits, expected) in cases {
        assert_eq!(undone(edits, None), expected, "{what}");
    }
    let typed: &[Edit] = &[(0, 5..5, "x", 0), (0, 6..6, "y", 1), (0, 7..7, "z", 2)];
    assert_eq!(undone(typed, Some(1)), ["ab cdxy|ab cd", start], "what is saved stays a step");
}
