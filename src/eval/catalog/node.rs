//! Node definitions. A session is no node: they are read and kept, and their bodies do not run.

use std::rc::Rc;
use std::sync::Arc;

use crate::syntax::ast::{self, Expr, ExprKind, Name};
use crate::text::Source;

use super::super::{R, Site, Vm};
use super::Edit;
use super::definition::{Taken, defined_already};

/// A node definition.
pub struct NodeDefinition {
    /// The definition.
    pub definition: Rc<ast::Node>,
    /// The text that it stands in.
    pub source: Arc<Source>,
    /// Where it begins.
    pub at: u32,
}

impl Vm {
    pub(super) fn take_node(&mut self, source: &Arc<Source>, node: &Rc<ast::Node>, expr: &Expr) -> R<()> {
        let made = Rc::new(NodeDefinition { definition: node.clone(), source: source.clone(), at: expr.at });
        for name in node.matches.iter().filter_map(host_name) {
            self.catalog.taken.push(Taken::Node(name, made.clone(), Site::from(expr)));
        }
        Ok(())
    }

    pub(super) fn add_node(&mut self, name: Name, node: Rc<NodeDefinition>, site: Site) -> R<()> {
        if let Some(known) = self.catalog.nodes.get(&name) {
            return Err(defined_already("node", &name, &known.source, known.at, site));
        }
        if let Some(class) = self.catalog.class(&name) {
            return Err(defined_already("class", &name, &class.source, class.definition.name_span.start, site));
        }
        self.edit(Edit::Node(name, Some(node)));
        Ok(())
    }
}

/// The name that a node definition is known by; a pattern's is made of its letters.
fn host_name(expr: &Expr) -> Option<Name> {
    let keep = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.');
    Some(match &expr.kind {
        ExprKind::Default => "default".into(),
        ExprKind::String(name) | ExprKind::Name(name) => name.to_lowercase().into(),
        ExprKind::Regexp(pattern) => {
            let letters: String = pattern.to_lowercase().chars().filter(keep).collect();
            format!("__node_regexp__{}", letters.trim_start_matches('.')).into()
        }
        ExprKind::Paren(inner) => return host_name(inner),
        ExprKind::Interpolated(segments) => match &segments[..] {
            [ast::Segment::Text(text, _)] => text.to_lowercase().into(),
            _ => return None,
        },
        _ => return None,
    })
}
