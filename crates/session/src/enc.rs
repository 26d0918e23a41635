//! The output of an external node classifier, and the code that applies it.

use puppet_functions::loader::yaml;
use puppet_pcore::{Hash, Value, display_complete, source_form};

/// The classes and parameters of a node.
pub struct Classification {
    /// The classes with their parameters.
    classes: Vec<(String, Vec<(String, Value)>)>,
    parameters: Vec<(String, Value)>,
}

impl Classification {
    /// Reads YAML; the error describes what is wrong with it.
    pub fn read(text: &str) -> Result<Classification, String> {
        let node = yaml::read(text).map_err(|error| error.message)?;
        let Some(Value::Hash(hash)) = node.map(|node| node.value) else {
            return Err("expected a hash".to_owned());
        };
        let known = ["classes", "parameters", "environment"];
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
        let parameters = hash.get_str("parameters").map(parameters_of).unwrap_or_default();
        Ok(Classification { classes, parameters })
    }

    /// Returns the code that sets the parameters and declares the classes.
    pub(crate) fn code(&self) -> String {
        let parts = [self.parameters_code(), self.classes_code()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the code that sets the parameters.
    pub fn parameters_code(&self) -> String {
        let line = |(name, value): &(String, Value)| format!("${name} = {}", literal(value));
        self.parameters.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Returns the code that declares the classes.
    pub fn classes_code(&self) -> String {
        let class = |(name, parameters): &(String, Vec<(String, Value)>)| {
            if parameters.is_empty() {
                return format!("include {name}");
            }
            let given: Vec<String> =
                parameters.iter().map(|(name, value)| format!("  {name} => {},\n", literal(value))).collect();
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

fn parameters_of(value: &Value) -> Vec<(String, Value)> {
    match value {
        Value::Hash(hash) => entries(hash),
        _ => Vec::new(),
    }
}
