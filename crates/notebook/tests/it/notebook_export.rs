//! Notebooks in the forms of others: what Jupyter, Markdown, a browser and asciinema get, that it comes back, and that
//! nothing gets out which is Sensitive.

use pprepl_session::Level;
use pprepl_testing::THEMES;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;

use pprepl_notebook::export::{self, Cast, Form, Page, cast, html, ipynb, markdown};
use pprepl_notebook::kernel::CellReport;
use pprepl_notebook::{CellKind, CellOutput, Document, Finding, LogLine, OutputTable, Outputs, import};
use pprepl_session::{Session, Settings, SystemHost};
use proptest::prelude::*;
use serde_json::Value;

const LESSON: &str = "\
# %% [markdown]
# # Ports & <pipes>
#
# A *port* is a number. See [the site](https://example.org/?a=1&b=2), not [this](javascript:alert(1)).
#
# ```puppet
# $x = 1
# ```

# %% Check \"it\"
$port = 80
notice(\"port <${port}>\")
$port =~ Integer[1, 65535]

# %%
fail('no & never')

# %% [markdown]
# ### Deep
#
# | a | b |
# |---|---|
# | 1 | <b>2</b> |
#
# <script>alert(1)</script>
#
# - [x] done ![a picture](http://example.org/x.png)
";

fn page() -> Page {
    Page { themes: THEMES, ..Page::default() }
}

fn outputs(document: &Document) -> Outputs {
    let code: Vec<_> = document.cells().iter().filter(|cell| cell.is_code()).map(|cell| cell.id).collect();
    let log = |level: &str, text: &str| LogLine { level: Level::from_name(level).unwrap(), text: text.into() };
    let first = CellOutput {
        value: Some("true".into()),
        type_line: Some("Boolean[true]".into()),
        logs: vec![log("notice", "port <80>"), log("warning", "two\nlines \u{1b}[2J")],
        ..CellOutput::default()
    };
    let second = CellOutput {
        reports: vec![Finding {
            error: true,
            code: "EVAL_ERROR".into(),
            message: "no & never".into(),
            frame: "error: no & never\n --> cell 2:1:1\n".into(),
        }],
        failed: true,
        ..CellOutput::default()
    };
    BTreeMap::from([(code[0], first), (code[1], second)])
}

fn lesson() -> (Document, Outputs) {
    let document = Document::parse(LESSON);
    let outputs = outputs(&document);
    (document, outputs)
}

/// Outputs by the places of their cells.
fn placed(document: &Document, outputs: &Outputs) -> Vec<(usize, CellOutput)> {
    outputs.iter().map(|(id, output)| (document.place(*id).unwrap(), output.clone())).collect()
}

#[test]
fn the_form_is_told_by_the_end_of_the_name() {
    let of = |name: &str| Form::of(std::path::Path::new(name));
    assert_eq!(of("a.PP"), Some(Form::Manifest));
    assert_eq!(of("a.b.ipynb"), Some(Form::Jupyter));
    assert_eq!(of("a.markdown"), Some(Form::Markdown));
    assert_eq!(of("a.htm"), Some(Form::Html));
    assert_eq!(of("a.cast"), Some(Form::Cast));
    assert_eq!(of("a"), None);
}

#[test]
fn jupyter_gets_cells_outputs_and_metadata() {
    let (document, outputs) = lesson();
    let text = ipynb(&document, &outputs);
    insta::assert_snapshot!("lesson_ipynb", text);
    let (read, came) = import::ipynb(&text).unwrap();
    assert_eq!(read, document);
    assert_eq!(placed(&read, &came), placed(&document, &outputs));
    assert_eq!(ipynb(&read, &came), text);
}

#[test]
fn an_id_that_jupyter_does_not_allow_is_replaced() {
    let long = "x".repeat(65);
    let longest = "x".repeat(64);
    let cell = |id: &&str| serde_json::json!({ "cell_type": "code", "id": id, "metadata": {}, "source": "1" });
    let given: Vec<Value> = ["a b", "", &long, &longest, "a-b_1", "é"].iter().map(cell).collect();
    let given = serde_json::json!({ "cells": given, "metadata": {}, "nbformat": 4, "nbformat_minor": 5 });
    let (document, outputs) = import::ipynb(&given.to_string()).unwrap();
    let written: Value = serde_json::from_str(&ipynb(&document, &outputs)).unwrap();
    let ids: Vec<&str> = written["cells"].as_array().unwrap().iter().map(|cell| cell["id"].as_str().unwrap()).collect();
    // A note of a cell ends at a space.
    assert_eq!(ids, ["a", "cell-2", "cell-3", &longest, "a-b_1", "cell-6"]);
}

#[test]
fn metadata_that_jupyter_refuses_stays_away() {
    let cell = |metadata: &str| {
        let document = Document::parse(&format!("# %% {metadata}\n1\n"));
        let written: Value = serde_json::from_str(&ipynb(&document, &Outputs::new())).unwrap();
        let mut found = written["cells"][0]["metadata"].clone();
        found.as_object_mut().unwrap().remove("pprepl");
        found.to_string()
    };
    for (metadata, expected) in [
        ("collapsed=true", r#"{"collapsed":true}"#),
        ("collapsed=maybe", "{}"),
        ("deletable=\"1\"", "{}"),
        ("editable=false", r#"{"editable":false}"#),
        ("name=\"\"", "{}"),
        ("name=\"one\"", r#"{"name":"one"}"#),
        ("name=one", "{}"),
        ("tags=x", "{}"),
        ("scrolled=true", "{}"),
    ] {
        assert_eq!(cell(metadata), expected, "{metadata}");
    }
}

#[test]
fn what_jupyter_wrote_comes_back_with_its_ids() {
    let text = r##"{
 "cells": [
  {"cell_type": "markdown", "id": "8e1b", "metadata": {}, "source": ["# Hi\n", "![x](attachment:p.png)"],
   "attachments": {"p.png": {"image/png": "AAAA"}}},
  {"cell_type": "code", "id": "cell-2", "metadata": {"tags": ["a", "b"], "title": "One  thing"}, "source": "$a = 1",
   "execution_count": 7, "outputs": [
     {"output_type": "stream", "name": "stderr", "text": ["careful\n", "now\n"]},
     {"output_type": "execute_result", "execution_count": 7, "metadata": {}, "data": {"text/plain": "1"}}]},
  {"cell_type": "code", "id": "x_1", "metadata": {"jupyter": {"source_hidden": true}}, "source": [],
   "execution_count": null, "outputs": []},
  {"cell_type": "raw", "id": "r", "metadata": {}, "source": "raw"}
 ],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5}"##;
    let (document, outputs) = import::ipynb(text).unwrap();
    assert_eq!(
        document.text(),
        "# %% [markdown] id=\"8e1b\"\n# # Hi\n# ![x](data:image/png;base64,AAAA)\n\n\
         # %% One thing tags=[\"a\",\"b\"]\n$a = 1\n\n\
         # %% jupyter={\"source_hidden\":true} id=\"x_1\"\n\n\
         # %% [markdown] id=\"r\"\n# raw\n"
    );
    let output = outputs.values().next().unwrap();
    assert_eq!(output.value.as_deref(), Some("1"));
    assert_eq!(output.logs.iter().map(|line| line.line()).collect::<Vec<_>>(), ["Warning: careful", "Warning: now"]);
    let again: Value = serde_json::from_str(&ipynb(&document, &Outputs::new())).unwrap();
    let ids: Vec<_> = again["cells"].as_array().unwrap().iter().map(|cell| cell["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["8e1b", "cell-2", "x_1", "r"]);
    assert_eq!(again["cells"][1]["metadata"]["tags"][1], "b");
    assert_eq!(import::ipynb(&ipynb(&document, &outputs)).unwrap().0, document);
}

#[test]
fn cells_in_another_language_become_prose() {
    let text = r#"{"cells": [{"cell_type": "code", "metadata": {}, "source": "print('x')\n", "outputs": []}],
        "metadata": {"kernelspec": {"language": "Python", "name": "python3", "display_name": "x"}},
        "nbformat": 4, "nbformat_minor": 2}"#;
    let (document, _) = import::ipynb(text).unwrap();
    assert_eq!(document.text(), "# %% [markdown]\n# ```python\n# print('x')\n# ```\n");
    // Where only the kernel has a name, the language is that of the kernel.
    for (name, first) in [("python3", "```python"), ("julia-1.9", "```julia"), ("puppet", "print('x')")] {
        let kernel = format!(r#""kernelspec": {{"name": "{name}", "display_name": "x"}}"#);
        let text =
            text.replace(r#""kernelspec": {"language": "Python", "name": "python3", "display_name": "x"}"#, &kernel);
        let (document, _) = import::ipynb(&text).unwrap();
        assert_eq!(document.cells()[0].text.lines().next(), Some(first));
    }
}

/// A fence is longer than any in the code that it holds.
#[test]
fn code_of_another_language_stays_in_its_fence() {
    let code = "a = \"\"\"\n```\n~~~~~~\n````\n\"\"\"";
    let text = serde_json::json!({
        "cells": [{ "cell_type": "code", "metadata": {}, "source": code, "outputs": [] }],
        "metadata": { "language_info": { "name": "python" } }, "nbformat": 4, "nbformat_minor": 5,
    });
    let (document, _) = import::ipynb(&text.to_string()).unwrap();
    assert_eq!(document.cells()[0].text, format!("`````python\n{code}\n`````"));
}

#[test]
fn what_stands_behind_the_language_of_a_fence_heads_the_cell() {
    let document = import::markdown("```puppet Ports title=\"a b\"\n$a = 1\n```\n\n~~~ pp\t \n$b = 2\n~~~\n");
    assert_eq!(document.text(), "# %% Ports title=\"a b\"\n$a = 1\n\n# %%\n$b = 2\n");
    assert_eq!(import::markdown(&markdown(&document, &Outputs::new())), document);
}

/// HTML takes neither NUL nor what Unicode says is no character.
#[test]
fn a_page_holds_characters_only() {
    let document = Document::parse("notice('\0 \u{fdd0} \u{fffe} \u{1ffff} \u{fffd}')\n");
    let page = html(&document, &Outputs::new(), &page());
    let is_none = |ch: char| ch == '\0' || matches!(ch, '\u{fdd0}'..='\u{fdef}') || u32::from(ch) & 0xfffe == 0xfffe;
    assert!(!page.contains(is_none), "{page}");
    assert!(page.contains("\u{fffd} \u{fffd} \u{fffd} \u{fffd}"), "{page}");
}

#[test]
fn what_is_no_jupyter_notebook_is_told() {
    let fault = |text: &str| import::ipynb(text).unwrap_err().to_string();
    assert_eq!(fault("{"), "not a Jupyter notebook: EOF while parsing an object at line 1 column 1");
    assert_eq!(fault("[1]"), "not a Jupyter notebook: format number not found");
    assert_eq!(fault("{\"nbformat\": 4}"), "the Jupyter notebook has no list of cells");
    assert_eq!(
        fault("{\"nbformat\": 3}"),
        "unsupported Jupyter format 3, expected 4; 'jupyter nbconvert --to notebook' converts it"
    );
    assert!(import::read(Form::Html, "").is_err());
}

#[test]
fn markdown_reads_as_a_document() {
    let (document, outputs) = lesson();
    let text = markdown(&document, &outputs);
    insta::assert_snapshot!("lesson_markdown", text);
    assert_eq!(import::markdown(&text), document);
}

#[test]
fn prose_that_looks_like_a_mark_comes_back() {
    for prose in ["<!-- %% x -->", "<!-- \\%% x -->", "a\n<!-- %% x -->\nb", "<!-- no mark -->", "```output\nx\n```"] {
        let lines: String = prose.lines().map(|line| format!("# {line}\n")).collect();
        let document = Document::parse(&format!("# %% [markdown]\n{lines}\n# %%\n1\n"));
        let text = markdown(&document, &Outputs::new());
        assert_eq!(text.starts_with("<!-- %% [markdown] -->\n"), prose != "<!-- no mark -->", "{text}");
        assert_eq!(import::markdown(&text), document, "{prose}");
    }
}

#[test]
fn markdown_of_others_becomes_cells() {
    let text = "# Title\r\n\r\nText.\r\n```pp\r\n$a = 1\r\n```\r\n```output\r\n=> 1\r\n```\r\nMore\n```ruby\nputs\n```\n\n\
                ~~~~ Puppet x\n```\n~~~\n~~~~~\n  ```puppet\n  indented\n  ```\n```puppet\nopen";
    let document = import::markdown(text);
    assert_eq!(
        document.text(),
        "# %% [markdown]\n# # Title\n#\n# Text.\n\n# %%\n$a = 1\n\n# %% [markdown]\n# More\n# ```ruby\n# puts\n# ```\n\n\
         # %% x\n```\n~~~\n\n# %% [markdown]\n# ```puppet\n#   indented\n#   ```\n\n# %%\nopen\n"
    );
}

fn documents() -> impl Strategy<Value = Document> {
    let line = prop::sample::select(vec![
        "```",
        "```puppet",
        "````",
        "~~~",
        "```output",
        "<!-- %% -->",
        "<!-- \\%% x -->",
        "<!-- %%",
        "text",
        "",
        " ",
        "# x",
        "$a = 1",
        "'",
        "@(E)",
        "| E",
        "# %%",
        "%%",
        "é",
        "--",
        "-->",
        "#| given",
        "#| exercise a-->",
        "#|   $a = \\ 1",
        "#|",
        "#| ",
        "#|x",
        "<!-- %%|",
        "<!-- \\%%|",
    ]);
    let text = prop::collection::vec(line, 0..5).prop_map(|lines| lines.join("\n"));
    let heading = prop::sample::select(vec![
        "",
        "",
        "",
        "Title",
        "a  b",
        "-- > -->",
        "\\-\\ x",
        "k=1",
        "T k=\"v\" id=\"x-1\"",
        "id=\"cell-1\"",
        "id=\"cell-2\"",
        "tags=[\"a\",\"a\"]",
        "x=",
        "name=\"\"",
        "title=\"x\" y=2",
        "pprepl={} z",
        "{a: 1}",
        "collapsed=3",
        "a=1 a=2",
    ]);
    let kind = prop::sample::select(vec![CellKind::Code, CellKind::Prose]);
    let cell = (kind, heading, text).prop_map(|(kind, heading, text)| (kind, heading.to_owned(), text));
    prop::collection::vec(cell, 1..6).prop_map(Document::of)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_document_comes_back_from_markdown(document in documents()) {
        let text = markdown(&document, &Outputs::new());
        prop_assert_eq!(import::markdown(&text), document, "{}", text);
    }

    #[test]
    fn every_document_comes_back_from_jupyter(document in documents()) {
        let text = ipynb(&document, &Outputs::new());
        prop_assert_eq!(import::ipynb(&text).unwrap().0, document, "{}", text);
    }

    #[test]
    fn every_text_makes_a_page(text in "(?s).{0,120}") {
        let document = Document::of([(CellKind::Prose, String::new(), text.clone()), (CellKind::Code, text.clone(), text)]);
        check_page(&html(&document, &Outputs::new(), &page()));
    }

    #[test]
    fn random_json_is_no_panic(text in "[\\[\\]{}\",:a-z0-9 ]{0,60}") {
        let _ = import::ipynb(&format!("{{\"nbformat\": 4, \"cells\": [{{{text}}}]}}"));
        let _ = import::ipynb(&text);
    }
}

/// The values of an attribute in a page.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// What holds for every page: one title, ids given once, links that lead somewhere, tags that are closed, no scripts.
fn check_page(page: &str) {
    assert_eq!(page.matches("<h1>").count(), 1, "{page}");
    let ids = attributes(page, "id");
    let distinct: BTreeSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), distinct.len(), "{ids:?}");
    for target in attributes(page, "href") {
        assert!(!target.starts_with('#') || distinct.contains(&&target[1..]), "{target}");
        assert!(!target.to_lowercase().contains("script:"), "{target}");
    }
    let body = page.split("</style>").nth(1).unwrap();
    let mut open: Vec<&str> = vec!["head", "html"];
    open.swap(0, 1);
    for tag in body.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()) {
        let name = tag.split_whitespace().next().unwrap_or("");
        match name.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{page}"),
            None if matches!(name, "br" | "hr" | "img" | "meta") || tag.ends_with('/') => {}
            None => open.push(name),
        }
        assert!(!matches!(name, "script" | "iframe" | "object" | "link" | "form"), "{page}");
    }
    assert_eq!(open, Vec::<&str>::new(), "{page}");
    let hidden = |ch: char| ch.is_control() && ch != '\n' && ch != '\t';
    assert!(!page.contains(hidden), "control characters are shown");
}

#[test]
fn a_page_has_landmarks_headings_and_contents_and_escapes_everything() {
    let (document, outputs) = lesson();
    let page = html(&document, &outputs, &page());
    check_page(&page);
    let (_, body) = page.split_once("<body>").unwrap();
    insta::assert_snapshot!("lesson_html_body", body);
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">\n"));
    assert!(page.contains("<title>Ports &amp; &lt;pipes&gt;</title>"));
}

