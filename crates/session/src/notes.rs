//! Notes on an input: facts about code that runs but may not mean what it seems to. The checker finds most of them
//! ahead; the others need the run: why a value is not of a type, and relationships that do not hold.

use std::sync::Arc;
use std::time::Duration;

use pprepl_text::{Code, Diagnostic, IssueCode, RuleCode, Severity, Source, Span, WordReplacement, suggest};
use puppet_catalog::{Reference, capitalized};
use puppet_check::is_visible;
use puppet_pcore::algebra::mismatch;
use puppet_pcore::{Type, Value};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind, Program};
use puppet_syntax::walk;

use super::analyzer::Analyzer;
use super::matching::ended_match;
use super::report::reports;
use super::run::Runner;
use super::{Evaluation, Report};

/// The time limit for finding the reason of a failed match.
const REASON_TIME: Duration = Duration::from_millis(50);

/// The maximum number of resources in a catalog whose relationships are checked after each input.
const MAX_RESOURCES: usize = 2_000;

impl Analyzer<'_> {
    /// Keeps of the checker's findings the notes that are shown.
    pub(super) fn keep_visible(&self, found: &mut Vec<Diagnostic>) {
        let is_on = self.core.settings.display.notes;
        found.retain(|one| one.severity != Severity::Note || is_on && is_visible(one.code));
    }
}

impl Runner<'_> {
    /// Adds the notes on an input that ran: notes of the checker, on its value and on its relationships.
    pub(super) fn add_notes(
        &mut self,
        source: &Arc<Source>,
        program: &Program,
        (mut foreseen, mark): (Vec<Report>, usize),
        evaluation: &mut Evaluation,
    ) {
        let attributes = std::mem::take(&mut evaluation.notes);
        if evaluation.failed() {
            return;
        }
        let has_match = walk::any(&program.body, &is_match);
        let older = self.older_match(program).filter(|_| !has_match);
        self.record_match(has_match, evaluation.matched);
        if !self.core.settings.display.notes {
            return;
        }
        foreseen.extend(attributes);
        let ended = self.ended_match_note(source, program);
        foreseen.extend(reports(source, ended.or(older).as_slice()));
        if let Some(reason) = self.match_note(source, program, evaluation) {
            let told = reports(source, &[reason]);
            foreseen.retain(|note| !told.iter().any(|told| told.position == note.position && told.end == note.end));
            foreseen.extend(told);
        }
        foreseen.extend(self.relationship_notes(source, mark));
        foreseen.retain(|note| self.is_enabled(note.code));
        evaluation.notes = foreseen;
    }

    /// Keeps the notes of kinds that no input had before: at the prompt each kind is shown once. The reason of a
    /// failed match is part of the answer, and always shown.
    pub(super) fn keep_new_notes(&mut self, notes: &mut Vec<Report>) {
        let seen = &mut self.checker.seen_notes;
        notes.retain(|note| note.code == RuleCode::NoMatch || seen.insert(note.code));
    }

    fn is_enabled(&self, code: Code) -> bool {
        !matches!(code, Code::Rule(rule) if !self.checker.rules.has(rule))
    }

    /// Records an input with a match: whether it set the match variables of the session.
    fn record_match(&mut self, has_match: bool, has_set: bool) {
        let number = self.history.next_number();
        if has_match || has_set {
            // The cells of a notebook all have one number: the last two entries are all of them.
            let known = &mut self.history.match_inputs;
            let recent = known.len().saturating_sub(2);
            if let Some(at) = known.iter().skip(recent).position(|one| *one == (number, has_set)) {
                known.remove(recent + at);
            }
            known.push((number, has_set));
        }
    }

    /// Returns a note on `$1`, when a later match was in a branch, whose match variables end with it.
    fn older_match(&self, program: &Program) -> Option<Diagnostic> {
        let (set, hidden) = self.history.match_inputs();
        if set == 0 || hidden == 0 {
            return None;
        }
        let mut found = None;
        walk::for_each(&program.body, &mut |one| {
            if let ExprKind::Variable(name) = &one.kind
                && name.bytes().all(|byte| byte.is_ascii_digit())
            {
                found = found.or(Some((one.span, name)));
            }
        });
        let (span, name) = found?;
        let message = format!("${name} is from an earlier match, of input {set}");
        let note = Diagnostic::new(Severity::Note, RuleCode::OlderMatch, Some(span), message);
        Some(note.with_help(format!("read ${name} inside the branch that tests the match of input {hidden}")))
    }

    /// Returns a note on `$1` after the construct that its match belongs to.
    fn ended_match_note(&self, source: &Source, program: &Program) -> Option<Diagnostic> {
        let ended = ended_match(&program.body)?;
        let (name, span) = ended.variable;
        let line_of = |span: Span| source.line_column(span.start).line;
        let (line, what) = (line_of(ended.span), ended.what);
        let (set, _) = self.history.match_inputs();
        let is_input = self.history.inputs.iter().any(|input| input.number == set);
        let now = match (ended.earlier, set) {
            (Some(earlier), _) => format!("it has the value of the match in line {}", line_of(earlier)),
            (None, 0) => "it is undef".to_owned(),
            (None, input) if is_input => format!("it has the value of input {input}"),
            (None, _) => "it has the value of an earlier match".to_owned(),
        };
        let message = format!("${name} is not of the match in line {line}, which ended with its {what}: {now}");
        let note = Diagnostic::new(Severity::Note, RuleCode::OlderMatch, Some(span), message);
        Some(note.with_help(format!("read ${name} inside the {what}, in the branch that the match selects")))
    }

    /// Returns why `value =~ Type` is false, when it is the value of the input.
    fn match_note(&mut self, source: &Arc<Source>, program: &Program, evaluation: &Evaluation) -> Option<Diagnostic> {
        let expr = last_statement(&program.body)?;
        let ExprKind::Binary(BinaryOp::Match, left, right) = &expr.kind else { return None };
        if evaluation.value.as_deref() != Some("false") {
            return None;
        }
        let text = source.text();
        let Value::Type(wanted) = self.core.try_evaluate(right.span.of(text), REASON_TIME)? else { return None };
        // A value computed by the program has the values of its variables now.
        let value = self.core.try_evaluate(left.span.of(text), REASON_TIME)?;
        if matches!(value, Value::Sensitive(_)) && !matches!(*wanted, Type::Sensitive(_)) {
            return None;
        }
        let found = mismatch(&wanted, &value)?;
        let help = found.nearest_fix().map(str::to_owned).or_else(|| match_help(&value, &wanted, left.span.of(text)));
        let mut note = Diagnostic::new(
            Severity::Note,
            RuleCode::NoMatch,
            Some(expr.span),
            format!("no match: {}", found.sentence("")),
        );
        note.misfits = found.rows("the value");
        note.help = help;
        Some(note)
    }

    /// Returns notes on relationships of this input with resources that are not declared, and on cycles.
    fn relationship_notes(&self, source: &Arc<Source>, mark: usize) -> Vec<Report> {
        let catalog = &self.core.vm.catalog;
        let count = catalog.catalog().resources().len();
        if self.core.vm.journal.mark() == mark || count > MAX_RESOURCES || !self.core.vm.journal.changes_catalog(mark) {
            return Vec::new();
        }
        let is_here = |other: &Arc<Source>| Arc::ptr_eq(other, source) || other.name() == source.name();
        let mut found = Vec::new();
        for dangling in catalog.dangling_references() {
            if let Some(place) = dangling.place.filter(|place| is_here(&place.source)) {
                found.push(self.undeclared(&dangling.reference, place.span));
            }
        }
        for mut cycle in catalog.finished().findings.into_iter().filter(|one| one.code == IssueCode::DependencyCycle) {
            let labels = cycle.labels.iter().filter_map(|label| label.source.as_ref());
            if cycle.source.iter().chain(labels).any(is_here) {
                place_cycle(&mut cycle, source);
                found.push(cycle);
            }
        }
        reports(source, &found)
    }

    /// Returns the note on a reference to a resource that is not declared, with the most similar title.
    fn undeclared(&self, reference: &Reference, span: Span) -> Diagnostic {
        let message = format!("{reference} is not declared so far");
        let note = Diagnostic::new(Severity::Note, RuleCode::UndeclaredReference, Some(span), message);
        let catalog = &self.core.vm.catalog;
        let catalog = catalog.catalog();
        let known = catalog.of_type(&reference.type_name).iter();
        let titles: Vec<&str> = known.filter_map(|id| Some(&*catalog.get(*id)?.reference.title)).collect();
        let Some(near) = suggest::nearest(&reference.title, titles) else {
            return note.with_help(format!("declare {reference} too: Puppet refuses a catalog without it"));
        };
        let type_name = capitalized(&reference.type_name);
        let swap = WordReplacement { from: reference.title.to_string(), to: near.to_owned() };
        note.with_help(format!("did you mean {type_name}['{near}']?")).with_swap(Some(swap))
    }
}

