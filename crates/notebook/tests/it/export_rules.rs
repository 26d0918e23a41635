//! Notebooks in every format, a row each: `tests/rules/exports.txt`. A row is a format and a text.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use pprepl_notebook::export::{self, Cast, Page, TracedCell, ValuePainter, with_cell_texts};
use pprepl_notebook::kernel::{CellReport, Kernel, Mode, Setup, Unobserved};
use pprepl_notebook::{Cell, CellOutput, Document, Outputs, import, prose_blocks};
use pprepl_session::{Report, Settings};
use pprepl_testing::{THEMES, check_rules};

use crate::notebook::{kernel, state};

/// A notebook whose cells ran.
struct Ran {
    document: Document,
    kernel: Kernel,
    outputs: Outputs,
}

impl Ran {
    /// Runs the cells of a file with this name; without one, each cell has its own name.
    fn new(text: &str, file: Option<&str>) -> Ran {
        let document = Document::parse(text);
        let setup = Setup::new(Settings::default(), 1 << 20);
        let mut kernel = Kernel::new(match file {
            Some(file) => setup.with_file(file),
            None => setup,
        });
        if file.is_some() {
            kernel.set_lines(document.lines_before());
        }
        kernel.set_mode(Mode::Auto, &mut Unobserved);
        let cells = code_cells(&document).map(|cell| (cell.id, Arc::from(cell.text.as_str()))).collect();
        kernel.arrange(cells, &mut Unobserved);
        let output = |cell: &Cell| Some((cell.id, CellOutput::from(kernel.report(cell.id)?)));
        let outputs = code_cells(&document).filter_map(output).collect();
        Ran { document, kernel, outputs }
    }

    fn outputs(&self) -> impl Iterator<Item = &CellOutput> {
        code_cells(&self.document).filter_map(|cell| self.outputs.get(&cell.id))
    }

    fn svg(&self) -> String {
        without_head(&export::svg(&self.document, &self.outputs, None, THEMES))
    }

    /// Returns a picture of each cell.
    fn pictures(&self) -> String {
        let picture = |cell: &Cell| export::svg(&self.document, &self.outputs, Some(cell.id), THEMES);
        self.document.cells().iter().map(|cell| without_head(&picture(cell))).collect()
    }

    fn html(&self, title: Option<&str>) -> String {
        let page = Page { title: title.map(str::to_owned), themes: THEMES, ..Page::default() };
        without_head(&export::html(&self.document, &self.outputs, &page))
    }

    fn cast(&self) -> String {
        export::cast(&self.document, &self.outputs, &Cast { themes: THEMES, ..Cast::default() })
    }

    /// Returns the values as parts of another page.
    fn values(&self) -> String {
        let mut painter = ValuePainter::default();
        self.outputs()
            .map(|output| painter.html(output, THEMES).map_or_else(|| "-\n".to_owned(), rules_named))
            .collect()
    }

    fn trace(&mut self) -> String {
        let mut cells = Vec::new();
        for (index, cell) in code_cells(&self.document).enumerate() {
            let trace = self.kernel.trace(cell.id, &cell.text, Duration::from_secs(60));
            let (title, code) = (cell.title().to_owned(), cell.body().to_owned());
            cells.extend(trace.map(|trace| TracedCell { number: index + 1, title, code, trace: Arc::new(trace) }));
        }
        without_head(&export::trace_page("Traces", &cells, &Page { themes: THEMES, ..Page::default() }))
    }

    /// Returns the notebook that Jupyter's format gives back, if it differs.
    fn jupyter(&self) -> String {
        let text = export::ipynb(&self.document, &self.outputs);
        let (document, outputs) = import::ipynb(&text).expect("a notebook");
        let given: Vec<&CellOutput> = code_cells(&document).filter_map(|cell| outputs.get(&cell.id)).collect();
        let outputs: Vec<&CellOutput> = self.outputs().collect();
        let same = if given == outputs { String::new() } else { format!("other outputs: {given:?}\n") };
        let (cells, _) = text.split_once("\n \"metadata\": {\n  \"kernelspec\"").expect("the fixed end");
        format!("{cells}\n{same}{}", self.back(&document))
    }

    fn markdown(&self) -> String {
        let text = export::markdown(&self.document, &self.outputs);
        format!("{text}{}", self.back(&import::markdown(&text)))
    }

