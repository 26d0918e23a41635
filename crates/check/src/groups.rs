//! The groups of a regular expression that take part in every match.

use puppet_pcore::Regexp;

/// A group whose `)` is not reached yet.
struct Open {
    alternates: bool,
    groups: Vec<usize>,
    negative: bool,
    captures: bool,
}

impl Open {
    fn new(captures: bool, negative: bool) -> Open {
        Open { alternates: false, groups: Vec::new(), negative, captures }
    }
}

/// Returns whether the quantifiers after a group let it match nothing. Ruby takes several: after `{2}` a `?` makes the
/// group optional, while after `+` or `{2,}` it only makes it reluctant.
fn may_skip(rest: &[char]) -> bool {
    let (mut at, mut takes_mode) = (0, false);
    loop {
        match rest.get(at) {
            Some('*') => return true,
            Some('?') if !takes_mode => return true,
            Some('?') => takes_mode = false,
            Some('+') => takes_mode = !takes_mode,
            Some('{') => {
                let Some(length) = rest.iter().skip(at).position(|c| *c == '}') else { return false };
                let bounds: String = rest.iter().skip(at + 1).take(length - 1).collect();
                let least = bounds.split(',').next().unwrap_or_default();
                if !bounds.chars().all(|c| c.is_ascii_digit() || c == ',') {
                    return false;
                }
                if least.chars().all(|c| c == '0') {
                    return true;
                }
                takes_mode = bounds.contains(',');
                at += length;
            }
            _ => return false,
        }
        at += 1;
    }
}

/// Returns whether the pattern switches to the form that ignores spaces and comments.
fn is_spaced(source: &str) -> bool {
    source
        .split("(?")
        .skip(1)
        .any(|rest| rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().contains('x'))
}

/// Returns for each group of the pattern whether every match sets it. `None` when the pattern is not valid, or the
/// answer is unknown.
pub(super) fn groups(source: &str) -> Option<Vec<bool>> {
    if is_spaced(source) {
        return None;
    }
    let regexp = Regexp::new(source);
    let named = !regexp.names().ok()?.is_empty();
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut always: Vec<bool> = Vec::new();
    let mut stack = vec![Open::new(false, false)];
    let (mut i, mut class) = (0, 0);
    while i < chars.len() {
        match at(i) {
            '\\' => i += 1,
            '[' if class > 0 => class += 1,
            ']' if class > 0 => class -= 1,
            _ if class > 0 => {}
            '[' => {
                class = 1;
                i += usize::from(at(i + 1) == '^');
                i += usize::from(at(i + 1) == ']');
            }
            '(' => {
                let is_name = at(i + 1) == '?' && at(i + 2) == '<' && (at(i + 3).is_alphabetic() || at(i + 3) == '_');
                let captures = at(i + 1) != '?' && !named || is_name;
                let negative =
                    at(i + 1) == '?' && (matches!(at(i + 2), '!' | '~') || at(i + 2) == '<' && at(i + 3) == '!');
                let mut open = Open::new(captures, negative);
                if captures {
                    always.push(true);
                    open.groups.push(always.len() - 1);
                }
                stack.push(open);
            }
            '|' => stack.last_mut()?.alternates = true,
            ')' => {
                let closed = stack.pop()?;
                let optional = may_skip(chars.get(i + 1..).unwrap_or_default());
                for (place, group) in closed.groups.iter().enumerate() {
                    let inner = place > 0 || !closed.captures;
                    if closed.negative || optional || closed.alternates && inner {
                        always[*group] = false;
                    }
                }
                stack.last_mut()?.groups.extend(closed.groups);
            }
            _ => {}
        }
        i += 1;
    }
    if stack.len() == 1 && stack[0].alternates {
        stack[0].groups.iter().for_each(|group| always[*group] = false);
    }
    if class == 0 && stack.len() == 1 { Some(always) } else { None }
}