#[test]
fn headings_go_down_by_one() {
    let document = Document::parse("# %% [md]\n# # T\n# ### A\n# ### B\n# # C\n# ## D\n# ###### E\n# ## F\n# #### T\n");
    let page = html(&document, &Outputs::new(), &page());
    check_page(&page);
    let headings: Vec<&str> =
        page.split("<h").filter_map(|rest| rest.split_once("</h")).map(|(text, _)| text).collect();
    assert_eq!(
        headings[2..],
        [
            "2 id=\"contents\">Contents",
            "2 id=\"h-a\">A",
            "2 id=\"h-b\">B",
            "2 id=\"h-c\">C",
            "3 id=\"h-d\">D",
            "4 id=\"h-e\">E",
            "3 id=\"h-f\">F",
            "4 id=\"h-t\">T",
        ]
    );
}

#[test]
fn a_table_is_a_table() {
    let document = Document::parse("[{'a' => 1}]\n");
    let table = OutputTable { columns: vec!["<a>".into()], rows: vec![vec!["1".into()]], total: 3 };
    let output = CellOutput { value: Some("[{'a' => 1}]".into()), table: Some(table), ..CellOutput::default() };
    let outputs = BTreeMap::from([(document.cells()[0].id, output)]);
    let page = html(&document, &outputs, &Page { title: Some("T".into()), language: "de".into(), themes: THEMES });
    check_page(&page);
    assert!(page.contains("<html lang=\"de\">"));
    assert!(page.contains("<th scope=\"col\">&lt;a&gt;</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td></tr>"), "{page}");
    assert!(page.contains("<p>2 more rows</p>"));
}

