//! `+`, `-` and `<<` on arrays and hashes.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::BinaryOp;

use super::checker::Checker;
use super::subtyping::join_element;
use super::subtyping::shape::{self, Range, elements, hash_range, is_empty_array, is_empty_hash};
use super::subtyping::{Kind, hash_pair};

impl Checker<'_> {
    /// Returns the result type for an array on the left.
    pub(super) fn array_result(&self, op: BinaryOp, x: &Ty, y: &Ty) -> Ty {
        let one = || -> Ty { Rc::new(Type::Tuple(vec![y.clone()], None)) };
        match op {
            BinaryOp::Sub => self.sets.array_of(self.sets.element(x), Range::ANY),
            BinaryOp::LShift => self.concatenated(x, &one()),
            _ => match Kind::of(y) {
                Kind::Array => self.concatenated(x, y),
                Kind::Hash => self.concatenated(x, &self.pairs_of(y)),
                kind if kind.is_vague() => c::array(),
                Kind::Iterator => c::array(),
                _ => self.concatenated(x, &one()),
            },
        }
    }

    fn concatenated(&self, x: &Ty, y: &Ty) -> Ty {
        match (&**x, &**y) {
            (Type::Tuple(a, None), Type::Tuple(b, None)) if !a.is_empty() && !b.is_empty() => {
                return Rc::new(Type::Tuple(a.iter().chain(b).cloned().collect(), None));
            }
            _ if is_empty_array(x) => return y.clone(),
            _ if is_empty_array(y) => return x.clone(),
            _ => {}
        }
        let element = self.sets.join2(&self.sets.element(x), &self.sets.element(y));
        self.sets.array_of(element, elements(x).range.plus(elements(y).range))
    }

    /// Returns the result type for a hash on the left; `None` when the right operand has the wrong type.
    pub(super) fn hash_result(&self, op: BinaryOp, x: &Ty, y: &Ty) -> Option<Ty> {
        if op == BinaryOp::Sub {
            let (key, value) = hash_pair(&self.sets, x);
            return Some(self.sets.hash_of(key, value, Range::ANY));
        }
        match Kind::of(y) {
            Kind::Hash => Some(self.merged(x, y)),
            Kind::Array => Some(c::hash()),
            kind if kind.is_vague() => Some(c::hash()),
            _ => None,
        }
    }

    fn merged(&self, x: &Ty, y: &Ty) -> Ty {
        if is_empty_hash(x) {
            return y.clone();
        }
        if is_empty_hash(y) {
            return x.clone();
        }
        if let (Some(a), Some(b)) = (shape::entries(x), shape::entries(y)) {
            let mut all = a.to_vec();
            for entry in b {
                let known = all.iter_mut().find(|known| known.name == entry.name);
                match known {
                    Some(known) if shape::may_miss(&self.sets, entry) => {
                        let optional = known.is_optional() && entry.is_optional();
                        let value = self.sets.join2(&known.value, &entry.value);
                        *known = join_element(&entry.name, optional, value);
                    }
                    Some(known) => *known = entry.clone(),
                    None => all.push(entry.clone()),
                }
            }
            return Rc::new(Type::Struct(all));
        }
        let ((key_x, value_x), (key_y, value_y)) = (hash_pair(&self.sets, x), hash_pair(&self.sets, y));
        let least = hash_range(&self.sets, x).min.max(hash_range(&self.sets, y).min);
        let (key, value) = (self.sets.join2(&key_x, &key_y), self.sets.join2(&value_x, &value_y));
        self.sets.hash_of(key, value, Range { min: least, max: None })
    }
}
