//! Advice for the errors of a run. The evaluator knows the values and the place; the source around the place shows what
//! was meant: a call of another language's function, a reference in lowercase, strings that are added. Each rule
//! returns what to write; a fix is offered only if the program with it runs better (see [`proof`]).

mod advised;
mod call;
mod collection;
mod deferred;
mod literal;
mod name;
mod number;
mod operator;
mod proof;
mod resource;
mod scene;
mod template;

use std::sync::Arc;

use pprepl_budget as budget;
use pprepl_text::{Diagnostic, Source};
use puppet_syntax as syntax;

use super::analyzer::Analyzer;
use advised::Advice;
use scene::Scene;

/// A rule: looks at the source around an error.
type Rule = fn(&mut Scene<'_, '_>, &Diagnostic) -> Option<Advice>;

/// The rules; the first one that has advice decides.
const RULES: &[Rule] = &[
    call::arrow_function,
    name::missing_dollar,
    call::resource_call,
    call::named_arguments,
    call::member,
    call::module_function,
    call::unknown_function,
    call::older_function,
    call::statement_call,
    name::uppercase_variable,
    name::module_variable,
    name::reassigned,
    resource::class_as_resource,
    resource::title_in_loop,
    resource::lowercase_reference,
    operator::power,
    operator::negative_argument,
    operator::added_strings,
    operator::formatted,
    operator::swapped_match,
    operator::number_in_string,
    operator::unordered,
    collection::missing_key,
    collection::missing_element,
    collection::undef_variable,
    call::swapped_arguments,
    literal::converted,
    template::inner_fix,
];

/// The maximum number of fixes that are tried for an error.
const MAX_TRIED: usize = 4;

impl Analyzer<'_> {
    /// Completes an error or warning of a run of `input`: what was meant, and the fixes that work.
    pub(super) fn advise(&mut self, input: &Arc<Source>, diagnostic: &mut Diagnostic) {
        let source = diagnostic.source.clone().unwrap_or_else(|| input.clone());
        let Some(span) = diagnostic.span.filter(|_| budget::check().is_ok()) else { return };
        let logs = self.core.vm.messages.take_logs();
        let parsed = syntax::parse(source.text(), self.core.options_of(&source));
        let is_readable = !parsed.diagnostics.iter().any(Diagnostic::is_error);
        let is_input = Arc::ptr_eq(input, &source) || source.name() == input.name();
        let advice = if is_readable {
            let mut scene = Scene::new(self, (&source, is_input), &parsed.program.body, span);
            RULES.iter().find_map(|rule| rule(&mut scene, diagnostic))
        } else {
            None
        };
        self.apply(&source, is_input, diagnostic, advice.unwrap_or_default());
        self.core.vm.messages.restore_logs(logs);
    }

    /// Applies advice to an error, with the first of its fixes that works.
    fn apply(&mut self, source: &Arc<Source>, is_input: bool, found: &mut Diagnostic, advice: Advice) {
        let has_fixes = !advice.fixes.is_empty();
        let own = std::mem::take(&mut found.fixes);
        let swapped = found.swap.take().zip(found.span).and_then(|(swap, span)| swap.fix(span, source.text()));
        let tried = advice.fixes.into_iter().map(|fix| (fix, advice.must_run));
        let others = own.into_iter().chain(swapped).map(|fix| (fix, false));
        let mut tried = tried.chain(others).take(MAX_TRIED);
        let works = tried.find(|(fix, must_run)| self.is_better(source, fix, is_input, *must_run));
        found.message = advice.message.unwrap_or_else(|| std::mem::take(&mut found.message));
        found.help = advice.help.or(found.help.take());
        found.labels.extend(advice.label);
        let Some((fix, _)) = works else { return };
        if let (Some(words), true) = (advice.written, has_fixes) {
            let code = fix.edits.first().map_or("", |edit| edit.text.trim());
            found.help = Some(words.replace("{}", code));
        }
        found.fixes = vec![fix];
    }
}
