//! A template (EPP) and its output, line by line: the template line of each output line, trimmed whitespace, and
//! errors. Only a template without side effects is rendered.

use std::rc::Rc;
use std::time::Duration;

use pprepl_text::{Diagnostic, Source, Span};
use puppet_eval::{Flow, Trace};
use puppet_pcore::{Hash, Value};
use puppet_syntax::{LexOptions, parse};

use super::inspector::Inspector;
use super::report::{report, reports};
use super::{Report, purity};

/// A template with its output.
#[derive(Clone, Debug, Default)]
pub struct TemplateView {
    pub lines: Vec<TemplateLine>,
    pub reports: Vec<Report>,
    /// The complete output; `None` when it was not rendered or failed.
    pub text: Option<String>,
    /// The reason why it was not rendered.
    pub unrendered: Option<&'static str>,
    /// True if the output is sensitive.
    pub sensitive: bool,
}

/// A line of a template.
#[derive(Clone, Debug, Default)]
pub struct TemplateLine {
    /// Its bytes in the template, without the line end.
    pub span: Span,
    /// Its parts in order, including the line end.
    pub parts: Vec<TemplatePart>,
    /// Its output lines, each as segments: from a tag (true) or from literal text.
    pub wrote: Vec<Vec<(bool, String)>>,
    /// The number of further output lines.
    pub more: usize,
}

/// A part of a template's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplatePart {
    /// Its bytes in the template.
    pub span: Span,
    pub kind: PartKind,
}

/// The kind of a template's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Literal output.
    Text,
    /// Whitespace and line ends that a tag trims.
    Trimmed,
    /// A tag with its code.
    Code,
    Comment,
}

/// The time limit for rendering a template.
const INSPECT_TIME: Duration = Duration::from_millis(20);

/// The number of output lines stored for a template line.
const MAX_TEXTS: usize = 6;

/// The maximum length shown of one tag's output.
const LONGEST: usize = 2_000;

/// Returns the lines of a template, without rendering.
pub fn template_lines(text: &str) -> Vec<TemplateLine> {
    let parts = parts(text);
    let mut lines = Vec::new();
    let mut at = 0u32;
    for raw in text.split_inclusive('\n') {
        let whole = Span::new(at, at + raw.len() as u32);
        let cut = |part: &TemplatePart| {
            let span = Span::new(part.span.start.max(whole.start), part.span.end.min(whole.end));
            (span.start < span.end).then_some(TemplatePart { span, kind: part.kind })
        };
        let content = raw.trim_end_matches(['\n', '\r']);
        let span = Span::new(at, at + content.len() as u32);
        let from = parts.partition_point(|part| part.span.end <= whole.start);
        let own = parts.iter().skip(from).take_while(|part| part.span.start < whole.end);
        lines.push(TemplateLine { span, parts: own.filter_map(cut).collect(), ..TemplateLine::default() });
        at = whole.end;
    }
    lines
}

/// Splits a template into parts as its scanner does.
fn parts(text: &str) -> Vec<TemplatePart> {
    let mut found: Vec<TemplatePart> = Vec::new();
    let mut at = 0;
    let mut trim = false;
    while at < text.len() {
        let rest = text.get(at..).unwrap_or("");
        let tag = tag_start(rest).unwrap_or(rest.len());
        let mut push = |from: usize, to: usize, kind: PartKind| {
            if from < to {
                found.push(TemplatePart { span: Span::new(from as u32, to as u32), kind });
            }
        };
        let before = rest.get(..tag).unwrap_or("");
        let head = if std::mem::take(&mut trim) { before.len() - line_rest(before).len() } else { 0 };
        let opener = rest.get(tag..).unwrap_or("");
        let is_comment = opener.starts_with("<%#");
        let trims = opener.starts_with("<%-") || opener.starts_with("<%#-");
        let body = before.get(head..).unwrap_or("");
        let tail = if trims { body.len() - body.trim_end_matches([' ', '\t']).len() } else { 0 };
        push(at, at + head, PartKind::Trimmed);
        push(at + head, at + tag - tail, PartKind::Text);
        push(at + tag - tail, at + tag, PartKind::Trimmed);
        let length = tag_length(opener);
        push(at + tag, at + tag + length, if is_comment { PartKind::Comment } else { PartKind::Code });
        trim = opener.get(..length).is_some_and(|tag| tag.ends_with("-%>"));
        at += tag + length;
    }
    found
}

/// Returns the offset of the first tag; `<%%` is literal.
fn tag_start(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = text.get(from..)?.find("<%") {
        let at = from + found;
        if !text.get(at + 2..).is_some_and(|rest| rest.starts_with('%')) {
            return Some(at);
        }
        from = at + 3;
    }
    None
}

/// Returns the length of the tag at the start: up to its `%>`, or to the end.
fn tag_length(tag: &str) -> usize {
    let mut from = 2.min(tag.len());
    while let Some(found) = tag.get(from..).and_then(|rest| rest.find("%>")) {
        let at = from + found;
        if tag.as_bytes().get(at.wrapping_sub(1)) != Some(&b'%') || at == 2 {
            return at + 2;
        }
        from = at + 2;
    }
    tag.len()
}

/// Returns `text` without leading spaces and the following line end, which `-%>` trims.
fn line_rest(text: &str) -> &str {
    let rest = text.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    rest.strip_prefix('\n').unwrap_or(rest)
}

