//! The problems of a whole environment as findings of its files.

use std::sync::Arc;

use pprepl_project::{FileRole, Member, Problem, ProblemKind, Project, SymbolKind, index};
use pprepl_text::{Code, Diagnostic, Label, RuleCode, Severity, Source, WordReplacement};
use puppet_catalog::Reference;

use super::analyzer::Analyzer;

impl Analyzer<'_> {
    /// Adds the certain problems of a file of the environment to its findings. Returns the possible ones as hints: a module
    /// that is not here, or code that computes names, may decide otherwise.
    pub(super) fn add_problems(&self, source: &Arc<Source>, findings: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Some(project) = &self.checker.project else { return Vec::new() };
        let is_read = project.index.file(source.name()).is_some_and(|file| file.source.text() == source.text());
        let problems = if is_read { project.index.problems_of(source.name()) } else { Vec::new() };
        let rules = self.checker.rules;
        let (mut certain, mut possible) = (Vec::new(), Vec::new());
        let with_text = |problem| (problem, diagnostic(&project.index, problem));
        for (problem, mut found) in problems.iter().map(with_text) {
            if !matches!(found.code, Code::Rule(code) if rules.has(code)) {
                continue;
            }
            // The checker of a file sees some of these, too.
            findings.retain(|known| known.code != found.code || !holds(known, &found));
            if problem.is_certain && self.checker.is_complete {
                certain.push(found);
            } else {
                found.severity = Severity::Note;
                possible.push(found);
            }
        }
        findings.extend(certain);
        possible
    }

    /// Returns the problems of a manifest that belongs to no environment, as hints: other files may decide otherwise.
    pub(super) fn problems_of(&self, source: &Source, findings: &[Diagnostic]) -> Vec<Diagnostic> {
        let member = Member {
            path: source.name().into(),
            name: source.name().into(),
            role: FileRole::SiteManifest,
            module: None,
            expects: "".into(),
        };
        let (entry, _) = index(&member, source.text(), self.core.options_for(source.name()));
        let project = Project::new([entry]);
        let problems = project.problems();
        let all = problems.of(source.name()).iter().map(|problem| diagnostic(&project, problem));
        let rules = self.checker.rules;
        let is_enabled = |found: &Diagnostic| matches!(found.code, Code::Rule(code) if rules.has(code));
        let is_new = |found: &Diagnostic| !findings.iter().any(|known| known.code == found.code && holds(known, found));
        all.filter(|found| is_enabled(found) && is_new(found))
            .map(|found| Diagnostic { severity: Severity::Note, ..found })
            .collect()
    }
}

/// Returns whether one finding is around another.
fn holds(outer: &Diagnostic, inner: &Diagnostic) -> bool {
    match (outer.span, inner.span) {
        (Some(outer), Some(inner)) => outer.start <= inner.start && inner.end <= outer.end,
        _ => false,
    }
}

fn diagnostic(project: &Project, problem: &Problem) -> Diagnostic {
    let error = |code, message| Diagnostic::new(Severity::Error, code, Some(problem.span), message);
    match &problem.kind {
        ProblemKind::MissingParameters { definition, parameters, place } => {
            let is_class = definition.kind == SymbolKind::Class;
            let what = if is_class { "class " } else { "" };
            let names: Vec<String> = parameters.iter().map(|name| format!("'{name}'")).collect();
            let message = format!("{what}{} needs a value for {}", definition.name, names.join(", "));
            let mut found = error(RuleCode::MissingAttribute, message);
            found.help = parameters.first().filter(|_| is_class).map(|first| missing_help(&definition.name, first));
            let (file, span) = place;
            let label = project.file(file).map(|file| Label {
                source: Some(file.source.clone()),
                span: *span,
                message: "this parameter has no default".to_owned(),
            });
            found.labels.extend(label);
            found
        }
        ProblemKind::Undeclared { type_name, title, near } => {
            let reference = |title: &str| Reference::new(&**type_name, title);
            let found = error(RuleCode::UndeclaredReference, format!("{} is not declared", reference(title)));
            match near {
                Some(near) => {
                    let swap = WordReplacement { from: title.to_string(), to: near.to_string() };
                    found.with_help(format!("did you mean {}?", reference(near))).with_swap(Some(swap))
                }
                None if &**type_name == "class" => {
                    found.with_help("define the class, or install the module that has it")
                }
                None => {
                    let help = format!("declare {} too: Puppet refuses a catalog without it", reference(title));
                    found.with_help(help)
                }
            }
        }
    }
}

fn missing_help(class: &str, parameter: &str) -> String {
    format!(
        "give it in Hiera data as {class}::{parameter}, or declare the class: class {{ '{class}': {parameter} => .. }}"
    )
}
