//! The compilation of resources, defaults, overrides and collectors.

use pprepl_text::Topic;
use puppet_catalog::TOP;
use puppet_syntax::ast::{Expr, ExprKind};

use super::super::code::Code;
use super::super::compile::Compiler;
use super::super::{Flow, SourcePos};
use super::collector::compile_collector;
use super::defaults::compile_defaults;
use super::overriding::compile_override;
use super::report::place;
use super::resource::compile_resource;

impl Compiler<'_> {
    /// Compiles resources, defaults, overrides and collectors.
    pub(crate) fn catalog_expression(&mut self, expr: &Expr) -> Code {
        let site = SourcePos::from(expr);
        let code: Code = match &expr.kind {
            ExprKind::Resource(resource) => compile_resource(self, resource, site),
            ExprKind::ResourceDefaults(defaults) => compile_defaults(self, defaults, site),
            ExprKind::ResourceOverride(overriding) => compile_override(self, overriding, site),
            ExprKind::Collect(collect) => compile_collector(self, collect, site),
            _ => Box::new(move |_, _| {
                Err(Flow::at(Topic::PlanFunction, site, "`apply` acts on machines: Bolt runs it, and pprepl does not"))
            }),
        };
        self.at_top(code)
    }

    /// Wraps a call that declares resources: its location becomes the location of the declarations.
    pub(crate) fn declaring(&self, code: Code, site: SourcePos) -> Code {
        let place = place(self.source(), site);
        let code: Code = Box::new(move |vm, frame| {
            let outer = vm.catalog.caller.replace(place.clone());
            let result = code(vm, frame);
            vm.catalog.caller = outer;
            result
        });
        self.at_top(code)
    }

    /// Wraps the code of a function: its declarations belong to the top scope, whatever scope called it.
    pub(crate) fn at_top(&self, code: Code) -> Code {
        if !self.is_function() {
            return code;
        }
        Box::new(move |vm, frame| {
            let outer = std::mem::replace(&mut vm.catalog.current, TOP);
            let result = code(vm, frame);
            vm.catalog.current = outer;
            result
        })
    }
}
