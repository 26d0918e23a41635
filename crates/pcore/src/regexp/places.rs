//! The spans of a pattern's groups: shows which part of a pattern captured which group.

use super::translate::group_name;

/// The span of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPlace {
    pub number: usize,
    /// The name of a named group.
    pub name: Option<String>,
    /// The byte offset of its `(`.
    pub from: usize,
    /// The byte offset after its `)`, or the end of the pattern where that is missing.
    pub to: usize,
}

/// Returns the capturing groups of a pattern in the order of their numbers. With named groups the unnamed
/// ones do not capture.
pub fn group_places(source: &str) -> Vec<GroupPlace> {
    let mut found: Vec<GroupPlace> = Vec::new();
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut in_class = 0usize;
    let mut chars = source.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '[' => in_class += 1,
            ']' => in_class = in_class.saturating_sub(1),
            '(' if in_class == 0 => {
                let rest = source.get(at..).unwrap_or("");
                let name = group_name(rest).map(str::to_owned);
                let is_plain =
                    !rest.starts_with("(?") && !source.get(..at).is_some_and(|before| before.ends_with("(?"));
                let captures = name.is_some() || is_plain;
                open.push(captures.then_some(found.len()));
                if captures {
                    found.push(GroupPlace { number: 0, name, from: at, to: source.len() });
                }
            }
            ')' if in_class == 0 => {
                if let Some(group) = open.pop().flatten().and_then(|index| found.get_mut(index)) {
                    group.to = at + 1;
                }
            }
            _ => {}
        }
    }
    if found.iter().any(|group| group.name.is_some()) {
        found.retain(|group| group.name.is_some());
    }
    found.iter_mut().zip(1..).for_each(|(group, number)| group.number = number);
    found
}
