//! Views of Puppet code: tokens, syntax tree and heredocs. The session is unchanged; only plain data is
//! evaluated (see `Session::preview`).

use serde_json::json;

use crate::{Outcome, Report, Session};
use pprepl_text::Source;
use pprepl_text::columns::{columns, shortened, width};
use pprepl_text::{spaces, visible};
use puppet_syntax::{HeredocInfo, LexOptions, Lexed, Note, heredoc_lines, lex};

use super::command::{self, Arguments, Command, CommandResult, Example, Group, Kind, Param};

const TEMPLATE: Param = Param::optional("--epp", Kind::Word(&["--epp"]));
const OUTLINE: Param = Param::optional("--outline", Kind::Word(&["--outline"]));

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "tokens",
        aliases: &[],
        params: &[TEMPLATE, Param::needed("CODE", Kind::Code)],
        group: Group::Look,
        summary: "tokens of CODE: line, start and end column, name, value",
        details: "The names are those of the language specification; in edition puppet8 those of Puppet's lexer \
                  (CLASSREF, REGEX). The end is the column after the token. With --epp CODE is a template.",
        examples: &[
            Example { before: &[], line: ":tokens $a = 1", shows: "1:1-3  VARIABLE" },
            Example { before: &[], line: ":tokens --epp <%= $x %>", shows: "RENDER_EXPRESSION" },
        ],
        run: tokens,
    },
    Command {
        name: "ast",
        aliases: &["pn"],
        params: &[TEMPLATE, OUTLINE, Param::needed("CODE", Kind::Code)],
        group: Group::Look,
        summary: "the syntax tree in Puppet's PN notation, or as an outline",
        details: "The notation is that of 'puppet parser dump --format pn'. --outline prints each node on a line \
                  with its source.",
        examples: &[
            Example { before: &[], line: ":ast 1 + 2 * 3", shows: "(+ 1 (* 2 3))" },
            Example { before: &[], line: ":ast --outline 1 + 2 * 3", shows: "2 * 3" },
        ],
        run: ast,
    },
    Command {
        name: "heredoc",
        aliases: &[],
        params: &[Param::optional("CODE", Kind::Code)],
        group: Group::Look,
        summary: "how each heredoc is processed (last input, or CODE)",
        details: "Shows tag, interpolation, syntax, escapes, the margin that '|' removes and the line end that '-' \
                  removes. In the result '·' is a space, '→' a tab and '⏎' a line end.",
        examples: &[Example { before: &["$t = @(END)\n  hello\n  | END"], line: ":heredoc", shows: "hello⏎" }],
        run: heredoc,
    },
];

fn tokens(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let (tokens, reports) = session.source().tokens("input", arguments.text(1), arguments.get(0).is_some());
    let rows: Vec<Vec<String>> = tokens
        .iter()
        .map(|token| {
            let (line, column) = token.end;
            let end = if line == token.line { column.to_string() } else { format!("{line}:{column}") };
            let place = format!("{}:{}-{end}", token.line, token.column);
            vec![place, token.kind.to_owned(), displayed(&token.value)]
        })
        .collect();
    let data = tokens
        .iter()
        .map(|token| json!([token.kind, token.value, token.line, token.column, token.end.0, token.end.1]))
        .collect();
    let notes = if arguments.get(0).is_some() { Vec::new() } else { session.source().notes(arguments.text(1)) };
    let source = Source::new("input", arguments.text(1));
    answer(columns(&rows) + &noted(&notes, &source), data, reports)
}

