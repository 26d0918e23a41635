//! Interpolation, heredocs, and the text of templates: parts that are appended to one string.

use std::rc::Rc;

use pprepl_budget::{self as budget, Exhausted};
use pprepl_text::Topic;
use puppet_pcore::print::{LONGEST_TEXT, write_integer};
use puppet_pcore::{HashKey, Str, Value, write_interpolated};
use puppet_syntax::ast::{Expr, ExprKind, Heredoc, Name, Segment};

use super::super::code::Code;
use super::super::flow::Locate;
use super::super::trace::EventKind;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::Compiler;
use super::collection::known_key;
use super::operand::{Get, Operand, SlotGet};
use super::traced::recorded_at;

impl Compiler<'_> {
    /// Compiles an interpolated string: `"..${x}.."`.
    pub(super) fn interpolated(&mut self, segments: &[Segment], site: SourcePos) -> Code {
        let parts: Box<[Part]> = segments.iter().map(|segment| compile_segment(self, segment)).collect();
        Box::new(move |vm, frame| {
            let mut out = Str::default();
            let mut parts = parts.iter();
            if let Some(first) = parts.next() {
                out = first.start(vm, frame).at(site)?;
            }
            for part in parts {
                part.write(vm, frame, &mut out).at(site)?;
            }
            match out.text.len() > LONGEST_TEXT {
                true => too_long(site),
                false if out.is_bytes => Ok(Value::bytes(out.text)),
                false => Ok(Value::str(out.text)),
            }
        })
    }

    /// Compiles a heredoc; its string is checked against its syntax after it is computed.
    pub(super) fn heredoc(&mut self, heredoc: &Heredoc) -> Code {
        let site = SourcePos::from(&heredoc.text);
        let text = self.expr(&heredoc.text);
        let Some(syntax) = heredoc.syntax.clone() else { return text };
        if !matches!(heredoc.text.kind, ExprKind::Interpolated(_)) {
            return text;
        }
        Box::new(move |vm, frame| {
            let value = text(vm, frame)?;
            let options = vm.settings.validate;
            let checked = value.as_str().and_then(|text| puppet_syntax::check_heredoc_syntax(&syntax, text, &options));
            match checked {
                Some(finding) => Err(Flow::at(finding.code.issue(), site, finding.message)),
                None => Ok(value),
            }
        })
    }

    /// Compiles a run of adjacent text and `<%= x %>` tags of a template.
    pub(super) fn rendered(&mut self, run: &[Expr]) -> Code {
        let mut part = |expr: &Expr| match &expr.kind {
            ExprKind::RenderString(text) => rendered_text(self, text, expr),
            ExprKind::Render(inner) => rendered_value(self, inner),
            _ => Part::Value(self.expr(expr)),
        };
        // A tag starts where the text before it starts; its code has the exact position.
        let place = |expr: &Expr| match &expr.kind {
            ExprKind::Render(inner) => inner.span.start,
            _ => expr.span.start,
        };
        let parts: Box<[(Part, u32)]> = run.iter().map(|expr| (part(expr), place(expr))).collect();
        Box::new(move |vm, frame| {
            for (part, at) in &parts {
                vm.templates.trace_part(*at);
                part.render(vm, frame)?;
            }
            Ok(Value::Undef)
        })
    }
}

/// Compiles literal text of a template.
fn rendered_text(compiler: &Compiler<'_>, text: &Name, expr: &Expr) -> Part {
    if !compiler.traced {
        return Part::Text(text.clone());
    }
    let code = Compiler::constant(Value::str(&**text));
    Part::Value(recorded_at(compiler, expr.span, EventKind::TemplateText, code))
}

/// Compiles the value of `<%= x %>`.
fn rendered_value(compiler: &mut Compiler<'_>, inner: &Expr) -> Part {
    if !compiler.traced {
        return compile_part(compiler, inner);
    }
    let code = compiler.expr(inner);
    Part::Value(recorded_at(compiler, inner.span, EventKind::TemplateOutput, code))
}

fn compile_segment(compiler: &mut Compiler<'_>, segment: &Segment) -> Part {
    match segment {
        Segment::Text(text, _) => Part::Text(text.clone()),
        Segment::Value { expr, .. } => compile_part(compiler, expr),
    }
}

/// Compiles an interpolated value. A variable, or an entry of one, is read in its slot.
fn compile_part(compiler: &mut Compiler<'_>, expr: &Expr) -> Part {
    let entry = match &expr.kind {
        ExprKind::Access(left, keys) => match &keys[..] {
            [key] => known_key(key).map(|text| (left, text)),
            _ => None,
        },
        _ => None,
    };
    if let Some((left, text)) = entry
        && let Operand::Slot(slot) = compiler.operand(left)
    {
        return Part::Entry(slot, text, compiler.expr(expr));
    }
    match compiler.operand(expr) {
        Operand::Slot(slot) => Part::Slot(slot),
        other => Part::Value(other.into_code()),
    }
}

