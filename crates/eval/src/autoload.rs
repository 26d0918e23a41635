//! What modules and the environment define: looked for when a name is used that nothing defines yet. What a file defines
//! belongs to the session then, as if it had been typed, and goes with the input when that fails or is undone.
//!
//! Names and files agree (seed 002, Function Definition): `apache::vhost` is in `apache/manifests/vhost.pp`, or in the
//! file of a name around it, as `init.pp`. The environment's own functions and types are those of a module called
//! `environment`.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use pprepl_budget as budget;
use pprepl_text::{Diagnostic, Source};
use puppet_syntax::{self as syntax, ast::Program};

use super::catalog::Edit;
use super::{EvalResult, Flow, FunctionEntry, SourcePos, Vm};

impl Vm {
    /// Takes in the file that should define the function; `false` when there is not one.
    pub(crate) fn autoload_function(&mut self, entry: &Rc<FunctionEntry>) -> EvalResult<bool> {
        let name = entry.name.strip_prefix("::").unwrap_or(&entry.name).to_owned();
        let Some((module, rest)) = name.split_once("::") else { return Ok(false) };
        let reference = format!("{module}/{}.pp", rest.replace("::", "/"));
        let Some(path) = self.host.module_file("functions", &reference) else { return Ok(false) };
        self.import(&path, &name)?;
        Ok(entry.defined.get())
    }

    /// Returns whether there is a class of this name (in lower case), in the session or in a module.
    pub(crate) fn knows_class(&mut self, name: &str) -> EvalResult<bool> {
        if !self.catalog.is_class(name) {
            self.autoload_manifest(name, |vm| vm.catalog.is_class(name))?;
        }
        Ok(self.catalog.is_class(name))
    }

    /// Returns whether it is the name of a resource type (in lower case): one of Puppet's, a define, or one that a module has in Ruby.
    pub(crate) fn knows_resource_type(&mut self, name: &str) -> EvalResult<bool> {
        if self.catalog.is_resource_type(name) {
            return Ok(true);
        }
        self.autoload_manifest(name, |vm| vm.catalog.is_resource_type(name))?;
        if !self.catalog.is_resource_type(name)
            && let Some(path) = self.ruby_file("type", name)
        {
            let namevar = self.host.read_named(&path).ok().and_then(|text| namevar_in(&text));
            self.catalog.add_ruby_type(name, path, namevar);
        }
        Ok(self.catalog.is_resource_type(name))
    }

    /// Takes in the file that should define the type alias; is it known then?
    pub(crate) fn autoload_alias(&mut self, name: &str) -> EvalResult<bool> {
        let lower = name.to_lowercase();
        let Some((module, rest)) = lower.split_once("::") else { return Ok(false) };
        let reference = format!("{module}/{}.pp", rest.replace("::", "/"));
        let Some(path) = self.host.module_file("types", &reference) else { return Ok(false) };
        self.import(&path, &lower)?;
        Ok(self.alias(name).is_some())
    }

    /// The file of a module that has a function, type or the like of this name in Ruby, which cannot run here.
    pub(crate) fn ruby_file(&mut self, kind: &str, name: &str) -> Option<PathBuf> {
        let path = name.strip_prefix("::").unwrap_or(name).replace("::", "/");
        let last = path.rsplit('/').next().unwrap_or(&path).to_owned();
        if path.is_empty() || path.contains("..") {
            return None;
        }
        match kind {
            "functions" => {
                let host = &mut self.host;
                let new = host.file_of_modules(&format!("lib/puppet/functions/{path}.rb"));
                new.or_else(|| host.file_of_modules(&format!("lib/puppet/parser/functions/{last}.rb")))
            }
            kind => self.host.file_of_modules(&format!("lib/puppet/{kind}/{path}.rb")),
        }
    }

