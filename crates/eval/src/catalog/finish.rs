//! What an input leaves to do when its own code has run: collectors look, bodies of defines run, until nothing is new.

use puppet_catalog::SourceLocation;

use super::super::flow::EvalError;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::define;
use pprepl_text::Label;

/// How often one input may make something new to do, as in the reference.
const ROUNDS: usize = 1000;

impl Vm {
    /// What waits until an input's own code has run: bodies of defines, collectors.
    pub(crate) fn finish_catalog(&mut self, result: EvalResult) -> EvalResult {
        let value = result?;
        self.catalog.current = puppet_catalog::TOP;
        if self.catalog.catalog.collectors().is_empty() && self.catalog.unevaluated.is_empty() {
            return Ok(value);
        }
        for _ in 0..ROUNDS {
            let found = self.evaluate_collectors()?;
            let ran = self.evaluate_defines()?;
            if !found && !ran {
                return Ok(value);
            }
        }
        super::fail_with(
            format!("the catalog still grows after {ROUNDS} rounds"),
            "look for a define that declares itself without an end",
        )
    }

    /// Runs the bodies of the defines declared so far; was there one?
    fn evaluate_defines(&mut self) -> EvalResult<bool> {
        let catalog = &self.catalog.catalog;
        let real = |id: &u32| catalog.get(*id).is_some_and(|resource| !resource.is_virtual);
        let ready: Vec<u32> = self.catalog.unevaluated.iter().copied().filter(real).collect();
        for id in &ready {
            if let Err(flow) = define::evaluate(self, *id) {
                return Err(self.at_declaration(flow, *id));
            }
        }
        Ok(!ready.is_empty())
    }

    /// A error in a define's body is one of the declaration, as in the reference; its own place is told beside.
    fn at_declaration(&self, flow: Box<Flow>, id: u32) -> Box<Flow> {
        let Some(resource) = self.catalog.catalog.get(id) else { return flow };
        match (*flow, &resource.place) {
            (Flow::Fault(inner), Some(place)) => {
                Box::new(Flow::Fault(moved(inner, place, &resource.reference.to_string())))
            }
            (Flow::Fault(inner), None) => Box::new(Flow::Fault(inner)),
            (Flow::Break, place) => {
                let mut flow = Flow::runtime("`break()` has no loop here to leave");
                if let (Flow::Fault(fault), Some(place)) = (&mut *flow, place) {
                    fault.site = Some(SourcePos { span: place.span, at: place.at });
                    fault.source = Some(place.source.clone());
                }
                flow
            }
            (other, _) => Box::new(other),
        }
    }
}

/// The error at the place of the declaration.
fn moved(mut fault: EvalError, place: &SourceLocation, reference: &str) -> EvalError {
    if let (Some(site), false) = (fault.site, fault.nowhere) {
        let message = format!("[{}] {}", fault.issue.code, fault.issue.message);
        fault.labels.push(Label { source: fault.source.take(), span: site.span, message });
        fault.issue.message = format!("{} (in the body of {reference})", fault.issue.message);
    }
    fault.issue.code = "RUNTIME_ERROR";
    fault.nowhere = false;
    fault.site = Some(SourcePos { span: place.span, at: place.at });
    fault.source = Some(place.source.clone());
    fault
}
