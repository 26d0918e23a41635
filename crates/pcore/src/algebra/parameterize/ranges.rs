//! Ranges of numbers and times, and sizes.

use std::cmp::Ordering;
use std::rc::Rc;

use super::super::super::number_order::NANOS;
use super::super::super::{
    ErrorOperand, FloatRange, Hash, Int, IntegerRange, Result, Size, StringType, TimeRange, Ty, Type, Value,
    ValueError, strptime, timespan,
};
use super::super::{TypeRules, constant};
use super::{arity, kind, plural, unqualified_name};
use pprepl_text::{IssueCode, Topic};

/// Returns `Integer[from, to]`. A descending range is an extension: it is the same set, iterated downwards.
pub(super) fn integer(rules: &TypeRules, args: &[Value]) -> Result<Ty> {
    check_bounds("Integer", args, |arg| matches!(arg, Value::Int(_) | Value::Big(_) | Value::Default))?;
    let range = bounds(args);
    if !rules.additions {
        check_ascending(range.from.as_ref(), range.to.as_ref())?;
    }
    Ok(Rc::new(Type::Integer(range)))
}

/// Returns `Float[from, to]`.
pub(super) fn float(rules: &TypeRules, args: &[Value]) -> Result<Ty> {
    let number = |arg: &Value| matches!(arg, Value::Int(_) | Value::Big(_) | Value::Float(_) | Value::Default);
    check_bounds("Float", args, number)?;
    let bound = |index: usize| match args.get(index) {
        Some(Value::Float(f)) => Some(f.get()),
        Some(other) => other.as_int().map(|int| int.to_f64()),
        None => None,
    };
    let range =
        FloatRange { from: bound(0).filter(|f| *f != f64::NEG_INFINITY), to: bound(1).filter(|f| *f != f64::INFINITY) };
    if !rules.additions {
        check_ascending(range.from.as_ref(), range.to.as_ref())?;
    }
    Ok(Rc::new(Type::Float(range)))
}

fn check_bounds(name: &str, args: &[Value], ok: impl Fn(&Value) -> bool) -> Result<()> {
    if args.is_empty() || args.len() > 2 {
        let message = format!("{name}[] takes 1 or 2 arguments, {} given", args.len());
        return Err(ValueError::new(IssueCode::BadIntegerSliceArity, message));
    }
    match args.iter().position(|arg| !ok(arg)) {
        None => Ok(()),
        Some(index) => {
            let message = format!("{name}[] takes numbers and default as bounds, not {}", kind(&args[index]));
            Err(ValueError::new(IssueCode::BadIntegerSliceType, message).with_operand(ErrorOperand::Argument(index)))
        }
    }
}

fn bounds(args: &[Value]) -> IntegerRange {
    let bound = |index: usize| args.get(index).and_then(Value::as_int);
    IntegerRange { from: bound(0), to: bound(1) }
}

fn check_ascending<T: PartialOrd>(from: Option<&T>, to: Option<&T>) -> Result<()> {
    match from.zip(to).map(|(from, to)| from.partial_cmp(to)) {
        Some(Some(Ordering::Greater) | None) => {
            Err(ValueError::new(Topic::TypeParameters, "The lower bound of a range must not be above the upper one"))
        }
        _ => Ok(()),
    }
}

/// Returns a size from one or two arguments; `first` is the index of the first one. A range type is also a
/// size.
pub(super) fn size(first: usize, args: &[Value]) -> Result<Size> {
    if let [Value::Type(ty)] = args
        && let Type::Integer(range) = &**ty
    {
        let (from, to) = range.ascending();
        return size_of(&IntegerRange { from: from.cloned(), to: to.cloned() });
    }
    if let Some(index) = args.iter().position(|arg| !is_bound(arg)) {
        let message = format!("A size is made of integers and default, not {}", kind(&args[index]));
        return Err(ValueError::new(IssueCode::BadCollectionSliceType, message)
            .with_operand(ErrorOperand::Argument(first + index)));
    }
    size_of(&bounds(args))
}

/// Returns the parameters of a sized type with the size at their end ascending: a descending size is an extension, and
/// means the same lengths.
pub(super) fn ascending(args: &[Value]) -> Option<Vec<Value>> {
    let [rest @ .., from, to] = args else { return None };
    let (first, last) = (from.as_int()?, to.as_int()?);
    (first > last).then(|| rest.iter().chain([to, from]).cloned().collect())
}

/// Returns whether the argument can be a bound of a size.
pub(super) fn is_bound(arg: &Value) -> bool {
    matches!(arg, Value::Int(_) | Value::Big(_) | Value::Default)
}

/// Converts a range to a size; negative bounds become 0.
pub(super) fn size_of(range: &IntegerRange) -> Result<Size> {
    check_ascending(range.from.as_ref(), range.to.as_ref())?;
    let clamp = |int: &Int| int.as_i64().map_or(if *int < Int::Small(0) { 0 } else { i64::MAX }, |i| i.max(0));
    Ok(Size { from: range.from.as_ref().map_or(0, clamp), to: range.to.as_ref().map(clamp) })
}

