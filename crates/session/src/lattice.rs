//! The position of a type or value among the named types: the built-in ones and the session's own.

use std::rc::Rc;
use std::time::Duration;

use puppet_pcore::{
    Lattice, Ty, Type, Value, assignable, generalize, infer_detailed, infer_generalized, infer_reduced, instance, same,
    type_text,
};

use super::inspector::Inspector;
use super::type_form::{short, source, with_meaning};
use super::{LatticePath, LatticeView, engine};

impl Inspector<'_> {
    /// Locates the type `T`, the value of `T, value`, or a value; `None` when the list has side effects.
    pub fn lattice(&mut self, list: &str, within: Duration) -> Option<LatticeView> {
        let Value::Array(items) = self.core.try_evaluate(&format!("[{list}]"), within)? else { return None };
        let lattice = Lattice::new(&engine::settings(&self.core.settings).types, self.own_types());
        match &items.items[..] {
            [Value::Type(ty)] => Some(around(&lattice, ty)),
            [value] => Some(LatticeView { path: Some(path(&lattice, value, None)), ..LatticeView::default() }),
            [Value::Type(ty), value] => {
                let mut view = around(&lattice, ty);
                view.path = Some(path(&lattice, value, Some(ty)));
                Some(view)
            }
            _ => None,
        }
    }

    /// Returns the session's own named types.
    fn own_types(&self) -> Vec<Ty> {
        let mut names: Vec<String> = self.core.vm.aliases.defined().map(|(name, _)| name).collect();
        names.sort();
        let alias =
            |name: &String| self.core.vm.aliases.get(name).filter(|alias| alias.resolved.get().is_some()).cloned();
        names.iter().filter_map(alias).map(|alias| Rc::new(Type::Alias(alias))).collect()
    }
}

fn around(lattice: &Lattice, ty: &Ty) -> LatticeView {
    let next = lattice.neighbours(ty);
    let general = generalize(ty);
    LatticeView {
        type_name: Some(with_meaning(ty)),
        parents: names(&next.parents),
        children: names(&next.children),
        equal: names(&next.equal).into_iter().filter(|name| *name != short(ty)).collect(),
        generalized: (!same(&general, ty)).then(|| type_text(&general)),
        path: None,
    }
}

fn names(types: &[Ty]) -> Vec<String> {
    types.iter().map(|ty| short(ty)).collect()
}

fn path(lattice: &Lattice, value: &Value, through: Option<&Ty>) -> LatticePath {
    let exact = infer_detailed(value);
    let is_instance = through.map(|ty| instance(ty, value));
    let mut steps: Vec<(String, Vec<String>)> = Vec::new();
    let mut last = exact.clone();
    let by_place = through.is_some_and(|ty| matches!(**ty, Type::Struct(_) | Type::Tuple(..)));
    if matches!(value, Value::Array(_) | Value::Hash(_)) && !by_place {
        // The common type of the elements is closer than the type without parameters.
        for wider in [infer_reduced(value), infer_generalized(value)] {
            if assignable(&wider, &last) && through.is_none_or(|ty| assignable(ty, &wider)) {
                steps.push((short(&last), Vec::new()));
                last = wider;
            }
        }
    }
    let rest = lattice.path(&last, through.filter(|_| is_instance == Some(true)));
    steps.extend(rest.iter().map(|step| (short(&step.ty), names(&step.beside))));
    // A single string's type is written like the type of all strings.
    steps.dedup_by(|next, before| next.0 == before.0);
    let above_both = match through {
        Some(ty) if is_instance == Some(false) => names(&lattice.above_both(&exact, ty)),
        _ => Vec::new(),
    };
    LatticePath { value: source(value), is_instance, steps, above_both }
}
