//! The work after an input's own code: evaluates collectors and the bodies of defined types until nothing changes.

use puppet_catalog::SourceLocation;

use super::super::flow::EvalError;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::collector::evaluate_collectors;
use super::define;
use super::edit::Edit;
use pprepl_text::{IssueCode, Label, Topic};

/// The maximum number of rounds for one input; Puppet has the same limit.
const ROUNDS: usize = 1000;

/// Runs the deferred work of an input when its own code has run: bodies of defined types and collectors.
pub(crate) fn finish_catalog(vm: &mut Vm, result: EvalResult) -> EvalResult {
    let value = run_deferred(vm, result?)?;
    // A collector may override attributes only while this input is finished.
    let overriding: Vec<_> = vm.catalog.overriding.iter().cloned().collect();
    overriding.into_iter().for_each(|owner| vm.edit(Edit::Overriding(owner, false)));
    Ok(value)
}

fn run_deferred(vm: &mut Vm, value: puppet_pcore::Value) -> EvalResult {
    vm.catalog.current = puppet_catalog::TOP;
    if vm.catalog.catalog.collectors().is_empty() && vm.catalog.unevaluated.is_empty() {
        return Ok(value);
    }
    for _ in 0..ROUNDS {
        let found = evaluate_collectors(vm)?;
        let ran = evaluate_defines(vm)?;
        if !found && !ran {
            return Ok(value);
        }
    }
    super::report::fail_with(
        Topic::CallDepth,
        format!("the catalog still grows after {ROUNDS} rounds"),
        "look for a defined type that declares itself endlessly",
    )
}

/// Runs the bodies of the defined types' resources declared so far; returns whether there was one.
fn evaluate_defines(vm: &mut Vm) -> EvalResult<bool> {
    let catalog = &vm.catalog.catalog;
    let real = |id: &u32| catalog.get(*id).is_some_and(|resource| !resource.is_virtual);
    let ready: Vec<u32> = vm.catalog.unevaluated.iter().copied().filter(real).collect();
    for id in &ready {
        if let Err(flow) = define::evaluate(vm, *id) {
            return Err(at_declaration(vm, flow, *id));
        }
    }
    Ok(!ready.is_empty())
}

/// Moves an error in a defined type's body to the declaration, as Puppet does; a label shows its own location.
fn at_declaration(vm: &Vm, flow: Box<Flow>, id: u32) -> Box<Flow> {
    let Some(resource) = vm.catalog.catalog.get(id) else { return flow };
    match (*flow, &resource.place) {
        (Flow::Fault(inner), Some(place)) => {
            Box::new(Flow::Fault(moved(inner, place, &resource.reference.to_string())))
        }
        (Flow::Fault(inner), None) => Box::new(Flow::Fault(inner)),
        (Flow::Break, place) => {
            let mut flow = Flow::fail_with(Topic::LoopControl, "`break()` has no loop here to leave");
            if let (Flow::Fault(fault), Some(place)) = (&mut *flow, place) {
                fault.site = Some(SourcePos { span: place.span, at: place.at });
                fault.source = Some(place.source.clone());
            }
            flow
        }
        (other, _) => Box::new(other),
    }
}

/// Returns the error at the location of the declaration.
fn moved(mut fault: EvalError, place: &SourceLocation, reference: &str) -> EvalError {
    if let (Some(site), false) = (fault.site, fault.nowhere) {
        let message = format!("[{}] {}", fault.issue.topic, fault.issue.message);
        fault.labels.push(Label { source: fault.source.take(), span: site.span, message });
        fault.issue.message = format!("{} (in the body of {reference})", fault.issue.message);
    }
    // Puppet has no errors of missing Ruby: they keep their codes.
    if !matches!(fault.issue.code, IssueCode::RubyFunction | IssueCode::ErbNeedsRuby) {
        fault.issue.code = IssueCode::RuntimeError;
    }
    fault.nowhere = false;
    fault.site = Some(SourcePos { span: place.span, at: place.at });
    fault.source = Some(place.source.clone());
    fault
}
