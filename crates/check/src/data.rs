//! Hiera data against the parameters of classes: automatic parameter lookup passes these values to a class. A mismatch is
//! reported at the innermost part of a value that is wrong, so that it has the line of that part.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Diagnostic, RuleCode, Source, Span, suggest};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{StructElement, Ty, Type};

use super::checker::{Arena, Checker};
use super::declaration::{ClassLike, ParamInfo};
use super::display::display;
use super::finding::Finding;
use super::hint::By;
use super::requirement::Requirement;
use super::signature::SignatureCache;
use super::subtyping::{Kind, Verdict, hash_pair, shape};
use super::type_env::TypeEnv;

/// A value of Hiera data with a key for the parameter of a class.
#[derive(Clone, Debug)]
pub struct DataEntry {
    /// The class, in lower case.
    pub class: String,
    pub param: String,
    /// The span of the name of the parameter in the key.
    pub name: Span,
    pub value: DataValue,
    /// Whether code looks up the key, so that it need not name a parameter.
    pub is_looked_up: bool,
}

/// The type and the place of a value.
#[derive(Clone, Debug)]
pub struct DataValue {
    pub ty: Ty,
    pub span: Span,
    /// The elements or entries, where the type is a Tuple or a Struct of them.
    pub parts: Vec<DataPart>,
}

/// An element of an array, or an entry of a hash.
#[derive(Clone, Debug)]
pub struct DataPart {
    /// The key of an entry, with its place.
    pub key: Option<(Rc<str>, Span)>,
    pub value: DataValue,
}

/// Checks the values of a data file. Returns the findings in source order.
pub fn check_data(
    entries: &[DataEntry],
    source: &Arc<Source>,
    world: &mut dyn TypeEnv,
    signatures: &SignatureCache,
) -> Vec<Diagnostic> {
    let shelf = Arena::default();
    signatures.forget_other_rules(world.rules());
    let mut checker = Checker::new(world, signatures, &shelf, source.clone());
    entries.iter().for_each(|entry| checker.data_entry(entry));
    checker.checked(&c::any()).findings
}

/// A required type of data, and the path from the parameter to it.
struct PartRequirement<'w, 'a> {
    ty: Ty,
    path: String,
    requirement: &'w Requirement<'a>,
}

impl<'w, 'a> PartRequirement<'w, 'a> {
    fn part(&self, ty: Ty, step: &str) -> PartRequirement<'w, 'a> {
        PartRequirement { ty, path: format!("{}[{step}]", self.path), requirement: self.requirement }
    }

    /// Returns a message with the path, if it is a part that is wrong.
    fn message(&self, text: String) -> String {
        if self.path.contains('[') { format!("{}: {text}", self.path) } else { text }
    }
}

impl<'a> Checker<'a> {
    fn data_entry(&mut self, entry: &DataEntry) {
        let Some(class) = self.class_or_define(&entry.class, true) else { return };
        match class.param(&entry.param).cloned() {
            Some(info) => self.data_of_parameter(entry, &class, &info),
            None if entry.is_looked_up => {}
            None => self.unknown_parameter(entry, &class),
        }
    }

    fn data_of_parameter(&mut self, entry: &DataEntry, class: &ClassLike<'a>, info: &ParamInfo<'a>) {
        let why = || format!("{} declares ${} as {}", class.name, entry.param, display(&info.ty));
        let Some(requirement) = info.requirement(why) else { return };
        // undef selects the default.
        if !matches!(*entry.value.ty, Type::Undef) {
            let wanted =
                PartRequirement { ty: requirement.ty.clone(), path: entry.param.clone(), requirement: &requirement };
            self.data_value(&entry.value, &wanted);
        }
    }

    /// Reports the innermost parts of a value that do not fit.
    fn data_value(&mut self, value: &DataValue, wanted: &PartRequirement<'_, 'a>) {
        if matches!(self.sets.fits(&value.ty, &wanted.ty), Verdict::Always | Verdict::Maybe) {
            return;
        }
        let before = self.reports.errors;
        match &*value.ty {
            Type::Tuple(..) => self.data_elements(value, wanted),
            Type::Struct(_) => self.data_entries(value, wanted),
            _ => {}
        }
        if self.reports.errors == before {
            self.data_mismatch(value, wanted);
        }
    }

