//! `call('name', ..)`: a call of the function that the first argument names.

use std::rc::Rc;

use pprepl_text::{RuleCode, suggest};
use puppet_pcore::algebra::constant as c;

use super::arguments::Arguments;
use super::builtin::Calling;
use super::checker::Checker;
use super::finding::Finding;
use super::function::Callee;
use super::subtyping::shape::string_value;
use super::typed_expr::{FileSpan, TypedExpr};

/// The functions that leave the code around them: what they leave differs when they are called by name.
const LEAVING: &[&str] = &["break", "next", "return"];

impl<'a> Checker<'a> {
    /// Checks `call` with a known name as a call of that function; `None` where the name is not known.
    pub(super) fn call_by_name(&mut self, calling: &mut Calling<'a>) -> Option<TypedExpr> {
        if calling.args.open || calling.args.given.is_empty() {
            return None;
        }
        let found = self.first(calling)?;
        let name: Rc<str> = string_value(&found.ty).filter(|name| !LEAVING.contains(name))?.into();
        let name_spot = self.span(calling.args.given.first()?.expr);
        let mut args = Arguments { given: calling.args.given.drain(1..).collect(), open: false };
        if matches!(self.callee(&name), Callee::Unknown) {
            self.read_arguments(&mut args);
            self.free_lambda(calling.lambda);
            self.unknown_name(&name, name_spot);
            return Some(self.computed(c::any(), calling.expr));
        }
        Some(self.call_name(&name, args, calling.lambda, calling.expr, name_spot, false))
    }

    fn unknown_name(&mut self, name: &str, spot: FileSpan) {
        let near = self.near_function(name);
        let (severity, code) = self.unknown_name_as(RuleCode::UnknownFunction, name, near.as_deref());
        let hint = near.map(|near| format!("did you mean '{near}'?"));
        self.report(Finding::of(severity, code, spot, format!("unknown function '{name}'")).hint(hint));
    }

    /// Returns the known function whose name is the nearest to an unknown one, if it is near.
    pub(super) fn near_function(&self, name: &str) -> Option<String> {
        if !self.reports_more() {
            return None;
        }
        // The findings of a file stay the same when functions are added to other files.
        let closed = self.mode.closed;
        let names = self.world.functions();
        let known = names.iter().map(|name| &**name).filter(|name| closed || !name.contains("::"));
        let own = self.definitions.functions.iter().filter(|own| closed || own.file == self.file);
        let own = own.map(|own| &*own.definition.name);
        suggest::nearest(name, own.chain(known)).map(str::to_owned)
    }
}
