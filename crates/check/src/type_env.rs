//! What the checker asks of the session: names that the text itself does not define.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use pprepl_text::Source;
use puppet_pcore::{Ty, TypeRules};
use puppet_syntax::ast::{Function, Param};

use super::rule::RuleSet;

/// A function that the text does not define.
pub enum KnownFunction {
    /// Written in Puppet.
    Puppet {
        definition: Rc<Function>,
        /// The text that it is in.
        source: Arc<Source>,
    },
    /// A row of the built-ins: the parameters and the result of each overload, in Puppet's syntax.
    Builtin(&'static str, Vec<(&'static str, &'static str)>),
    /// There is one, of which nothing is known.
    Opaque,
}

/// What a variable that the text does not assign is known as.
pub enum ExternalType {
    /// The type of its value.
    Type(Ty),
    /// There is one, or there may be one when the code runs.
    Maybe,
    /// There is not one.
    Nothing,
}

/// The parameters of a class or define.
pub trait KnownParams {
    fn params(&self) -> &[Param];
    /// The text that they are in.
    fn source(&self) -> &Arc<Source>;
}

/// What the session knows.
pub trait TypeEnv {
    /// Which findings are told.
    fn enabled_rules(&self) -> RuleSet {
        RuleSet::default()
    }
    /// The rules of types.
    fn rules(&self) -> TypeRules;
    /// Do functions written in Puppet take lambdas, do `$f(..)` and `&name` work?
    fn additions(&self) -> bool;
    /// Does a string that is no number fail in arithmetic, and one that is a number too?
    fn strict(&self) -> bool;
    /// Can strings that spell numbers be ordered with numbers?
    fn orders_strings(&self) -> bool;
    /// Returns whether a function may of the text hide a built-in one.
    fn hides_builtins(&self) -> bool;
    /// Is everything known that the text can name? Not of a file, which may need others.
    fn is_closed(&self) -> bool;
    /// When the answer is requested at the latest.
    fn until(&self) -> Option<Instant> {
        None
    }
    /// The type alias of this name.
    fn alias(&mut self, name: &str) -> Option<Ty>;
    /// Returns whether it is a resource type, in lower case.
    fn is_resource_type(&mut self, name: &str) -> bool;
    /// The function of this name.
    fn function(&mut self, name: &str) -> Option<KnownFunction>;
    /// The names of the functions that are known.
    fn functions(&self) -> Vec<Rc<str>>;
    /// A variable of the top scope or a qualified one, without a leading `::`.
    fn variable(&mut self, name: &str) -> ExternalType;
    /// The names of the variables that are known.
    fn variables(&self) -> Vec<Rc<str>>;
    /// A class by its name in lower case.
    fn class(&mut self, name: &str) -> Option<Rc<dyn KnownParams>>;
    /// A resource type written in Puppet, by its name in lower case.
    fn define(&mut self, name: &str) -> Option<Rc<dyn KnownParams>>;
}
