//! Type annotations and type expressions in source: their names and parameters are resolved statically,
//! without evaluation.

use std::rc::Rc;

use pprepl_text::{Fix, IssueCode, RuleCode, Severity};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type, Value, ValueError, parameterize, resolve_alias, type_named_by};
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::constant::computed;

use super::checker::Checker;
use super::declaration::Alias;
use super::finding::Finding;
use super::hint;
use super::subtyping::kind::is_catalog_entry;

/// The result of resolving a type expression.
enum ParsedType {
    Type(Ty),
    /// Known only at run time.
    Open,
    /// It contains an unknown name.
    Unknown,
    /// Its parameters are not valid.
    Bad(Box<ValueError>),
}

impl<'a> Checker<'a> {
    /// Returns the type that an expression denotes; `None` when it is not a type expression or has an error.
    pub(super) fn resolve_annotation(&mut self, expr: &'a Expr) -> Option<Ty> {
        if !is_static(expr) {
            return None;
        }
        let key = (self.file, std::ptr::from_ref(expr).addr());
        if let Some(known) = self.types.get(&key) {
            return known.clone();
        }
        let ty = match self.read_type(expr) {
            ParsedType::Type(ty) if !matches!(*ty, Type::TypeReference(_)) => Some(ty),
            _ => None,
        };
        self.types.insert(key, ty.clone());
        ty
    }

    fn read_type(&mut self, expr: &'a Expr) -> ParsedType {
        match &expr.kind {
            ExprKind::Paren(inner) => self.read_type(inner),
            ExprKind::Ref(name) => self.named_type(name).map_or(ParsedType::Unknown, ParsedType::Type),
            ExprKind::Access(left, keys) => {
                let base = match self.read_type(left) {
                    ParsedType::Type(base) => base,
                    other => return other,
                };
                let nested = matches!(left.kind, ExprKind::Access(..));
                if nested && is_catalog_entry(&base) || matches!(*base, Type::Alias(_)) {
                    return ParsedType::Open;
                }
                let mut values = Vec::with_capacity(keys.len());
                for key in keys {
                    match self.constant(key) {
                        Ok(value) => values.push(value),
                        Err(read) => return read,
                    }
                }
                match parameterize(&self.sets.rules, &base, &values) {
                    Ok(Value::Type(ty)) => ParsedType::Type(ty),
                    Ok(_) => ParsedType::Open,
                    Err(issue) => ParsedType::Bad(issue),
                }
            }
            _ => ParsedType::Open,
        }
    }

    /// Returns the value of a literal type argument.
    fn constant(&mut self, expr: &'a Expr) -> Result<Value, ParsedType> {
        Ok(match &expr.kind {
            ExprKind::Undef => Value::Undef,
            ExprKind::Default => Value::Default,
            ExprKind::Bool(value) => Value::bool(*value),
            ExprKind::Integer(value, _) => Value::Int(*value),
            ExprKind::BigInteger(value, _) => Value::int((**value).clone()),
            ExprKind::Float(value) => Value::float(*value),
            ExprKind::String(text) | ExprKind::Name(text) => Value::str(&**text),
            ExprKind::Regexp(source) => Value::Regexp(puppet_pcore::Regexp::new(source.clone())),
            ExprKind::Negate(inner) => match self.constant(inner)? {
                Value::Int(value) => Value::Int(value.checked_neg().ok_or(ParsedType::Open)?),
                Value::Float(value) => Value::float(-value.get()),
                _ => return Err(ParsedType::Open),
            },
            ExprKind::Array(items) => {
                Value::array(items.iter().map(|item| self.constant(item)).collect::<Result<_, _>>()?)
            }
            ExprKind::Hash(entries) => {
                let mut pairs = Vec::with_capacity(entries.len());
                for entry in entries {
                    pairs.push((self.constant(&entry.key)?, self.constant(&entry.value)?));
                }
                Value::hash(pairs.into_iter().collect())
            }
            ExprKind::Ref(_) | ExprKind::Access(..) => match self.read_type(expr) {
                ParsedType::Type(ty) => Value::Type(ty),
                other => return Err(other),
            },
            _ => return Err(ParsedType::Open),
        })
    }

    /// Returns the type with this name.
    fn named_type(&mut self, name: &str) -> Option<Ty> {
        let plain = name.strip_prefix("::").unwrap_or(name);
        if let Some(ty) = type_named_by(&self.sets.rules, plain) {
            return Some(ty);
        }
        let lower = plain.to_lowercase();
        if self.definitions.aliases.contains_key(lower.as_str()) {
            return self.own_alias(&lower);
        }
        if self.definitions.defines.get(lower.as_str()).is_some_and(Option::is_some) {
            return Some(Rc::new(Type::Resource { type_name: Some(lower.into()), title: None }));
        }
        // A file that does not load leaves it open what the name means: no type, and no unknown name either.
        self.world.alias(plain).or_else(|| self.world.is_resource_type(&lower).then(c::any))
    }

    /// Resolves a type alias of the checked source when it is first used.
    fn own_alias(&mut self, lower: &str) -> Option<Ty> {
        let alias = self.definitions.aliases.get_mut(lower)?;
        let (made, ty, definition) = (alias.made.clone(), alias.ty.clone(), alias.definition);
        if std::mem::replace(&mut alias.read, true) {
            return Some(ty);
        }
        match self.read_type(definition) {
            ParsedType::Type(meaning) => drop(resolve_alias(&made, &meaning)),
            // The definition is unknown: it may be an Object type.
            _ => drop(made.resolved.set(c::any())),
        }
        Some(ty)
    }

