//! The annotations of values.

use std::rc::Rc;

use puppet_pcore::{Ty, Value, ruby_equal, same};

/// The annotations that code has set. Objects are compared by identity, other values by equality.
#[derive(Default)]
pub struct Annotations {
    all: Vec<Annotation>,
}

struct Annotation {
    value: Value,
    /// The type of the annotation.
    ty: Ty,
    set: Value,
}

impl Annotation {
    fn is_of(&self, ty: &Ty, value: &Value) -> bool {
        let is_same = match (&self.value, value) {
            (Value::Object(own), Value::Object(other)) => Rc::ptr_eq(own, other),
            (own, other) => ruby_equal(own, other),
        };
        is_same && same(&self.ty, ty)
    }
}

impl Annotations {
    /// Returns the annotation of this type.
    pub fn get(&self, ty: &Ty, value: &Value) -> Option<Value> {
        self.all.iter().find(|one| one.is_of(ty, value)).map(|one| one.set.clone())
    }

    /// Sets the annotation of this type.
    pub fn set(&mut self, ty: &Ty, value: &Value, set: Value) {
        self.remove(ty, value);
        self.all.push(Annotation { value: value.clone(), ty: ty.clone(), set });
    }

    /// Removes the annotation of this type, and returns it.
    pub fn remove(&mut self, ty: &Ty, value: &Value) -> Option<Value> {
        let at = self.all.iter().position(|one| one.is_of(ty, value))?;
        Some(self.all.remove(at).set)
    }
}
