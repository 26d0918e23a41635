//! Finds definitions by name: in the inputs, in loaded files, and in the files of the module path where Puppet's
//! autoloader would look. Nothing runs, and nothing is loaded.

use std::path::{Path, PathBuf};

use pprepl_text::Source;
use puppet_syntax::ast::{Expr, ExprKind, Param};
use puppet_syntax::{parse, walk};

use super::Session;
use super::strings_comment::{DocComment, comment_above};

/// A definition with its source and its comment.
#[derive(Clone, Debug)]
pub struct DefinitionView {
    /// `function`, `class`, `define`, `type`, `plan`, or `Ruby function`.
    pub kind: &'static str,
    pub name: String,
    /// The name of the source: `input 3`, or a file.
    pub source_name: String,
    /// The line of its start, from 1.
    pub line: u32,
    /// Its source, with the comment above.
    pub code: String,
    pub comment: DocComment,
    pub params: Vec<ParamView>,
    /// The source of its return type or of its definition, or empty.
    pub result: String,
}

/// A parameter of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamView {
    /// The name with `$`; `*$name` for the rest of the arguments.
    pub name: String,
    /// The source of its type, or empty.
    pub type_name: String,
    /// The source of its default value.
    pub default: Option<String>,
}

/// Source to search, with its name.
pub(crate) struct NamedText {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The depth of directories in a module.
const MAX_LEVELS: usize = 8;

/// Finds definitions for a session.
pub struct Definitions<'s> {
    session: &'s mut Session,
}

impl<'s> Definitions<'s> {
    /// Returns the service for a session.
    pub fn new(session: &'s mut Session) -> Definitions<'s> {
        Definitions { session }
    }
}

impl Definitions<'_> {
    /// Returns the definition of a function, class, defined type or type; `None` for an unknown or built-in name.
    pub fn definition(&mut self, name: &str) -> Option<DefinitionView> {
        let name = name.trim_start_matches("::").trim_end_matches("()");
        let in_session = self.session_texts().into_iter().rev().find_map(|text| self.found_in(&text, name));
        in_session.or_else(|| {
            let files = self.candidate_files(name);
            files.into_iter().find_map(|path| {
                let text = self.session.core.vm.host_mut().read_code(&path).ok()?;
                let text = NamedText { name: pprepl_files::slashed(&path), text };
                if path.extension().is_some_and(|end| end == "rb") {
                    return Some(ruby_function(name, &text));
                }
                self.found_in(&text, name)
            })
        })
    }

    /// Returns the definitions of a module by file; `None` if the module path has no such module.
    pub fn module_definitions(&mut self, module: &str) -> Option<Vec<DefinitionView>> {
        let folder = self.module_folders().into_iter().map(|folder| folder.join(module));
        let root = folder.into_iter().find(|folder| !self.session.core.vm.host_mut().list(folder).is_empty())?;
        let mut files = Vec::new();
        for part in ["manifests", "functions", "types", "plans"] {
            self.files_in(&root.join(part), "pp", 0, &mut files);
        }
        self.files_in(&root.join("lib/puppet/functions"), "rb", 0, &mut files);
        let mut found = Vec::new();
        for path in files {
            let Ok(text) = self.session.core.vm.host_mut().read_code(&path) else { continue };
            let text = NamedText { name: pprepl_files::slashed(&path), text };
            if path.extension().is_some_and(|end| end == "rb") {
                let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
                let is_own = path.parent().is_some_and(|folder| folder.ends_with(module));
                let name = if is_own { format!("{module}::{stem}") } else { stem };
                found.push(ruby_function(&name, &text));
            } else {
                found.extend(self.definitions_in(&text));
            }
        }
        Some(found)
    }

    /// Returns the modules of the module path with their directories.
    pub fn modules(&mut self) -> Vec<(String, PathBuf)> {
        let mut all = Vec::new();
        for folder in self.module_folders() {
            for (name, is_folder) in self.session.core.vm.host_mut().list(&folder) {
                if is_folder && !name.starts_with('.') {
                    all.push((name.clone(), folder.join(&name)));
                }
            }
        }
        all.sort();
        all
    }

