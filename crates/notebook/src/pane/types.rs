//! The type pane: the inferred type of the expression under the cursor, the expected type there, the current type,
//! and the reason of a mismatch; then the cell's own value with its types.

use std::time::Duration;

use rustc_hash::FxHashSet;

use pprepl_session::inspect::ScopeView;
use pprepl_session::{Preview, Report, Session, TypeAt};
use pprepl_text::columns::shortened;
use pprepl_text::layout::layout;
use pprepl_text::outline::outlined;
use pprepl_text::theme::Role;
use pprepl_text::{Severity, Span, mismatch_tree};
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{LexOptions, parse, walk};

use super::{CellOutput, CursorContext, Line, View, definition, epp, scope};

/// The width from which a type is broken over lines.
const WIDE: usize = 44;

/// The maximum width of a type over all its lines.
const MAX_COLUMNS: usize = 20 * WIDE;

/// Builds the pane. `ran` is the output of the cell's last run.
pub fn view(here: &CursorContext<'_>, session: &mut Session, ran: Option<&CellOutput<'_>>) -> View {
    let mut view = View::new("Type");
    let name = if here.options.template { "cell.epp" } else { "cell" };
    let (known, inside) = match in_template(here, session) {
        Some((known, inside)) => (Some(known), Some(inside)),
        None => (session.analyze().type_at(name, here.text, here.offset), None),
    };
    let mut told: &[Report] = &[];
    match &known {
        Some(known) => {
            let span = Span::new(known.from as u32, known.to as u32);
            let place = inside.as_ref().map_or(Some(span), |inside| inside.place(span));
            view.focus_next();
            let mut line = Line::of(Role::Match, shortened(&known.code, 60));
            line = line.and(Role::Hint, if inside.is_some() { "  in the template" } else { "" });
            if let Some(place) = place {
                view.mark(place, Role::Match);
                line = line.at(place);
            }
            view.push(line);
            let is_definition = inside.is_none() && definition::report(&mut view, here, span);
            // A type that is certain before a run is shown once, with the value.
            if !is_definition && known.value.as_ref().is_none_or(|value| value.detailed != known.static_type) {
                long(&mut view, "inferred", &known.static_type);
            }
            let general = known.generalized.iter().filter(|_| known.value.is_none());
            general.for_each(|general| long(&mut view, "generalized", general));
            known.wanted.iter().for_each(|wanted| long(&mut view, "expected here", wanted));
            known.value.iter().for_each(|value| now(&mut view, value));
            mismatches(&mut view, &mismatch_tree(&known.mismatch, 2 * WIDE));
            told = &known.reports;
        }
        None => view.say(Role::Hint, "No expression under the cursor."),
    }
    told.iter().for_each(|report| finding(&mut view, report));
    if let Some(ran) = ran {
        result(&mut view, here, ran, told);
    }
    view
}

/// Builds the pane without a session, from earlier scopes: the variable under the cursor.
pub fn meanwhile(here: &CursorContext<'_>, scopes: &[ScopeView]) -> Option<View> {
    let (variable, span) = scope::under(here, scopes)?;
    let mut view = View::new("Type");
    view.mark(span, Role::Match);
    view.push(Line::of(Role::Match, format!("${}", variable.name)).at(span));
    view.gap();
    view.push(Line::of(Role::Label, format!("{:14}  ", "before")).and(Role::String, shortened(&variable.value, 200)));
    long(&mut view, "generalized", &variable.type_name);
    Some(view)
}

/// Returns the type under the cursor in a template inside the cell.
fn in_template(here: &CursorContext<'_>, session: &mut Session) -> Option<(TypeAt, epp::Inside)> {
    let inside = epp::inside(here, Some(session))?;
    let mut known = session.analyze().type_at("cell.epp", &inside.text, inside.offset)?;
    if known.value.is_none() && !speaks_of_its_own(&inside.text, &known.code) {
        known.value = session.preview(&known.code, INSPECT_TIME);
    }
    Some((known, inside))
}

/// The time limit for evaluating a value.
const INSPECT_TIME: Duration = Duration::from_millis(20);