    /// Reports the errors of a type expression.
    pub(super) fn check_type(&mut self, expr: &'a Expr) {
        self.probe_type(expr);
        self.lint_type(expr);
        if !is_static(expr) || self.resolve_annotation(expr).is_some() {
            return;
        }
        match self.read_type(expr) {
            ParsedType::Unknown => self.unknown_type(expr),
            ParsedType::Bad(issue) => self.bad_type(expr, &issue),
            _ => {}
        }
    }

    fn bad_type(&mut self, expr: &'a Expr, issue: &ValueError) {
        if issue.code == IssueCode::UnknownResourceType {
            return;
        }
        let message = match issue.code {
            IssueCode::BadIntegerSliceType => "Integer[] requires all arguments to be integers, or default".to_owned(),
            IssueCode::BadTypeSliceArity => issue.message.replacen(" takes ", " accepts ", 1),
            IssueCode::OperatorNotApplicable => {
                let name = issue.message.split(' ').next().unwrap_or_default();
                let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
                format!("[] is not applicable to {article} {name}-Type: it has no parameters")
            }
            _ => issue.message.clone(),
        };
        let spot = self.span(expr);
        self.report(Finding::error(RuleCode::BadType, spot, message).hint(issue.help.clone()));
    }

    fn unknown_type(&mut self, expr: &'a Expr) {
        let Some(at) = self.unknown_part(expr) else { return };
        let ExprKind::Ref(name) = &at.kind else { return };
        // A finding that no one sees only counts: it needs no hint.
        let own = if self.reports_more() { self.own_type_names(expr) } else { Vec::new() };
        let (hint, meant) = hint::type_name(name, &own).unzip();
        let meant = meant.flatten();
        let (severity, code) = match self.mode.closed {
            true => (Severity::Error, RuleCode::UnknownType),
            false => self.unknown_name_as(RuleCode::UnknownType, name, meant.as_deref()),
        };
        let finding = Finding::of(severity, code, self.span(at), format!("unknown type '{name}'"));
        self.report(finding.hint(hint).swap(name, meant.as_deref()));
    }

    /// Returns the names that an unknown type may mean, in addition to those of the language: aliases, and the types of
    /// resources where it has parameters: `Packge['vim']`.
    fn own_type_names(&self, expr: &Expr) -> Vec<Rc<str>> {
        let mut names: Vec<Rc<str>> = self.definitions.aliases.values().map(|alias| alias.made.name.clone()).collect();
        if matches!(expr.kind, ExprKind::Access(..)) {
            let defines = self.definitions.defines.keys().map(|name| &**name);
            let types = puppet_catalog::builtins().iter().map(|row| row.name);
            names.extend(types.chain(defines).map(|name| Rc::from(puppet_catalog::capitalized(name))));
        }
        names
    }

    /// Returns the first unknown name.
    fn unknown_part(&mut self, expr: &'a Expr) -> Option<&'a Expr> {
        match &expr.kind {
            ExprKind::Ref(_) => self.resolve_annotation(expr).is_none().then_some(expr),
            ExprKind::Paren(inner) => self.unknown_part(inner),
            ExprKind::Access(left, keys) => match self.unknown_part(left) {
                Some(found) => Some(found),
                None => keys.iter().find_map(|key| self.unknown_part(key)),
            },
            ExprKind::Array(items) => items.iter().find_map(|item| self.unknown_part(item)),
            ExprKind::Hash(entries) => entries.iter().find_map(|entry| match self.unknown_part(&entry.key) {
                Some(found) => Some(found),
                None => self.unknown_part(&entry.value),
            }),
            _ => None,
        }
    }

    /// Reports valid type expressions that are certainly mistakes.
    pub(super) fn lint_type(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Access(left, keys) => {
                if let (ExprKind::Ref(name), [only]) = (&left.kind, &keys[..])
                    && &**name == "Variant"
                    && matches!(only.kind, ExprKind::Ref(_) | ExprKind::Access(..))
                {
                    let spot = self.span(expr);
                    let text = self.text_of(only);
                    let finding =
                        Finding::warning(RuleCode::PointlessVariant, spot, "a Variant of one type is that type");
                    let fix = Fix::replace(expr.span, text.clone()).surely(true);
                    self.report(finding.hint(Some(format!("write {text}"))).fix(Some(fix)));
                }
                keys.iter().for_each(|key| self.lint_type(key));
            }
            ExprKind::Array(items) => items.iter().for_each(|item| self.lint_type(item)),
            ExprKind::Hash(entries) => entries.iter().for_each(|entry| {
                self.lint_type(&entry.key);
                self.lint_type(&entry.value);
            }),
            _ => {}
        }
    }

    /// Returns the source of an expression.
    pub(super) fn text_of(&self, expr: &Expr) -> String {
        self.sources.get(self.file as usize).map_or("", |source| expr.span.of(source.text())).to_owned()
    }

    /// Registers a type alias of the checked source.
    pub(super) fn add_alias(&mut self, name: &str, definition: &'a Expr) {
        let plain = name.strip_prefix("::").unwrap_or(name);
        let made = Rc::new(puppet_pcore::Alias::new(plain));
        let ty = Rc::new(Type::Alias(made.clone()));
        self.definitions.aliases.insert(plain.to_lowercase().into(), Alias { made, ty, definition, read: false });
    }
}

/// Returns whether the expression consists of names and literals only.
pub(super) fn is_static(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Ref(_) => true,
        ExprKind::Paren(inner) => is_static(inner),
        ExprKind::Access(left, keys) => {
            is_static(left) && keys.iter().all(|key| is_static(key) || computed(key).is_none())
        }
        _ => false,
    }
}
