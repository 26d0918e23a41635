//! A search: the layers in order, merged as the data's rules say, then the default hierarchy of the module.

use std::path::Path;
use std::rc::Rc;

use pprepl_text::{IssueCode, Topic};
use rustc_hash::FxHashMap;

use pprepl_budget as budget;
use puppet_eval::{EvalResult, Flow, Query, Vm};
use puppet_pcore::operators::Strictness;
use puppet_pcore::{Hash, Value};

use super::config::{Config, ConfigFile, Level};
use super::error::{data_error, set_location};
use super::explain::{Step, StepKind, StepOutcome};
use super::files::{DataFile, Format};
use super::key::{Key, OPTIONS, invalid_key, is_reserved};
use super::layer::LayerKind;
use super::merge::Strategy;
use super::options::{Rules, checked as checked_options};
use super::state::Hiera;

/// The number of nested searches after which their results are cached. Not before: a data function may log, and
/// `:lookup` shows each step.
const MANY: usize = 1_000;

/// A running search, with its nested searches.
pub(super) struct Invocation<'a> {
    pub(super) hiera: &'a Hiera,
    pub(super) vm: &'a mut Vm,
    pub(super) overrides: Hash,
    pub(super) defaults: Hash,
    /// Variables of `mapped_paths`.
    pub(super) locals: Vec<(String, Value)>,
    /// The keys being searched: a repeated one would recurse forever.
    names: Vec<String>,
    global_only: bool,
    /// Whether the search is that of `hiera` and its kin.
    old: bool,
    /// Whether the values are those of a `hiera.yaml` of version 3.
    pub(super) in_version3: bool,
    /// Whether a search continues after the first value, to report later ones.
    pub(super) everywhere: bool,
    /// Whether to report nothing except the result.
    pub(super) quiet: bool,
    /// Whether the text of a path is interpolated: an unknown variable is a warning there.
    pub(super) in_path: bool,
    rules: FxHashMap<Option<String>, Rc<Rules>>,
    /// The number of searches for keys in the values of other keys.
    searches: usize,
    /// Their results, cached after [`MANY`] searches.
    known: FxHashMap<String, Option<Value>>,
    /// The steps so far, the innermost last; `None` without tracing.
    steps: Option<Vec<Step>>,
}

