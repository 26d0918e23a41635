//! A resource: its parameters, the location and scope of its declaration, and its container.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Source, Span};
use puppet_pcore::Value;

use super::tag::{TagList, is_tag, split, tags_in};
use super::{Reference, ScopeId};

/// A location in a source.
#[derive(Clone, Debug)]
pub struct SourceLocation {
    pub source: Arc<Source>,
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// The origin of a parameter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterOrigin {
    /// Given in the declaration of the resource.
    Given,
    /// A default of the scope.
    Default,
    Override,
    /// Set by a collector.
    Collector,
    /// Hiera data.
    Data,
    /// The default in the definition of the class or define.
    Definition,
}

impl ParameterOrigin {
    /// Describes the origin.
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
    /// Returns the name of the source and the line: `input 3:1`.
    pub fn line(&self) -> String {
        format!("{}:{}", self.source.name(), self.source.line_column(self.at).line)
    }
}

/// A parameter with its value.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Rc<str>,
    /// The value; undef equals a missing parameter, except in an override.
    pub value: Value,
    /// The class or define that set it; empty for the top scope.
    pub setter: Rc<str>,
    /// `+>`: appends to the existing value.
    pub adds: bool,
    pub means: ParameterOrigin,
    /// The location, when the declaration of the resource is elsewhere.
    pub place: Option<Rc<SourceLocation>>,
}

#[derive(Clone, Debug)]
pub struct Resource {
    pub reference: Reference,
    /// The title as a value where it is not a string, as `create_resources` takes it from data.
    pub title_value: Option<Value>,
    /// The parameters in order, including defaults.
    pub parameters: Vec<Parameter>,
    /// Whether it is unmanaged until a collector or `realize` realizes it.
    pub is_virtual: bool,
    /// Whether it was declared by `@@`.
    pub exported: bool,
    /// Tags in addition to those by type and title.
    pub tags: Vec<Rc<str>>,
    /// The number of `tags` that its declaration gives; they precede the tags by type and title.
    pub given_tags: usize,
    /// The scope of the declaration, whose defaults apply.
    pub scope: ScopeId,
    /// The class or define whose body declared it; empty at top scope.
    pub declarer: Rc<str>,
    /// The resource that contains it.
    pub container: Option<u32>,
    /// Whether evaluation of its body (of a class or define) has begun.
    pub evaluated: bool,
    /// Whether it was declared by `include` or a similar function, without a resource expression.
    pub included: bool,
    /// The location of the declaration.
    pub place: Option<SourceLocation>,
}

/// Parameters for a resource that is not declared yet.
#[derive(Clone, Debug)]
pub struct Override {
    pub reference: Reference,
    pub parameters: Vec<Parameter>,
    /// The class or define that overrides.
    pub overrider: Rc<str>,
}

impl Resource {
    /// Returns a parameter that was set.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| &*parameter.name == name)
    }

    /// Sets a parameter; an existing one keeps its position.
    pub fn set(&mut self, parameter: Parameter) {
        match self.parameters.iter_mut().find(|known| known.name == parameter.name) {
            Some(known) => *known = parameter,
            None => self.parameters.push(parameter),
        }
    }

    /// Returns whether it has this tag (in lower case): by its type, its title, or explicitly.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| names(own, tag)) || self.is_named(tag)
    }

    /// Does the same as [`Resource::has_tag`] without the tags that its body added.
    pub fn is_declared_as(&self, tag: &str) -> bool {
        let given = self.parameter("tag").and_then(|given| tags_in(&given.value).ok()).unwrap_or_default();
        given.iter().any(|own| names(own, tag)) || self.is_named(tag)
    }

    /// Adds its tags to `tags`: explicit ones, its type, its title if that is a valid tag, those that a class took from
    /// its containers, and the segments of each.
    pub(super) fn add_tags(&self, tags: &mut impl TagList) {
        self.add_declared_tags(tags);
        self.tags.iter().skip(self.given_tags).for_each(|tag| tags.add_with_segments(tag));
    }

    /// Adds the tags from its declaration to `tags`: the values of `tag`, its type and its title.
    pub(super) fn add_declared_tags(&self, tags: &mut impl TagList) {
        self.tags.iter().take(self.given_tags).for_each(|tag| tags.add_with_segments(tag));
        tags.add_with_segments(&self.reference.type_name);
        if self.has_title_tag() {
            let title = &self.reference.title;
            let has_upper = match title.is_ascii() {
                true => title.bytes().any(|byte| byte.is_ascii_uppercase()),
                false => title.chars().any(char::is_uppercase),
            };
            let lower = has_upper.then(|| Rc::from(title.to_lowercase()));
            tags.add_with_segments(lower.as_ref().unwrap_or(title));
        }
    }

    /// Returns whether the title is a tag: Puppet takes only a string for one.
    fn has_title_tag(&self) -> bool {
        self.title_value.is_none() && is_tag(&self.reference.title)
    }

    /// Returns the title as the body of a defined type sees it.
    pub fn title(&self) -> Value {
        self.title_value.clone().unwrap_or_else(|| Value::str(&*self.reference.title))
    }

    fn is_named(&self, tag: &str) -> bool {
        names(&self.reference.type_name, tag)
            || (self.has_title_tag() && names(&self.reference.title.to_lowercase(), tag))
    }
}

/// Returns whether `tag` is this name or a segment of it.
fn names(name: &str, tag: &str) -> bool {
    name == tag || split(name).any(|segment| segment == tag)
}