/// A part of an interpolated string.
enum Part {
    Text(Name),
    Slot(SlotGet),
    /// `$x['key']`; the code handles values other than hashes.
    Entry(SlotGet, HashKey, Code),
    Value(Code),
}

impl Part {
    /// Returns the value in its slot if it is set and needs no code to run.
    #[inline]
    fn compile_watch<'f>(&self, frame: &'f [Value]) -> Option<&'f Value> {
        match self {
            Part::Slot(slot) => slot.compile_watch(frame),
            Part::Entry(slot, key, _) => match slot.compile_watch(frame) {
                Some(Value::Hash(hash)) => hash.get_known(key),
                _ => None,
            },
            _ => None,
        }
    }

    fn value(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult {
        match self {
            Part::Text(text) => Ok(Value::str(&**text)),
            Part::Slot(slot) => slot.get(vm, frame),
            Part::Entry(_, _, code) | Part::Value(code) => code(vm, frame),
        }
    }

    /// Evaluates the first part: a string that is not shared grows in place.
    fn start(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult<Str> {
        if let Part::Text(text) = self {
            let mut out = String::with_capacity(text.len() + 24);
            out.push_str(text);
            return Ok(Str::new(out));
        }
        match self.value(vm, frame)? {
            Value::Str(text) => match Rc::try_unwrap(text) {
                Ok(own) => Ok(own),
                Err(shared) => {
                    charge(shared.text.len())?;
                    Ok((*shared).clone())
                }
            },
            value => {
                let mut out = Str::default();
                write_value(&value, &mut out)?;
                Ok(out)
            }
        }
    }

    #[inline]
    fn write(&self, vm: &mut Vm, frame: &mut [Value], out: &mut Str) -> EvalResult<()> {
        match self {
            Part::Text(text) if out.is_bytes => return write_marked(text, false, out),
            Part::Text(text) => out.text.push_str(text),
            part => match part.compile_watch(frame) {
                Some(value) => return write_value(value, out),
                None => return write_value(&part.value(vm, frame)?, out),
            },
        }
        Ok(())
    }

    /// Writes the part to the template's output.
    #[inline]
    fn render(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult<()> {
        if let (Part::Text(text), Some((out, _))) = (self, vm.templates.output.last_mut()) {
            if out.is_bytes {
                return write_marked(text, false, out);
            }
            out.text.push_str(text);
            return Ok(());
        }
        if let (Some(value), Some(output)) = (self.compile_watch(frame), vm.templates.output.last_mut()) {
            return render_value(value, output);
        }
        let value = self.value(vm, frame)?;
        match vm.templates.output.last_mut() {
            Some(output) => render_value(&value, output),
            None => Ok(()),
        }
    }
}

/// Fails when a string exceeds the limit: doubling a string in a loop would exhaust memory.
#[cold]
fn too_long<T>(site: SourcePos) -> EvalResult<T> {
    EvalResult::Err(Exhausted::Text(LONGEST_TEXT as u64).into()).at(site)
}

/// Copies from this length in bytes on are reported to the budget.
const LARGE: usize = 64 << 10;

#[inline]
fn charge(length: usize) -> EvalResult<()> {
    if length >= LARGE { Ok(budget::charge(length)?) } else { Ok(()) }
}

#[inline]
fn write_value(value: &Value, out: &mut Str) -> EvalResult<()> {
    match value {
        Value::Str(text) => {
            charge(text.text.len())?;
            if text.is_bytes != out.is_bytes {
                return write_marked(&text.text, text.is_bytes, out);
            }
            out.text.push_str(&text.text);
            Ok(())
        }
        Value::Int(i) => {
            write_integer(*i, &mut out.text);
            Ok(())
        }
        value => write_other(value, out),
    }
}

/// Writes text next to text of another encoding.
#[cold]
fn write_marked(text: &str, is_bytes: bool, out: &mut Str) -> EvalResult<()> {
    match out.append(text, is_bytes) {
        true => Ok(()),
        false => Err(Flow::fail_with(
            Topic::ConversionFailed,
            "the text and the decoded bytes both have letters beyond ASCII, which Puppet cannot join",
        )),
    }
}

#[inline(never)]
fn write_other(value: &Value, out: &mut Str) -> EvalResult<()> {
    write_interpolated(value, &mut out.text);
    Ok(budget::poll()?)
}

/// Writes a value into a template; a Sensitive value makes the whole output Sensitive.
#[inline]
fn render_value(value: &Value, (out, sensitive): &mut (Str, bool)) -> EvalResult<()> {
    if out.text.len() > LONGEST_TEXT {
        return too_long(SourcePos::default());
    }
    match value {
        Value::Sensitive(inner) => {
            *sensitive = true;
            write_other(inner, out)
        }
        value if out.text.is_empty() => {
            // The first part decides.
            out.is_bytes = value.is_bytes();
            write_value(value, out)
        }
        value => write_value(value, out),
    }
}
