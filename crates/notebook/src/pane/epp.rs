//! The template pane: below each line of the template its output, with visible trimming, and the errors at their
//! lines. The template is the cell itself, the argument of `inline_epp` or `epp`, or a heredoc with the syntax
//! `:epp`.

use pprepl_session::{PartKind, Report, Session, TemplateLine, TemplateView, template_lines};
use pprepl_text::columns::shortened;
use pprepl_text::theme::Role;
use pprepl_text::{Severity, Span, spaces};
use puppet_syntax::ast::{Expr, ExprKind, Name};
use puppet_syntax::{Lexed, heredoc_lines, lex, parse, walk};

use super::{CursorContext, Line, View};

/// The number of template lines shown before and after the cursor's line.
const AROUND: usize = 30;

/// The number of shown lines of the complete output.
const MAX_LINES: usize = 40;

/// Builds the pane for the template at the cursor, else for the nearest. Without a session it renders nothing.
pub fn view(here: &CursorContext<'_>, mut session: Option<&mut Session>) -> View {
    let mut view = View::new("EPP");
    let Some(template) = find(here, session.as_deref_mut()) else {
        view.say(
            Role::Hint,
            "No template here. inline_epp('Hello <%= $name %>') renders one; a heredoc @(END:epp) contains one.",
        );
        return view;
    };
    view.push(
        Line::of(Role::Function, &template.form)
            .and(Role::Hint, format!("  line {}", here.line_of(template.span.start)))
            .at(template.span),
    );
    if let Some(code) = &template.parameters {
        view.push(Line::of(Role::Label, "with  ").and(Role::Plain, shortened(code, 120)));
    }
    let Some(text) = &template.text else {
        view.say(Role::Hint, "The source is unknown until the cell has run.");
        return view;
    };
    let rendered = match session {
        Some(session) => session.inspect().template(text, template.parameters.as_deref()),
        None => TemplateView { lines: template_lines(text), ..TemplateView::default() },
    };
    view.head("Template ⇒ output");
    lines(&mut view, here, &template, text, &rendered);
    rest(&mut view, &rendered);
    view
}

/// The cursor in a template inside the cell.
pub(super) struct Inside {
    /// The template's source.
    pub text: String,
    /// The cursor's offset in the template.
    pub offset: usize,
    /// The cursor's line: its start in the template, and its span in the cell.
    line: (usize, Span),
}

impl Inside {
    /// Maps a span of the template to the cell, if it is in the cursor's line.
    pub fn place(&self, span: Span) -> Option<Span> {
        let (start, own) = self.line;
        let from = (span.start as usize).checked_sub(start)?;
        let to = (span.end as usize).checked_sub(start)?;
        (to <= own.len() as usize).then(|| Span::new(own.start + from as u32, own.start + to as u32))
    }
}

/// Maps the cursor to the code of a template, if the cell contains that code unescaped.
pub(super) fn inside(here: &CursorContext<'_>, session: Option<&mut Session>) -> Option<Inside> {
    if here.options.template || !here.text.contains("epp") {
        return None;
    }
    let template = find(here, session)?;
    let at = template.places.iter().position(|place| here.is_in(*place))?;
    let (text, own) = (template.text?, *template.places.get(at)?);
    let start: usize = text.split_inclusive('\n').take(at).map(str::len).sum();
    // With escapes a line of the template differs from the line of the cell.
    let is_same = text.get(start..).is_some_and(|rest| rest.starts_with(own.of(here.text)));
    let offset = start + (here.at() - own.start) as usize;
    let lines = template_lines(&text);
    let in_code = lines.iter().flat_map(|line| &line.parts).any(|part| {
        let (from, to) = (part.span.start as usize, part.span.end as usize);
        part.kind == PartKind::Code && (from..=to).contains(&offset)
    });
    (is_same && in_code).then_some(Inside { offset, line: (start, own), text })
}

/// A template in the cell.
struct Template {
    form: String,
    span: Span,
    text: Option<String>,
    /// The spans of its lines in the cell; empty where the cell does not contain them.
    places: Vec<Span>,
    /// The code of its parameters.
    parameters: Option<String>,
}

fn find(here: &CursorContext<'_>, session: Option<&mut Session>) -> Option<Template> {
    let whole = Span::new(0, here.text.len() as u32);
    if here.options.template {
        let places = template_lines(here.text).iter().map(|line| line.span).collect();
        let (form, text) = ("template".to_owned(), Some(here.text.to_owned()));
        return Some(Template { form, span: whole, text, places, parameters: None });
    }
    let lexed = lex(here.text, here.options);
    let parsed = parse(here.text, here.options);
    let body = &parsed.program.body;
    let mut found: Vec<Site<'_>> = Vec::new();
    walk::for_each_everywhere(body, &mut |expr| found.extend(site(body, expr)));
    // A heredoc that is also rendered is shown with its parameters.
    let nearest = found.iter().min_by_key(|site| (site.distance(here, &lexed), site.call.is_none()))?;
    Some(nearest.template(here, &lexed, session))
}