    fn data_elements(&mut self, value: &DataValue, wanted: &PartRequirement<'_, 'a>) {
        let Some(target) = self.only_alternative(&wanted.ty, Kind::Array) else { return };
        let elements = shape::elements(&target);
        for (index, part) in value.parts.iter().enumerate() {
            self.data_value(&part.value, &wanted.part(elements.at(index), &index.to_string()));
        }
    }

    fn data_entries(&mut self, value: &DataValue, wanted: &PartRequirement<'_, 'a>) {
        let Some(target) = self.only_alternative(&wanted.ty, Kind::Hash) else { return };
        let known = shape::entries(&target);
        for DataPart { key, value } in &value.parts {
            let Some((name, span)) = key else { continue };
            let step = format!("'{name}'");
            match known.map(|known| (known, shape::entry(known, name))) {
                None => self.data_value(value, &wanted.part(hash_pair(&self.sets, &target).1, &step)),
                Some((_, Some(element))) => self.data_value(value, &wanted.part(element.value.clone(), &step)),
                Some((known, None)) => self.unrecognized_data(name, *span, known, wanted),
            }
        }
        if let Some(known) = known {
            self.missing_data(value, known, wanted);
        }
    }

    fn unrecognized_data(&mut self, name: &str, span: Span, known: &[StructElement], wanted: &PartRequirement<'_, 'a>) {
        let near = suggest::nearest(name, known.iter().map(|element| &*element.name));
        let all = || known.iter().map(|element| &*element.name).collect::<Vec<_>>().join(", ");
        let hint = near.map_or_else(|| format!("the keys are: {}", all()), |near| format!("did you mean '{near}'?"));
        let message = wanted.message(format!("unrecognized key '{name}'"));
        self.data_finding(RuleCode::UnrecognizedKey, span, message, Some(hint), wanted);
    }

    fn missing_data(&mut self, value: &DataValue, known: &[StructElement], wanted: &PartRequirement<'_, 'a>) {
        let has = |name: &Rc<str>| value.parts.iter().any(|part| part.key.as_ref().is_some_and(|(key, _)| key == name));
        let missing: Vec<String> = shape::required(&self.sets, known)
            .filter(|element| !has(&element.name))
            .map(|element| format!("'{}'", element.name))
            .collect();
        if !missing.is_empty() {
            let plural = if missing.len() > 1 { "s" } else { "" };
            let message = wanted.message(format!("missing key{plural} {}", missing.join(", ")));
            self.data_finding(RuleCode::MissingKey, value.span, message, None, wanted);
        }
    }

    fn data_mismatch(&mut self, value: &DataValue, wanted: &PartRequirement<'_, 'a>) {
        let text = self.sets.found(&value.ty, &wanted.ty);
        let message = wanted.message(format!("expected {}, found {text}", display(&wanted.ty)));
        let hint = self.sets.hint(&value.ty, &wanted.ty, By::Language).and_then(hint_in_data);
        self.data_finding(RuleCode::TypeMismatch, value.span, message, hint, wanted);
    }

    fn data_finding(
        &mut self,
        code: RuleCode,
        span: Span,
        message: String,
        hint: Option<String>,
        wanted: &PartRequirement<'_, 'a>,
    ) {
        let why: Cow<'static, str> = wanted.requirement.why.clone();
        let finding = Finding::error(code, self.span_of(span), message);
        self.report(finding.note_if(wanted.requirement.spot, why).hint(hint));
    }

    fn unknown_parameter(&mut self, entry: &DataEntry, class: &ClassLike<'a>) {
        let spot = self.span_of(entry.name);
        let near = suggest::nearest(&entry.param, class.params.iter().map(|info| &*info.param.name));
        let hint = near.map_or_else(
            || format!("remove the key, or look it up: lookup('{}::{}')", entry.class, entry.param),
            |near| format!("did you mean '{near}'?"),
        );
        let message = format!("class {} has no parameter '{}'", class.name, entry.param);
        self.report(Finding::warning(RuleCode::UnknownAttribute, spot, message).hint(Some(hint)));
    }
}

/// Returns a hint without Puppet code, which data cannot contain; `None` if nothing is left.
fn hint_in_data(hint: String) -> Option<String> {
    if hint.contains("Sensitive(") {
        return Some("convert it: give the key `convert_to: Sensitive` in lookup_options".to_owned());
    }
    let plain = hint.split(", or ").next().unwrap_or(&hint).to_owned();
    let is_code =
        ["(..)", "declare ", ".then", "is a string; the missing value"].iter().any(|code| plain.contains(code));
    (!is_code).then_some(plain)
}
