//! A level of a hierarchy: its current files, and lookups in them.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use pprepl_budget as budget;
use pprepl_text::{IssueCode, Span};
use puppet_eval::{EvalResult, Level as LogLevel};
use puppet_pcore::{Hash, Value};

use super::config::{Config, Function, Level, Locations};
use super::encrypted;
use super::error::{data_error, error_in, set_location};
use super::explain::{Place, StepKind, StepOutcome};
use super::files::{DataFile, Format};
use super::key::Key;
use super::lookup::Invocation;
use super::merge::Strategy;
use crate::loader::glob::{self, GlobError};

/// A file of a level.
#[derive(Clone, Debug)]
pub(super) struct Location {
    /// The path as written.
    pub(super) original: String,
    pub(super) path: PathBuf,
}

impl Invocation<'_> {
    /// Returns the files of a level for the current variables.
    pub(super) fn locations(&mut self, config: &Config, level: &Level) -> EvalResult<Vec<Location>> {
        // Overrides and defaults of a `lookup` call do not affect the paths of the files.
        let (overrides, defaults) = (std::mem::take(&mut self.overrides), std::mem::take(&mut self.defaults));
        let outer = std::mem::replace(&mut self.in_path, true);
        let found = self.current_locations(config, level);
        self.in_path = outer;
        (self.overrides, self.defaults) = (overrides, defaults);
        found
    }

    fn current_locations(&mut self, config: &Config, level: &Level) -> EvalResult<Vec<Location>> {
        let folder = pprepl_files::slashed(&config.root().join(&level.datadir));
        let folder = PathBuf::from(self.in_config(&folder)?);
        match &level.locations {
            Locations::Paths(paths) => paths.iter().map(|path| self.location(&folder, path)).collect(),
            Locations::Globs(globs) => self.globbed(&folder, globs),
            Locations::Mapped(variable, each, path) => self.mapped(&folder, variable, each, path),
            Locations::None | Locations::Uris => Ok(Vec::new()),
        }
    }

    fn location(&mut self, folder: &Path, path: &str) -> EvalResult<Location> {
        let found = self.in_config(path)?;
        Ok(Location { original: path.to_owned(), path: folder.join(found) })
    }

    fn globbed(&mut self, folder: &Path, globs: &[String]) -> EvalResult<Vec<Location>> {
        let mut found = Vec::new();
        for written in globs {
            let pattern = pprepl_files::slashed(&folder.join(self.in_config(written)?));
            let paths = glob::expand(self.vm.host_mut(), &pattern).map_err(|error| match error {
                GlobError::Exhausted(exhausted) => exhausted.into(),
                GlobError::TooManyAlternatives(limit) => data_error(
                    IssueCode::HieraConfig,
                    format!("the braces of the glob make more than {limit} patterns"),
                    "write fewer braces, or several globs",
                ),
            })?;
            found.extend(paths.into_iter().map(|path| Location { original: written.clone(), path }));
        }
        Ok(found)
    }

    fn mapped(&mut self, folder: &Path, variable: &str, each: &str, path: &str) -> EvalResult<Vec<Location>> {
        let values = match self.variable_path(variable, "mapped_paths")? {
            Some(Value::Array(values)) => values.items.clone(),
            Some(Value::Hash(hash)) => {
                let pair = |(key, value): (&Value, &Value)| Value::array(vec![key.clone(), value.clone()]);
                hash.iter().map(pair).collect()
            }
            None | Some(Value::Undef) => Vec::new(),
            Some(Value::Str(text)) if text.text.is_empty() => Vec::new(),
            Some(value) => vec![value],
        };
        let mut found = Vec::new();
        for value in values {
            self.locals.push((each.to_owned(), value));
            let location = self.location(folder, path);
            self.locals.pop();
            found.push(location?);
        }
        Ok(found)
    }

    /// Returns the keys of a level's files.
    pub(super) fn keys_of(&mut self, config: &Config, level: &Level) -> EvalResult<Vec<String>> {
        let mut keys = Vec::new();
        let format = if level.function == Function::Json { Format::Json } else { Format::Yaml };
        for location in self.locations(config, level)? {
            let Some(file) = self.file(&location.path, format)? else { continue };
            let hash = file.root()?.and_then(|root| root.value.as_hash());
            keys.extend(hash.into_iter().flat_map(Hash::keys).filter_map(Value::as_str).map(str::to_owned));
        }
        Ok(keys)
    }

    /// Looks up a key in one level.
    pub(super) fn in_level(
        &mut self,
        config: &Rc<Config>,
        level: &Level,
        key: &Key,
        strategy: &Strategy,
    ) -> EvalResult<Option<Value>> {
        self.in_step(StepKind::Level(level.name.clone()), |inv| {
            let locations = inv.locations(config, level)?;
            inv.check_function(config, level, &locations)?;
            match level.function {
                Function::Other(..) if locations.is_empty() && matches!(level.locations, Locations::None) => {
                    inv.gather(strategy, &[()], |inv, ()| inv.in_function(config, level, None, key))
                }
                Function::Other(..) => inv
                    .gather(strategy, &locations, |inv, location| inv.in_function(config, level, Some(location), key)),
                _ => inv.gather(strategy, &locations, |inv, location| inv.in_file(config, level, location, key)),
            }
        })
    }

    /// Checks that this level can be read at all.
    fn check_function(&mut self, config: &Config, level: &Level, locations: &[Location]) -> EvalResult<()> {
        let Some(file) = &config.file else { return Ok(()) };
        let refuse = |code, message: String, help: &str| Err(error_in(&file.source, level.span, code, message, help));
        let name = &level.name;
        match (&level.function, &level.locations) {
            (_, Locations::Uris) => refuse(
                IssueCode::HieraUri,
                format!("the level '{name}' asks for a URI, and nothing is fetched here"),
                "give it a `path`",
            ),
            (Function::Other(setting, function), _) => {
                let needed =
                    locations.is_empty() || locations.iter().any(|one| self.vm.host_mut().stamp(&one.path).is_some());
                if !needed || *setting != "hiera3_backend" && self.vm.has_source_function(function)? {
                    return Ok(());
                }
                let help = "run a function in Ruby with `--ruby`, or define it in Puppet in the file of \
                            `--stand-ins FILE`; yaml_data, json_data and eyaml_lookup_key (for values that are not \
                            encrypted) are built in";
                let message =
                    format!("the level '{name}' needs the {setting} function '{function}', which is not here");
                refuse(IssueCode::HieraDataProviderFunctionNotFound, message, help)
            }
            (_, Locations::None) => refuse(
                IssueCode::HieraConfig,
                format!("the level '{name}' names no file"),
                "give it a `path`, `paths`, `glob` or `globs`",
            ),
            _ => Ok(()),
        }
    }

    fn in_file(&mut self, config: &Config, level: &Level, location: &Location, key: &Key) -> EvalResult<Option<Value>> {
        self.in_step(StepKind::File(location.original.clone(), location.path.clone()), |inv| {
            let format = if level.function == Function::Json { Format::Json } else { Format::Yaml };
            let Some(file) = inv.file(&location.path, format)? else {
                inv.report(StepOutcome::Missing);
                return Ok(None);
            };
            inv.check_file(config, &file)?;
            let Some((value, span)) = raw_value(&file, key)? else {
                inv.report(StepOutcome::NoKey);
                return Ok(None);
            };
            let value = if level.function == Function::Eyaml { inv.opaque(&file, value) } else { value };
            let value = inv.interpolate(&value, true).map_err(|mut flow| {
                if let Some(span) = span {
                    set_location(&mut flow, &file.source, span);
                }
                flow
            })?;
            let line = span.map_or(0, |span| file.source.line_column(span.start).line);
            inv.report(StepOutcome::Found(value.clone(), Some(Place { path: location.path.clone(), line })));
            Ok(Some(value))
        })
    }

    /// Replaces encrypted text, of which no key is available, by a short digest of it.
    fn opaque(&mut self, file: &DataFile, value: Value) -> Value {
        let Some(opaque) = encrypted::opaque(&value) else { return value };
        let name = file.source.name();
        let message = format!("{name}: encrypted values are shown as ENC[..] with a digest, because pprepl has no key");
        self.warn_once(&format!("encrypted {name}"), &message);
        opaque
    }

    /// Checks that a data file is a hash. In a module all keys must begin with the module's name.
    fn check_file(&mut self, config: &Config, file: &DataFile) -> EvalResult<()> {
        let root = file.root()?;
        let name = file.source.name().to_owned();
        let Some(hash) = root.and_then(|root| root.value.as_hash()) else {
            let at = root.map_or(Span::default(), |root| root.span);
            let empty =
                root.is_none_or(|root| matches!(root.value, Value::Undef) || root.value.as_bool() == Some(false));
            if self.is_strict() && !empty {
                let help = "begin its lines with a name: `key: value`";
                return Err(error_in(
                    &file.source,
                    at,
                    IssueCode::HieraData,
                    "expected a hash in this data file",
                    help,
                ));
            }
            self.warn_once(&format!("no hash {name}"), &format!("{name}: expected a hash in this data file"));
            return Ok(());
        };
        let Some(module) = &config.module else { return Ok(()) };
        let own = format!("{module}::");
        let stray =
            hash.keys().filter_map(Value::as_str).find(|key| *key != super::key::OPTIONS && !key.starts_with(&own));
        if let Some(stray) = stray {
            let message =
                format!("{name}: the key '{stray}' is never found: keys of the module '{module}' begin with {own}");
            self.warn_once(&format!("unknown key {name}"), &message);
        }
        Ok(())
    }

    pub(super) fn warn_once(&mut self, key: &str, message: &str) {
        if !self.quiet && self.vm.host_mut().first_time(key) {
            self.vm.log(LogLevel::Warning, message);
        }
    }
}