    fn back(&self, document: &Document) -> String {
        if *document == self.document { String::new() } else { format!("comes back as:\n{}", cells_of(document)) }
    }

    /// Returns the report of each cell, the relations between the cells, and the state after them.
    fn run(&mut self) -> String {
        let mut out = String::new();
        for cell in code_cells(&self.document) {
            let report = self.kernel.report(cell.id);
            let _ = writeln!(out, "{}: {}", cell.id.0, report.map_or_else(|| "not run".to_owned(), reported));
        }
        for found in self.kernel.findings() {
            let place = found.span.of(&self.document.cell(found.cell).expect("a cell").text);
            let others: Vec<_> = found.others.iter().map(|(cell, span, label)| (cell.0, span, label)).collect();
            let (cell, message) = (found.cell.0, &found.message);
            let _ = write!(out, "{:?} {} in {cell} `{place}` {message} ({})", found.severity, found.code, found.help);
            let _ = writeln!(out, " {others:?}");
        }
        let _ = writeln!(out, "stale {:?}", self.kernel.stale());
        out + &own_lines(&state(&mut self.kernel))
    }
}

/// Returns the lines of a state that the state without cells does not have.
fn own_lines(text: &str) -> String {
    let empty = state(&mut kernel());
    let known: Vec<&str> = empty.lines().map(|line| line.trim_end_matches(',')).collect();
    let own = text.lines().filter(|line| !known.contains(&line.trim_end_matches(',')));
    own.collect::<Vec<_>>().join("\n")
}

fn code_cells(document: &Document) -> impl Iterator<Item = &Cell> {
    document.cells().iter().filter(|cell| cell.is_code())
}

fn reported(report: &CellReport) -> String {
    let run = &report.evaluation;
    let mut out = format!(
        "{} | {} {:?} {:?} {:?}",
        report.display().unwrap_or("-"),
        run.value.is_some(),
        run.detailed,
        run.reduced,
        run.generalized
    );
    let _ = write!(out, " | {} runs, sets {:?} {:?}", report.runs, run.assigned, run.defined);
    let _ = write!(out, ", match {} {:?}", run.matched, run.captures);
    let flags = [(report.empty, "empty"), (report.failed(), "failed"), (report.passes(), "passes")];
    let more = [(report.has_output(), "output"), (run.invalid, "invalid"), (run.cancelled, "canceled")];
    flags.iter().chain(&more).filter(|(is, _)| *is).for_each(|(_, word)| out.extend([" ", word]));
    if !run.logs.is_empty() {
        let _ = write!(out, " | logs {:?}", run.logs);
    }
    if !run.heredocs.is_empty() {
        let _ = write!(out, " | heredocs {:?}", run.heredocs);
    }
    if let Some(table) = &report.table {
        let _ = write!(out, " | {table:?}");
    }
    if let Some(tree) = &report.tree {
        let _ = write!(out, " | {tree:?}");
    }
    run.reports.iter().chain(&run.notes).for_each(|one| out.extend(["\n  ", &diagnosed(one)]));
    out
}

fn diagnosed(report: &Report) -> String {
    format!(
        "{:?} {} {} {:?} {:?} {} ({:?}) {:?} {:?} {:?}\n{}",
        report.severity,
        report.code,
        report.topic,
        report.position,
        report.end,
        report.message,
        report.help,
        report.notes,
        report.misfits,
        report.fixes,
        report.frame().trim_end()
    )
}

/// Returns a page or a picture without its fixed head and foot; the names of its rules stay in a picture.
fn without_head(text: &str) -> String {
    let Some((_, rest)) = text.split_once("<header>\n") else {
        return rules_named(
            text.strip_prefix("<svg xmlns=\"http://www.w3.org/2000/svg\" ").expect("a picture").to_owned(),
        );
    };
    let title = text.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).expect("a title").0;
    let (body, _) = rest.split_once("</main>\n").expect("the end of the page");
    format!("{title}\n{body}")
}