/// Returns `String[min, max]`.
pub(super) fn string(args: &[Value]) -> Result<Ty> {
    if args.is_empty() || args.len() > 2 {
        let message = format!("String[] takes 1 or 2 arguments, {} given", args.len());
        return Err(ValueError::new(IssueCode::BadStringSliceArity, message));
    }
    Ok(Rc::new(Type::String(StringType::Size(size(0, args)?))))
}

/// Returns `Collection[min, max]`.
pub(super) fn collection(ty: &Type, args: &[Value]) -> Result<Ty> {
    if args.is_empty() || args.len() > 2 {
        return Err(arity(&unqualified_name(ty), 1, Some(2), args.len()));
    }
    Ok(Rc::new(Type::Collection(Some(size(0, args)?))))
}

/// Returns `Timespan[from, to]`.
pub(super) fn timespan(ty: &Type, args: &[Value]) -> Result<Ty> {
    Ok(match time_bounds(ty, args, timespan_of)? {
        TimeRange { from: None, to: None, .. } => constant::timespan(),
        range => Rc::new(Type::Timespan(Box::new(range))),
    })
}

/// Returns `Timestamp[from, to]`.
pub(super) fn timestamp(ty: &Type, args: &[Value]) -> Result<Ty> {
    Ok(match time_bounds(ty, args, timestamp_of)? {
        TimeRange { from: None, to: None, .. } => constant::timestamp(),
        range => Rc::new(Type::Timestamp(Box::new(range))),
    })
}

fn time_bounds(ty: &Type, args: &[Value], time: fn(&Value) -> Result<i128>) -> Result<TimeRange> {
    if args.len() > 2 {
        let message = format!("{}[] takes at most {}, {} given", unqualified_name(ty), plural(2), args.len());
        return Err(ValueError::new(IssueCode::BadTypeSliceArity, message));
    }
    let bound = |index: usize| match args.get(index) {
        None | Some(Value::Undef | Value::Unset | Value::Default) => Ok(None),
        Some(value) => time(value).map(Some),
    };
    let (from, to) = (bound(0)?, bound(1)?);
    check_ascending(from.as_ref(), to.as_ref())?;
    let float = |index: usize| matches!(args.get(index), Some(Value::Float(_)));
    Ok(TimeRange { from, to, floats: (float(0), float(1)) })
}

fn timespan_of(value: &Value) -> Result<i128> {
    match value {
        Value::Timespan(time) => Ok(**time),
        Value::Str(text) => timespan::parse(&text.text),
        Value::Hash(fields) => span_of_fields(fields),
        other => seconds("Timespan", other),
    }
}

/// Returns a time span from a hash of fields. A field that is absent, undef or false is 0; other keys have no meaning.
fn span_of_fields(hash: &Hash) -> Result<i128> {
    const NAMES: [&str; 7] = ["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];
    let negative = hash.get_str("negative").is_some_and(Value::is_true);
    let fields = NAMES.map(|name| hash.get_str(name).filter(|field| field.is_true()));
    let out_of_range = || ValueError::new(Topic::TypeParameters, "The span of time is out of range");
    if fields.iter().flatten().any(|field| matches!(field, Value::Float(_))) {
        let mut numbers = [0.0; 7];
        for (number, (name, field)) in numbers.iter_mut().zip(NAMES.into_iter().zip(fields)) {
            *number = match field {
                None => 0.0,
                Some(Value::Int(i)) => *i as f64,
                Some(Value::Float(f)) => f.get(),
                Some(other) => return Err(no_number(name, other)),
            };
        }
        return timespan::from_float_fields(negative, numbers).ok_or_else(out_of_range);
    }
    let mut numbers = [0; 7];
    for (number, (name, field)) in numbers.iter_mut().zip(NAMES.into_iter().zip(fields)) {
        *number = match field {
            None => 0,
            Some(Value::Int(i)) => i128::from(*i),
            Some(other) => return Err(no_number(name, other)),
        };
    }
    timespan::from_fields(negative, numbers).ok_or_else(out_of_range)
}

fn no_number(field: &str, value: &Value) -> Box<ValueError> {
    let message = format!("expected a number for '{field}' of a Timespan, found {}", kind(value));
    ValueError::new(Topic::TypeParameters, message)
}

fn timestamp_of(value: &Value) -> Result<i128> {
    match value {
        Value::Timestamp(time) => Ok(**time),
        Value::Str(text) => strptime::parse(&text.text, None, None, "UTC"),
        other => seconds("Timestamp", other),
    }
}

fn seconds(name: &str, value: &Value) -> Result<i128> {
    match value {
        Value::Int(i) => Ok(i128::from(*i) * NANOS),
        // The fraction is truncated to nanoseconds.
        Value::Float(f) if f.get().is_finite() => Ok((f.get() * NANOS as f64) as i128),
        other => Err(ValueError::new(Topic::TypeParameters, format!("A {name} cannot be made from {}", kind(other)))),
    }
}
