//! Reads and checks `hiera.yaml` version 5, and of version 3 in the global layer; errors have their location.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use crate::loader::yaml::Node;
use pprepl_text::{IssueCode, Source, Span, suggest};
use puppet_eval::{EvalResult, Flow};
use puppet_pcore::{Hash, Value};

use super::error::error_in;
use super::files::DataFile;
use super::layer::LayerKind;
use super::rules3::Rules3;

#[derive(Debug)]
pub(super) struct Config {
    /// Its path; `None` when the layer has no file.
    pub(super) path: Option<PathBuf>,
    pub(super) file: Option<Rc<DataFile>>,
    /// The module that it belongs to.
    pub(super) module: Option<String>,
    pub(super) hierarchy: Vec<Level>,
    pub(super) default_hierarchy: Option<Vec<Level>>,
    /// The rules of a file of version 3.
    pub(super) version3: Option<Rules3>,
}

/// A level of a hierarchy.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) function: Function,
    pub(super) locations: Locations,
    pub(super) datadir: String,
    /// Options passed to a function in addition to the file.
    pub(super) options: Hash,
}

/// The source of a level's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Yaml,
    Json,
    /// YAML in which some values may be encrypted.
    Eyaml,
    /// Another function: the setting that names it, and its name.
    Other(&'static str, String),
}

/// The files of a level, as written.
#[derive(Clone, Debug)]
pub(super) enum Locations {
    None,
    Paths(Vec<String>),
    Globs(Vec<String>),
    /// A variable, a name for each of its values, and a path.
    Mapped(String, String, String),
    Uris,
}

pub(super) const FUNCTIONS: [&str; 4] = ["data_hash", "lookup_key", "data_dig", "hiera3_backend"];
pub(super) const LOCATIONS: [&str; 7] = ["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"];
pub(super) const TOP: [&str; 5] = ["version", "defaults", "hierarchy", "plan_hierarchy", "default_hierarchy"];
pub(super) const DEFAULTS: [&str; 5] = ["data_hash", "lookup_key", "data_dig", "datadir", "options"];
pub(super) const LEVEL: [&str; 13] = [
    "name",
    "options",
    "data_hash",
    "lookup_key",
    "hiera3_backend",
    "data_dig",
    "path",
    "paths",
    "glob",
    "globs",
    "mapped_paths",
    "datadir",
    "uri",
];

/// Settings that levels inherit.
pub(super) struct Defaults {
    function: Option<Function>,
    datadir: String,
    options: Hash,
}

impl Defaults {
    /// Returns the settings of a `hiera.yaml` without `defaults`.
    pub(super) fn plain() -> Defaults {
        Defaults { function: Some(Function::Yaml), datadir: "data".to_owned(), options: Hash::new() }
    }
}

/// The kind of content that a `hiera.yaml` is read as.
pub(super) enum ConfigFile {
    Used(Config),
    /// The file is ignored for this reason.
    Ignored(String),
}

impl Config {
    /// Reads and checks a `hiera.yaml`. `datadir` is the directory of data in version 3 where the file names none.
    pub(super) fn read(
        path: &Path,
        file: Rc<DataFile>,
        kind: &LayerKind,
        strict: bool,
        datadir: &str,
    ) -> EvalResult<ConfigFile> {
        let reader = Reader { source: &file.source, kind };
        let root = file.root()?.filter(|root| root.value.as_hash().is_some());
        let version = root.map_or(Ok(3), |root| reader.version(root))?;
        match (version, root) {
            (5, Some(root)) => {
                let config = reader.version5(root, path, file.clone())?;
                Ok(ConfigFile::Used(config))
            }
            (3, root) if *kind == LayerKind::Global => {
                let read = reader.version3(root, datadir)?;
                Ok(ConfigFile::Used(Config {
                    path: Some(path.to_owned()),
                    module: None,
                    hierarchy: read.levels,
                    default_hierarchy: None,
                    version3: Some(read.rules),
                    file: Some(file.clone()),
                }))
            }
            (3, _) if !strict => Ok(ConfigFile::Ignored(format!(
                "{} is of version 3 and ignored: only the global layer could have it",
                pprepl_files::slashed(path)
            ))),
            (version, root) => Err(reader.wrong_version(root, version)),
        }
    }

