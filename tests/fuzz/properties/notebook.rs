//! Notebooks: percent files, the forms of others, and the journal.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use pprepl_notebook::journal::{Journal, replay};
use pprepl_notebook::{CellKind, Document, Operation, Outputs, export, import};
use sha2::{Digest, Sha256};

/// The byte between the text of an input and what is done to it.
const THEN: u8 = 0xfe;

/// The text, and groups of four numbers.
fn input(data: &[u8]) -> (String, Vec<[u8; 4]>) {
    let mut parts = data.splitn(2, |byte| *byte == THEN);
    let text = super::text(parts.next().unwrap_or_default());
    let wishes = parts.next().unwrap_or_default().as_chunks::<4>().0.iter().copied().take(32).collect();
    (text, wishes)
}

/// A byte of the text where a character starts.
fn offset(text: &str, wanted: usize) -> usize {
    (0..=wanted % (text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// What four numbers wish, cut to the document at hand; texts are taken from the input.
fn operation(document: &mut Document, text: &str, [what, cell, from, to]: [u8; 4]) -> Operation {
    let count = document.cells().len();
    let (from, to) = (from as usize, to as usize);
    let chosen = document.cells()[cell as usize % count].clone();
    let id = chosen.id;
    let kind = if to.is_multiple_of(2) { CellKind::Code } else { CellKind::Prose };
    let (start, end) = (offset(text, from), offset(text, to));
    let piece = text[start.min(end)..start.max(end)].to_owned();
    match what % 9 {
        0 => Operation::Insert { at: from % (count + 1), cell: document.new_cell(kind, &piece) },
        1 => Operation::Delete { id },
        2 => Operation::Move { id, to: from % count },
        3 => Operation::Split { id, at: offset(&chosen.text, from) },
        4 => Operation::Merge { id },
        5 => Operation::Turn { id, kind },
        6 => Operation::Head { id, heading: piece },
        7 => Operation::Fold { id, folded: to.is_multiple_of(2) },
        _ => {
            let (a, b) = (offset(&chosen.text, from), offset(&chosen.text, to));
            Operation::Edit { id, range: a.min(b)..a.max(b), text: piece }
        }
    }
}

/// A text comes back from its cells; after any operations the document is what its text reads as; undoing all gives the
/// text again.
pub fn notebook(data: &[u8]) {
    let (text, wishes) = input(data);
    let mut document = Document::parse(&text);
    assert_eq!(document.text(), text, "the text comes back");
    let first = document.clone();
    let mut undo = Vec::new();
    for wish in wishes {
        let operation = operation(&mut document, &text, wish);
        let before = document.cells().to_vec();
        match document.apply(operation.clone()) {
            Ok(inverse) => undo.push(inverse),
            Err(_) => assert_eq!(document.cells(), before, "refused: {operation:?}"),
        }
        assert_eq!(Document::parse(&document.text()), document, "after {operation:?}");
    }
    for inverse in undo.into_iter().rev() {
        document.apply(inverse).expect("what undoes it applies");
    }
    assert_eq!(document.cells(), first.cells(), "undone");
    assert_eq!(document.text(), text, "undone");
}

/// What a form of others keeps of a document: not how its lines end, nor what stands before the first mark.
fn cells(document: &Document) -> Vec<(bool, &str, &str)> {
    document.cells().iter().map(|cell| (cell.is_code(), cell.heading.as_str(), cell.text.as_str())).collect()
}

/// A document comes back from Markdown, Jupyter and its own text, whatever form it was read from.
pub fn import(data: &[u8]) {
    let text = super::text(data);
    let jupyter = import::ipynb(&text).map(|(document, outputs)| {
        let written = export::ipynb(&document, &outputs);
        let (again, came) = import::ipynb(&written).expect("what was written is read");
        assert_eq!(cells(&again), cells(&document), "from Jupyter");
        assert_eq!(export::ipynb(&again, &came), written, "written again");
        document
    });
    for document in [Document::parse(&text), import::markdown(&text)].into_iter().chain(jupyter) {
        let nothing = Outputs::new();
        assert_eq!(Document::parse(&document.text()), document, "from its own text");
        if document.cells()[0].text.starts_with('\u{feff}') {
            // In a file of another form that is a byte order mark.
            continue;
        }
        let markdown = export::markdown(&document, &nothing);
        assert_eq!(cells(&import::markdown(&markdown)), cells(&document), "from Markdown\n{markdown}");
        let jupyter = export::ipynb(&document, &nothing);
        let (again, _) = import::ipynb(&jupyter).expect("what was written is read");
        assert_eq!(cells(&again), cells(&document), "from Jupyter\n{jupyter}");
    }
}

/// A folder of this process for journals, in memory where there is such a disk.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let shared = Path::new("/dev/shm");
        let above = if cfg!(unix) && shared.is_dir() { shared.to_owned() } else { std::env::temp_dir() };
        above.join(format!("pprepl-fuzz-{}", std::process::id()))
    })
}

/// Every prefix of a journal gives the notebook as it was after its last whole record; what was written by nobody is
/// read or refused.
pub fn journal(data: &[u8]) {
    assert_framed(data);
    let (text, wishes) = input(data);
    let mut document = Document::parse(&text);
    let mut journal = Journal::begin(folder(), None, &document, &text).expect("a journal");
    let path = journal.path().to_owned();
    let length = || std::fs::metadata(&path).map_or(0, |data| data.len());
    let mut states = vec![(length(), document.clone())];
    for wish in wishes.into_iter().take(8) {
        let operation = operation(&mut document, &text, wish);
        journal.record(&document, &operation).expect("a record");
        let _ = document.apply(operation);
        states.push((length(), document.clone()));
    }
    let bytes = std::fs::read(&path).expect("the journal");
    journal.end().expect("the journal is taken away");
    let cuts = (0..=bytes.len()).step_by(1 + bytes.len() / 64).chain([bytes.len()]);
    let ends = states.iter().flat_map(|(length, _)| [*length as usize - 1, *length as usize]);
    for cut in cuts.chain(ends).filter(|cut| *cut <= bytes.len()) {
        let whole = states.iter().rev().find(|(length, _)| *length <= cut as u64);
        let found = replay(&bytes[..cut]);
        assert_eq!(whole.is_some(), found.is_some(), "cut at {cut}");
        if let (Some((length, document)), Some(found)) = (whole, found) {
            assert_eq!(found.document.cells(), document.cells(), "cut at {cut}");
            assert_eq!(found.document.text(), document.text(), "cut at {cut}");
            assert_eq!(found.torn, *length < cut as u64, "cut at {cut}");
        }
    }
}

/// Each line of the input as a record with a true checksum, and the input without any.
fn assert_framed(data: &[u8]) {
    let _ = replay(data);
    let mut bytes = Vec::new();
    for line in data.split(|byte| *byte == b'\n') {
        bytes.extend((line.len() as u32).to_le_bytes());
        bytes.extend(&Sha256::digest(line)[..8]);
        bytes.extend(line);
    }
    if let Some(found) = replay(&bytes) {
        assert_eq!(Document::parse(&found.document.text()), found.document, "a document of a journal");
    }
}
