//! Suggestions ("did you mean"): the nearest of a set of names.

/// The maximum length of a name with suggestions, in characters: a distance takes the product of both lengths.
const MAX_LENGTH: usize = 100;

/// Returns the candidate nearest to `name` when it is near enough to be a typing mistake.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let wanted = Word::new(name);
    // In a name of one or two letters any other letter is a different name.
    let limit = if length < 3 { 0 } else { (length / 3).clamp(1, 3) };
    let mut rows = Rows::default();
    candidates
        .into_iter()
        // Each extra or missing character is an edit (and one character may become two in lower case).
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit + 1)
        .filter(|candidate| least_distance(&wanted.counts, &counts(candidate)) <= limit)
        .map(|candidate| (rows.distance(&wanted, &Word::new(candidate)), candidate))
        .filter(|&(d, candidate)| d <= limit && candidate != name && !is_numbered_alike(name, candidate))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns whether one typing error makes one name of the other: a letter more, less or wrong, or two swapped.
pub fn is_typo(a: &str, b: &str) -> bool {
    let start = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum::<usize>();
    let (a, b) = (&a[start..], &b[start..]);
    let end =
        a.chars().rev().zip(b.chars().rev()).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum::<usize>();
    let rest = |text: &str| text[..text.len() - end].chars().collect::<Vec<char>>();
    match (&rest(a)[..], &rest(b)[..]) {
        ([x, y], [v, w]) => x == w && y == v,
        (x, y) => x.len().max(y.len()) == 1,
    }
}

/// A name in lower case.
struct Word {
    letters: Vec<char>,
    counts: Counts,
}

/// The number of classes of letters.
const CLASSES: usize = 32;

/// How often the letters of each class occur, in lower case: most candidates differ in that.
type Counts = [u8; CLASSES];

fn counts(text: &str) -> Counts {
    let mut counts = [0; CLASSES];
    let mut add = |letter: usize| {
        let count: &mut u8 = &mut counts[letter % CLASSES];
        *count = count.saturating_add(1);
    };
    match text.is_ascii() {
        true => text.bytes().for_each(|byte| add(usize::from(byte.to_ascii_lowercase()))),
        false => text.to_lowercase().chars().for_each(|letter| add(letter as usize)),
    }
    counts
}

/// Returns a lower bound of the edit distance: each edit adds one letter at most, and removes one at most.
fn least_distance(own: &Counts, other: &Counts) -> usize {
    let (mut more, mut less) = (0, 0);
    for (own, other) in own.iter().zip(other) {
        more += usize::from(own.saturating_sub(*other));
        less += usize::from(other.saturating_sub(*own));
    }
    more.max(less)
}

impl Word {
    fn new(text: &str) -> Word {
        let letters: Vec<char> = match text.is_ascii() {
            true => text.bytes().map(|byte| char::from(byte.to_ascii_lowercase())).collect(),
            false => text.to_lowercase().chars().collect(),
        };
        Word { letters, counts: counts(text) }
    }
}

/// Returns whether two names differ in a number only: `web1` and `web2` are two names on purpose.
fn is_numbered_alike(a: &str, b: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let rest = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let (own, other) = (digits(a), digits(b));
    !own.is_empty() && !other.is_empty() && own != other && rest(a) == rest(b)
}

/// The last three rows of the table of distances between the beginnings of two words.
#[derive(Default)]
struct Rows {
    last: Vec<usize>,
    before: Vec<usize>,
    current: Vec<usize>,
}

impl Rows {
    /// Returns the edit distance (optimal string alignment): a swap of neighboring characters is one edit.
    fn distance(&mut self, one: &Word, other: &Word) -> usize {
        let (one, other) = (&one.letters[..], &other.letters[..]);
        self.last.clear();
        self.last.extend(0..=other.len());
        for at in 1..=one.len() {
            self.current.clear();
            self.current.push(at);
            for to in 1..=other.len() {
                let cell = self.cell(one, other, at, to);
                self.current.push(cell);
            }
            std::mem::swap(&mut self.before, &mut self.last);
            std::mem::swap(&mut self.last, &mut self.current);
        }
        self.last[other.len()]
    }

    fn cell(&self, one: &[char], other: &[char], at: usize, to: usize) -> usize {
        let cost = usize::from(one[at - 1] != other[to - 1]);
        let best = (self.last[to] + 1).min(self.current[to - 1] + 1).min(self.last[to - 1] + cost);
        let is_swap = at > 1 && to > 1 && one[at - 1] == other[to - 2] && one[at - 2] == other[to - 1];
        if is_swap { best.min(self.before[to - 2] + 1) } else { best }
    }
}
