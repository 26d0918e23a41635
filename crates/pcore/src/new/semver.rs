//! `SemVer` and `SemVerRange` from other values.

use std::rc::Rc;

use super::super::semver_range::{Edge, parse_version, version_of};
use super::super::{Result, SemVerRange, Value};
use super::arguments::arguments;

/// Makes `SemVer(string)`, `SemVer(major, minor, patch, prerelease, build)` or `SemVer({major => .., ..})`.
pub(super) fn sem_ver(args: &[Value]) -> Result<Value> {
    let version = match args {
        [Value::Str(text)] => parse_version(&text.text)?,
        [Value::Hash(hash)] => {
            const NAMES: [&str; 5] = ["major", "minor", "patch", "prerelease", "build"];
            if hash.keys().any(|key| !key.as_str().is_some_and(|key| NAMES.contains(&key))) {
                return Err(arguments("a SemVer", args));
            }
            let parts: Vec<Option<&Value>> = NAMES.iter().map(|name| hash.get_str(name)).collect();
            version_of_parts(&parts, args)?
        }
        _ if (3..=5).contains(&args.len()) => version_of_parts(&args.iter().map(Some).collect::<Vec<_>>(), args)?,
        _ => return Err(arguments("a SemVer", args)),
    };
    Ok(Value::SemVer(Rc::new(version)))
}

fn version_of_parts(parts: &[Option<&Value>], args: &[Value]) -> Result<semver::Version> {
    let bad = || arguments("a SemVer", args);
    let number = |at: usize| match parts.get(at) {
        Some(Some(Value::Int(i))) => u64::try_from(*i).map_err(|_| bad()),
        _ => Err(bad()),
    };
    let text = |at: usize| match parts.get(at) {
        None | Some(None) => Ok(None),
        Some(Some(Value::Str(text))) if !text.text.is_empty() => Ok(Some(text.text.as_str())),
        _ => Err(bad()),
    };
    version_of(number(0)?, number(1)?, number(2)?, text(3)?, text(4)?)
}

/// Makes `SemVerRange(string)`, `SemVerRange(min, max, exclude_max)` or `SemVerRange({min => .., ..})`.
pub(super) fn sem_ver_range(args: &[Value]) -> Result<Value> {
    let range = match args {
        [Value::Str(text)] if !text.text.is_empty() => SemVerRange::parse(&text.text)?,
        [Value::Hash(hash)] if hash.contains_key(&Value::str("min")) => {
            let known = |key: &Value| matches!(key.as_str(), Some("min" | "max" | "exclude_max"));
            if !hash.keys().all(known) {
                return Err(arguments("a SemVerRange", args));
            }
            let part = |name: &str, default: Value| hash.get_str(name).cloned().unwrap_or(default);
            let exclude = part("exclude_max", Value::bool(false));
            range_between(&part("min", Value::Undef), &part("max", Value::Default), &exclude, args)?
        }
        [min, max] => range_between(min, max, &Value::bool(false), args)?,
        [min, max, exclude] => range_between(min, max, exclude, args)?,
        _ => return Err(arguments("a SemVerRange", args)),
    };
    Ok(Value::SemVerRange(Rc::new(range)))
}

fn range_between(min: &Value, max: &Value, exclude: &Value, args: &[Value]) -> Result<SemVerRange> {
    let edge = |value: &Value, default: Edge| match value {
        Value::SemVer(version) => Ok(Edge::At((**version).clone())),
        Value::Default => Ok(default),
        _ => Err(arguments("a SemVerRange", args)),
    };
    let Value::Bool(exclude) = exclude else { return Err(arguments("a SemVerRange", args)) };
    Ok(SemVerRange::between(edge(min, Edge::Min)?, edge(max, Edge::Max)?, exclude.get()))
}
