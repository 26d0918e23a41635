//! The state of the compiler.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use pprepl_text::Source;
use puppet_pcore::Value;
use puppet_syntax::ast::Name;

use super::super::Vm;
use super::super::code::Code;
use super::super::trace::observe::is_recording;
use super::slots::Slots;

/// A compiler for the expressions of one body (an input, a function, a template).
pub(crate) struct Compiler<'v> {
    pub(crate) vm: &'v mut Vm,
    pub(super) source: Arc<Source>,
    pub(super) slots: Slots,
    /// Prefixes of the qualified variables that an unknown name may refer to (those of a class and its parents).
    pub(super) prefixes: Vec<Name>,
    /// True if this code, or a later input, may read `$0..$n`.
    pub(super) captures: bool,
    /// The offsets of the last reads of variables.
    pub(super) last_uses: FxHashSet<u32>,
    /// True in the body of a function: its declarations belong to the top scope.
    pub(super) function: bool,
    /// True if arguments are passed by name, so that a default may read any parameter that was passed.
    pub(super) by_name: bool,
    /// The class, defined type or function that owns the body; empty at top scope.
    pub(super) owner: Name,
    /// True if the code records events: a recorder is active.
    pub(super) traced: bool,
}

impl<'v> Compiler<'v> {
    pub(super) fn new(vm: &'v mut Vm, source: Arc<Source>) -> Self {
        let traced = is_recording(vm);
        Compiler {
            vm,
            source,
            slots: Slots::default(),
            prefixes: Vec::new(),
            captures: false,
            last_uses: FxHashSet::default(),
            function: false,
            by_name: false,
            owner: "".into(),
            traced,
        }
    }

    /// Returns whether the compiled body belongs to a function.
    pub(crate) fn is_function(&self) -> bool {
        self.function
    }

    /// Returns the source that is compiled.
    pub(crate) fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Returns code for a constant.
    pub(super) fn constant(value: Value) -> Code {
        match value {
            Value::Int(i) => Box::new(move |_, _| Ok(Value::Int(i))),
            Value::Undef => Box::new(|_, _| Ok(Value::Undef)),
            value => Box::new(move |_, _| Ok(value.clone())),
        }
    }
}
