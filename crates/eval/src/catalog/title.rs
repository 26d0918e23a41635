//! The attributes that a resource type in Ruby takes from a title: by its literal patterns, a function of the
//! stand-ins, or Ruby where it runs.

use std::rc::Rc;

use pprepl_text::{IssueCode, Topic};
use puppet_pcore::Value;
use puppet_syntax::ast::Name;

use super::super::data::has_substitute;
use super::super::foreign::{check_code, foreign};
use super::super::services::Autoload;
use super::super::{EvalResult, Flow, Vm};
use super::title_pattern::{Attributes, FromTitle};

/// Computes the attributes that the title of a resource gives, once for each title; the final catalog has them.
pub(super) fn read_title(vm: &mut Vm, type_name: &Name, title: &Rc<str>) -> EvalResult<()> {
    let Some(known) = vm.catalog.ruby_types.get(type_name).filter(|known| known.has_patterns()) else { return Ok(()) };
    let key = (type_name.clone(), title.clone());
    if vm.catalog.titles.contains_key(&key) {
        return Ok(());
    }
    let given = match known.title.attributes(title) {
        FromTitle::Attributes(given) => given.into(),
        FromTitle::NoMatch => return Err(no_match(title)),
        FromTitle::Unknown => computed(vm, type_name, title)?,
    };
    vm.catalog.titles.insert(key, given);
    Ok(())
}

fn no_match(title: &str) -> Box<Flow> {
    let mut flow = Flow::fail_with(Topic::AttributeValue, format!("no title pattern of the type matches '{title}'"));
    flow.with_help(|| Some("its file in the module lists the forms of titles in `self.title_patterns`".to_owned()));
    flow
}

/// Returns what Ruby computes, or the function in the stand-ins that takes its place.
fn computed(vm: &mut Vm, type_name: &str, title: &Rc<str>) -> EvalResult<Attributes> {
    let function = format!("title_patterns::{type_name}");
    let file = vm.ruby_file("type", type_name);
    let value = if has_substitute(vm, &function)? {
        vm.call_named(&function, vec![Value::str(&**title)])?
    } else {
        match (foreign(vm), file) {
            (Some(ruby), Some(file)) => {
                check_code(vm, &file)?;
                ruby.title(vm, type_name, &file, title)?
            }
            _ => return Err(needs_ruby(vm, type_name)),
        }
    };
    match value {
        Value::Hash(hash) => {
            let entries = hash.iter().filter(|(_, value)| !value.is_undef());
            Ok(entries.map(|(name, value)| (puppet_pcore::interpolate(name).into(), value.clone())).collect())
        }
        _ => Err(no_match(title)),
    }
}

/// Creates the error for a type whose titles only Ruby reads.
fn needs_ruby(vm: &mut Vm, type_name: &str) -> Box<Flow> {
    let message = format!(
        "the resource type {type_name} takes attributes from its titles in Ruby (title_patterns), which does not run here"
    );
    let file = vm.ruby_file("type", type_name);
    let mut flow = Flow::fail_with(IssueCode::RubyFunction, message);
    flow.with_help(|| {
        let file = file.map(|file| format!("its file is {}; ", pprepl_files::slashed(&file))).unwrap_or_default();
        Some(format!(
            "{file}run it with `--ruby`, or define it in Puppet in the file of `--stand-ins FILE`: \
             function title_patterns::{type_name}(String $title) >> Hash {{ .. }}"
        ))
    });
    flow
}
