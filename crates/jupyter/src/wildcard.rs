//! Patterns of shells: `*` matches any characters, `?` one.

/// Returns whether a pattern matches a whole text. The time is at most the product of both lengths.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut from) = (0, 0);
    // The last star, and the text that it has passed.
    let mut star = None;
    while let Some(&letter) = text.get(from) {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(&wanted) if wanted == '?' || wanted == letter => {
                at += 1;
                from += 1;
            }
            _ => {
                let Some((place, passed)) = star else { return false };
                star = Some((place, passed + 1));
                (at, from) = (place + 1, passed + 1);
            }
        }
    }
    pattern.iter().skip(at).all(|letter| *letter == '*')
}
