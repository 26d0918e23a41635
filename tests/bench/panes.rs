//! What each pane of the notebook costs for a cell of 500 lines, with a session in which it has run.
//!
//! `cargo bench --profile dist --bench panes` prints a row for each pane, in CPU time of the thread: the median and the greatest of a
//! round of cursors over the cell. Goal: 2 ms, so that two panes keep up with typing.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use pprepl_notebook::pane::{self, CatalogQuery, CellOutput, CursorContext, Declared};
use pprepl_session::{Session, Settings, SystemHost};
use puppet_tree::Document;

/// A cell of so many lines, of the usual kinds of statements.
fn cell(lines: usize) -> String {
    let block = |n: usize| {
        format!(
            "$list{n} = [1, 2, 3, {n}].map |$x| {{ $x * 2 }}\n\
             $name{n} = \"host-${{list{n}[0]}}.example.org\"\n\
             if $name{n} =~ /^(\\w+)-(\\d+)\\./ {{\n  $found{n} = \"$1 and $2\"\n}}\n\
             notify {{ \"n{n}\":\n  message => $name{n},\n}}\n\
             $text{n} = @(\"END\"/n)\n  Hello ${{name{n}}}\\n\n    and more\n  | END\n"
        )
    };
    let mut text: String = (0..).map(block).take(lines / 12).collect();
    text.push_str("$done = inline_epp('<% [1, 2].each |$x| { -%>\n<%= $x %>\n<% } -%>\n')\n");
    text
}

fn row(name: &str, text: &str, mut view: impl FnMut(usize)) {
    let cursors: Vec<usize> = (0..60).map(|n| n * text.len() / 60).filter(|at| text.is_char_boundary(*at)).collect();
    let mut times: Vec<Duration> = cursors
        .iter()
        .map(|at| {
            let start = ThreadTime::now();
            view(*at);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let micros = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e6);
    println!("| {name:10} | {:6.0} us | {:6.0} us |", micros(times.get(times.len() / 2)), micros(times.last()));
}

fn main() {
    let text = cell(500);
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let evaluation = session.evaluate("cell", &text);
    assert!(!evaluation.failed(), "{:?}", evaluation.reports);
    let ran = CellOutput::from(&evaluation);
    let document = Document::new(&*text);
    println!("a cell of {} lines\n| pane       |    median |  greatest |", text.lines().count());
    let here = |at: usize| CursorContext::new(&text, at);
    row("Type", &text, |at| drop(black_box(pane::types(&here(at), &mut session, Some(&ran)))));
    row("Heredoc", &text, |at| drop(black_box(pane::heredoc(&here(at), Some(&mut session)))));
    row("Captures", &text, |at| drop(black_box(pane::captures(&here(at), Some(&mut session), Some(&ran)))));
    row("Tokens", &text, |at| drop(black_box(pane::tokens(&here(at)))));
    row("Tree", &text, |at| drop(black_box(pane::tree(&here(at), Some(&document)))));
    row("Tree alone", &text, |at| drop(black_box(pane::tree(&here(at), None))));
    row("Scope", &text, |at| drop(black_box(pane::scope(&here(at), &session.catalog().scopes()))));
    row("EPP", &text, |at| drop(black_box(pane::epp(&here(at), Some(&mut session)))));
    row("Catalog", &text, |at| drop(black_box(declared(&session, here(at), &CatalogQuery::default()))));
    let graph = CatalogQuery { graph: true, ..CatalogQuery::default() };
    row("Graph", &text, |at| drop(black_box(declared(&session, here(at), &graph))));
    row("Help", &text, |at| drop(black_box(pane::help(&here(at), &session, &[]))));
}

fn declared(session: &Session, here: CursorContext<'_>, wish: &CatalogQuery) -> pane::View {
    pane::catalog(&here, &Declared::of(session, &here, wish), wish)
}
