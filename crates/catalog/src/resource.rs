//! A resource: what was declared, where, by what, and in which container.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Source, Span};
use puppet_pcore::Value;

use super::tag::{Tags, is_tag, split, tags_in};
use super::{Reference, ScopeId};

/// Where something was written.
#[derive(Clone, Debug)]
pub struct SourceLocation {
    pub source: Arc<Source>,
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// How a parameter came to its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterOrigin {
    /// It was given where the resource was declared.
    Given,
    /// A default of the scope.
    Default,
    Override,
    /// What a collector sets on what it finds.
    Collector,
    /// The data beside the code (Hiera).
    Data,
    /// The default in the definition of the class or define.
    Definition,
}

impl ParameterOrigin {
    /// In words.
    pub const fn as_str(self) -> &'static str {
        match self {
            ParameterOrigin::Given => "given",
            ParameterOrigin::Default => "default of the scope",
            ParameterOrigin::Override => "override",
            ParameterOrigin::Collector => "collector",
            ParameterOrigin::Data => "data",
            ParameterOrigin::Definition => "default of the definition",
        }
    }
}

impl SourceLocation {
    /// The text's name and the line: `input 3:1`.
    pub fn line(&self) -> String {
        format!("{}:{}", self.source.name(), self.source.line_column(self.at).line)
    }
}

/// A parameter with its value.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Rc<str>,
    /// The value; undef is as good as not given, but for overriding.
    pub value: Value,
    /// The class or define that set it; empty for the top scope.
    pub setter: Rc<str>,
    /// `+>`: adds to a value that is there.
    pub adds: bool,
    /// How it came to its value.
    pub means: ParameterOrigin,
    /// Where it was written, when that is not where the resource was declared.
    pub place: Option<Rc<SourceLocation>>,
}

#[derive(Clone, Debug)]
pub struct Resource {
    /// Type and title.
    pub reference: Reference,
    /// The parameters, those by default among them, in order.
    pub parameters: Vec<Parameter>,
    /// Not to be managed before a collector or `realize` says so.
    pub is_virtual: bool,
    /// Declared by `@@`.
    pub exported: bool,
    /// Further tags than those by type and title.
    pub tags: Vec<Rc<str>>,
    /// Which of them were taken over from what contains it, when its body began.
    pub outer_tags: Range<usize>,
    /// The scope of the declaration: its defaults hold.
    pub scope: ScopeId,
    /// The class or define whose body declared it; empty at top scope.
    pub declarer: Rc<str>,
    /// The resource that contains it.
    pub container: Option<u32>,
    /// Returns whether its body has (of a class or define) been begun.
    pub evaluated: bool,
    /// Returns whether it was declared by `include` or its like, without a resource expression.
    pub included: bool,
    /// Where it was declared.
    pub place: Option<SourceLocation>,
}

/// Parameters for a resource that is not declared yet.
#[derive(Clone, Debug)]
pub struct Override {
    /// Whose.
    pub reference: Reference,
    /// Which.
    pub parameters: Vec<Parameter>,
    /// The class or define that overrides.
    pub overrider: Rc<str>,
    /// The scope of the override.
    pub scope: ScopeId,
}

impl Resource {
    /// A parameter that was set.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| &*parameter.name == name)
    }

    /// Sets a parameter; one that is there keeps its place.
    pub fn set(&mut self, parameter: Parameter) {
        match self.parameters.iter_mut().find(|known| known.name == parameter.name) {
            Some(known) => *known = parameter,
            None => self.parameters.push(parameter),
        }
    }

    /// Returns whether it has this tag (in lower case): by its type, its title, or given.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| names(own, tag)) || self.is_named(tag)
    }

    /// The same, but for the tags that its body added.
    pub fn is_declared_as(&self, tag: &str) -> bool {
        let given = self.parameter("tag").and_then(|given| tags_in(&given.value).ok()).unwrap_or_default();
        given.iter().any(|own| names(own, tag)) || self.is_named(tag)
    }

    /// Its own tags: those given, its type, its title where that is one, and the segments of each.
    pub fn own_tags(&self) -> Vec<Rc<str>> {
        let mut tags = Tags::default();
        self.add_tags(true, &mut tags);
        tags.list()
    }

    /// The same, added to others; `with_outer`: with those that were taken over from what contains it.
    pub(super) fn add_tags(&self, with_outer: bool, tags: &mut Tags) {
        for (at, tag) in self.tags.iter().enumerate() {
            if with_outer || !self.outer_tags.contains(&at) {
                tags.add_with_segments(tag);
            }
        }
        tags.add_with_segments(&self.reference.type_name);
        if is_tag(&self.reference.title) {
            let title = &self.reference.title;
            let lower = title.chars().any(char::is_uppercase).then(|| Rc::from(title.to_lowercase()));
            tags.add_with_segments(lower.as_ref().unwrap_or(title));
        }
    }

    fn is_named(&self, tag: &str) -> bool {
        names(&self.reference.type_name, tag)
            || (is_tag(&self.reference.title) && names(&self.reference.title.to_lowercase(), tag))
    }
}

/// Returns whether `tag` is this name, or a segment of it.
fn names(name: &str, tag: &str) -> bool {
    name == tag || split(name).any(|segment| segment == tag)
}