/// A colour's share of light, as WCAG 2 has it.
fn luminance(hex: &str) -> f64 {
    let part = |at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
    let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    0.2126 * linear(part(1)) + 0.7152 * linear(part(3)) + 0.0722 * linear(part(5))
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The colours of a `:root` block by name.
fn colors(block: &str) -> BTreeMap<&str, &str> {
    let block = block.split('}').next().unwrap();
    block.split(';').filter_map(|rule| rule.trim().strip_prefix("--")?.split_once(':')).collect()
}

#[test]
fn every_colour_of_text_can_be_read_on_every_background() {
    assert!((contrast("#ffffff", "#000000") - 21.0).abs() < 0.01);
    assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
    let page = html(&Document::default(), &Outputs::new(), &page());
    let style = page.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
    let blocks: Vec<_> = style.split(":root{").skip(1).map(colors).collect();
    assert_eq!(blocks.len(), 2, "light and dark");
    assert_eq!(blocks[0].keys().collect::<Vec<_>>(), blocks[1].keys().collect::<Vec<_>>());
    // What text is painted in, and what is painted behind text.
    let uses = |before: &str| -> BTreeSet<&str> {
        style.split(before).skip(1).map(|rest| rest.split(')').next().unwrap()).collect()
    };
    let inks: BTreeSet<&str> =
        style.split("color:var(--").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    let edges: BTreeSet<&str> = uses("border-inline-start-color:var(--");
    let grounds = uses("background:var(--");
    assert!(inks.len() > 15 && grounds.len() == 3, "{inks:?} {grounds:?}");
    for block in &blocks {
        for ink in inks.union(&edges) {
            for ground in &grounds {
                let seen = contrast(block[ink], block[ground]);
                assert!(seen >= 4.5, "{ink} {} on {ground} {}: {seen:.2}", block[ink], block[ground]);
            }
        }
    }
}

#[test]
fn a_recording_plays_what_was_typed_and_what_came() {
    let (document, outputs) = lesson();
    let text = cast(&document, &outputs, &Cast { themes: THEMES, ..Cast::default() });
    let mut lines = text.lines();
    let header: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(
        (header["version"].as_u64(), header["width"].as_u64(), header["height"].as_u64()),
        (Some(2), Some(80), Some(24))
    );
    assert_eq!(header["title"], "Ports & <pipes>");
    let mut screen = vt100::Parser::new(NonZero::new(60).unwrap(), NonZero::new(80).unwrap(), 0);
    let mut now = 0.0;
    for line in lines {
        let event: Value = serde_json::from_str(line).unwrap();
        assert_eq!((event.as_array().unwrap().len(), &event[1]), (3, &Value::from("o")));
        let time = event[0].as_f64().unwrap();
        assert!(time >= now, "{line}");
        now = time;
        screen.process(event[2].as_str().unwrap().as_bytes());
    }
    insta::assert_snapshot!("lesson_cast_screen", screen.screen().contents());
    assert_eq!(cast(&document, &outputs, &Cast { themes: THEMES, ..Cast::default() }), text);
}

#[test]
fn what_is_sensitive_gets_into_no_form() {
    let document = Document::parse(
        "# %%\n$hidden = Sensitive(['s3c', 'r3t'].join('-'))\n\n# %%\nnotice($hidden)\n$hidden\n\n\
         # %%\n[{'a' => $hidden}, {'a' => $hidden}]\n\n# %%\n\"x ${hidden} y\"\n\n# %%\n$hidden + 1\n\n# %%\nfail(\"${hidden}\")\n\n\
         # %%\n$hidden.unwrap |$x| { 1 }\n",
    );
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let outputs: Outputs = document
        .cells()
        .iter()
        .map(|cell| (cell.id, CellOutput::from(&CellReport::plain(session.evaluate("cell", &cell.text)))))
        .collect();
    assert!(outputs.values().any(|output| output.value.as_deref().is_some_and(|value| value.contains("redacted"))));
    assert!(outputs.values().any(|output| output.failed));
    for (form, ..) in Form::ALL {
        let text = export::write(form, &document, &outputs, THEMES);
        assert!(!text.contains("s3c-r3t"), "{form:?}: {text}");
    }
}

const TESTED: &str = "# %% [markdown]\n#| lesson a   title \"A\"\n#| file x.epp\n#|   <%= $x -%> -->\n# ## Ports\n\n\
                      # %% [markdown]\n#| note\n# Ask first.\n\n# %% Big\n#| expect value 3\n1 + 2\n";

#[test]
fn options_are_metadata_in_jupyter_and_comments_in_markdown() {
    let document = Document::parse(TESTED);
    let json = ipynb(&document, &Outputs::new());
    let cells: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(cells["cells"][2]["source"], serde_json::json!(["1 + 2"]));
    assert_eq!(cells["cells"][2]["metadata"]["pprepl"]["options"], serde_json::json!(["#| expect value 3"]));
    assert_eq!(import::ipynb(&json).unwrap().0.text(), TESTED);
    let text = markdown(&document, &Outputs::new());
    assert_eq!(
        text,
        "<!-- %%|\n#| lesson a   title \"A\"\n#| file x.epp\n#|   <%= $x -%> -\\->\n-->\n## Ports\n\n\
         <!-- %% [markdown] -->\n<!-- %%|\n#| note\n-->\nAsk first.\n\n\
         <!-- %% Big -->\n```puppet\n#| expect value 3\n1 + 2\n```\n"
    );
    assert_eq!(import::markdown(&text).text(), TESTED);
}

#[test]
fn options_that_others_wrote_stay_comments() {
    let cell = |options: &str, source: &str| {
        let cell = format!(
            "{{\"cell_type\": \"code\", \"source\": {source}, \"metadata\": {{\"pprepl\": {{\"options\": {options}}}}}}}"
        );
        let (document, _) = import::ipynb(&format!("{{\"nbformat\": 4, \"cells\": [{cell}]}}")).unwrap();
        document.cells()[0].text.clone()
    };
    assert_eq!(cell(r#"["expect value 1\nfail('x')", 3, ""]"#, r#"["1"]"#), "#| expect value 1\n#| fail('x')\n1");
    assert_eq!(cell(r#"["\r#| given"]"#, r#""1""#), "#| given\n1");
    assert_eq!(cell(r#""given""#, r#""1""#), "1");
}

#[test]
fn readers_see_no_options_and_no_notes() {
    let document = Document::parse(TESTED);
    let page = html(&document, &Outputs::new(), &page());
    let cast = cast(&document, &Outputs::new(), &Cast::default());
    for (form, text) in [("page", &page), ("recording", &cast)] {
        for hidden in ["#|", "lesson a", "expect value", "Ask first"] {
            assert!(!text.contains(hidden), "{form}: {hidden}");
        }
    }
    assert!(page.contains("<h1>Ports</h1>"));
}

#[test]
fn a_manifest_holds_no_outputs() {
    let (document, outputs) = lesson();
    assert_eq!(export::write(Form::Manifest, &document, &outputs, THEMES), LESSON);
}