    /// Returns the classes of the modules that may start like this: the modules with a class of their name, and after `module::`
    /// the classes of that module.
    pub(crate) fn class_names(&mut self, start: &str) -> Vec<String> {
        let module = start.trim_start_matches("::").split_once("::").map(|(module, _)| module.to_owned());
        let all = self.modules().into_iter();
        let mut names = Vec::new();
        for (name, folder) in all.filter(|(name, _)| module.as_ref().is_none_or(|module| module == name)) {
            let manifests = folder.join("manifests");
            if module.is_none() {
                let files = self.session.core.vm.host_mut().list(&manifests);
                names.extend(files.iter().any(|(file, _)| file == "init.pp").then_some(name));
                continue;
            }
            let mut files = Vec::new();
            self.files_in(&manifests, "pp", 0, &mut files);
            names.extend(files.iter().filter_map(|file| class_of_file(&name, file.strip_prefix(&manifests).ok()?)));
        }
        names
    }

    /// Returns the directories of modules: the module path, and the environment.
    fn module_folders(&self) -> Vec<PathBuf> {
        let mut folders = self.session.core.settings.module_folders();
        folders.extend(self.session.site.root.iter().map(|root| root.join("modules")));
        folders.iter().map(|folder| super::file::meant(&folder.display().to_string())).collect()
    }

    fn files_in(&mut self, folder: &Path, ending: &str, level: usize, files: &mut Vec<PathBuf>) {
        let mut entries = self.session.core.vm.host_mut().list(folder);
        entries.sort();
        for (name, is_folder) in entries {
            let path = folder.join(name);
            if is_folder && level < MAX_LEVELS {
                self.files_in(&path, ending, level + 1, files);
            } else if path.extension().is_some_and(|end| end == ending) {
                files.push(path);
            }
        }
    }

    /// Returns the sources of active inputs and loaded files, the newest last.
    fn session_texts(&self) -> Vec<NamedText> {
        let imported = self.session.core.vm.catalog.imported();
        let of_files =
            imported.iter().map(|one| NamedText { name: one.name().to_owned(), text: one.text().to_owned() });
        let active = self
            .session
            .history
            .inputs
            .iter()
            .filter(|one| !one.failed && !self.session.history.gone.contains(&one.number));
        let of_inputs = active.map(|one| NamedText { name: one.name.clone(), text: one.text.clone() });
        of_files.chain(of_inputs).collect()
    }

    /// Returns the files where the autoloader looks for a name.
    fn candidate_files(&self, name: &str) -> Vec<PathBuf> {
        let name = name.to_lowercase();
        let mut parts: Vec<&str> = name.split("::").collect();
        let is_plain = |part: &&str| part.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        if parts.is_empty() || !parts.iter().all(|part| !part.is_empty() && is_plain(part)) {
            return Vec::new();
        }
        let module = parts.remove(0);
        let rest = parts.join("/");
        let mut files = Vec::new();
        for folder in self.module_folders() {
            let root = folder.join(module);
            if rest.is_empty() {
                files.push(root.join("manifests/init.pp"));
            } else {
                let pp = ["manifests", "functions", "types", "plans"];
                files.extend(pp.iter().map(|part| root.join(part).join(format!("{rest}.pp"))));
                files.push(root.join("lib/puppet/functions").join(module).join(format!("{rest}.rb")));
            }
        }
        files
    }

    fn found_in(&self, text: &NamedText, name: &str) -> Option<DefinitionView> {
        // Most sources do not mention the name.
        let last = name.rsplit("::").next().unwrap_or(name).to_lowercase();
        if !text.text.to_lowercase().contains(&last) {
            return None;
        }
        self.definitions_in(text).into_iter().rev().find(|view| view.name.eq_ignore_ascii_case(name))
    }

