//! The check of Hiera data against the parameters of classes, with the types of values as the data give them, and of
//! the files that configure the data.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_project::{FileRole, LookupOption, Parse, ReferenceRole, Symbol, SymbolKind};
use pprepl_text::{Diagnostic, IssueCode, Severity, Source, Span};
use puppet_check::{DataEntry, DataPart, DataValue, check_data};
use puppet_eval::Strictness;
use puppet_functions::loader::hiera::{Backends, LayerKind, check_config};
use puppet_functions::loader::yaml::Node;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Regexp, StructElement, Ty, Type, Value, infer_detailed};

use super::CheckView;
use super::analyzer::Analyzer;
use super::project_view::ProjectView;
use super::report::reports;

/// Values with more parts have a general type.
const MAX_PARTS: usize = 64;

impl Analyzer<'_> {
    /// Checks a data file of the environment: its syntax, and its values for the parameters of classes. Of a
    /// `hiera.yaml` the levels are checked.
    pub fn check_data_file(&mut self, name: &str) -> CheckView {
        let checked = self.inside_budget(|analyzer| analyzer.data_findings(name));
        let (source, mut found) = match checked {
            Ok(Some(found)) => found,
            Ok(None) => return CheckView::default(),
            Err(reason) => (Source::new(name, ""), vec![puppet_syntax::exhausted(reason)]),
        };
        for finding in &mut found {
            finding.severity = self.checker.severity(finding.code, finding.severity);
        }
        CheckView { reports: reports(&source, &found), ..CheckView::default() }
    }

    /// Checks a `hiera.yaml` as that of an environment.
    pub fn check_data_config(&mut self, name: &str, text: &str) -> CheckView {
        let source = Source::new(name, text);
        let found = self.config_findings(&source, LayerKind::Environment);
        CheckView { reports: reports(&source, &found), ..CheckView::default() }
    }

    /// Returns what is wrong in a `hiera.yaml`.
    fn config_findings(&self, source: &Arc<Source>, kind: LayerKind) -> Vec<Diagnostic> {
        let is_strict = self.core.vm.settings.strict == Strictness::Error;
        let project = self.checker.project.as_ref();
        let has = |name: &str| project.is_some_and(|project| project.has(SymbolKind::Function, name));
        let is_complete = project.is_some_and(|project| project.has_all_modules);
        check_config(source, &kind, &Backends { has: &has, is_complete }, is_strict)
    }

    fn data_findings(&mut self, name: &str) -> Option<(Arc<Source>, Vec<Diagnostic>)> {
        let project = self.checker.project.as_ref()?;
        if let Some(config) = project.index.file(name).filter(|file| file.member.role == FileRole::DataConfig) {
            let module = config.member.module.as_deref();
            let kind = module.map_or(LayerKind::Environment, |module| LayerKind::Module(module.to_owned()));
            return Some((config.source.clone(), self.config_findings(&config.source, kind)));
        }
        let (source, parse) = project.parse(name)?;
        let root = match &*parse {
            Parse::Data(Ok(Some(root))) => root,
            Parse::Data(Err(error)) => {
                let span = Some(error.span);
                let mut found = Diagnostic::new(Severity::Error, IssueCode::HieraData, span, error.message.clone());
                found.help.clone_from(&error.help);
                return Some((source, vec![found]));
            }
            Parse::Data(Ok(None)) | Parse::Code(_) | Parse::Path => return None,
        };
        let options: Vec<OptionPattern> = project.index.lookup_options().map(OptionPattern::new).collect();
        let entries = root.entries().filter(|(key, ..)| !options.iter().any(|option| option.covers(key)));
        let entries: Vec<DataEntry> = entries.filter_map(|(key, _, node)| entry(project, name, key, node)).collect();
        let found = self.with_world(false, |world, signatures| check_data(&entries, &source, world, signatures));
        Some((source, found))
    }
}

