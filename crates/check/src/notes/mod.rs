//! Notes: code that runs and does something else than its author may believe.
//!
//! A note is a fact about the source at its place, never a guess: where a rule cannot be certain, it is silent.
//! Most notes need types and are reported during inference; the others are found by one walk over the source
//! (`Checker::notes`).

mod access;
mod comparison;
mod condition;
mod literal;
mod matching;
mod pure;
mod regexp;
mod result;
mod scan;
mod statement;
mod string;
mod template;
mod word;

pub(super) use pure::is_pure;

use std::sync::Arc;

use pprepl_text::{RuleCode, Severity, Source, Span};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};
use puppet_syntax::walk::for_each_everywhere;

use super::checker::Checker;
use super::finding::Finding;
use super::type_env::ExternalType;

impl<'a> Checker<'a> {
    /// Reports the notes that need no types.
    pub(super) fn notes(&mut self, body: &'a Expr) {
        if !self.reports.holes.is_empty() {
            return;
        }
        self.note_body(body, true);
        for_each_everywhere(body, &mut |expr| {
            if !self.clock.tick() {
                self.note_syntax(expr);
            }
        });
    }

    fn note_syntax(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Block(statements) => self.note_block(statements),
            ExprKind::Assign(_, _, value) => self.note_assigned(value),
            ExprKind::Access(left, keys) => self.note_array_types(left, keys, expr),
            ExprKind::Array(items) => items.iter().for_each(|item| {
                self.note_operand_word(item);
                self.note_spaced_minus(item, "element");
            }),
            ExprKind::Hash(entries) => entries.iter().for_each(|entry| self.note_missing_word(&entry.value)),
            ExprKind::Binary(op, left, right) if !matches!(op, BinaryOp::LShift | BinaryOp::RShift) => {
                self.note_operand_word(left);
                self.note_operand_word(right);
            }
            ExprKind::Call(call) => self.note_call(call, expr),
            ExprKind::Method(method) => self.note_method(method),
            ExprKind::Class(class) => {
                self.note_params(&class.params);
                self.note_body(&class.body, false);
            }
            ExprKind::Define(define) => {
                self.note_params(&define.params);
                self.note_body(&define.body, false);
            }
            ExprKind::Node(node) => self.note_body(&node.body, false),
            ExprKind::Function(function) | ExprKind::Plan(function) => self.note_params(&function.params),
            ExprKind::Resource(resource) => {
                resource.bodies.iter().flat_map(|body| &body.operations).for_each(|one| self.note_attribute(one));
            }
            ExprKind::Heredoc(heredoc) => self.note_heredoc_margin(heredoc, expr),
            ExprKind::Epp(epp) => self.note_template(&epp.body),
            _ => {}
        }
    }

    /// Returns the source that is checked now.
    pub(super) fn source(&self) -> Option<Arc<Source>> {
        self.sources.get(self.file as usize).cloned()
    }

    /// Returns whether the name denotes a variable here: of the source, or of the session.
    pub(super) fn is_known_variable(&mut self, name: &str) -> bool {
        self.env.lookup(name).is_some() || matches!(self.world.variable(name), ExternalType::Type(_))
    }

    /// Returns whether notes with this code are reported now.
    pub(super) fn notes_on(&self, code: RuleCode) -> bool {
        self.reports.holes.is_empty() && self.reports(code)
    }

    pub(super) fn note_at(&self, code: RuleCode, span: Span, message: impl Into<String>) -> Finding {
        Finding::of(Severity::Note, code, self.span_of(span), message)
    }
}