/// Formats notes below an answer.
pub(super) fn noted(notes: &[Note], source: &Source) -> String {
    let line = |note: &Note| {
        let place = source.line_column(note.span.start);
        format!("\n{}:{} note: {}", place.line, place.column, visible(&note.message))
    };
    let lines: String = notes.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// Converts notes to data.
pub(super) fn notes_data(notes: &[Note], source: &Source) -> serde_json::Value {
    let datum = |note: &Note| {
        let place = source.line_column(note.span.start);
        json!({ "line": place.line, "column": place.column, "message": note.message })
    };
    notes.iter().map(datum).collect()
}

/// Formats a token's value on one line.
fn displayed(value: &str) -> String {
    visible(value).replace('\n', "\\n").replace('\t', "\\t")
}

/// The maximum width of the notation on one line.
const WIDE: usize = 96;

fn ast(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let template = arguments.get(0).is_some();
    let code = arguments.text(2);
    let (pn, reports) = session.source().pn("input", code, template);
    let Some(pn) = pn else { return command::with_reports(reports) };
    let text = if arguments.get(1).is_some() {
        outline(session, code, template)
    } else if width(&pn) > WIDE {
        session.source().tree(code, template).fitted(WIDE)
    } else {
        pn.clone()
    };
    answer(visible(&text).into_owned(), json!({ "pn": pn }), reports)
}

/// Formats a line for each node: its kind and its source.
fn outline(session: &Session, code: &str, template: bool) -> String {
    let rows: Vec<Vec<String>> = session
        .source()
        .tree(code, template)
        .outline()
        .into_iter()
        .map(|line| {
            let from = line.span.map(|span| shortened(span.of(code), 50)).unwrap_or_default();
            vec![format!("{}{}", "  ".repeat(line.depth), line.text), from]
        })
        .collect();
    columns(&rows)
}

fn answer(text: String, data: serde_json::Value, reports: Vec<Report>) -> CommandResult {
    let answer = crate::CommandAnswer { text, data: Some(data), reports, ..Default::default() };
    Ok(Outcome::Command(Box::new(answer)))
}

fn heredoc(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let heredocs = match arguments.get(0) {
        Some(code) => session.source().heredocs(code),
        None => session.last().map(|last| last.heredocs.clone()).unwrap_or_default(),
    };
    if heredocs.is_empty() {
        return command::text("No heredoc found. A heredoc starts with @(END) and ends with END on a line of its own.");
    }
    let source = match arguments.get(0) {
        Some(code) => code.to_owned(),
        None => session.inputs().last().map(|input| input.text.clone()).unwrap_or_default(),
    };
    let options = session.source().lex_options();
    let text: Vec<String> = heredocs.iter().map(|heredoc| heredoc_text(heredoc, &source, options)).collect();
    command::with_data(text.join("\n\n"), heredocs.iter().map(heredoc_data).collect())
}

fn heredoc_text(heredoc: &HeredocInfo, source: &str, options: LexOptions) -> String {
    let mut rows: Vec<Vec<String>> = heredoc_rows(heredoc).iter().map(|(name, value)| row(name, value)).collect();
    rows.push(row("text", &spaces(&heredoc.text)));
    let lexed = lex(source, options);
    rows.extend(heredoc_remarks(source, &lexed, heredoc).iter().map(|remark| row("note", remark)));
    columns(&rows)
}

/// Explains what is easily missed: lines left of the margin, and heredocs of one line with the same tag.
pub fn heredoc_remarks(source: &str, lexed: &Lexed, heredoc: &HeredocInfo) -> Vec<String> {
    let text = Source::new("", source);
    let line_of = |offset: u32| text.line_column(offset).line;
    let mut remarks = Vec::new();
    if heredoc.margin.as_ref().is_some_and(|margin| !margin.is_empty()) {
        let is_left =
            |line: &puppet_syntax::HeredocLine| line.cut.is_empty() && !line.span.of(source).trim().is_empty();
        let lines = heredoc_lines(source, lexed, heredoc);
        let left: Vec<String> =
            lines.iter().filter(|line| is_left(line)).map(|line| line_of(line.span.start).to_string()).collect();
        match left.as_slice() {
            [] => {}
            [line] => remarks.push(format!("line {line} starts left of the margin: nothing is removed from it")),
            lines => remarks
                .push(format!("lines {} start left of the margin: nothing is removed from them", lines.join(", "))),
        }
    }
    let line = line_of(heredoc.opener.start);
    let is_same = |one: &&HeredocInfo| one.tag == heredoc.tag && line_of(one.opener.start) == line;
    let same = lexed.heredocs.iter().filter(is_same).count();
    if same > 1 {
        remarks.push(format!(
            "{same} heredocs of this line have the tag {}: the first end line ends the first of them",
            heredoc.tag
        ));
    }
    remarks
}

/// Describes a heredoc's opening tag and end line.
pub fn heredoc_rows(heredoc: &HeredocInfo) -> Vec<(&'static str, String)> {
    let margin = match &heredoc.margin {
        Some(margin) => format!("{} columns: '{}'", margin.chars().count(), spaces(margin)),
        None => "none ('|' before the end tag sets one)".to_owned(),
    };
    let interpolates = if heredoc.interpolates { "yes" } else { "no (use double quotes around the tag)" };
    let escapes = if heredoc.escapes.is_empty() { "none" } else { &heredoc.escapes };
    vec![
        ("tag", heredoc.tag.clone()),
        ("interpolates", interpolates.to_owned()),
        ("syntax", heredoc.syntax.clone().unwrap_or_else(|| "none".to_owned())),
        ("escapes", escapes.to_owned()),
        ("margin", margin),
        ("last line end", if heredoc.trims { "removed by '-'" } else { "kept" }.to_owned()),
    ]
}

fn row(name: &str, value: &str) -> Vec<String> {
    vec![name.to_owned(), value.to_owned()]
}

/// Converts a heredoc to data.
pub fn heredoc_data(heredoc: &HeredocInfo) -> serde_json::Value {
    json!({
        "tag": heredoc.tag,
        "interpolates": heredoc.interpolates,
        "syntax": heredoc.syntax,
        "escapes": heredoc.escapes,
        "margin": heredoc.margin,
        "trims": heredoc.trims,
        "text": heredoc.text,
    })
}