/// The location where a template is defined or rendered.
struct Site<'p> {
    call: Option<(&'p Name, Span, Option<Span>)>,
    /// The literal with its source, or another expression.
    source: &'p Expr,
}

fn site<'p>(body: &'p Expr, expr: &'p Expr) -> Option<Site<'p>> {
    let (name, args): (&Expr, Vec<&Expr>) = match &expr.kind {
        ExprKind::Call(call) => (&call.functor, call.args.iter().collect()),
        ExprKind::Method(method) => (&method.name, std::iter::once(&method.receiver).chain(&method.args).collect()),
        ExprKind::Heredoc(heredoc) if heredoc.syntax.as_deref() == Some("epp") => {
            return Some(Site { call: None, source: expr });
        }
        _ => return None,
    };
    let ExprKind::Name(name) = &name.kind else { return None };
    if !matches!(&**name, "inline_epp" | "epp") {
        return None;
    }
    let source = args.first()?;
    let parameters = args.get(1).map(|arg| arg.span);
    Some(Site { call: Some((name, expr.span, parameters)), source: assigned(body, source).unwrap_or(source) })
}

/// Returns the last value that the cell assigns to the variable `expr`.
fn assigned<'p>(body: &'p Expr, expr: &Expr) -> Option<&'p Expr> {
    let ExprKind::Variable(name) = &expr.kind else { return None };
    let mut found = None;
    walk::for_each_everywhere(body, &mut |one| {
        if let ExprKind::Assign(_, target, value) = &one.kind
            && matches!(&target.kind, ExprKind::Variable(own) if own == name)
        {
            found = Some(&**value);
        }
    });
    found
}

impl Site<'_> {
    fn distance(&self, here: &CursorContext<'_>, lexed: &Lexed) -> u32 {
        let heredoc = lexed.heredocs.iter().find(|one| one.opener == self.source.span);
        let body = heredoc.map_or(u32::MAX, |one| here.distance(one.body));
        let call = self.call.map_or(u32::MAX, |(_, span, _)| here.distance(span));
        here.distance(self.source.span).min(body).min(call)
    }

    fn template(&self, here: &CursorContext<'_>, lexed: &Lexed, session: Option<&mut Session>) -> Template {
        let parameters = self.call.and_then(|(_, _, span)| span).map(|span| span.of(here.text).to_owned());
        let form =
            self.call.map_or_else(|| self.source.span.of(here.text).to_owned(), |(name, ..)| format!("{name}()"));
        let span = self.call.map_or(self.source.span, |(_, span, _)| span);
        let text = self.text(here, session);
        let places = text.as_ref().map(|text| self.places(here, lexed, text)).unwrap_or_default();
        Template { form, span, text, places, parameters }
    }

    /// Returns the template's source: from a literal, or from the session; for `epp` the content of the file.
    fn text(&self, here: &CursorContext<'_>, session: Option<&mut Session>) -> Option<String> {
        let literal = match &self.source.kind {
            ExprKind::String(text) => Some(text.to_string()),
            ExprKind::Heredoc(heredoc) => match &heredoc.text.kind {
                ExprKind::String(text) => Some(text.to_string()),
                _ => None,
            },
            _ => None,
        };
        let is_file = self.call.is_some_and(|(name, ..)| &**name == "epp");
        match (literal, session) {
            (Some(path), Some(session)) if is_file => session.inspect().template_file(&path),
            (Some(text), _) if !is_file => Some(text),
            (None, Some(session)) => {
                let text = session.inspect().text_of(&self.code(here))?;
                if is_file { session.inspect().template_file(&text) } else { Some(text) }
            }
            _ => None,
        }
    }

    /// Returns the template as separate code: a heredoc with its body.
    fn code(&self, here: &CursorContext<'_>) -> String {
        let opener = self.source.span.of(here.text);
        match &self.source.kind {
            ExprKind::Heredoc(heredoc) => {
                let rest = here.text.get(heredoc.body.start as usize..).unwrap_or("");
                format!("{opener}\n{rest}")
            }
            _ => opener.to_owned(),
        }
    }

    /// Returns the spans of the template's lines in the cell.
    fn places(&self, here: &CursorContext<'_>, lexed: &Lexed, text: &str) -> Vec<Span> {
        let places: Vec<Span> = match &self.source.kind {
            ExprKind::Heredoc(_) => {
                let opened = lexed.heredocs.iter().find(|one| one.opener == self.source.span);
                let lines = opened.map(|one| heredoc_lines(here.text, lexed, one)).unwrap_or_default();
                lines.iter().map(|line| Span::new(line.cut.end, line.span.end)).collect()
            }
            ExprKind::String(_) => literal_lines(here.text, self.source.span),
            _ => Vec::new(),
        };
        if places.len() == template_lines(text).len() { places } else { Vec::new() }
    }
}