    /// Returns the directory that paths are relative to: the directory of the file, in version 3 the working directory.
    pub(super) fn root(&self) -> &Path {
        let path = self.path.as_deref().filter(|_| self.version3.is_none());
        path.and_then(Path::parent).unwrap_or(Path::new(""))
    }
}

/// Returns the default level of a hierarchy without levels.
fn common(defaults: &Defaults) -> Level {
    Level {
        name: "Common".to_owned(),
        span: Span::default(),
        function: defaults.function.clone().unwrap_or(Function::Yaml),
        locations: Locations::Paths(vec!["common.yaml".to_owned()]),
        datadir: defaults.datadir.clone(),
        options: defaults.options.clone(),
    }
}

/// Returns the node of a setting that is not null.
pub(super) fn given<'n>(root: &'n Node, name: &str) -> Option<&'n Node> {
    root.entry(name).map(|(_, node)| node).filter(|node| !node.value.is_undef())
}

/// Fails with the first error, if there is one.
pub(super) fn first(errors: Vec<Flow>) -> EvalResult<()> {
    errors.into_iter().next().map_or(Ok(()), |error| Err(Box::new(error)))
}

/// Reads the parts of one `hiera.yaml`.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Arc<Source>,
    pub(super) kind: &'a LayerKind,
}

