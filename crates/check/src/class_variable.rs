//! Variables of classes, `$web::port`: a name that neither the class nor its parents set is never set.

use std::rc::Rc;

use pprepl_text::RuleCode;
use puppet_syntax::ast::Expr;

use super::checker::Checker;
use super::declaration::ClassLike;
use super::finding::Finding;
use super::type_env::ExternalType;

/// The maximum number of parents that are followed.
const MAX_PARENTS: usize = 50;

/// The variables that every class has.
const GIVEN: [&str; 4] = ["title", "name", "module_name", "caller_module_name"];

/// Splits `web::port` into the class and the variable.
fn parts(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix("::").unwrap_or(name).rsplit_once("::")
}

impl<'a> Checker<'a> {
    /// Returns whether a qualified name is a variable of a known class that neither it nor its parents set.
    pub(super) fn is_never_set(&mut self, name: &str) -> bool {
        let Some((class, variable)) = parts(name) else { return false };
        let is_strict = matches!(self.world.variable("unknown name"), ExternalType::Nothing);
        if !is_strict || GIVEN.contains(&variable) || variable.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
        let Some(classes) = self.with_parents(class) else { return false };
        !classes.iter().any(|class| class.param(variable).is_some() || class.assigned().contains(variable))
    }

    /// Returns a class with all that it inherits from; `None` if one of them is unknown.
    fn with_parents(&mut self, class: &str) -> Option<Vec<Rc<ClassLike<'a>>>> {
        let mut classes = Vec::new();
        let mut next = Some(class.to_lowercase());
        while let Some(name) = next {
            let found = self.class_or_define(&name, true).filter(|_| classes.len() < MAX_PARENTS)?;
            next = found.body?.parent.map(|parent| parent.strip_prefix("::").unwrap_or(parent).to_lowercase());
            classes.push(found);
        }
        Some(classes)
    }

    /// Reports a read of such a variable, unless the code asks whether it is set.
    pub(super) fn never_set(&mut self, name: &str, expr: &'a Expr) {
        let Some((class, variable)) = parts(name).filter(|_| !self.asks_for(name)) else { return };
        let known = self.with_parents(class).unwrap_or_default();
        let own = |class: &Rc<ClassLike<'a>>| {
            let params = class.params.iter().map(|info| &*info.param.name);
            params.chain(class.assigned().iter().copied()).collect::<Vec<&'a str>>()
        };
        let names: Vec<&str> = known.iter().flat_map(own).collect();
        let near = self.nearest(variable, names.iter().copied()).map(|near| format!("{class}::{near}"));
        let help = match &near {
            Some(near) => format!("did you mean '${near}'?"),
            None => format!("class {class} sets no variable '{variable}'"),
        };
        let spot = self.span(expr);
        let finding = Finding::error(RuleCode::UnknownVariable, spot, format!("unknown variable '{name}'"));
        self.report(finding.hint(Some(help)).swap(name, near.as_deref()));
    }

    /// Returns whether the source names the variable in a string, as `defined('$web::port')` does.
    fn asks_for(&self, name: &str) -> bool {
        let Some(source) = self.sources.get(self.file as usize) else { return false };
        let is_string = |before: &str| before.ends_with(['\'', '"', '\\']) || before.ends_with("::");
        source.text().match_indices(name).any(|(at, _)| {
            let before = source.text().get(..at).unwrap_or_default();
            before.strip_suffix('$').or_else(|| before.strip_suffix("$::")).is_some_and(is_string)
        })
    }
}
