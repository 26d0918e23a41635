//! Colors inside a regular expression. Each capturing group has the color that its capture has in the Captures pane.

use crate::Highlight;
use pprepl_text::Span;
use pprepl_text::theme::Role;

/// The roles of groups by number; they repeat.
const GROUPS: [Role; 6] = [Role::Group1, Role::Group2, Role::Group3, Role::Group4, Role::Group5, Role::Group6];

/// Returns the highlights of a regular expression with its slashes.
pub fn highlights(text: &str) -> Vec<Highlight> {
    let mut reader = Reader { text, found: Vec::new(), open: Vec::new(), groups: 0, in_class: false };
    let mut at = 0;
    while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
        at = reader.take(at, letter);
    }
    reader.found
}

struct Reader<'t> {
    text: &'t str,
    found: Vec<Highlight>,
    /// The role of each open group.
    open: Vec<Role>,
    /// The number of groups that capture.
    groups: usize,
    in_class: bool,
}

impl Reader<'_> {
    /// Handles a character. Returns the offset after it.
    fn take(&mut self, at: usize, letter: char) -> usize {
        let end = at + letter.len_utf8();
        match letter {
            '\\' => {
                let next = self.text.get(end..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
                return self.add(at, end + next, Role::StringEscape);
            }
            ']' if self.in_class => self.in_class = false,
            _ if self.in_class => return end,
            '[' => self.in_class = true,
            '(' => return self.open_group(at),
            ')' => {
                let Some(role) = self.open.pop() else { return end };
                return self.add(at, end, role);
            }
            '|' | '*' | '+' | '?' | '{' | '}' | '^' | '$' | '.' => return self.add(at, end, Role::Operator),
            _ => return end,
        }
        self.add(at, end, Role::Operator)
    }

    fn open_group(&mut self, at: usize) -> usize {
        let head = group_head(self.text.get(at..).unwrap_or_default());
        let captures = head.len() == 1 || head.ends_with('>');
        let role = if captures { GROUPS[self.groups % GROUPS.len()] } else { Role::Operator };
        self.groups += usize::from(captures);
        self.open.push(role);
        self.add(at, at + head.len(), role)
    }

    fn add(&mut self, start: usize, end: usize, capture: Role) -> usize {
        self.found.push(Highlight { span: Span::new(start as u32, end as u32), capture });
        end
    }
}

/// Returns the head of the group at the start: `(`, `(?:`, `(?<=`, `(?<name>`.
fn group_head(rest: &str) -> &str {
    let Some(inside) = rest.strip_prefix("(?") else { return rest.get(..1).unwrap_or(rest) };
    let name = inside.strip_prefix('<').filter(|name| !name.starts_with(['=', '!']));
    let named = name.and_then(|name| name.find('>')).map(|end| "(?<".len() + end + 1);
    let plain = if inside.starts_with("<=") || inside.starts_with("<!") { 4 } else { 3 };
    rest.get(..named.unwrap_or(plain).min(rest.len())).unwrap_or("(?")
}
