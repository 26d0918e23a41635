//! Autoloading: finds the definitions that modules and the environment provide when code uses an undefined name. The
//! session owns what a loaded file defines, as if it had been typed. The definitions are rolled back with the input
//! when that fails or is undone.
//!
//! Names and files correspond as in Puppet: `apache::vhost` is in `apache/manifests/vhost.pp`, or in the file of an
//! enclosing namespace, such as `init.pp`. The environment's own functions and types belong to a module called
//! `environment`.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use pprepl_budget as budget;
use pprepl_text::{Diagnostic, Source};
use puppet_catalog::agent_type;
use puppet_syntax::{self as syntax, LexOptions, ast::Program};

use super::catalog::{Edit, RubyType};
use super::define::define_imported;
use super::definition_queries::ruby_type;
use super::services::Autoload;
use super::source_cache::ModuleFile;
use super::stops::watch_for_stops;
use super::{EvalResult, Flow, FunctionEntry, SourcePos, Vm};

impl Autoload for Vm {
    fn autoload_function(&mut self, entry: &Rc<FunctionEntry>) -> EvalResult<bool> {
        let name = entry.name.strip_prefix("::").unwrap_or(&entry.name).to_owned();
        if let Some((module, rest)) = name.split_once("::") {
            let reference = format!("{module}/{}.pp", rest.replace("::", "/"));
            if let Some(path) = self.host.module_file("functions", &reference) {
                import(self, &path, &name)?;
            }
        }
        if !entry.defined.get()
            && let Some(path) = self.host.substitutes()
        {
            // Its functions replace those of any module, so that its path requires no names.
            import(self, &path, "")?;
        }
        Ok(entry.defined.get())
    }

    fn autoload_plan(&mut self, name: &str) -> EvalResult<()> {
        let (module, rest) = name.split_once("::").unwrap_or((name, "init"));
        let reference = format!("{module}/{}.pp", rest.replace("::", "/"));
        match self.host.module_file("plans", &reference) {
            Some(path) => import(self, &path, name),
            None => Ok(()),
        }
    }

    fn autoload_alias(&mut self, name: &str) -> EvalResult<bool> {
        if load_plan_types(self, name)? {
            return Ok(true);
        }
        let lower = name.to_lowercase();
        let Some((module, rest)) = lower.split_once("::") else { return Ok(false) };
        let reference = format!("{module}/{}.pp", rest.replace("::", "/"));
        let Some(path) = self.host.module_file("types", &reference) else { return Ok(false) };
        import(self, &path, &lower)?;
        Ok(self.aliases.get(name).is_some())
    }

    fn knows_class(&mut self, name: &str) -> EvalResult<bool> {
        if !self.catalog.is_class(name) {
            autoload_manifest(self, name, |vm| vm.catalog.is_class(name))?;
        }
        Ok(self.catalog.is_class(name))
    }

    fn knows_resource_type(&mut self, name: &str) -> EvalResult<bool> {
        if self.catalog.is_resource_type(name) {
            return Ok(true);
        }
        autoload_manifest(self, name, |vm| vm.catalog.is_resource_type(name))?;
        if self.catalog.is_resource_type(name) {
            return Ok(true);
        }
        if let Some(path) = self.ruby_file("type", name) {
            let found = ruby_type(self, path).unwrap_or_else(|| Rc::new(RubyType::read("")));
            self.catalog.add_ruby_type(name, found);
        } else if let Some(row) = agent_type(name) {
            self.catalog.add_ruby_type(name, Rc::new(RubyType::bundled(row)));
        }
        Ok(self.catalog.is_resource_type(name))
    }

    fn ruby_file(&mut self, kind: &str, name: &str) -> Option<PathBuf> {
        let path = name.strip_prefix("::").unwrap_or(name).replace("::", "/");
        if path.is_empty() || path.contains("..") {
            return None;
        }
        match kind {
            "functions" => {
                let host = &mut self.host;
                let new = host.file_of_modules(&format!("lib/puppet/functions/{path}.rb"));
                // A function of the old interface has no namespace.
                let old = Some(format!("lib/puppet/parser/functions/{path}.rb")).filter(|_| !path.contains('/'));
                new.or_else(|| host.file_of_modules(&old?))
            }
            kind => self.host.file_of_modules(&format!("lib/puppet/{kind}/{path}.rb")),
        }
    }
}

/// Loads manifests until the name is known: first the manifest of the whole name, then those of the enclosing
/// namespaces. As in Puppet, `init.pp` precedes every other manifest of its module, so that a class that a site defines
/// and the module defines again is an error.
fn autoload_manifest(vm: &mut Vm, name: &str, known: impl Fn(&Vm) -> bool) -> EvalResult<()> {
    let mut namespace = inside_a_path(name);
    if let Some((module, _)) = namespace.split_once("::")
        && let Some(path) = vm.host.module_file("manifests", &format!("{module}/init.pp"))
    {
        import(vm, &path, module)?;
        if known(vm) {
            return Ok(());
        }
    }
    while !namespace.is_empty() {
        let (module, rest) = namespace.split_once("::").unwrap_or((namespace, "init"));
        let reference = format!("{module}/{}.pp", rest.replace("::", "/"));
        if let Some(path) = vm.host.module_file("manifests", &reference) {
            import(vm, &path, namespace)?;
            if known(vm) {
                break;
            }
        }
        namespace = outer(namespace);
    }
    Ok(())
}