/// Splits a quoted literal into lines.
fn literal_lines(source: &str, span: Span) -> Vec<Span> {
    let inside = Span::new(span.start + 1, span.end.saturating_sub(1).max(span.start + 1));
    let mut at = inside.start;
    let lines = inside.of(source).split_inclusive('\n').map(|line| {
        let own = Span::new(at, at + line.trim_end_matches(['\n', '\r']).len() as u32);
        at += line.len() as u32;
        own
    });
    lines.collect()
}

fn lines(view: &mut View, here: &CursorContext<'_>, template: &Template, text: &str, rendered: &TemplateView) {
    let current = template.places.iter().position(|place| here.is_in(*place));
    let middle = current.unwrap_or(0);
    let wide = rendered.lines.len().to_string().len();
    for (index, line) in rendered.lines.iter().enumerate() {
        if index.abs_diff(middle) > AROUND {
            continue;
        }
        if current == Some(index) {
            view.focus_next();
        }
        let place = template.places.get(index).copied();
        let mut shown = source(line, text, &format!("{:>wide$} ", index + 1));
        shown.span = place;
        view.push(shown);
        wrote(view, line, place, wide);
        let here_is = |report: &&Report| report.position.is_some_and(|(at, _)| at as usize == index + 1);
        rendered.reports.iter().filter(here_is).for_each(|report| error(view, report, place));
    }
    if rendered.lines.is_empty() {
        view.say(Role::Hint, "(the template is empty)");
    }
}

/// Formats a line of the template as in the source.
fn source(line: &TemplateLine, text: &str, gutter: &str) -> Line {
    line.parts.iter().fold(Line::of(Role::LineNumber, gutter), |shown, part| {
        let code = part.span.of(text).replace('\r', "");
        let (body, ends) = match code.strip_suffix('\n') {
            Some(body) => (body, true),
            None => (&*code, false),
        };
        let (role, end) = match part.kind {
            PartKind::Text => (Role::Plain, if ends { "⏎" } else { "" }),
            PartKind::Trimmed => (Role::Cut, if ends { "⏎" } else { "" }),
            PartKind::Code => (Role::Variable, ""),
            PartKind::Comment => (Role::Comment, ""),
        };
        let body = if part.kind == PartKind::Trimmed { spaces(body) } else { body.to_owned() };
        shown.and(role, body).and(if role == Role::Plain { Role::Blank } else { Role::Cut }, end)
    })
}

/// Adds the output of a line.
fn wrote(view: &mut View, line: &TemplateLine, place: Option<Span>, wide: usize) {
    for row in &line.wrote {
        let mut shown = Line::of(Role::Success, format!("{:>wide$} ", "⇒"));
        for (by_tag, text) in row {
            let (body, ends) = text.strip_suffix('\n').map_or((&**text, false), |body| (body, true));
            shown = shown
                .and(if *by_tag { Role::Result } else { Role::String }, body)
                .and(Role::Blank, if ends { "⏎" } else { "" });
        }
        shown.span = place;
        view.push(shown);
    }
    if line.more > 0 {
        view.say(Role::Hint, format!("{:wide$} … and {} more", "", line.more));
    }
}

fn error(view: &mut View, report: &Report, place: Option<Span>) {
    let role = if report.severity == Severity::Error { Role::Error } else { Role::Warning };
    let mut line = Line::of(role, format!("{}: ", report.severity.as_str())).and(Role::Plain, &report.message);
    line.span = place;
    view.push(line);
    report.help.iter().for_each(|help| view.say(Role::Hint, help));
    place.iter().for_each(|span| view.mark(*span, Role::Fault));
}

/// Adds the messages without a line, and the complete output.
fn rest(view: &mut View, rendered: &TemplateView) {
    for report in rendered.reports.iter().filter(|report| report.position.is_none()) {
        view.gap();
        error(view, report, None);
    }
    if let Some(why) = rendered.unrendered {
        view.gap();
        view.say(Role::Hint, format!("Not rendered: {why}."));
    }
    if rendered.sensitive {
        view.gap();
        view.say(Role::Hint, "The output is Sensitive and not shown.");
    }
    let Some(text) = &rendered.text else { return };
    view.head("Complete output");
    for line in text.split_inclusive('\n').take(MAX_LINES) {
        let (body, ends) = line.strip_suffix('\n').map_or((line, false), |body| (body, true));
        view.push(Line::of(Role::String, body).and(Role::Blank, if ends { "⏎" } else { "" }));
    }
    let more = text.split_inclusive('\n').count().saturating_sub(MAX_LINES);
    if more > 0 {
        view.say(Role::Hint, format!("… and {more} more lines"));
    }
}
