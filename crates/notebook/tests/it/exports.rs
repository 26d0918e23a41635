//! Exports of notebooks whose cells have everything that a form treats apart.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use pprepl_notebook::export::{self, Form, Page, TracedCell, ValuePainter, html, ipynb, markdown, svg, trace_page};
use pprepl_notebook::{CellOutput, Document, Finding, LogLine, OutputTable, Outputs};
use pprepl_session::trace::trace;
use pprepl_session::{Level, Session, Settings, SystemHost};
use pprepl_testing::THEMES;

fn log(level: Level, text: &str) -> LogLine {
    LogLine { level, text: text.to_owned() }
}

fn finding(error: bool, message: &str) -> Finding {
    Finding { error, code: "CODE".to_owned(), message: message.to_owned(), frame: format!("frame of {message}\n") }
}

/// A notebook with an output for each of its cells, prose too.
fn notebook() -> (Document, Outputs) {
    let text = "# %% [markdown]\n# Plain text\n# ## Heading\n\n# %%\n\n# %% A title\n$a = 1\n\n$b = 2\n\n# %%\n3\n\n# %%\n4\n\n\
                # %%\n5\n\n# %% [markdown] k=1\n#| note\n# Secret\n";
    let document = Document::parse(text);
    let value = |text: &str| Some(text.to_owned());
    let outputs = [
        CellOutput { value: value("of prose"), ..CellOutput::default() },
        CellOutput::default(),
        CellOutput {
            value: value("# a heading\ntwo"),
            type_line: value("String"),
            logs: vec![log(Level::Notice, "first\n# second")],
            reports: vec![finding(false, "a warning"), finding(true, "an error")],
            ..CellOutput::default()
        },
        CellOutput {
            type_line: value("of no value"),
            logs: vec![log(Level::Err, "only a log")],
            ..CellOutput::default()
        },
        CellOutput { type_line: value("alone"), ..CellOutput::default() },
        CellOutput { reports: vec![finding(true, "# failed")], failed: true, ..CellOutput::default() },
        CellOutput { value: value("of a note"), ..CellOutput::default() },
    ];
    let outputs = document.cells().iter().map(|cell| cell.id).zip(outputs).collect();
    (document, outputs)
}

/// The text without the colors and the style sheet of a form.
fn body(text: &str) -> String {
    let end = text.find("</style>").map_or(0, |at| at + "</style>".len());
    text[end..].trim().to_owned()
}