    /// Returns the definitions in a source.
    fn definitions_in(&self, text: &NamedText) -> Vec<DefinitionView> {
        let source = Source::new(&*text.name, &*text.text);
        let parsed = parse(&text.text, self.session.core.options_for(&text.name));
        let mut found: Vec<DefinitionView> = Vec::new();
        let mut classes: Vec<(u32, u32, String)> = Vec::new();
        walk::for_each_everywhere(&parsed.program.body, &mut |expr| {
            let Some((kind, written, params, result)) = definition_of(expr, &text.text) else { return };
            let outer = classes.iter().rev().find(|(from, to, _)| *from < expr.span.start && expr.span.end <= *to);
            let is_nested = matches!(kind, "class" | "define") && !written.contains("::");
            let name = match outer.filter(|_| is_nested) {
                Some((_, _, outer)) => format!("{outer}::{written}"),
                None => written.trim_start_matches("::").to_owned(),
            };
            if kind == "class" {
                classes.push((expr.span.start, expr.span.end, name.clone()));
            }
            let params = params.iter().map(|param| param_view(param, &text.text)).collect();
            let start = expr.span.start as usize;
            let lines = comment_above(&text.text, start);
            let comments: String = lines.iter().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect();
            found.push(DefinitionView {
                kind,
                name,
                source_name: text.name.clone(),
                line: source.line_column(expr.span.start).line,
                code: comments + expr.span.of(&text.text),
                comment: DocComment::read(&lines),
                params,
                result,
            });
        });
        found
    }
}

/// Returns kind, name, parameters and result of a definition.
fn definition_of<'e>(expr: &'e Expr, text: &str) -> Option<(&'static str, String, &'e [Param], String)> {
    let returned = |returns: &Option<Expr>| returns.as_ref().map(|ty| ty.span.of(text).to_owned()).unwrap_or_default();
    Some(match &expr.kind {
        ExprKind::Function(one) => ("function", one.name.to_string(), &one.params, returned(&one.returns)),
        ExprKind::Plan(one) => ("plan", one.name.to_string(), &one.params, returned(&one.returns)),
        ExprKind::Class(one) => ("class", one.name.to_string(), &one.params, String::new()),
        ExprKind::Define(one) => ("define", one.name.to_string(), &one.params, String::new()),
        ExprKind::TypeAlias(one) => ("type", one.name.to_string(), &[], one.type_expr.span.of(text).to_owned()),
        _ => return None,
    })
}

fn param_view(param: &Param, text: &str) -> ParamView {
    let rest = if param.captures_rest { "*" } else { "" };
    ParamView {
        name: format!("{rest}${}", param.name),
        type_name: param.type_expr.as_ref().map(|ty| ty.span.of(text).to_owned()).unwrap_or_default(),
        default: param.default.as_ref().map(|value| value.span.of(text).to_owned()),
    }
}

/// Describes a function in Ruby by its file: the comment above `create_function`.
fn ruby_function(name: &str, text: &NamedText) -> DefinitionView {
    let at = text.text.find("create_function").unwrap_or(0);
    let comment = DocComment::read(&comment_above(&text.text, at));
    let line = text.text.get(..at).unwrap_or("").matches('\n').count() as u32 + 1;
    DefinitionView {
        kind: "Ruby function",
        name: name.to_owned(),
        source_name: text.name.clone(),
        line,
        code: text.text.trim_end().to_owned(),
        comment,
        params: Vec::new(),
        result: String::new(),
    }
}

/// Returns the class that the autoloader expects in a file of a module's manifests.
fn class_of_file(module: &str, file: &Path) -> Option<String> {
    let path = file.with_extension("");
    let mut parts: Vec<&str> = vec![module];
    parts.extend(path.iter().filter_map(|part| part.to_str()));
    if parts.last() == Some(&"init") {
        parts.pop();
    }
    Some(parts.join("::"))
}