/// Moves a cycle to the edge that this input adds.
fn place_cycle(note: &mut Diagnostic, source: &Arc<Source>) {
    note.severity = Severity::Note;
    note.code = Code::Rule(RuleCode::DependencyCycle);
    let is_here = |other: &Arc<Source>| other.name() == source.name();
    if note.source.as_ref().is_some_and(is_here) {
        return;
    }
    let own = note.labels.iter().position(|label| label.source.as_ref().is_some_and(is_here));
    if let Some(label) = own.map(|at| note.labels.remove(at)) {
        note.source = label.source;
        note.span = Some(label.span);
        note.at = None;
    }
}

/// Returns whether the expression matches a regular expression.
fn is_match(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Match | BinaryOp::NoMatch, _, right) => matches!(right.kind, ExprKind::Regexp(_)),
        _ => false,
    }
}

/// Returns the last statement of a program.
fn last_statement(body: &Expr) -> Option<&Expr> {
    match &body.kind {
        ExprKind::Block(statements) => last_statement(statements.last()?),
        ExprKind::Paren(inner) => last_statement(inner),
        _ => Some(body),
    }
}

/// Returns the advice for a string that looks like the wanted number.
fn match_help(value: &Value, wanted: &Type, text: &str) -> Option<String> {
    let number = matches!(wanted, Type::Integer(_) | Type::Float(_) | Type::Numeric);
    let is_digits =
        value.as_str().is_some_and(|text| puppet_pcore::numeric_text::to_number(&Value::str(text)).is_some());
    (number && is_digits).then(|| format!("convert the string: `Numeric({text})`"))
}