/// Returns a text with the classes of a style sheet instead of their colors.
fn rules_named(text: String) -> String {
    let Some((before, rest)) = text.split_once("<style>") else { return text };
    let (style, after) = rest.split_once("</style>").expect("the end of the styles");
    let style = style.split_once("@media").map_or(style, |(_, rest)| rest);
    let names = style.split('{').filter_map(|rule| rule.rsplit([' ', '}', '\n', ',']).next()?.strip_prefix('.'));
    format!("{before}<style>{}</style>{after}", names.collect::<Vec<_>>().join(" "))
}

/// Returns the cells of a document, with everything that their text says.
fn cells_of(document: &Document) -> String {
    let mut out = String::new();
    for (cell, (_, before)) in document.cells().iter().zip(document.lines_before()) {
        let (options, body) = cell.parts();
        let _ = write!(out, "{} {:?} {:?} {:?} {:?}", cell.id.0, cell.kind, cell.title(), cell.options(), options);
        let _ = write!(out, " {body:?} line {before}");
        let flags = [(cell.folded, "folded"), (cell.is_note(), "note"), (cell.option("id").is_some(), "id")];
        flags.iter().filter(|(is, _)| *is).for_each(|(_, word)| out.extend([" ", word]));
        out.push('\n');
        if !cell.is_code() {
            let blocks = prose_blocks(body);
            blocks
                .iter()
                .for_each(|block| writeln!(out, "  {:?} {} {:?}", block.kind, block.is_apart, block.text).unwrap());
        }
    }
    out
}

/// Parses a file into cells and writes it back.
fn document(text: &str) -> String {
    let document = Document::parse(text);
    let lines: Vec<_> =
        (0..=text.lines().count() + 1).map(|line| document.cell_at_line(line).map(|(id, at)| (id.0, at))).collect();
    let written = document.text();
    let written = if written == text { "the same".to_owned() } else { format!("{written:?}") };
    let mixed = if document.has_mixed_line_ends() { " mixed" } else { "" };
    format!(
        "{}title {:?}, ends {:?}{mixed}\nlines {lines:?}\nwritten {written}",
        cells_of(&document),
        export::title(&document),
        document.line_end()
    )
}

/// Reads a notebook in another format.
fn imported(text: &str, is_jupyter: bool) -> String {
    let read = if is_jupyter { import::ipynb(text) } else { Ok((import::markdown(text), Outputs::new())) };
    match read {
        Err(error) => format!("error: {error}"),
        Ok((document, outputs)) => {
            let outputs: Vec<_> = outputs.iter().map(|(id, output)| format!("{} {output:?}\n", id.0)).collect();
            format!("{}{}{}", cells_of(&document), outputs.concat(), document.text())
        }
    }
}

/// Gives the cells of a Jupyter notebook other texts; ` ;; ` is between the notebook and each of the texts.
fn edited(text: &str) -> String {
    let mut parts = text.split(" ;; ");
    let notebook = parts.next().unwrap_or_default();
    let texts: Vec<(usize, String)> = parts.map(str::to_owned).enumerate().collect();
    with_cell_texts(notebook, &texts).unwrap_or_else(|| "not readable".to_owned())
}

/// Writes a notebook that ran.
fn exported(format: &str, mut ran: Ran) -> String {
    match format {
        "ipynb" => ran.jupyter(),
        "md" => ran.markdown(),
        "html" => ran.html(None),
        "titled" => ran.html(Some("My <title>")),
        "svg" => ran.svg(),
        "pictures" => ran.pictures(),
        "cast" => ran.cast(),
        "results" => export::results(&ran.document, &ran.outputs),
        "values" => ran.values(),
        "trace" => ran.trace(),
        other => panic!("unknown format {other:?}"),
    }
}

/// Writes the text of a row in its format. In a text, `⏎` is a line feed and `␍` a carriage return.
fn shown(row: &str) -> String {
    let (format, text) = row.split_once(' ').unwrap_or((row, ""));
    let text = text.replace('⏎', "\n").replace('␍', "\r");
    let out = match format {
        "document" => document(&text),
        "from-ipynb" => imported(&text, true),
        "from-md" => imported(&text, false),
        "edit-ipynb" => edited(&text),
        "run" => Ran::new(&text, None).run(),
        _ => exported(format, Ran::new(&text, Some("notes.pp"))),
    };
    out.trim_end_matches('\n').replace('\r', "␍").replace('\n', "⏎")
}

#[test]
fn every_format_shows_the_cells() {
    check_rules("exports.txt", shown);
}
