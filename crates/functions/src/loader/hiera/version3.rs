//! `hiera.yaml` of version 3, which only the global layer may have: one hierarchy for each of its backends.

use pprepl_text::{IssueCode, Span};
use puppet_eval::EvalResult;
use puppet_pcore::{Hash, Value};

use super::config::{Function, Level, Locations, Reader, first, given};
use super::error::error_in;
use super::merge::Strategy;
use super::rules3::Rules3;
use crate::loader::yaml::Node;

/// The content of a file of version 3.
pub(super) struct Version3 {
    pub(super) levels: Vec<Level>,
    pub(super) rules: Rules3,
}

/// The settings apart from the settings of the backends.
const SETTINGS: [&str; 6] = ["version", "backends", "logger", "hierarchy", "merge_behavior", "deep_merge_options"];

/// The hierarchy of a file without one.
const HIERARCHY: [&str; 2] = ["nodes/%{::trusted.certname}", "common"];

/// The only backend of a file without backends.
const BACKEND: &str = "yaml";

impl Reader<'_> {
    /// Reads a file of version 3. `None` is a file that is not a hash, which means the same as an empty hash.
    pub(super) fn version3(&self, root: Option<&Node>, default_datadir: &str) -> EvalResult<Version3> {
        let empty = Node::plain(Value::hash(Hash::new()), Span::default());
        let root = root.unwrap_or(&empty);
        let backends = self.texts(root, "backends")?;
        let backends = backends.unwrap_or_else(|| vec![(BACKEND.to_owned(), Span::at(root.span.start))]);
        let mut known: Vec<&str> = SETTINGS.to_vec();
        known.extend(backends.iter().map(|(name, _)| name.as_str()));
        first(self.unknown_names(root, &known, "hiera.yaml of version 3"))?;
        self.string(root, "logger")?;
        let hierarchy = self.texts(root, "hierarchy")?.map(|paths| paths.into_iter().map(|(path, _)| path).collect());
        let hierarchy: Vec<String> = hierarchy.unwrap_or_else(|| HIERARCHY.map(str::to_owned).to_vec());
        let mut levels: Vec<Level> = Vec::new();
        for (name, span) in &backends {
            if levels.iter().any(|level| level.name == *name) {
                let message = format!("the backend '{name}' is here twice");
                return Err(error_in(self.source, *span, IssueCode::HieraBackendMultiplyDefined, message, ""));
            }
            levels.push(self.backend(root, (name, *span), &hierarchy, default_datadir)?);
        }
        Ok(Version3 { levels, rules: Rules3 { of_hash: self.of_hash(root)? } })
    }

    /// Returns the level of a backend.
    fn backend(
        &self,
        root: &Node,
        (name, span): (&str, Span),
        hierarchy: &[String],
        default_datadir: &str,
    ) -> EvalResult<Level> {
        let own = root.entry(name).map(|(_, node)| node);
        if let Some(own) = own.filter(|own| own.value.as_hash().is_none()) {
            return Err(self.wrong(own.span, format!("`{name}` is a hash with the settings of the backend")));
        }
        let text =
            |setting: &str| own.and_then(|own| given(own, setting)).map(|node| self.text(node, setting)).transpose();
        let end = match (text("extension")?, name) {
            (Some(end), _) => end,
            (None, "hocon") => "conf".to_owned(),
            (None, name) => name.to_owned(),
        };
        let function = match name {
            "yaml" => Function::Yaml,
            "json" => Function::Json,
            "eyaml" => Function::Eyaml,
            "hocon" => Function::Other("data_hash", "hocon_data".to_owned()),
            other => Function::Other("hiera3_backend", other.to_owned()),
        };
        Ok(Level {
            name: name.to_owned(),
            span,
            function,
            locations: Locations::Paths(hierarchy.iter().map(|path| format!("{path}.{end}")).collect()),
            datadir: text("datadir")?.unwrap_or_else(|| default_datadir.to_owned()),
            options: Hash::new(),
        })
    }

    /// Returns the strategy of `hiera_hash`; `None` for the usual one.
    fn of_hash(&self, root: &Node) -> EvalResult<Option<Strategy>> {
        let Some(node) = given(root, "merge_behavior") else { return Ok(None) };
        let strategy = match node.text() {
            Some("native") => return Ok(None),
            Some("deep") => "reverse_deep",
            Some("deeper") => "unconstrained_deep",
            _ => return Err(self.wrong(node.span, "`merge_behavior` is native, deep or deeper")),
        };
        let mut options = Hash::new();
        if let Some(of_file) = given(root, "deep_merge_options") {
            let Some(hash) = of_file.value.as_hash() else {
                return Err(self.wrong(of_file.span, "`deep_merge_options` is a hash"));
            };
            options = hash.clone();
        }
        options.insert(Value::str("strategy"), Value::str(strategy));
        let made = Strategy::of(&Value::hash(options));
        made.map(Some).map_err(|error| self.wrong(node.span, error.to_string()))
    }

    /// Returns a setting that is a string or a list of strings, with the place of each.
    fn texts(&self, root: &Node, name: &str) -> EvalResult<Option<Vec<(String, Span)>>> {
        let Some(node) = given(root, name) else { return Ok(None) };
        let text = |node: &Node| Ok((self.text(node, name)?, node.span));
        match node.value {
            Value::Array(_) => node.items().map(text).collect::<EvalResult<Vec<_>>>().map(Some),
            _ => Ok(Some(vec![text(node)?])),
        }
    }
}
