//! Callables as values: lambdas, references to functions, and the contracts that they keep to.

use std::any::Any;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Source, Span};

use super::types::{CallableType, Ty, Type};

/// A callable as a value; the evaluator owns the code.
pub struct CallableValue {
    /// The name of a referenced function; `None` for a lambda.
    pub name: Option<Rc<str>>,
    /// The `Callable[...]` type of its signature.
    pub signature: Ty,
    /// The evaluator's form.
    pub code: Rc<dyn Any>,
    /// The declared type that its calls keep to; `None` if only its own signature counts.
    pub contract: Option<Rc<Contract>>,
}

/// A declared Callable type through which a callable was passed: its calls keep to that type, even where the callable
/// itself accepts more.
#[derive(Debug)]
pub struct Contract {
    pub callable: CallableType,
    /// The parameter or variable that declares the type, for messages: `$f`.
    pub name: Rc<str>,
    /// The source of the spans.
    pub source: Arc<Source>,
    /// The span of the declared type.
    pub declared: Span,
    /// The span of its return type, or of the whole type.
    pub returns: Span,
}

impl CallableValue {
    /// Returns whether both are the same function, or the same lambda.
    pub fn is_same(&self, other: &CallableValue) -> bool {
        let is_function = matches!(*self.signature, Type::Callable(_)) && matches!(*other.signature, Type::Callable(_));
        Rc::ptr_eq(&self.code, &other.code) || is_function && self.name.is_some() && self.name == other.name
    }

    /// Returns this callable with a contract.
    pub fn with_contract(&self, contract: Rc<Contract>) -> CallableValue {
        CallableValue {
            name: self.name.clone(),
            signature: self.signature.clone(),
            code: self.code.clone(),
            contract: Some(contract),
        }
    }
}

impl fmt::Debug for CallableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Callable({:?})", self.name)
    }
}