/// Loads a module's file once. `namespace` is the prefix that the path requires of the file's names.
fn import(vm: &mut Vm, path: &Path, namespace: &str) -> EvalResult<()> {
    let shown = pprepl_files::slashed(path);
    if vm.catalog.has_imported(&shown) {
        return Ok(());
    }
    let ModuleFile { source, program } = match vm.catalog.sources.file(&shown) {
        Some(known) => known,
        None => parse_module_file(vm, path, &shown, namespace)?,
    };
    watch_for_stops(vm, &source);
    let mark = vm.journal.mark();
    vm.edit(Edit::Imported(shown.into(), Some(source.clone())));
    define_imported(vm, &source, &program).map_err(|mut flow| {
        flow.enter_source(&source);
        flow
    })?;
    if vm.catalog.sources.has_unchanging_files() {
        // The definitions are those of every node: they are never undone.
        vm.journal.changes.truncate(mark);
    }
    Ok(())
}

/// Reads, parses and checks a module's file.
fn parse_module_file(vm: &mut Vm, path: &Path, shown: &str, namespace: &str) -> EvalResult<ModuleFile> {
    let text = vm.host.read_code(path).map_err(|fault| Flow::unreadable(shown, &fault))?;
    let source = Source::new(shown, text);
    let program = Rc::new(read_module_file(vm, &source, namespace)?);
    let file = ModuleFile { source, program };
    vm.catalog.sources.keep_file(shown, &file);
    Ok(file)
}

/// Defines the types of plans if this is the name of one, in tasks mode.
fn load_plan_types(vm: &mut Vm, name: &str) -> EvalResult<bool> {
    let Some(text) = (vm.functions.library.plan_types)(name).filter(|_| vm.settings.lex.tasks) else {
        return Ok(false);
    };
    import_text(vm, "the types of plans", text)?;
    Ok(vm.aliases.get(name).is_some())
}

/// Defines the names of code that is built into pprepl, once.
fn import_text(vm: &mut Vm, name: &str, text: &str) -> EvalResult<()> {
    if vm.catalog.has_imported(name) {
        return Ok(());
    }
    let source = Source::new(name, text);
    let parsed = syntax::parse(text, LexOptions::PUPPET8);
    vm.edit(Edit::Imported(name.into(), Some(source.clone())));
    define_imported(vm, &source, &parsed.program)
}

/// Checks a file whose path requires its names to start with `namespace`, if that is not empty.
fn read_module_file(vm: &mut Vm, source: &Arc<Source>, namespace: &str) -> EvalResult<Program> {
    // A setting for inputs does not change how modules are read.
    let options = LexOptions { tasks: false, ..vm.settings.lex }.for_file(source.name());
    let parsed = syntax::parse(source.text(), options);
    budget::check()?;
    let mut found = parsed.diagnostics;
    if !found.iter().any(Diagnostic::is_error) {
        found.extend(vm.validate(&parsed.program, source.text()));
        if !namespace.is_empty() {
            found.extend(syntax::validate_location(&parsed.program, namespace));
        }
    }
    match found.into_iter().find(Diagnostic::is_error) {
        Some(fault) => Err(as_flow(fault, source)),
        None => Ok(parsed.program),
    }
}

/// The length in bytes of the longest path to look up. Linux opens no longer path; other systems have the same limit or
/// a lower one.
const LONGEST_PATH: usize = 4096;

/// Returns the name, or its longest enclosing namespace whose file can have a path. (A name of 100,000 segments matches
/// no file, and looking up each enclosing namespace would take too long.)
fn inside_a_path(name: &str) -> &str {
    if name.len() < LONGEST_PATH {
        return name;
    }
    // A character may begin before the limit and end after it.
    let most = (0..=LONGEST_PATH).rev().find(|at| name.is_char_boundary(*at)).unwrap_or(0);
    outer(name.get(..most).unwrap_or_default())
}

/// Returns the enclosing namespace of a name: `a::b` for `a::b::c`.
fn outer(name: &str) -> &str {
    name.rsplit_once("::").map_or("", |(outer, _)| outer)
}

/// Converts a diagnostic in a module's file to the error of the use that needed the file.
fn as_flow(found: Diagnostic, source: &Arc<Source>) -> Box<Flow> {
    let code = found.code.issue();
    let mut flow = match found.span {
        Some(span) => Flow::at(code, SourcePos { span, at: found.at.unwrap_or(span.start) }, found.message),
        None => Flow::nowhere(code, found.message),
    };
    flow.enter_source(source);
    flow.with_help(|| found.help);
    flow
}