impl<'a> Invocation<'a> {
    pub(super) fn new(hiera: &'a Hiera, vm: &'a mut Vm, query: &Query) -> Invocation<'a> {
        Invocation {
            hiera,
            vm,
            overrides: query.overrides.clone(),
            defaults: query.defaults.clone(),
            locals: Vec::new(),
            names: Vec::new(),
            global_only: false,
            old: query.old,
            in_version3: false,
            everywhere: false,
            quiet: false,
            in_path: false,
            rules: FxHashMap::default(),
            searches: 0,
            known: FxHashMap::default(),
            steps: None,
        }
    }

    /// Records the steps from now on.
    pub(super) fn begin_telling(&mut self) {
        self.steps = Some(vec![Step::new(StepKind::Search(String::new()))]);
        self.vm.lookup.collect_remarks(true);
    }

    /// Adds the remarks of a function to the current step.
    pub(super) fn report_remarks(&mut self) {
        let remarks = self.vm.lookup.take_remarks();
        if let Some(step) = self.steps.as_mut().and_then(|steps| steps.last_mut()) {
            step.steps.extend(remarks.into_iter().map(|text| Step::new(StepKind::Remark(text))));
        }
    }

    /// Continues after the first value, which stays the result.
    pub(super) fn ask_everywhere(&mut self) {
        self.everywhere = true;
    }

    pub(super) fn finish_trace(&mut self) -> Step {
        self.vm.lookup.collect_remarks(false);
        let mut root = self.steps.take().and_then(|mut steps| (!steps.is_empty()).then(|| steps.swap_remove(0)));
        let only = root.as_mut().and_then(|root| (root.steps.len() == 1).then(|| root.steps.remove(0)));
        only.or(root).unwrap_or_else(|| Step::new(StepKind::Search(String::new())))
    }

    /// Runs a step with substeps.
    pub(super) fn in_step<T>(
        &mut self,
        kind: StepKind,
        work: impl FnOnce(&mut Self) -> EvalResult<T>,
    ) -> EvalResult<T> {
        let Some(steps) = &mut self.steps else { return work(self) };
        steps.push(Step::new(kind));
        let result = work(self);
        if let Err(flow) = &result
            && let Flow::Fault(fault) = &**flow
        {
            self.report(StepOutcome::Failed(fault.issue.message.clone()));
        }
        if let Some(steps) = &mut self.steps
            && let Some(step) = steps.pop()
            && let Some(outer) = steps.last_mut()
        {
            outer.steps.push(step);
        }
        result
    }

    /// Sets the outcome of the current step.
    pub(super) fn report(&mut self, outcome: StepOutcome) {
        if let Some(step) = self.steps.as_mut().and_then(|steps| steps.last_mut()) {
            step.outcome = outcome;
        }
    }

    fn remark(&mut self, kind: StepKind, outcome: StepOutcome) {
        if let Some(step) = self.steps.as_mut().and_then(|steps| steps.last_mut()) {
            step.steps.push(Step { outcome, ..Step::new(kind) });
        }
    }

    pub(super) fn is_strict(&self) -> bool {
        self.vm.settings.strict == Strictness::Error
    }

    /// Runs `work` with a key marked as being searched.
    pub(super) fn checked<T>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> EvalResult<T>) -> EvalResult<T> {
        if let Some(first) = self.names.iter().position(|known| known == name) {
            let mut round: Vec<&str> = self.names[first..].iter().map(String::as_str).collect();
            round.push(name);
            let message = format!("the search for '{name}' leads back to itself: {}", round.join(" -> "));
            return Err(data_error(
                IssueCode::HieraRecursion,
                message,
                "one of these values must not ask for the next",
            ));
        }
        self.vm.calls.enter()?;
        self.names.push(name.to_owned());
        let result = work(self);
        self.names.pop();
        self.vm.calls.leave();
        result
    }

    /// Answers a query.
    pub(super) fn answer(&mut self, query: &Query) -> EvalResult<Option<Value>> {
        self.begin_input();
        if query.old {
            self.global_only = self.config(&LayerKind::Environment)?.is_none();
        }
        self.lookup(&query.key, &query.merge)
    }

    /// Looks up a key. The rules of the data apply where no strategy is given.
    pub(super) fn lookup(&mut self, text: &str, merge: &Value) -> EvalResult<Option<Value>> {
        budget::poll()?;
        if is_reserved(text) {
            self.remark(StepKind::Reserved(text.to_owned()), StepOutcome::NoKey);
            return Ok(None);
        }
        let Some(key) = Key::parse(text) else {
            return Err(invalid_key(text));
        };
        self.in_step(StepKind::Search(text.to_owned()), |inv| {
            let found = inv.by_rules(&key, merge)?;
            inv.report(match &found {
                Some(value) => StepOutcome::Found(value.clone(), None),
                None => StepOutcome::NoKey,
            });
            Ok(found)
        })
    }

    /// Looks up a key for the value of another key. Values that refer to others twice at each level would take
    /// exponential time: after many searches the results are cached.
    pub(super) fn lookup_again(&mut self, key: &str) -> EvalResult<Option<Value>> {
        if let Some(known) = self.known.get(key) {
            return Ok(known.clone());
        }
        self.searches += 1;
        let found = self.lookup(key, &Value::Undef)?;
        if self.searches > MANY {
            self.known.insert(key.to_owned(), found.clone());
        }
        Ok(found)
    }

    fn by_rules(&mut self, key: &Key, merge: &Value) -> EvalResult<Option<Value>> {
        let rules = self.rules(key)?.get(&key.root)?;
        let target = rules.get_str("convert_to").map(puppet_pcore::interpolate).unwrap_or_default();
        if let Some(step) = self.steps.as_mut().and_then(|steps| steps.last_mut()) {
            step.is_secret = target.contains("Sensitive");
        }
        let merge = match rules.get_str("merge") {
            Some(own) if merge.is_undef() && !own.is_undef() => {
                self.remark(StepKind::RulesSay(OPTIONS.to_owned()), StepOutcome::Open);
                own.clone()
            }
            _ => merge.clone(),
        };
        let strategy = strategy_of(&merge)?;
        let mut found = self.in_layers(key, &strategy)?;
        if found.is_none() && !self.global_only {
            found = self.in_defaults(key)?;
        }
        match (found, rules.get_str("convert_to")) {
            (Some(value), Some(target)) if !target.is_undef() => self.converted(key, value, target).map(Some),
            (found, _) => Ok(found),
        }
    }

    fn in_layers(&mut self, key: &Key, strategy: &Strategy) -> EvalResult<Option<Value>> {
        let found = if self.global_only {
            self.in_layer(&LayerKind::Global, key, strategy)?
        } else {
            let mut layers = vec![LayerKind::Global, LayerKind::Environment];
            layers.extend(key.module().map(LayerKind::Module));
            self.gather(strategy, &layers, |inv, kind| inv.in_layer(kind, key, strategy))?
        };
        found.map_or(Ok(None), |value| self.dig(key, value))
    }

    fn in_layer(&mut self, kind: &LayerKind, key: &Key, strategy: &Strategy) -> EvalResult<Option<Value>> {
        if *kind == LayerKind::Global && self.hiera.layer(kind).is_none() {
            return Ok(None);
        }
        let config = self.config(kind)?;
        let step = match (&config, kind) {
            (Some(config), _) => StepKind::Layer(kind.title(), config.path.clone()),
            (None, LayerKind::Module(name)) if self.vm.host_mut().module_file("", name).is_none() => {
                StepKind::Layer(format!("module {name} (not on the module path)"), None)
            }
            (None, _) => StepKind::Layer(kind.title(), self.hiera.layer(kind).map(|layer| layer.config.clone())),
        };
        self.in_step(step, |inv| match config {
            None => {
                inv.report(StepOutcome::Missing);
                Ok(None)
            }
            Some(config) if config.version3.is_some() => inv.in_version3(&config, key, strategy),
            Some(config) => inv.checked(&key.text, |inv| inv.in_hierarchy(&config, &config.hierarchy, key, strategy)),
        })
    }

    /// Looks up a key in a global layer of version 3. Its values refer to the global layer only, unless the environment has
    /// data, and `hiera_hash` has a strategy of its own there.
    fn in_version3(&mut self, config: &Rc<Config>, key: &Key, strategy: &Strategy) -> EvalResult<Option<Value>> {
        let of_hash = config.version3.as_ref().and_then(|rules| rules.of_hash.as_ref());
        let old = self.old && key.root != OPTIONS;
        let strategy = of_hash.filter(|_| old && strategy.is_hash()).unwrap_or(strategy);
        let alone = self.global_only || self.config(&LayerKind::Environment)?.is_none();
        let (outer, outer_only) = (self.in_version3, self.global_only);
        (self.in_version3, self.global_only) = (true, alone);
        let found = self.checked(&key.text, |inv| inv.in_hierarchy(config, &config.hierarchy, key, strategy));
        (self.in_version3, self.global_only) = (outer, outer_only);
        let found = found?;
        match &found {
            Some(value) if old => check_old(key, value, strategy)?,
            _ => {}
        }
        Ok(found)
    }

    fn in_hierarchy(
        &mut self,
        config: &Rc<Config>,
        levels: &[Level],
        key: &Key,
        strategy: &Strategy,
    ) -> EvalResult<Option<Value>> {
        self.gather(strategy, levels, |inv, level| {
            inv.in_level(config, level, key, strategy).map_err(|mut flow| {
                if let Some(file) = &config.file {
                    set_location(&mut flow, &file.source, level.span);
                }
                flow
            })
        })
    }

    /// Looks up a key in the module's default hierarchy, which has separate rules.
    fn in_defaults(&mut self, key: &Key) -> EvalResult<Option<Value>> {
        let Some(module) = key.module() else { return Ok(None) };
        let Some(config) = self.config(&LayerKind::Module(module.clone()))? else { return Ok(None) };
        let Some(levels) = &config.default_hierarchy else { return Ok(None) };
        let found = self.in_step(StepKind::DefaultHierarchy(module.clone()), |inv| {
            let options = inv.in_step(StepKind::Options, |inv| {
                inv.checked(OPTIONS, |inv| inv.in_hierarchy(&config, levels, &Key::lookup_options(), &Strategy::hash()))
            })?;
            let options = options.map(|options| checked_options(options, Some(&module))).transpose()?;
            let rules = inv.compiled_rules(options.as_ref(), (Some(module.clone()), true))?.get(&key.root)?;
            let strategy = strategy_of(rules.get_str("merge").unwrap_or(&Value::Undef))?;
            inv.checked(&key.text, |inv| inv.in_hierarchy(&config, levels, key, &strategy))
        })?;
        found.map_or(Ok(None), |value| self.dig(key, value))
    }

    /// Returns the rules of the data for a key.
    fn rules(&mut self, key: &Key) -> EvalResult<Rc<Rules>> {
        let module = key.module();
        if let Some(known) = self.rules.get(&module) {
            return Ok(known.clone());
        }
        let options = self.in_step(StepKind::Options, |inv| inv.merged_options(module.as_deref()))?;
        let rules = Rc::new(self.compiled_rules(options.as_ref(), (module.clone(), false))?);
        self.rules.insert(module, rules.clone());
        Ok(rules)
    }

    fn compiled_rules(&self, options: Option<&Hash>, owner: (Option<String>, bool)) -> EvalResult<Rules> {
        Rules::of(options, self.hiera.cache.patterns.borrow_mut().entry(owner).or_default())
    }

    fn merged_options(&mut self, module: Option<&str>) -> EvalResult<Option<Hash>> {
        let (key, strategy) = (Key::lookup_options(), Strategy::hash());
        let mut layers = vec![(LayerKind::Global, None)];
        if !self.global_only {
            layers.push((LayerKind::Environment, None));
            layers.extend(module.map(|name| (LayerKind::Module(name.to_owned()), Some(name))));
        }
        let mut merged: Option<Hash> = None;
        for (kind, module) in layers {
            let Some(options) = self.in_layer(&kind, &key, &strategy)? else { continue };
            let options = checked_options(options, module)?;
            merged = Some(match merged {
                Some(first) => options.merged(&first),
                None => options,
            });
        }
        Ok(merged)
    }

    /// Applies `convert_to`: a type, or a list of a type and further arguments for `new`.
    fn converted(&mut self, key: &Key, value: Value, target: &Value) -> EvalResult<Value> {
        let mut arguments = match target {
            Value::Array(array) => array.items.clone(),
            single => vec![single.clone()],
        };
        let shown = arguments.first().map(puppet_pcore::interpolate).unwrap_or_default();
        self.in_step(StepKind::Conversion(shown.clone()), |inv| {
            let result = match arguments.first().cloned() {
                Some(Value::Str(text)) => inv.vm.parse_type(&text.text).and_then(|ty| {
                    arguments[0] = Value::Type(ty);
                    arguments.insert(1, value);
                    inv.vm.call_named("new", arguments)
                }),
                _ => Err(Flow::fail_with(Topic::HieraData, "its value is the name of a type")),
            };
            result.map_err(|flow| match *flow {
                Flow::Fault(inner) => {
                    let message = format!("'{}' cannot be converted to {shown}: {}", key.text, inner.issue.message);
                    data_error(
                        IssueCode::HieraConversion,
                        message,
                        "see `convert_to` in the lookup_options of the data",
                    )
                }
                other => Box::new(other),
            })
        })
    }

    /// Returns the names of all keys in the current files of layers and modules, for completion.
    pub(super) fn keys(&mut self, modules: &[String]) -> EvalResult<Vec<String>> {
        self.quiet = true;
        let mut layers: Vec<LayerKind> = self.hiera.layers.iter().map(|layer| layer.kind.clone()).collect();
        layers.extend(modules.iter().map(|name| LayerKind::Module(name.clone())));
        let mut keys = Vec::new();
        for kind in layers {
            let Some(config) = self.config(&kind)? else { continue };
            for level in config.hierarchy.iter().chain(config.default_hierarchy.iter().flatten()) {
                keys.extend(self.keys_of(&config, level)?);
            }
        }
        keys.retain(|key| key != OPTIONS);
        keys.sort();
        keys.dedup();
        Ok(keys)
    }

    /// Returns a data file; `None` if it does not exist.
    pub(super) fn file(&mut self, path: &Path, format: Format) -> EvalResult<Option<Rc<DataFile>>> {
        self.hiera.cache.files.borrow_mut().get(self.vm.host_mut(), path, format)
    }

    /// Returns the `hiera.yaml` of a layer; `None` if it has none.
    pub(super) fn config(&mut self, kind: &LayerKind) -> EvalResult<Option<Rc<Config>>> {
        let path = match kind {
            LayerKind::Module(name) => self.vm.host_mut().module_file("", &format!("{name}/hiera.yaml")),
            kind => self.hiera.layer(kind).map(|layer| layer.config.clone()),
        };
        let Some(path) = path else { return Ok(None) };
        let Some(file) = self.file(&path, Format::Yaml)? else { return Ok(None) };
        let known = self.hiera.cache.configs.borrow().get(&path).cloned();
        if let Some(known) = known.filter(|known| known.file.as_ref().is_some_and(|old| Rc::ptr_eq(old, &file))) {
            return Ok(Some(known));
        }
        let datadir = self.datadir_of_version3();
        match Config::read(&path, file, kind, self.is_strict(), &datadir)? {
            ConfigFile::Used(config) => {
                let config = Rc::new(config);
                if config.version3.is_some() && self.vm.settings.strict != Strictness::Off {
                    let shown = pprepl_files::slashed(&path);
                    let message = format!("{shown} is of version 3, which is deprecated; write one of version 5");
                    self.warn_once(&format!("version 3 {shown}"), &message);
                }
                self.hiera.cache.configs.borrow_mut().insert(path, config.clone());
                Ok(Some(config))
            }
            ConfigFile::Ignored(ignored) => {
                self.warn_once(&ignored, &ignored);
                Ok(None)
            }
        }
    }
}

