//! Hiera data against the parameters of classes: automatic parameter lookup gives a class these values.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Diagnostic, RuleCode, Source, Span, suggest};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type};

use super::checker::{Arena, Checker};
use super::declaration::{ClassLike, ParamInfo};
use super::display::display;
use super::finding::Finding;
use super::signature::SignatureCache;
use super::type_env::TypeEnv;
use super::typed_expr::{FileSpan, LiteralSpans, TypedExpr};

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

/// The type and the places of a value.
#[derive(Clone, Debug)]
pub struct DataValue {
    pub ty: Ty,
    pub span: Span,
    pub parts: DataParts,
}

/// The places of the parts of a value.
#[derive(Clone, Debug)]
pub enum DataParts {
    None,
    Items(Vec<Span>),
    Entries(Vec<(Rc<str>, Span)>),
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
    let mut findings = checker.checked(&c::any()).findings;
    // A fix is Puppet code, which does not belong into data.
    findings.iter_mut().for_each(|finding| finding.fixes.clear());
    findings
}

impl<'a> Checker<'a> {
    fn data_entry(&mut self, entry: &DataEntry) {
        let Some(class) = self.class_or_define(&entry.class, true) else { return };
        match class.param(&entry.param).cloned() {
            Some(info) => self.data_value(entry, &class, &info),
            None if entry.is_looked_up => {}
            None => self.unknown_parameter(entry, &class),
        }
    }

    fn data_value(&mut self, entry: &DataEntry, class: &ClassLike<'a>, info: &ParamInfo<'a>) {
        let wanted = info.requirement(|| format!("{} declares ${} as {}", class.name, entry.param, display(&info.ty)));
        let Some(mut wanted) = wanted else { return };
        // undef selects the default.
        wanted.shown = Some(wanted.ty.clone());
        wanted.ty = Rc::new(Type::Variant(vec![wanted.ty, c::undef()]));
        let at = |span: Span| FileSpan { file: self.file, span };
        let parts = match &entry.value.parts {
            DataParts::None => None,
            DataParts::Items(spans) => Some(LiteralSpans::Elements(spans.iter().map(|span| at(*span)).collect())),
            DataParts::Entries(spans) => {
                Some(LiteralSpans::Entries(spans.iter().map(|(name, span)| (name.clone(), at(*span))).collect()))
            }
        };
        let found = TypedExpr { ty: entry.value.ty.clone(), source: None, parts };
        self.enforce(found, Some(&wanted), entry.value.span);
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
