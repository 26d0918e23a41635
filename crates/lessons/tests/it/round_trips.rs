//! A lesson goes through every format and back without loss: generated lessons, and those of the course.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use pprepl_lessons::{read, student};
use pprepl_notebook::export::{ipynb, markdown};
use pprepl_notebook::{CellKind, Document, Outputs, import};

/// Compares a lesson with what comes back from each format.
fn check(name: &str, text: &str) {
    let document = Document::parse(text);
    assert_eq!(document.text(), text, "{name}");
    let json = ipynb(&document, &Outputs::new());
    let forms = [
        ("Jupyter", import::ipynb(&json).expect("a notebook").0.text()),
        ("Markdown", import::markdown(&markdown(&document, &Outputs::new())).text()),
        ("cells", Document::of(document.cells().iter().map(|c| (c.kind, c.heading.clone(), c.text.clone()))).text()),
    ];
    for (form, back) in forms {
        assert_eq!(back, text, "{name} through {form}");
    }
    let cells: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    for cell in cells["cells"].as_array().expect("cells") {
        let source: String = cell["source"].as_array().into_iter().flatten().filter_map(|line| line.as_str()).collect();
        assert!(!source.starts_with("#| "), "{name}: {source}");
    }
}

#[test]
fn the_course_survives_every_format() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lessons");
    let files: Vec<_> =
        fs::read_dir(folder).expect("the lessons").map(|entry| entry.expect("an entry").path()).collect();
    assert!(files.len() >= 13);
    for path in files {
        check(&path.display().to_string(), &fs::read_to_string(&path).expect("a lesson"));
    }
}

fn option() -> impl Strategy<Value = String> {
    let name =
        prop::sample::select(vec!["start", "solution", "check value", "hint", "right", "file a.epp", "when", "no"]);
    let value = prop::sample::select(vec![
        " $a = 1",
        " \"<!-- -->\" -- say \"x\"",
        "\n#|   $a = {\n#|     'k' => \"\\t\",\n#|   }",
        "\n#|   ```puppet\n#|   # %%\n#|   ```",
        "\n#|   <%= $x -%>\n#|",
        "",
    ]);
    (name, value).prop_map(|(name, value)| format!("#| {name}{value}"))
}

fn body() -> impl Strategy<Value = String> {
    let line =
        prop::sample::select(vec!["$a = [1, 2]", "text", "```puppet", "```", "#| given", "<!-- %%|", "-->", "%% x"]);
    prop::collection::vec(line, 0..4).prop_map(|lines| lines.join("\n"))
}

fn lessons() -> impl Strategy<Value = String> {
    let kind = prop::sample::select(vec![
        (CellKind::Prose, "#| lesson a-1   title \"A -- B\"   minutes 5"),
        (CellKind::Prose, "#| note"),
        (CellKind::Prose, ""),
        (CellKind::Code, "#| given"),
        (CellKind::Code, "#| exercise one"),
        (CellKind::Code, "#| quiz two predict value"),
        (CellKind::Code, ""),
    ]);
    let heading = prop::sample::select(vec!["", "", "Keep the big ports", "A [x] -->"]);
    let cell = (kind, heading, prop::collection::vec(option(), 0..3), body());
    let cell = cell.prop_map(|((kind, first), heading, options, body)| {
        let lines: Vec<String> = std::iter::once(first.to_owned()).chain(options).chain([body]).collect();
        let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        (kind, heading.to_owned(), lines.join("\n"))
    });
    prop::collection::vec(cell, 1..6).prop_map(|cells| Document::of(cells).text())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_lesson_survives_every_format(text in lessons()) {
        check("a lesson", &text);
    }

    #[test]
    fn the_version_for_students_survives_every_format(text in lessons()) {
        let document = Document::parse(&text);
        let text = student(&read("a", &document), &document).text();
        // A lesson of notes alone has no cell for students.
        prop_assume!(!text.is_empty());
        check("a student's lesson", &text);
    }
}
