//! Calls of built-in functions by their declared overloads: a call fails when every overload rejects it.

use pprepl_text::RuleCode;
use puppet_pcore::Ty;

use super::builtin::Calling;
use super::checker::Checker;
use super::display::{arguments, display};
use super::finding::Finding;
use super::hint::By;
use super::signature::OverloadMismatch;
use super::typed_expr::TypedExpr;

impl<'a> Checker<'a> {
    /// Infers the arguments, matches the call against the overloads, and returns the declared result.
    pub(super) fn generic(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        self.check_call(calling);
        self.free_lambda(calling.lambda);
        let ty = self.declared_of(calling);
        self.computed(ty, calling.expr)
    }

    /// Infers the arguments and matches the call against the overloads. Returns `false` when no overload
    /// accepts it.
    pub(super) fn check_call(&mut self, calling: &mut Calling<'a>) -> bool {
        let given = self.read_arguments(&mut calling.args);
        let types: Vec<Ty> = given.iter().map(|one| one.ty.clone()).collect();
        let mut refusals = Vec::new();
        for overload in &calling.signature.overloads {
            match overload.mismatch(&self.sets, &types, calling.args.open, calling.block()) {
                Some(refusal) => refusals.push(refusal),
                None => {
                    self.check_preconditions(calling);
                    self.deferred_arguments(calling, &given);
                    return true;
                }
            }
        }
        self.rejected(calling, &refusals, &given);
        false
    }

    /// Returns the join of the declared results of the matching overloads.
    pub(super) fn declared_of(&mut self, calling: &Calling<'a>) -> Ty {
        let types: Vec<Ty> =
            calling.args.given.iter().filter_map(|arg| arg.found.as_ref().map(|found| found.ty.clone())).collect();
        let suited = calling
            .signature
            .overloads
            .iter()
            .filter(|overload| overload.mismatch(&self.sets, &types, calling.args.open, calling.block()).is_none());
        let results: Vec<Ty> = suited.map(|overload| overload.returns.clone()).collect();
        if results.is_empty() { puppet_pcore::algebra::constant::any() } else { self.sets.join(&results) }
    }

    fn rejected(&mut self, calling: &Calling<'a>, refusals: &[OverloadMismatch], given: &[TypedExpr]) {
        let name = calling.name;
        let is_of_block = |refusal: &&OverloadMismatch| {
            matches!(
                refusal,
                OverloadMismatch::NoBlock | OverloadMismatch::BlockMissing | OverloadMismatch::BlockCount(..)
            )
        };
        // An overload without a lambda that refuses an argument explains more than those that need a lambda.
        let takes_none =
            calling.signature.overloads.iter().zip(refusals).any(|(overload, refusal)| {
                matches!(refusal, OverloadMismatch::Argument(..)) && !overload.requires_block()
            });
        let is_plain = takes_none && calling.block().is_none();
        let of_block = refusals.iter().find(is_of_block).filter(|_| !is_plain);
        match of_block {
            Some(OverloadMismatch::BlockMissing) => {
                let finding =
                    Finding::error(RuleCode::MissingBlock, calling.name_spot, format!("{name} expects a lambda"));
                self.report(finding);
            }
            Some(OverloadMismatch::NoBlock) => {
                let span = calling.lambda.map(|lambda| lambda.span);
                let spot = span.map_or(calling.name_spot, |span| self.span_of(span));
                self.report(Finding::error(
                    RuleCode::UnexpectedBlock,
                    spot,
                    format!("{name} does not accept a lambda"),
                ));
            }
            Some(_) => self.report_bad_count(calling, refusals),
            None => self.report_bad_argument(calling, refusals, given),
        }
    }

    fn report_bad_count(&mut self, calling: &Calling<'a>, refusals: &[OverloadMismatch]) {
        let mut counts: Vec<usize> = refusals
            .iter()
            .filter_map(|refusal| match refusal {
                OverloadMismatch::BlockCount(least) => Some(*least),
                _ => None,
            })
            .collect();
        counts.sort_unstable();
        counts.dedup();
        let takes = calling.block().flatten().map_or(0, |(least, _)| least);
        let one = counts[..] == [1];
        let gets: Vec<String> = counts.iter().map(usize::to_string).collect();
        let message = format!(
            "the lambda of {} gets {} argument{}, this one takes {takes}",
            calling.name,
            gets.join(" or "),
            if one { "" } else { "s" }
        );
        let spot = match (calling.lambda, &calling.callable) {
            (Some(lambda), _) => self.parameter_list(lambda),
            (None, Some(callable)) => self.span(callable.expr),
            (None, None) => calling.name_spot,
        };
        self.report(Finding::error(RuleCode::BlockArity, spot, message).note(calling.name_spot, "called here"));
    }

    fn report_bad_argument(&mut self, calling: &Calling<'a>, refusals: &[OverloadMismatch], given: &[TypedExpr]) {
        let arguments_refused = refusals.iter().filter_map(|refusal| match refusal {
            OverloadMismatch::Argument(at, wanted) => Some((*at, wanted)),
            _ => None,
        });
        let refused: Vec<(usize, &Ty)> = arguments_refused.collect();
        let Some(at) = refused.iter().map(|(at, _)| *at).max() else { return self.wrong_count(calling, given.len()) };
        let mut wanted: Vec<String> = Vec::new();
        for (_, ty) in refused.iter().filter(|(index, _)| *index == at) {
            let text = display(ty);
            if !wanted.contains(&text) {
                wanted.push(text);
            }
        }
        let (Some(found), Some(argument)) = (given.get(at), calling.args.given.get(at)) else { return };
        let spot = self.span(argument.expr);
        let message = format!(
            "argument {} of {} must be {}, found {}",
            at + 1,
            calling.name,
            wanted.join(" or "),
            self.sets.general(&found.ty)
        );
        let source = found.source.as_ref().filter(|source| source.spot != spot).map(|source| source.spot);
        let here = || refused.iter().filter(|(index, _)| *index == at).map(|(_, ty)| *ty);
        let hint = here().find_map(|ty| self.sets.hint(&found.ty, ty, By::Language));
        let fix = here().find_map(|ty| self.fix(&found.ty, ty, argument.expr.span)).map(|fix| fix.surely(false));
        let finding = Finding::error(RuleCode::Argument, spot, message)
            .note(calling.name_spot, "called here")
            .note_if(source, "found here")
            .hint(hint)
            .fix(fix);
        self.report(finding);
    }

    fn wrong_count(&mut self, calling: &Calling<'a>, count: usize) {
        let overloads = &calling.signature.overloads;
        let min = overloads.iter().map(|overload| overload.min).min().unwrap_or(0);
        let open = overloads.iter().any(|overload| overload.max.is_none());
        let max = overloads.iter().filter_map(|overload| overload.max).max().filter(|_| !open);
        let spot = self.span(calling.expr);
        let message = format!("{} takes {}, found {count}", calling.name, arguments(min, max));
        self.report(Finding::error(RuleCode::Arity, spot, message));
    }
}
