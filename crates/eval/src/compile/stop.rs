//! Debugger hooks: statements that check for a pause, calls that push a frame, `breakpoint()` itself, and watch
//! expressions. Only `breakpoint()` is always compiled.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_pcore::Value;
use puppet_syntax::ast::{Expr, ExprKind, Name};

use super::super::code::{Code, WatchExpr};
use super::super::debug_state::Frame;
use super::super::{SourcePos, Vm};
use super::Compiler;
use super::slots::Scope;

/// The compile-time data of a location, from which a frame is made when it runs.
struct FrameMaker {
    owner: Name,
    source: Arc<Source>,
    site: SourcePos,
    visible: Vec<(Name, usize)>,
    prefixes: Vec<String>,
}

impl FrameMaker {
    fn make(&self, vm: &Vm, frame: &[Value]) -> Frame {
        let set = |(name, slot): &(Name, usize)| match frame.get(*slot) {
            None | Some(Value::Unset) => None,
            Some(value) => Some((name.clone(), value.clone())),
        };
        let own = self.visible.iter().filter_map(set);
        Frame {
            owner: self.owner.clone(),
            source: self.source.clone(),
            site: self.site,
            variables: Rc::new(own.chain(vm.globals.with_prefixes(&self.prefixes)).collect()),
            scope: vm.catalog.current,
        }
    }
}

impl<'v> Compiler<'v> {
    /// Compiles a watch expression for a frame with these variables; the variables that it sets are its own.
    pub(crate) fn compile_watch(vm: &'v mut Vm, source: Arc<Source>, known: &[Name], body: &Expr) -> WatchExpr {
        let mut compiler = Compiler::new(vm, source);
        compiler.captures = true;
        compiler.slots.scopes.push(Scope::default());
        let known = known.iter().map(|name| compiler.slots.declare(name)).collect();
        compiler.slots.scopes.push(Scope::default());
        compiler.declare_assigned(body);
        let set = compiler.slots.innermost();
        let code = compiler.expr(body);
        WatchExpr { code, size: compiler.slots.most, known, set }
    }
}

impl Compiler<'_> {
    /// Compiles `breakpoint()`.
    pub(super) fn breakpoint(&mut self, site: SourcePos) -> Code {
        let maker = frame_maker(self, site);
        Box::new(move |vm, frame| {
            let here = maker.make(vm, frame);
            vm.stop(here).map(|()| Value::Undef)
        })
    }

    /// Compiles a statement. With debugging on, it checks for a pause first.
    pub(super) fn statement(&mut self, expr: &Expr) -> Code {
        let code = self.expr(expr);
        if !self.vm.debugger.on || is_definition(expr) || matches!(expr.kind, ExprKind::Block(_) | ExprKind::Nop) {
            return code;
        }
        let maker = frame_maker(self, SourcePos::from(expr));
        Box::new(move |vm, frame| {
            if vm.debugger.stepping {
                let here = maker.make(vm, frame);
                vm.stop(here)?;
            }
            code(vm, frame)
        })
    }

    /// Wraps a call. With debugging on, it pushes a frame.
    pub(super) fn framed(&mut self, code: Code, site: SourcePos) -> Code {
        if !self.vm.debugger.on {
            return code;
        }
        let maker = frame_maker(self, site);
        Box::new(move |vm, frame| {
            let here = maker.make(vm, frame);
            vm.debugger.frames.push(here);
            let result = code(vm, frame);
            vm.debugger.frames.pop();
            result
        })
    }
}

/// Returns whether a statement only defines a name.
pub(super) fn is_definition(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Function(_) | ExprKind::TypeAlias(_) | ExprKind::Class(_) | ExprKind::Define(_) | ExprKind::Node(_)
    )
}

fn frame_maker(compiler: &Compiler<'_>, site: SourcePos) -> FrameMaker {
    // Variables of inner scopes come first, so that they shadow those of outer scopes.
    let mut visible = compiler.slots.visible();
    visible.sort_by_key(|(_, slot)| *slot);
    let prefixes = compiler.prefixes.iter().map(|prefix| format!("{prefix}::")).collect();
    FrameMaker { owner: compiler.owner.clone(), source: compiler.source.clone(), site, visible, prefixes }
}
