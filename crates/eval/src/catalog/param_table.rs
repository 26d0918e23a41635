//! The parameters of a class or defined type, in tables that all of its resources share.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use puppet_catalog::{Resource, is_metaparameter};
use puppet_pcore::Value;
use puppet_syntax::ast::{Name, Param};
use puppet_syntax::walk::for_each_free_variable;

/// The facts about the parameters of a class or defined type that each of its resources uses; the first one computes them.
#[derive(Default)]
pub(super) struct ParamTable {
    /// The position of each parameter.
    index: OnceCell<FxHashMap<Name, usize>>,
    /// For each parameter, the parameters that its default reads, in reading order.
    reads: OnceCell<Vec<Box<[usize]>>>,
}

impl ParamTable {
    fn index(&self, params: &[Param]) -> &FxHashMap<Name, usize> {
        self.index.get_or_init(|| params.iter().enumerate().rev().map(|(at, param)| (param.name.clone(), at)).collect())
    }

    /// Returns a parameter without a value that the default of parameter `at` reads too early.
    pub(super) fn reads_unset<'p>(&self, at: usize, params: &'p [Param], values: &[Option<Value>]) -> Option<&'p Name> {
        let reads = self.reads.get_or_init(|| params.iter().map(|param| self.reads_of(param, params)).collect());
        let unset = reads.get(at)?.iter().find(|&&read| values.get(read).is_some_and(Option::is_none));
        unset.and_then(|&read| params.get(read)).map(|param| &param.name)
    }

    fn reads_of(&self, param: &Param, params: &[Param]) -> Box<[usize]> {
        let Some(default) = &param.default else { return Box::default() };
        let mut reads = Vec::new();
        for_each_free_variable(default, &mut |name| reads.extend(self.index(params).get(name)));
        reads.into()
    }
}

/// The positions of parameters among those that a resource sets.
pub(super) struct Positions {
    pub(super) of_params: Vec<Option<usize>>,
    /// True if the resource sets no parameter of another name, except for those that every resource has.
    pub(super) are_all: bool,
}

/// Returns the position of each parameter among those that the resource sets.
pub(super) fn positions(params: &[Param], table: &ParamTable, resource: &Resource) -> Positions {
    let index = table.index(params);
    let mut positions = Positions { of_params: vec![None; params.len()], are_all: true };
    for (at, parameter) in resource.parameters.iter().enumerate() {
        match index.get(&parameter.name).and_then(|&param| positions.of_params.get_mut(param)) {
            Some(place) => {
                place.get_or_insert(at);
            }
            None => positions.are_all &= is_everywhere(&parameter.name),
        }
    }
    positions
}

/// Returns whether each resource has this parameter.
pub(super) fn is_everywhere(name: &str) -> bool {
    name == "name" || is_metaparameter(name)
}