impl Invocation<'_> {
    /// Returns the directory of data where a `hiera.yaml` of version 3 names none: of the environment.
    fn datadir_of_version3(&self) -> String {
        let environment = self.hiera.layer(&LayerKind::Environment).and_then(|layer| layer.config.parent());
        match environment {
            Some(folder) => pprepl_files::slashed(&folder.join("hieradata")),
            None => "/etc/puppetlabs/code/environments/%{::environment}/hieradata".to_owned(),
        }
    }
}

/// Checks a value of version 3 that `hiera_hash` or `hiera_array` found.
fn check_old(key: &Key, value: &Value, strategy: &Strategy) -> EvalResult<()> {
    let is_of_hashes = strategy.is_hash() || strategy.is_deep();
    if is_of_hashes && value.as_hash().is_none() {
        let message = format!("the value of '{}' is not a hash", key.text);
        return Err(data_error(IssueCode::HieraData, message, ""));
    }
    if !key.segments.is_empty() && (strategy.is_hash() || strategy.is_unique()) {
        let message = format!("the values of the dotted key '{}' cannot be merged", key.text);
        return Err(data_error(IssueCode::HieraData, message, "use `lookup` with a strategy"));
    }
    Ok(())
}

/// Checks a merge strategy as written: a name, or a hash of options.
pub fn check_strategy(merge: &Value) -> EvalResult<()> {
    strategy_of(merge).map(|_| ())
}

fn strategy_of(merge: &Value) -> EvalResult<Strategy> {
    Strategy::of(merge).map_err(|message| data_error(IssueCode::HieraMerge, message.to_string(), ""))
}