/// Returns whether code names a variable that the template itself sets: a lambda parameter, a template parameter, an
/// assignment.
fn speaks_of_its_own(template: &str, code: &str) -> bool {
    let parsed = parse(template, LexOptions { template: true, ..LexOptions::default() });
    let mut own: FxHashSet<String> = FxHashSet::default();
    walk::for_each_everywhere(&parsed.program.body, &mut |expr| {
        let params = match &expr.kind {
            ExprKind::Epp(epp) => &*epp.params,
            _ => walk::lambda_of(expr).map_or(&[][..], |lambda| &lambda.params),
        };
        own.extend(params.iter().map(|param| param.name.to_string()));
        if let ExprKind::Assign(_, target, _) = &expr.kind {
            own.extend(variable(target));
        }
    });
    let parsed = parse(code, LexOptions::default());
    walk::any(&parsed.program.body, &|expr| variable(expr).is_some_and(|name| own.contains(&name)))
}

fn variable(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Variable(name) => Some(name.to_string()),
        _ => None,
    }
}

/// Adds a name and a type; a long type continues below the name.
fn long(view: &mut View, name: &str, text: &str) {
    let text = layout(&outlined(text, MAX_COLUMNS), WIDE);
    if text.contains('\n') {
        view.say(Role::Label, name);
        text.lines().for_each(|line| view.say(Role::Type, format!("  {line}")));
    } else {
        view.push(Line::of(Role::Label, format!("{name:14}  ")).and(Role::Type, text));
    }
}

/// Adds the current value.
fn now(view: &mut View, glance: &Preview) {
    view.gap();
    view.push(Line::of(Role::Label, format!("{:14}  ", "now")).and(Role::String, shortened(&glance.value, 200)));
    types(view, &glance.detailed, &glance.reduced, &glance.generalized);
    glance.meaning.iter().for_each(|meaning| long(view, "type", meaning));
    let documents = glance.documents.iter().filter(|documents| **documents != glance.reduced);
    documents.for_each(|documents| long(view, "type_of", documents));
}

/// Adds the three types; equal ones are shown once.
fn types(view: &mut View, detailed: &str, reduced: &str, generalized: &str) {
    if detailed == reduced && reduced == generalized {
        return long(view, "type", detailed);
    }
    long(view, "detailed", detailed);
    if reduced != detailed {
        long(view, "reduced", reduced);
    }
    long(view, "generalized", generalized);
}

fn mismatches(view: &mut View, tree: &str) {
    if tree.is_empty() {
        return;
    }
    view.head("Type mismatch");
    view.say_all(Role::Plain, tree);
}

fn finding(view: &mut View, report: &Report) {
    let role = match report.severity {
        Severity::Error => Role::Error,
        Severity::Warning => Role::Warning,
        Severity::Note => Role::Note,
    };
    view.gap();
    view.push(Line::of(role, format!("{}: ", report.severity.as_str())).and(Role::Plain, &report.message));
    report.notes.iter().for_each(|note| view.say(Role::Note, note));
    report.help.iter().for_each(|help| view.say(Role::Help, help));
}

/// Adds the output of the cell.
fn result(view: &mut View, here: &CursorContext<'_>, ran: &CellOutput<'_>, told: &[Report]) {
    if let Some(value) = ran.value {
        view.head("The cell's value");
        view.push(Line::of(Role::String, shortened(value, 200)));
        if let (Some(detailed), Some(reduced), Some(generalized)) = (ran.detailed, ran.reduced, ran.generalized) {
            types(view, detailed, reduced, generalized);
        }
    }
    let line = here.line_of(here.at()) as u32;
    // The checker and a run have different codes for one error, and the same topic.
    let is_told =
        |report: &&Report| told.iter().any(|one| one.topic == report.topic && one.position == report.position);
    let at_cursor = |report: &&Report| report.position.is_some_and(|(at, _)| at == line);
    let new: Vec<&Report> = ran.reports.iter().filter(|report| !is_told(report) && at_cursor(report)).collect();
    if !new.is_empty() {
        view.head("Reported in this line by the last run");
    }
    for report in new {
        finding(view, report);
        mismatches(view, &mismatch_tree(&report.misfits, 2 * WIDE));
    }
}
