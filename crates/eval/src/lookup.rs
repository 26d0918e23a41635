//! The Hiera data of a session, and the contexts of the functions that are data sources.

use pprepl_text::{IssueCode, Topic};
use std::rc::Rc;

use puppet_pcore::{Hash, Object, ObjectType, Ty, Type, Value};

use super::{EvalResult, Flow};

/// The name of the context's type.
pub(crate) const NAME: &str = "Puppet::LookupContext";

/// The code of the error that `$context.not_found` raises; the caller of the function reads it as "no such key".
pub const NOT_FOUND: IssueCode = IssueCode::NoSuchKey;

/// A context and the values that its function caches in it.
pub(crate) struct ContextEntry {
    pub(super) object: Rc<Object>,
    pub(super) cache: Hash,
}

/// The Hiera data of a session (`D` searches them), and the contexts of its data sources; their caches live as long as an input.
pub struct Lookup<D: ?Sized> {
    pub(crate) data: Option<Rc<D>>,
    /// The type of contexts, once used.
    class: Option<Rc<ObjectType>>,
    pub(super) contexts: Vec<ContextEntry>,
}

impl<D: ?Sized> Default for Lookup<D> {
    fn default() -> Self {
        Lookup { data: None, class: None, contexts: Vec::new() }
    }
}

impl<D: ?Sized> Lookup<D> {
    /// Sets the data of the session.
    pub fn set_data(&mut self, data: Option<Rc<D>>) {
        self.data = data;
    }

    /// Returns whether the session has data.
    pub fn has_data(&self) -> bool {
        self.data.is_some()
    }

    /// Returns the type of contexts.
    pub(crate) fn context_type(&mut self) -> EvalResult<Ty> {
        Ok(Rc::new(Type::Object(self.context_class()?)))
    }

    pub(crate) fn context_class(&mut self) -> EvalResult<Rc<ObjectType>> {
        if let Some(class) = &self.class {
            return Ok(class.clone());
        }
        let optional = Value::ty(Type::Optional(Some(Rc::new(Type::String(puppet_pcore::StringType::Any)))));
        let attributes = ["environment_name", "module_name"].map(|name| (Value::str(name), optional.clone()));
        let definition = (Value::str("attributes"), Value::hash(attributes.into_iter().collect()));
        let ty = puppet_pcore::object_type(Some(NAME), &std::iter::once(definition).collect())?;
        match &*ty {
            Type::Object(class) => {
                self.class = Some(class.clone());
                Ok(class.clone())
            }
            _ => Err(Flow::fail_with(Topic::HieraData, "contexts are not available")),
        }
    }

    /// Clears the caches of the contexts, except those that the code itself holds.
    pub fn forget_contexts(&mut self) {
        self.contexts.retain(|context| Rc::strong_count(&context.object) > 1);
    }
}
