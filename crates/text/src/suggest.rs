//! Suggestions ("did you mean"): the nearest of a set of names.

/// Returns the candidate nearest to `name` when it is near enough to be a typing mistake.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    // In a name of one or two letters any other letter is a different name.
    let limit = if length < 3 { 0 } else { (length / 3).clamp(1, 3) };
    candidates
        .into_iter()
        // Each extra or missing character is an edit (and one character may become two in lower case).
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit + 1)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(d, candidate)| d <= limit && candidate != name && !is_numbered_alike(name, candidate))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns whether two names differ in a number only: `web1` and `web2` are two names on purpose.
fn is_numbered_alike(a: &str, b: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let rest = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let (own, other) = (digits(a), digits(b));
    !own.is_empty() && !other.is_empty() && own != other && rest(a) == rest(b)
}

/// Returns the edit distance (optimal string alignment, ignoring case): a swap of neighboring characters is one
/// edit.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let width = b.len() + 1;
    let mut table = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i * width + j] = cell(&table, &a, &b, width, i, j);
        }
    }
    table[a.len() * width + b.len()]
}

fn cell(table: &[usize], a: &[char], b: &[char], width: usize, i: usize, j: usize) -> usize {
    if i == 0 || j == 0 {
        return i + j;
    }
    let cost = usize::from(a[i - 1] != b[j - 1]);
    let mut best =
        (table[(i - 1) * width + j] + 1).min(table[i * width + j - 1] + 1).min(table[(i - 1) * width + j - 1] + cost);
    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
        best = best.min(table[(i - 2) * width + j - 2] + 1);
    }
    best
}