/// Returns a key of a file as written, and its location.
fn raw_value(file: &DataFile, key: &Key) -> EvalResult<Option<(Value, Option<Span>)>> {
    let Some(root) = file.root()? else { return Ok(None) };
    if let Some((span, node)) = root.entry(&key.root) {
        let value = node.usable().map_err(|fault| file.data_error(&fault))?;
        return Ok(Some((value.clone(), Some(span))));
    }
    // JSON nodes have no locations.
    Ok(root.value.as_hash().and_then(|hash| hash.get_str(&key.root)).map(|value| (value.clone(), None)))
}

impl Invocation<'_> {
    /// Combines the values of several locations with a strategy.
    pub(super) fn gather<V>(
        &mut self,
        strategy: &Strategy,
        places: &[V],
        mut get: impl FnMut(&mut Self, &V) -> EvalResult<Option<Value>>,
    ) -> EvalResult<Option<Value>> {
        if strategy.is_first() {
            let mut first = None;
            for place in places {
                first = first.or(get(self, place)?);
                if first.is_some() && !self.everywhere {
                    break;
                }
            }
            return Ok(first);
        }
        if let [place] = places {
            return Ok(get(self, place)?.map(|value| strategy.single(value)));
        }
        self.in_step(StepKind::Merge(strategy.text()), |inv| {
            let mut merged: Option<Value> = None;
            for place in places {
                let Some(value) = get(inv, place)? else { continue };
                merged = Some(match merged {
                    None => strategy.start(value),
                    Some(first) => {
                        let made = strategy.merge(first, value);
                        budget::poll()?;
                        made.map_err(|error| {
                            let message = error.to_string();
                            inv.report(StepOutcome::Failed(message.clone()));
                            data_error(IssueCode::HieraMerge, message, "")
                        })?
                    }
                });
            }
            if let Some(merged) = &merged {
                inv.report(StepOutcome::Merged(merged.clone()));
            }
            Ok(merged)
        })
    }
}