/// Returns the entry of a key that names a parameter of a known class.
fn entry(project: &ProjectView, file: &str, key: &Value, node: &Node) -> Option<DataEntry> {
    let key = key.as_str()?;
    let (class, param) = key.rsplit_once("::").filter(|(class, _)| !class.is_empty())?;
    let known = project.index.definition(SymbolKind::Class, class)?;
    let symbol = Symbol::new(SymbolKind::DataKey, key);
    let file = project.index.file(file)?;
    let at = file.index.definitions.iter().find(|definition| definition.symbol == symbol)?.name;
    let is_parameter = known.item.parameters.iter().any(|known| *known.name == *param);
    let is_lookup = |role: ReferenceRole| role == ReferenceRole::Lookup;
    Some(DataEntry {
        class: class.to_owned(),
        param: param.to_owned(),
        name: Span::new(at.end.saturating_sub(param.len() as u32).max(at.start), at.end),
        value: value(node, file.source.text()),
        is_looked_up: !is_parameter && project.index.references(&symbol).iter().any(|found| is_lookup(found.item.role)),
    })
}

/// The keys whose values options convert or merge, so that their types say little.
enum OptionPattern<'o> {
    Key(&'o str),
    Regexp(Rc<Regexp>),
}

impl<'o> OptionPattern<'o> {
    fn new(option: &'o LookupOption) -> OptionPattern<'o> {
        match option.pattern.starts_with('^') {
            true => OptionPattern::Regexp(Regexp::new(&*option.pattern)),
            false => OptionPattern::Key(&option.pattern),
        }
    }

    fn covers(&self, key: &Value) -> bool {
        let Some(key) = key.as_str() else { return true };
        match self {
            OptionPattern::Key(known) => *known == key,
            OptionPattern::Regexp(pattern) => pattern.is_match(key).unwrap_or(true),
        }
    }
}

/// Returns the type and the places of a value.
fn value(node: &Node, text: &str) -> DataValue {
    let part = |key, node| DataPart { key, value: value(node, text) };
    let parts = match &node.value {
        Value::Array(_) => node.items().map(|item| part(None, item)).collect(),
        Value::Hash(_) => {
            let key = |key: &Value, span| Some((Rc::from(key.as_str()?), span));
            node.entries().map(|(name, span, node)| part(key(name, span), node)).collect()
        }
        _ => Vec::new(),
    };
    DataValue { ty: type_of(&node.value), span: trimmed(node.span, text), parts }
}

/// Returns a span without the spaces at its end: the span of a block collection ends at the next token.
fn trimmed(span: Span, text: &str) -> Span {
    Span::new(span.start, span.start + span.of(text).trim_end().len() as u32)
}

/// Returns the type of a value when it is looked up: interpolation and decryption change strings.
fn type_of(value: &Value) -> Ty {
    match value {
        Value::Str(text) if text.text.contains("ENC[") => c::any(),
        Value::Str(text) if text.text.contains("%{") => {
            // `%{alias('key')}` is the value of the key, of any type.
            if text.text.contains("alias(") { c::any() } else { c::string() }
        }
        Value::Array(array) if (1..=MAX_PARTS).contains(&array.items.len()) => {
            Rc::new(Type::Tuple(array.items.iter().map(type_of).collect(), None))
        }
        Value::Array(array) if !array.items.is_empty() => c::array(),
        Value::Hash(hash) if (1..=MAX_PARTS).contains(&hash.len()) => {
            let entries: Option<Vec<StructElement>> =
                hash.iter().map(|(key, value)| Some(element(key.as_str()?, value))).collect();
            entries.map_or_else(c::hash, |entries| Rc::new(Type::Struct(entries)))
        }
        Value::Hash(hash) if !hash.is_empty() => c::hash(),
        other => infer_detailed(other),
    }
}

fn element(name: &str, value: &Value) -> StructElement {
    StructElement { name: name.into(), key: c::string_value(name), value: type_of(value) }
}
