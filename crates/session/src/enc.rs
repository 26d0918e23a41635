//! The output of an external node classifier, and the code that applies it.

use pprepl_text::Source;
use pprepl_text::columns;
use puppet_eval::{Level, Vm, is_variable_name};
use puppet_functions::loader::yaml;
use puppet_pcore::{Hash, Value, display_complete, source_form};

use super::{Evaluation, Session};

/// Names and their values as code.
type Literals = Vec<(String, String)>;

/// The classes, parameters and environment of a node.
#[derive(Clone)]
pub struct Classification {
    /// The classes with their parameters.
    classes: Vec<(String, Literals)>,
    parameters: Literals,
    environment: Option<String>,
}

/// The parameter that names the environment where the classifier has no `environment`. It sets no variable.
const ENVIRONMENT: &str = "environment";

/// The maximum width of a value in a warning, in columns.
const WIDE: usize = 60;

impl Session {
    /// Uses the environment and the parameters of a node from now on, and evaluates the code that sets the parameters; with
    /// `classes` also that of the classes. A parameter takes precedence over a fact of its name.
    pub fn classify(&mut self, name: &str, found: &Classification, classes: bool) -> Option<Evaluation> {
        if let Some(environment) = &found.environment {
            self.site.classified = Some(environment.clone());
            self.apply_facts();
        }
        let code = if classes { found.code() } else { found.parameters_code() };
        let evaluation = (!code.is_empty())
            .then(|| self.evaluate_step(&Source::new(name, code.as_str()), |vm| found.release_facts(vm)));
        if evaluation.as_ref().is_some_and(Evaluation::failed) {
            self.apply_facts();
        }
        evaluation
    }
}

impl Classification {
    /// Reads YAML; the error describes what is wrong with it.
    pub fn read(text: &str) -> Result<Classification, String> {
        let node = yaml::read(text).map_err(|error| error.message)?;
        let Some(Value::Hash(hash)) = node.map(|node| node.value) else {
            return Err("expected a hash".to_owned());
        };
        let known = ["classes", "parameters", ENVIRONMENT];
        if let Some(key) = hash.iter().filter_map(|(key, _)| key.as_str()).find(|key| !known.contains(key)) {
            return Err(format!("unknown key '{key}'"));
        }
        let classes = match hash.get_str("classes") {
            None | Some(Value::Undef) => Vec::new(),
            Some(Value::Array(array)) => array
                .items
                .iter()
                .map(|name| Some((name.as_str()?.to_owned(), Vec::new())))
                .collect::<Option<_>>()
                .ok_or("expected names of classes")?,
            Some(Value::Hash(classes)) => {
                entries(classes).into_iter().map(|(name, parameters)| (name, parameters_of(&parameters))).collect()
            }
            Some(_) => return Err("expected a list or a hash of classes".to_owned()),
        };
        let given = match hash.get_str("parameters") {
            Some(Value::Hash(given)) => entries(given),
            _ => Vec::new(),
        };
        let named = given.iter().find(|(name, _)| name == ENVIRONMENT).map(|(_, value)| value);
        let environment = hash.get_str(ENVIRONMENT).filter(|value| !value.is_undef()).or(named);
        let environment = match environment {
            None | Some(Value::Undef) => None,
            Some(name) => Some(name.as_str().ok_or("expected the name of an environment")?.to_owned()),
        };
        let variables = given.iter().filter(|(name, _)| name != ENVIRONMENT && is_variable_name(name));
        let parameters = variables.map(|(name, value)| (name.clone(), literal(value))).collect();
        Ok(Classification { classes, parameters, environment })
    }

    /// Frees the names of the parameters from facts, with a warning for each that has another value.
    fn release_facts(&self, vm: &mut Vm) {
        for (name, value) in &self.parameters {
            let fact = vm.globals.release_fact(name).map(|fact| literal(&fact));
            let Some(fact) = fact.filter(|fact| fact != value) else { continue };
            let [own, hidden] = [value, &fact].map(|value| columns::shortened(value, WIDE));
            let message = format!("`${name}` is {own}, the classifier's parameter; it hides the fact {hidden}");
            vm.log(Level::Warning, &message);
        }
    }

    /// Returns the environment that the classifier names.
    pub fn environment(&self) -> Option<&str> {
        self.environment.as_deref()
    }

    /// Returns the code that sets the parameters and declares the classes.
    fn code(&self) -> String {
        let parts = [self.parameters_code(), self.classes_code()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the code that sets the parameters.
    fn parameters_code(&self) -> String {
        let line = |(name, value): &(String, String)| format!("${name} = {value}");
        self.parameters.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Returns the code that declares the classes.
    pub fn classes_code(&self) -> String {
        let class = |(name, parameters): &(String, Literals)| {
            if parameters.is_empty() {
                return format!("include {name}");
            }
            let given: Vec<String> = parameters.iter().map(|(name, value)| format!("  {name} => {value},\n")).collect();
            format!("class {{ '{name}':\n{}}}", given.concat())
        };
        self.classes.iter().map(class).collect::<Vec<_>>().join("\n")
    }
}

fn literal(value: &Value) -> String {
    source_form(value).unwrap_or_else(|| display_complete(value))
}

fn entries(hash: &Hash) -> Vec<(String, Value)> {
    hash.iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value.clone()))).collect()
}

fn parameters_of(value: &Value) -> Literals {
    match value {
        Value::Hash(hash) => entries(hash).iter().map(|(name, value)| (name.clone(), literal(value))).collect(),
        _ => Vec::new(),
    }
}
