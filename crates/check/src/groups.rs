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

/// Returns for each group of the pattern whether every match sets it. `None` when the pattern is not valid.
pub(super) fn groups(source: &str) -> Option<Vec<bool>> {
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
                let negative = at(i + 1) == '?' && (at(i + 2) == '!' || at(i + 2) == '<' && at(i + 3) == '!');
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
                let optional = matches!(at(i + 1), '?' | '*') || at(i + 1) == '{' && matches!(at(i + 2), '0' | ',');
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
