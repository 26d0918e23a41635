//! The type environment: names that the session defines and the checked source does not.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_budget::Deadline;
use pprepl_text::Source;
use puppet_pcore::{Ty, TypeRules};
use puppet_syntax::LexOptions;
use puppet_syntax::ast::{Expr, Function, Param, Program};

use super::rule::RuleSet;

/// A function that the checked source does not define.
pub enum KnownFunction {
    /// A function written in Puppet.
    Puppet {
        definition: Rc<Function>,
        /// The source that defines it.
        source: Arc<Source>,
    },
    /// A built-in function: the parameters and the result of each overload, in Puppet's syntax.
    Builtin(&'static str, Vec<(&'static str, &'static str)>),
    /// A function about which nothing is known.
    Opaque,
}

/// The type of a variable that the checked source does not assign.
pub enum ExternalType {
    /// The type of its value.
    Type(Ty),
    /// A value of unknown type, or a value that may be set when the code runs.
    Maybe,
    /// Certainly unset.
    Nothing,
}

/// The parent and the statements of a class.
#[derive(Clone, Copy)]
pub struct ClassBody<'a> {
    /// The class that it inherits, as written.
    pub parent: Option<&'a str>,
    pub statements: &'a Expr,
}

/// The parameters of a class or defined type.
pub trait KnownParams {
    fn params(&self) -> &[Param];
    /// Returns the rest of a class; `None` for a defined type, and for a class in a file with errors.
    fn body(&self) -> Option<ClassBody<'_>>;
    /// Returns the source that defines them.
    fn source(&self) -> &Arc<Source>;
}

/// The names and rules that the session provides.
pub trait TypeEnv {
    /// Returns the enabled rules.
    fn enabled_rules(&self) -> RuleSet {
        RuleSet::default()
    }
    /// Returns the type rules of the edition.
    fn rules(&self) -> TypeRules;
    /// Returns whether functions written in Puppet accept lambdas, and whether `$f(..)` and `&name` are
    /// allowed.
    fn additions(&self) -> bool;
    /// Returns whether every string in arithmetic fails, numeric strings included.
    fn strict(&self) -> bool;
    /// Returns whether numeric strings can be ordered with numbers.
    fn orders_strings(&self) -> bool;
    /// Returns whether a function of the source may hide a built-in one.
    fn hides_builtins(&self) -> bool;
    /// Returns whether all names that the source can use are known. For a file this is false: it may need
    /// other files.
    fn is_closed(&self) -> bool;
    /// Returns whether all files of an environment are known, so that a name that none of them defines is unknown.
    fn is_complete(&self) -> bool;
    /// Returns the deadline of the check.
    fn until(&self) -> Option<Deadline>;
    /// Returns whether the empty string counts as true.
    fn empty_string_is_true(&self) -> bool;
    /// Returns the keys of the hash at a path of literal keys in a variable of the session; `None` for a
    /// value that is not a hash, or a hash with other keys than strings.
    fn keys_at(&mut self, variable: &str, path: &[&str]) -> Option<Vec<Rc<str>>>;
    /// Returns the exact type of the value at a path of literal keys in a variable of the session.
    fn type_at(&mut self, variable: &str, path: &[&str]) -> Option<Ty>;
    /// Returns whether others than the checker report names in use, as the kernel of a notebook does.
    fn is_shared(&self) -> bool;
    /// Returns whether the session has set a variable, which cannot be assigned again.
    fn is_assigned(&mut self, variable: &str) -> bool;
    /// Returns whether the catalog of the session has a resource; the type is in lower case.
    fn is_declared(&mut self, type_name: &str, title: &str) -> bool;
    /// Returns whether the catalog of the session may set parameters of resources of a type, in lower case, by defaults,
    /// overrides or collectors.
    fn is_adjusted(&self, type_name: &str) -> bool;
    /// Returns the type alias with this name.
    fn alias(&mut self, name: &str) -> Option<Ty>;
    /// Returns whether a name in lower case is a resource type, or may be one: where a file does not load, or unknown
    /// names are resource types.
    fn is_resource_type(&mut self, name: &str) -> bool;
    /// Returns whether a name in lower case is certainly a resource type.
    fn has_resource_type(&mut self, name: &str) -> bool;
    /// Returns the function with this name.
    fn function(&mut self, name: &str) -> Option<KnownFunction>;
    /// Returns the names of the known functions.
    fn functions(&self) -> Vec<Rc<str>>;
    /// Returns the type of a top-scope or qualified variable, named without a leading `::`.
    fn variable(&mut self, name: &str) -> ExternalType;
    /// Returns the expression for the value of a legacy fact, such as `osfamily`.
    fn moved_fact(&self, name: &str) -> Option<String>;
    /// Returns the names of the known variables.
    fn variables(&self) -> Vec<Rc<str>>;
    /// Returns a class by its name in lower case.
    fn class(&mut self, name: &str) -> Option<Rc<dyn KnownParams>>;
    /// Returns the class of the environment whose name is the nearest to an unknown one, if it is near.
    fn near_class(&self, name: &str) -> Option<Rc<str>>;
    /// Returns the options of the lexer.
    fn lex_options(&self) -> LexOptions;
    /// Returns an EPP template of a module, named as for `epp`.
    fn template(&mut self, name: &str) -> Option<(Arc<Source>, Rc<Program>)>;
    /// Returns whether all modules are known and none has this template (`apache/vhost.epp`).
    fn is_missing_template(&mut self, name: &str) -> bool;
    /// Returns a defined type by its name in lower case.
    fn define(&mut self, name: &str) -> Option<Rc<dyn KnownParams>>;
}