impl Inspector<'_> {
    /// Renders a template with the parameters that `parameters` evaluates to (a hash).
    pub fn template(&mut self, text: &str, parameters: Option<&str>) -> TemplateView {
        let source = Source::new("template", text);
        let options = LexOptions { template: true, ..self.core.lex_options(false) };
        let parsed = parse(text, options);
        let mut found = parsed.diagnostics;
        found.extend(self.core.vm.validate(&parsed.program, text));
        let mut view =
            TemplateView { lines: template_lines(text), reports: reports(&source, &found), ..TemplateView::default() };
        if found.iter().any(Diagnostic::is_error) {
            view.unrendered = Some("it has syntax errors");
            return view;
        }
        if !purity::is_pure_template(&self.core.vm, &parsed.program.body) {
            view.unrendered = Some("its code has side effects");
            return view;
        }
        let given = match parameters.map(|code| self.parameters(code)) {
            Some(None) => {
                view.unrendered = Some("the values of its parameters are unknown here");
                return view;
            }
            Some(given) => given,
            None => None,
        };
        let (result, trace) =
            self.core.without_trace(INSPECT_TIME, |vm| vm.render_traced("template", text, given.as_deref()));
        view.sensitive = trace.sensitive || matches!(result, Ok(Value::Sensitive(_)));
        match result {
            Ok(_) => view.text = Some(trace.text.clone()),
            Err(flow) => failed(&mut view, &source, *flow),
        }
        if view.sensitive {
            view.text = None;
        } else {
            spread(&mut view, text, &trace);
        }
        view
    }

    fn parameters(&mut self, code: &str) -> Option<Rc<Hash>> {
        match self.core.try_evaluate(code, INSPECT_TIME)? {
            Value::Hash(given) => Some(given),
            _ => None,
        }
    }

    /// Returns the string that `code` evaluates to, if it has no side effects.
    pub fn text_of(&mut self, code: &str) -> Option<String> {
        match self.core.try_evaluate(code, INSPECT_TIME)? {
            Value::Str(text) => Some(text.text.clone()),
            _ => None,
        }
    }

    /// Reads a template's file as `epp` finds it: an absolute path, or module/file.
    pub fn template_file(&mut self, reference: &str) -> Option<String> {
        let reference = if reference.ends_with(".epp") { reference.to_owned() } else { format!("{reference}.epp") };
        let path = match std::path::Path::new(&reference) {
            path if path.is_absolute() => path.to_owned(),
            _ => self.core.vm.host_mut().module_file("templates", &reference)?,
        };
        self.core.vm.host_mut().read_file(&path).ok()
    }
}

fn failed(view: &mut TemplateView, source: &std::sync::Arc<Source>, flow: Flow) {
    match flow {
        Flow::Fault(fault) => view.reports.push(report(source, &fault.to_diagnostic())),
        Flow::Cancelled => view.unrendered = Some("it takes too long"),
        _ => {}
    }
}

/// Assigns the output to the template's lines.
fn spread(view: &mut TemplateView, template: &str, trace: &Trace) {
    let ends = trace.parts.iter().skip(1).map(|(_, from)| *from).chain([trace.text.len()]);
    let mut writer = Writer { view, last: None };
    for (&(at, from), to) in trace.parts.iter().zip(ends) {
        let written = trace.text.get(from..to).unwrap_or("");
        match writer.letters(template, at, written) {
            Some(letters) => letters.into_iter().for_each(|(at, text)| writer.write(at, false, &text)),
            None => writer.write(at, true, written),
        }
    }
}

struct Writer<'v> {
    view: &'v mut TemplateView,
    /// The line with the last output, and whether that output ended with a line end.
    last: Option<(usize, bool)>,
}

impl Writer<'_> {
    fn line_of(&self, at: u32) -> usize {
        self.view.lines.partition_point(|line| line.span.start <= at).saturating_sub(1)
    }

    /// Splits literal output by template lines, each with its offset; `None` for a tag's output.
    fn letters(&self, template: &str, at: u32, written: &str) -> Option<Vec<(u32, String)>> {
        let mut pieces: Vec<(u32, String)> = Vec::new();
        let mut rest = written;
        let from = self.line_of(at);
        let parts = self.view.lines.iter().skip(from).flat_map(|line| &line.parts);
        for part in parts.filter(|part| part.span.start >= at) {
            if rest.is_empty() {
                break;
            }
            match part.kind {
                PartKind::Code => break,
                PartKind::Trimmed | PartKind::Comment => continue,
                PartKind::Text => {}
            }
            let text = part.span.of(template).replace("<%%", "<%").replace("%%>", "%>");
            let taken = rest.strip_prefix(&*text)?;
            pieces.push((part.span.start, text));
            rest = taken;
        }
        (rest.is_empty() && !pieces.is_empty()).then_some(pieces)
    }

    /// Adds output to the line at an offset.
    fn write(&mut self, at: u32, by_tag: bool, text: &str) {
        let line = self.line_of(at);
        for piece in text.split_inclusive('\n') {
            let goes_on = self.last == Some((line, false));
            self.last = Some((line, piece.ends_with('\n')));
            let Some(own) = self.view.lines.get_mut(line) else { return };
            if !goes_on {
                if own.wrote.len() >= MAX_TEXTS {
                    own.more += 1;
                    continue;
                }
                own.wrote.push(Vec::new());
            } else if own.more > 0 {
                continue;
            }
            let length = (0..=piece.len().min(LONGEST)).rev().find(|at| piece.is_char_boundary(*at)).unwrap_or(0);
            if let Some(row) = own.wrote.last_mut() {
                row.push((by_tag, piece.get(..length).unwrap_or("").to_owned()));
            }
        }
    }
}
