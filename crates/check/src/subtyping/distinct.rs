//! A list of distinct types, built in linear time.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use puppet_pcore::{Ty, Type, hash_type, same};

/// The maximum size for linear search.
const MAX_LINEAR: usize = 12;

/// Distinct types, in the order of their first occurrence.
#[derive(Default)]
pub(crate) struct Distinct {
    types: Vec<Ty>,
    /// The indices of the types by hash, once there are many.
    places: FxHashMap<u64, Vec<usize>>,
}

impl Distinct {
    /// Adds a type unless an equal one is present.
    pub(crate) fn add(&mut self, ty: Ty) {
        if self.types.len() < MAX_LINEAR {
            if !self.types.iter().any(|known| same(known, &ty)) {
                self.types.push(ty);
            }
            return;
        }
        if self.places.is_empty() {
            for (at, known) in self.types.iter().enumerate() {
                self.places.entry(hash_of(known)).or_default().push(at);
            }
        }
        let places = self.places.entry(hash_of(&ty)).or_default();
        let types = &self.types;
        if !places.iter().any(|at| types.get(*at).is_some_and(|known| same(known, &ty))) {
            places.push(types.len());
            self.types.push(ty);
        }
    }

    pub(crate) fn types(self) -> Vec<Ty> {
        self.types
    }
}

impl Extend<Ty> for Distinct {
    fn extend<T: IntoIterator<Item = Ty>>(&mut self, types: T) {
        types.into_iter().for_each(|ty| self.add(ty));
    }
}

fn hash_of(ty: &Type) -> u64 {
    let mut hasher = FxHasher::default();
    hash_type(ty, &mut hasher);
    hasher.finish()
}