    /// Takes in manifests, that of the whole name first, then those of the names around it, until the name is known.
    fn autoload_manifest(&mut self, name: &str, known: impl Fn(&Vm) -> bool) -> EvalResult<()> {
        let mut namespace = inside_a_path(name);
        while !namespace.is_empty() {
            let (module, rest) = namespace.split_once("::").unwrap_or((namespace, "init"));
            let reference = format!("{module}/{}.pp", rest.replace("::", "/"));
            if let Some(path) = self.host.module_file("manifests", &reference) {
                self.import(&path, namespace)?;
                if known(self) {
                    break;
                }
            }
            namespace = outer(namespace);
        }
        Ok(())
    }

    /// Takes in a module's file, once; `namespace` is what its path says that its names start with.
    fn import(&mut self, path: &Path, namespace: &str) -> EvalResult<()> {
        let shown = path.display().to_string();
        if self.catalog.has_imported(&shown) {
            return Ok(());
        }
        let text = self
            .host
            .read_named(path)
            .map_err(|fault| Flow::unreadable(format!("{shown} cannot be read: {}", pprepl_files::reason(&fault))))?;
        let source = Source::new(shown.as_str(), text);
        self.watch_for_stops(&source);
        let program = self.read_module_file(&source, namespace)?;
        self.edit(Edit::Imported(shown.into(), Some(source.clone())));
        self.define_imported(&source, &program).map_err(|mut flow| {
            flow.enter_source(&source);
            flow
        })
    }

    /// Reads and checks a file whose path says that its names start with `namespace`.
    fn read_module_file(&mut self, source: &Arc<Source>, namespace: &str) -> EvalResult<Program> {
        let parsed = syntax::parse(source.text(), self.settings.lex);
        budget::check()?;
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.validate(&parsed.program, source.text()));
            found.extend(syntax::validate_location(&parsed.program, namespace));
        }
        match found.into_iter().find(Diagnostic::is_error) {
            Some(fault) => Err(as_flow(fault, source)),
            None => Ok(parsed.program),
        }
    }
}

/// The longest path that a file is looked for at: Linux opens no longer one, other systems open shorter ones at most.
const LONGEST_PATH: usize = 4096;

/// The name, or the longest name around it whose file can have a path. (A text of 100,000 segments names nothing, and
/// looking for each name around it would take for ever.)
fn inside_a_path(name: &str) -> &str {
    if name.len() < LONGEST_PATH {
        return name;
    }
    // A character may begin before the limit and end after it.
    let most = (0..=LONGEST_PATH).rev().find(|at| name.is_char_boundary(*at)).unwrap_or(0);
    outer(name.get(..most).unwrap_or_default())
}

/// The name around a name: `a::b` of `a::b::c`.
fn outer(name: &str) -> &str {
    name.rsplit_once("::").map_or("", |(outer, _)| outer)
}

/// The parameter that a resource type's Ruby file says its title means.
fn namevar_in(text: &str) -> Option<Box<str>> {
    let mut last = None;
    for line in text.lines().map(str::trim) {
        let defined = line.strip_prefix("newparam").or_else(|| line.strip_prefix("newproperty"));
        if let Some(rest) = defined {
            let name = rest.trim_start_matches(['(', ' ', ':', '\'', '"']);
            let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(name.len());
            last = Some(&name[..end]);
        }
        let marked = line.starts_with("isnamevar")
            || defined.is_some() && ["namevar: true", "namevar => true"].iter().any(|mark| line.contains(mark));
        if marked && let Some(name) = last.filter(|name| !name.is_empty()) {
            return Some(name.into());
        }
    }
    None
}

/// A finding in a module's file as the error of the use that needed it.
fn as_flow(found: Diagnostic, source: &Arc<Source>) -> Box<Flow> {
    let code = match found.code {
        Cow::Borrowed(code) => code,
        Cow::Owned(_) => "SYNTAX_ERROR",
    };
    let mut flow = match found.span {
        Some(span) => Flow::at(code, SourcePos { span, at: found.at.unwrap_or(span.start) }, found.message),
        None => Flow::nowhere(code, found.message),
    };
    flow.enter_source(source);
    flow.with_help(|| found.help);
    flow
}