impl Reader<'_> {
    /// Reads a file of version 5. A null is the same as no `defaults` or no `hierarchy`.
    fn version5(&self, root: &Node, path: &Path, file: Rc<DataFile>) -> EvalResult<Config> {
        first(self.unknown_names(root, &TOP, "hiera.yaml"))?;
        if let Some(node) = given(root, "defaults") {
            first(self.unknown_names(node, &DEFAULTS, "`defaults`"))?;
        }
        let defaults = self.defaults(root)?;
        let hierarchy = match given(root, "hierarchy") {
            Some(node) => self.hierarchy(node, &defaults)?,
            None => vec![common(&defaults)],
        };
        if let Some((_, node)) = root.entry("plan_hierarchy") {
            self.hierarchy(node, &defaults)?;
        }
        let default_hierarchy = match root.entry("default_hierarchy") {
            Some((span, _)) if !matches!(self.kind, LayerKind::Module(_)) => {
                return Err(self.misplaced_default_hierarchy(span));
            }
            Some((_, node)) => Some(self.hierarchy(node, &defaults)?),
            None => None,
        };
        let module = match self.kind {
            LayerKind::Module(name) => Some(name.clone()),
            _ => None,
        };
        Ok(Config {
            path: Some(path.to_owned()),
            file: Some(file),
            module,
            hierarchy,
            default_hierarchy,
            version3: None,
        })
    }

    pub(super) fn data_error(&self, span: Span, code: IssueCode, message: impl Into<String>) -> Box<Flow> {
        error_in(self.source, span, code, message, "")
    }

    pub(super) fn wrong(&self, span: Span, message: impl Into<String>) -> Box<Flow> {
        self.data_error(span, IssueCode::HieraConfig, message)
    }

    pub(super) fn version(&self, root: &Node) -> EvalResult<i64> {
        match root.entry("version") {
            None => Ok(3),
            Some((span, node)) => match &node.value {
                Value::Int(version) => Ok(*version),
                Value::Undef => Ok(3),
                _ => Err(self.wrong(span, "the version is a number; write `version: 5`")),
            },
        }
    }

    pub(super) fn wrong_version(&self, root: Option<&Node>, version: i64) -> Box<Flow> {
        let at = root.and_then(|root| root.entry("version")).map(|(_, node)| node.span);
        let start = at.or(root.map(|root| Span::at(root.span.start))).unwrap_or_default();
        let (code, message) = match (version, self.kind) {
            (3, kind) => (
                IssueCode::HieraVersion3NotGlobal,
                format!("this hiera.yaml is of version 3, which no {} may have", first_word(kind)),
            ),
            (4, _) => (IssueCode::HieraUnsupportedVersion, "version 4 of hiera.yaml is out of use".to_owned()),
            (other, _) => (IssueCode::HieraUnsupportedVersion, format!("unknown version {other} of hiera.yaml")),
        };
        let help = "write `version: 5` and a `hierarchy` of levels with `name` and `path`";
        error_in(self.source, start, code, message, help)
    }

    /// Returns an error for each unknown name.
    pub(super) fn unknown_names(&self, node: &Node, known: &[&str], owner: &str) -> Vec<Flow> {
        let is_known = |name: &str| known.contains(&name) || name == "uris" && known.contains(&"uri");
        let names = node.entries().map(|(key, span, _)| (puppet_pcore::interpolate(key), span));
        let unknown = |(name, span): (String, Span)| {
            let help = match suggest::nearest(&name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it has {}", known.join(", ")),
            };
            *error_in(self.source, span, IssueCode::HieraConfig, format!("{owner} has no `{name}`"), &help)
        };
        names.filter(|(name, _)| !is_known(name)).map(unknown).collect()
    }

    /// Returns the error of a `default_hierarchy` outside a module.
    pub(super) fn misplaced_default_hierarchy(&self, span: Span) -> Box<Flow> {
        let message = "`default_hierarchy` is for the hiera.yaml of a module";
        self.data_error(span, IssueCode::HieraDefaultHierarchyNotInModule, message)
    }

    pub(super) fn string(&self, node: &Node, name: &str) -> EvalResult<Option<String>> {
        match node.entry(name) {
            None => Ok(None),
            Some((_, node)) => self.text(node, name).map(Some),
        }
    }

    pub(super) fn text(&self, node: &Node, name: &str) -> EvalResult<String> {
        match node.text() {
            Some(text) if !text.is_empty() => Ok(text.to_owned()),
            _ => Err(self.wrong(node.span, format!("`{name}` is a string that is not empty"))),
        }
    }

    fn strings(&self, node: &Node, name: &str) -> EvalResult<Vec<String>> {
        if node.value.as_array().is_none_or(<[Value]>::is_empty) {
            return Err(self.wrong(node.span, format!("`{name}` is a list of strings")));
        }
        node.items().map(|item| self.text(item, name)).collect()
    }

    pub(super) fn defaults(&self, root: &Node) -> EvalResult<Defaults> {
        let plain = Defaults::plain();
        let Some((span, node)) = root.entry("defaults") else { return Ok(plain) };
        if node.value.is_undef() {
            return Ok(plain);
        }
        if node.value.as_hash().is_none() {
            return Err(self.wrong(span, "`defaults` is a hash"));
        }
        let named = self.functions(node)?;
        if named.len() > 1 {
            let message = "`defaults` names more than one function";
            return Err(self.data_error(span, IssueCode::HieraMultipleDataProviderFunctionsInDefault, message));
        }
        let options = self.options(node, "defaults", IssueCode::HieraDefaultOptionReservedByPuppet)?;
        Ok(Defaults {
            function: named.into_iter().next(),
            datadir: self.string(node, "datadir")?.unwrap_or(plain.datadir),
            options: options.unwrap_or_default(),
        })
    }

    fn functions(&self, node: &Node) -> EvalResult<Vec<Function>> {
        let mut found = Vec::new();
        for setting in FUNCTIONS {
            if let Some(name) = self.string(node, setting)? {
                if setting == "hiera3_backend" && *self.kind != LayerKind::Global {
                    let span = node.entry(setting).map_or(node.span, |(span, _)| span);
                    return Err(self.wrong(span, "`hiera3_backend` is for the hiera.yaml of the global layer"));
                }
                found.push(match (setting, name.as_str()) {
                    ("data_hash", "yaml_data") => Function::Yaml,
                    ("data_hash", "json_data") => Function::Json,
                    ("lookup_key", "eyaml_lookup_key") => Function::Eyaml,
                    _ => Function::Other(setting, name),
                });
            }
        }
        Ok(found)
    }

    /// Returns the options of functions.
    fn options(&self, node: &Node, owner: &str, code: IssueCode) -> EvalResult<Option<Hash>> {
        let Some((span, options)) = node.entry("options") else { return Ok(None) };
        let Some(hash) = options.value.as_hash() else {
            return Err(self.wrong(span, "`options` is a hash"));
        };
        match ["path", "uri"].iter().find_map(|name| Some((name, options.entry(name)?.0))) {
            Some((name, at)) => {
                Err(self.data_error(at, code, format!("the option `{name}` of {owner} is set by Puppet itself")))
            }
            None => Ok(Some(hash.clone())),
        }
    }

    fn hierarchy(&self, node: &Node, defaults: &Defaults) -> EvalResult<Vec<Level>> {
        self.list_of_levels(node)?;
        let mut levels: Vec<Level> = Vec::new();
        for item in node.items() {
            first(self.unknown_names(item, &LEVEL, "a level"))?;
            let level = self.level(item, defaults)?;
            if let Some(first) = levels.iter().find(|known| known.name == level.name) {
                return Err(self.second_level(first, &level));
            }
            levels.push(level);
        }
        Ok(levels)
    }

    /// Checks that a hierarchy is a list.
    pub(super) fn list_of_levels(&self, node: &Node) -> EvalResult<()> {
        match node.value.as_array() {
            Some(_) => Ok(()),
            None => Err(self.wrong(node.span, "a hierarchy is a list of levels, each with `name` and `path`")),
        }
    }

    /// Returns the error of a level with the name of an earlier one.
    pub(super) fn second_level(&self, first: &Level, second: &Level) -> Box<Flow> {
        let line = self.source.line_column(first.span.start).line;
        let message = format!("there is a level '{}' already, in line {line}", second.name);
        self.data_error(second.span, IssueCode::HieraHierarchyNameMultiplyDefined, message)
    }

    /// Reads a level, whose names are known.
    pub(super) fn level(&self, node: &Node, defaults: &Defaults) -> EvalResult<Level> {
        if node.value.as_hash().is_none() {
            return Err(self.wrong(node.span, "a level is a hash with `name` and `path`"));
        }
        let name = match node.entry("name") {
            Some((_, name)) => self.text(name, "name")?,
            None => return Err(self.wrong(Span::at(node.span.start), "this level has no `name`")),
        };
        let span = node.entry("name").map_or(node.span, |(_, name)| name.span);
        let mut named = self.functions(node)?;
        let function = match (named.len(), &defaults.function) {
            (0, Some(function)) => function.clone(),
            (0, None) => {
                let message = format!("the level '{name}' names no function, nor do the defaults");
                let help = "add `data_hash: yaml_data`";
                return Err(error_in(self.source, span, IssueCode::HieraMissingDataProviderFunction, message, help));
            }
            (1, _) => named.remove(0),
            _ => {
                let message = format!("the level '{name}' names more than one function");
                return Err(self.data_error(span, IssueCode::HieraMultipleDataProviderFunctions, message));
            }
        };
        let owner = format!("the level '{name}'");
        let options = self.options(node, &owner, IssueCode::HieraOptionReservedByPuppet)?;
        Ok(Level {
            locations: self.locations(node, &name, span)?,
            datadir: self.string(node, "datadir")?.unwrap_or_else(|| defaults.datadir.clone()),
            options: options.unwrap_or_else(|| defaults.options.clone()),
            name,
            span,
            function,
        })
    }

    fn locations(&self, node: &Node, name: &str, span: Span) -> EvalResult<Locations> {
        let given: Vec<_> = LOCATIONS.iter().filter_map(|key| Some((*key, node.entry(key)?.1))).collect();
        let (key, node) = match given[..] {
            [] => return Ok(Locations::None),
            [one] => one,
            _ => {
                let message = format!(
                    "the level '{name}' has more than one of path, paths, glob, globs, uri, uris, mapped_paths"
                );
                return Err(self.data_error(span, IssueCode::HieraMultipleLocationSpecs, message));
            }
        };
        Ok(match key {
            "path" => Locations::Paths(vec![self.text(node, key)?]),
            "paths" => Locations::Paths(self.strings(node, key)?),
            "glob" => Locations::Globs(vec![self.text(node, key)?]),
            "globs" => Locations::Globs(self.strings(node, key)?),
            "mapped_paths" => match <[String; 3]>::try_from(self.strings(node, key)?) {
                Ok([variable, each, path]) => Locations::Mapped(variable, each, path),
                Err(_) => {
                    let message =
                        "`mapped_paths` is a list of three: a variable, a name for each of its values, a path";
                    return Err(self.wrong(node.span, message));
                }
            },
            _ => Locations::Uris,
        })
    }
}

fn first_word(kind: &LayerKind) -> &'static str {
    match kind {
        LayerKind::Global => "global layer",
        LayerKind::Environment => "environment",
        LayerKind::Module(_) => "module",
    }
}
