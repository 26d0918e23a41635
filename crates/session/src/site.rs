//! The surroundings of a program: the facts of its node, its environment, and the Hiera data.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use pprepl_files::path_list;
use puppet_functions::loader::environment::Environment;
use puppet_functions::loader::facts as loader;
use puppet_functions::loader::hiera::{DataCache, Hiera};
use puppet_pcore::{Hash, Value};

use super::engine;
use super::facts::Facts;
use super::session_core::Core;
use super::trusted::{certname, trusted};

/// Puppet's default environment.
const ENVIRONMENT: &str = "production";

/// The agent and server release of the bundled facts.
const VERSION: &str = "8.11.0";

/// The variables that a compiler sets for any node of an environment.
struct CompilerVariables {
    environment: String,
    variables: Vec<(String, Value)>,
}

/// The node's facts, the environment and the data.
pub(crate) struct Site {
    pub(crate) facts: Facts,
    /// The name of the environment's directory, if any.
    environment: Option<String>,
    /// The environment that the node's classifier names, if any.
    pub(crate) classified: Option<String>,
    pub(crate) root: Option<PathBuf>,
    /// The site manifests of the environment, in their order.
    pub(crate) manifests: Vec<PathBuf>,
    pub(crate) hiera: Rc<Hiera>,
    /// The parsed files of the data.
    pub(crate) data: DataCache,
    /// Whether a node is compiled even without a name and facts.
    pub(crate) compiles: bool,
    /// The variables that a compiler sets, once they were needed.
    compiler_variables: RefCell<Option<CompilerVariables>>,
}

impl Site {
    /// Creates a site without facts or an environment.
    pub(crate) fn new(core: &mut Core) -> Site {
        let data = DataCache::default();
        let hiera = engine::hiera(&core.settings, None, &data, &mut core.vm);
        Site {
            facts: Facts::default(),
            environment: None,
            classified: None,
            root: None,
            manifests: Vec::new(),
            hiera,
            data,
            compiles: false,
            compiler_variables: RefCell::default(),
        }
    }

    /// Opens the data again after a change of the settings or the environment.
    pub(crate) fn open_data(&mut self, core: &mut Core) {
        self.hiera = engine::hiera(&core.settings, self.root.as_deref(), &self.data, &mut core.vm);
    }

    /// Uses the modules, facts and data of an environment from now on.
    pub(crate) fn enter(&mut self, core: &mut Core, environment: Environment) {
        core.settings.environment.modulepath = path_list::join(&environment.module_path);
        core.vm.set_module_path(environment.module_path);
        core.vm.host_mut().set_environment(Some(environment.root.clone()));
        self.environment = Some(environment.name);
        self.root = Some(environment.root);
        self.manifests = environment.manifests;
        self.apply_file_rules(core);
        self.apply_facts(core);
        self.open_data(core);
    }

    /// Sets the files that code may read.
    pub(crate) fn apply_file_rules(&self, core: &mut Core) {
        let rules = engine::file_rules(&core.settings, self.root.as_deref());
        core.vm.host_mut().set_file_rules(rules);
    }

    /// Uses a node with its facts from now on: for variables, node definitions and data.
    pub(crate) fn use_node(&mut self, core: &mut Core, node: &str, facts: Facts) {
        node.clone_into(&mut core.settings.environment.node);
        core.vm.set_node(node);
        self.facts = facts;
        self.apply_facts(core);
        self.open_data(core);
    }

    /// Returns the name of the environment: the classifier's, or that of the directory.
    pub(crate) fn environment(&self) -> &str {
        self.classified.as_deref().or(self.environment.as_deref()).unwrap_or(ENVIRONMENT)
    }

    /// Assigns the active facts to the variables.
    pub(crate) fn apply_facts(&self, core: &mut Core) {
        let environment = self.environment().to_owned();
        let node = core.settings.environment.node.clone();
        let has_node = self.facts.is_loaded() || !node.is_empty();
        let of_compiler = vec![
            ("environment", Value::str(environment.as_str())),
            ("trusted", trusted(self.facts.trusted(), self.facts.hash(), &node)),
            ("server_facts", server_facts(&environment, has_node)),
        ];
        let globals = &mut core.vm.globals;
        globals.clear_facts();
        if has_node || self.compiles {
            globals.add_node_variables(of_compiler.iter().cloned());
        }
        globals.set_presets(of_compiler);
        if let Some(given) = self.facts.hash() {
            let mut all = if core.settings.environment.legacy_facts { loader::legacy(given) } else { given.clone() };
            add_client(&mut all, &node);
            globals.set_facts(&Rc::new(all));
        }
        if has_node || self.compiles {
            self.put_compiler_variables(core, &environment);
        }
    }

    /// Assigns the variables that a compiler sets for any node.
    fn put_compiler_variables(&self, core: &mut Core, environment: &str) {
        let mut known = self.compiler_variables.borrow_mut();
        if known.as_ref().is_none_or(|known| known.environment != environment) {
            let variables = compiler_variables(environment);
            *known = Some(CompilerVariables { environment: environment.to_owned(), variables });
        }
        let variables = known.iter().flat_map(|known| &known.variables);
        core.vm.globals.add_node_variables(variables.map(|(name, value)| (name.as_str(), value.clone())));
        if self.compiles {
            // The top scope of a compilation is the body of the main class.
            core.vm.globals.add_node_variables(["title", "name"].map(|name| (name, Value::str("main"))));
        }
    }
}

/// Adds the facts that an agent adds for a named node. The certname is always the session's node name, whatever the
/// facts contain.
fn add_client(facts: &mut Hash, node: &str) {
    if !node.is_empty() {
        facts.insert(Value::str("clientcert"), Value::str(node));
    }
    let Some(name) = certname(facts) else { return };
    let name = Value::str(name.as_str());
    for (key, value) in
        [("clientcert", name), ("clientversion", Value::str(VERSION)), ("clientnoop", Value::bool(false))]
    {
        if facts.get_str(key).is_none() {
            facts.insert(Value::str(key), value);
        }
    }
}

/// The server facts except the environment.
const SERVER: [(&str, &str); 3] =
    [("serverversion", VERSION), ("servername", "puppet.example.com"), ("serverip", "192.0.2.1")];

/// Returns the server facts. Without a node the code runs without a server, as for `puppet apply`.
fn server_facts(environment: &str, has_node: bool) -> Value {
    let server: &[(&str, &str)] = if has_node { &SERVER } else { &[] };
    let pairs = server.iter().copied().chain([("environment", environment)]);
    Value::hash(pairs.map(|(key, value)| (Value::str(key), Value::str(value))).collect())
}

/// Returns the other variables that a compiler sets: the server facts and settings, and the module of the top scope.
fn compiler_variables(environment: &str) -> Vec<(String, Value)> {
    let text = |(name, value): (&str, &str)| (name.to_owned(), Value::str(value));
    let mut variables: Vec<(String, Value)> = SERVER.into_iter().map(text).collect();
    variables.extend([("module_name", ""), ("caller_module_name", "")].map(text));
    let mut settings = loader::puppet_settings();
    settings.insert(Value::str("environment"), Value::str(environment));
    let qualified = |(name, value): (&Value, &Value)| Some((format!("settings::{}", name.as_str()?), value.clone()));
    variables.extend(settings.iter().filter_map(qualified));
    variables.push(("settings::all_local".to_owned(), Value::hash(settings)));
    variables
}