#[test]
fn each_form_has_what_it_shows_of_the_cells() {
    let (document, outputs) = notebook();
    let mut out = String::new();
    for (form, name, _) in Form::ALL {
        let _ = writeln!(out, "=== {name}\n{}", body(&export::write(form, &document, &outputs, THEMES)));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn a_picture_cuts_lines_that_are_too_wide() {
    let rows = |text: &str| {
        let document = Document::parse(&format!("'{text}'\n"));
        svg(&document, &Outputs::new(), None, THEMES).matches("<text ").count()
    };
    let wide = |count: usize| rows(&"x".repeat(count - 2));
    let most = (80..200).find(|count| wide(*count) == 2).expect("a width");
    assert_eq!((wide(most - 1), wide(2 * (most - 1)), wide(2 * most - 1)), (1, 2, 3), "{most}");
    // A wide character that would begin in the last column begins the next row.
    let (even, odd) = ((most - 4) / 2, (most - 3) / 2);
    assert_eq!((most, rows(&"日".repeat(even)), rows(&"日".repeat(odd))), (85, 1, 1));
    assert_eq!((rows(&format!("x{}", "日".repeat(odd))), rows(&"日".repeat(2 * odd + 1))), (2, 3));
}

/// Returns Markdown as it is on a page.
fn prose(text: &str) -> String {
    let lines: String = text.lines().map(|line| format!("# {line}\n")).collect();
    let document = Document::parse(&format!("# %% [markdown]\n{lines}"));
    let page =
        html(&document, &Outputs::new(), &Page { title: Some("T".to_owned()), themes: THEMES, ..Page::default() });
    let main = page.split("<main>").nth(1).or_else(|| page.split("<body>").nth(1)).unwrap_or(&page);
    main.split("</main>").next().unwrap_or("").trim().to_owned()
}

#[test]
fn markdown_becomes_html_without_scripts() {
    let texts = [
        "# T\ntext",
        "# Other\ntext",
        "## A *b*\\\n`c` <i>",
        "Setext\nof two lines\n---\ntext",
        "##\ntext",
        "- [x] done\n- [ ] open",
        "```puppet\n$a = 1\n```\n```pp,ignore\n$a\n```\n```ruby\n$a\n```\n\n    $a = 1",
        "[web](https://a.example/x:y) [mail](mailto:a@b) [file](a/b:c) [page](#x:y) [query](?a:b)",
        "[script](javascript:alert(1)) [split](java&#x0a;script:alert(1)) [spaced](<java script:alert(1)>) [tab](java&#9;script:x)",
        "[data](data:text/html,x) [name](file:///etc/passwd) [relative](a.html)",
        "![png](data:image/png;base64,AA==) ![svg](data:image/svg+xml;base64,AA==) ![web](http://a/b.png) ![](x.png)",
        "![a ![inner](y.png) b](x.png)",
        "[![inside](x.png) of a link](http://a)",
        "[outer](http://a \"t\") text <b>bold</b>\n\n<div>\nblock\n</div>",
        "a\nb  \nc ~~d~~",
    ];
    let shown = texts.map(|text| format!("> {}\n{}", text.replace('\n', "\n> "), prose(text)));
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_table_tells_how_many_rows_are_missing() {
    let shown = |total: usize, type_line: Option<&str>| {
        let table = OutputTable { columns: vec!["a".to_owned()], rows: vec![vec!["1".to_owned()]], total };
        let output = CellOutput {
            value: Some("[{a => 1}]".to_owned()),
            table: Some(table),
            type_line: type_line.map(str::to_owned),
            ..CellOutput::default()
        };
        let text = ValuePainter::default().html(&output, THEMES).expect("a value");
        (text.contains("more rows"), text.contains("<style>"))
    };
    assert_eq!((shown(0, None), shown(1, None), shown(2, None)), ((false, false), (false, false), (true, false)));
    assert_eq!(shown(1, Some("Integer")), (false, true));
    assert_eq!(ValuePainter::default().html(&CellOutput::default(), THEMES), None);
}

#[test]
fn the_trace_of_many_rounds_folds_the_later_ones() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    session.evaluate("cell 1", "function f($n) { $n + 1 }");
    let codes = [
        "Integer[1, 5].map |$i| { $i * 2 }",
        "Integer[1, 3].map |$i| { $i * 2 }",
        "Integer[1, 4].each |$i| { notice($i) }\n$z = f(1) + f(2)",
        "if Integer[1, 5].any |$i| { $i > 4 } { 1 + 1 } else { 2 }",
        "[1, 2, 3, 4, 'x'].map |$i| { $i + 1 }",
        "[",
    ];
    let cells: Vec<TracedCell> = codes
        .iter()
        .enumerate()
        .map(|(at, code)| TracedCell {
            number: at + 1,
            title: if at == 0 { "A <title>".to_owned() } else { String::new() },
            code: (*code).to_owned(),
            trace: Arc::new(trace(&mut session, "cell", code)),
        })
        .collect();
    insta::assert_snapshot!(body(&trace_page("Traces", &cells, &Page { themes: THEMES, ..Page::default() })));
}

#[test]
fn options_of_a_heading_are_metadata_where_jupyter_accepts_them() {
    let headings = [
        "a=1",
        "a-b.c_d=1",
        "a!=1",
        "=1",
        "a=1 b=2",
        "a=1b=2",
        "a={\"b\":[1]} c=\"x\"",
        "tags=[\"x\"]",
        "tags=[\"x,y\"]",
        "tags=[\"x\",\"x\"]",
        "tags=[1]",
        "tags={}",
        "tags=[]",
        "id=5",
        "id=\"x\"",
        "T a=1",
        "a=1 a=1",
        "title=\"x\"",
        "é=1",
    ];
    let mut out = String::new();
    for heading in headings {
        let document = Document::parse(&format!("# %% {heading}\n1\n"));
        let text = ipynb(&document, &Outputs::new());
        let written: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let _ = writeln!(out, "{heading}: {} {}", written["cells"][0]["id"], written["cells"][0]["metadata"]);
        let (back, _) = pprepl_notebook::import::ipynb(&text).expect("a notebook");
        assert_eq!(back, document, "{heading}");
    }
    insta::assert_snapshot!(out);
}

#[test]
fn only_outputs_of_code_are_in_markdown() {
    let document = Document::parse("# %% [markdown]\n# Text\n\n# %%\n1\n\n# %%\n2\n");
    let output = |value: Option<&str>| CellOutput { value: value.map(str::to_owned), ..CellOutput::default() };
    let given = [output(Some("of prose")), output(Some("1")), output(None)];
    let outputs: Outputs = document.cells().iter().map(|cell| cell.id).zip(given).collect::<BTreeMap<_, _>>();
    assert_eq!(
        markdown(&document, &outputs),
        "Text\n\n```puppet\n1\n```\n\n```output\n=> 1\n```\n\n```puppet\n2\n```\n"
    );
}

#[test]
fn prose_with_an_open_fence_has_a_mark() {
    for (prose, is_marked) in [
        ("```\ncode\n```", false),
        ("```\ncode", true),
        ("````\n```\n````", false),
        ("````\ncode\n```", true),
        ("```\ncode\n````", false),
        ("~~~\ncode\n```", true),
        ("~~~\ncode\n~~~\n```\ncode\n```", false),
        ("text", false),
    ] {
        let lines = prose.split('\n').map(|line| format!("# {line}\n")).collect::<String>();
        let document = Document::parse(&format!("# %% [markdown]\n{lines}"));
        let text = markdown(&document, &Outputs::default());
        assert_eq!(text.starts_with("<!-- %%"), is_marked, "{prose}: {text}");
        assert!(text.contains(prose), "{prose}: {text}");
    }
}
