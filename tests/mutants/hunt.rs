//! Looks for rows that notice mutants. `switches.py hunt` puts it into a copy of the crate that reads tables of rows: a
//! test of a table then asks its rows about each mutant that they reach, and after them variations of its rows.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::random::Random;

/// A mutant may take this many seconds for all.
const LIMIT: u32 = 20;

/// Returns whether a hunt is on.
pub fn is_on() -> bool {
    std::env::var_os("HUNT").is_some()
}

/// Returns a time that a variable has in milliseconds.
fn time(name: &str) -> Duration {
    Duration::from_millis(std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(0))
}

/// Appends a line of fields to the file that `HUNT` names.
fn tell(fields: &[&str]) {
    let Some(path) = std::env::var_os("HUNT") else { return };
    let line = serde_json::json!(fields).to_string() + "\n";
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.and_then(|mut file| file.write_all(line.as_bytes())).expect("the file of the hunt is written");
}

struct Hunt<'t, F: Fn(&str) -> String> {
    table: &'t str,
    answer: F,
    rows: Vec<Row>,
    /// The number of rows of the table; those that were found follow.
    own: usize,
    reach: HashMap<u32, Vec<usize>>,
}

struct Row {
    input: String,
    answer: String,
}

/// Asks the rows of a table, and variations of them, about the mutants that `HUNT_MUTANTS` lists.
pub fn hunt(table: &str, text: &str, answer: impl Fn(&str) -> String) {
    std::panic::set_hook(Box::new(|_| ()));
    let listed = std::fs::read_to_string(std::env::var("HUNT_MUTANTS").unwrap_or_default()).unwrap_or_default();
    let wanted: Vec<u32> = listed.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let mut hunt = Hunt { table, answer, rows: Vec::new(), own: 0, reach: HashMap::new() };
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', '=']));
    for line in lines {
        hunt.add(line);
    }
    hunt.own = hunt.rows.len();
    tell(&["table", table, &hunt.rows.len().to_string(), &hunt.reach.len().to_string()]);
    for mutant in wanted {
        if hunt.reach.contains_key(&mutant) {
            hunt.ask(mutant);
        }
    }
}

impl<F: Fn(&str) -> String> Hunt<'_, F> {
    /// Adds a row that has the same answer twice.
    fn add(&mut self, input: &str) {
        mutswitch::set(0);
        let Some(answer) = self.answer(input) else { return };
        mutswitch::trace();
        let again = self.answer(input);
        let reached = mutswitch::traced();
        mutswitch::set(0);
        if again.as_ref() != Some(&answer) {
            return;
        }
        for mutant in reached {
            self.reach.entry(mutant).or_default().push(self.rows.len());
        }
        self.rows.push(Row { input: input.to_owned(), answer });
    }

    fn answer(&self, input: &str) -> Option<String> {
        catch_unwind(AssertUnwindSafe(|| (self.answer)(input))).ok()
    }

    /// Asks about a mutant in a process of its own, which may hang or break.
    fn ask(&mut self, mutant: u32) {
        let number = mutant.to_string();
        let path = format!("/tmp/hunt-{}-{mutant}", std::process::id());
        let state = mutswitch::child(LIMIT, || match self.noticing(mutant) {
            true => 1,
            false => match self.found(mutant) {
                Some(input) => {
                    let _ = std::fs::write(&path, input);
                    2
                }
                None => 3,
            },
        });
        let found = std::fs::read_to_string(&path).ok();
        let _ = std::fs::remove_file(&path);
        match (state, found) {
            (Some(2), Some(input)) => {
                let before = self.answer(&input).unwrap_or_default();
                self.add(&input);
                tell(&["found", &number, self.table, &input, &before]);
            }
            (Some(3), _) => tell(&["survived", &number, self.table]),
            (Some(1), _) => tell(&["noticed", &number, self.table]),
            _ => tell(&["broke", &number, self.table]),
        }
    }

    /// Returns whether a row notices a mutant.
    fn noticing(&self, mutant: u32) -> bool {
        let mut rows = self.reach[&mutant].clone();
        let mut random = Random(u64::from(mutant));
        for at in (1..rows.len()).rev() {
            rows.swap(at, random.below(at + 1));
        }
        // What was found for others comes first.
        rows.sort_by_key(|at| *at < self.own);
        let end = Instant::now() + time("HUNT_ROWS");
        rows.iter().take_while(|_| Instant::now() < end).any(|at| {
            mutswitch::set(mutant);
            let got = self.answer(&self.rows[*at].input);
            mutswitch::set(0);
            got.as_ref() != Some(&self.rows[*at].answer)
        })
    }

    /// Returns a short variation of a row that notices a mutant.
    fn found(&self, mutant: u32) -> Option<String> {
        let mut rows: Vec<&str> = self.reach[&mutant].iter().map(|at| self.rows[*at].input.as_str()).collect();
        rows.sort_by_key(|input| input.len());
        let mut random = Random(u64::from(mutant));
        let end = Instant::now() + time("HUNT_TIME");
        while Instant::now() < end {
            // Short rows more often.
            let at = random.below(rows.len()) * random.below(1000) / 1000;
            let mut input = rows[at].to_owned();
            for _ in 0..1 + random.below(3) {
                input = self.variation(&input, &mut random);
            }
            if self.notices(mutant, &input) {
                return Some(self.shorter(mutant, input, end + Duration::from_secs(2)));
            }
        }
        None
    }

    fn notices(&self, mutant: u32, input: &str) -> bool {
        if input.trim() != input || input.starts_with(['#', '=']) || input.is_empty() || input.contains('\n') {
            return false;
        }
        let Some(before) = self.answer(input) else { return false };
        mutswitch::set(mutant);
        let got = self.answer(input);
        mutswitch::set(0);
        got.as_ref() != Some(&before) && self.answer(input) == Some(before)
    }

    /// Returns the text with parts removed while it notices the mutant.
    fn shorter(&self, mutant: u32, input: String, end: Instant) -> String {
        let mut parts: Vec<String> = parts_of(&input);
        for size in [8, 4, 2, 1, 1] {
            let mut at = 0;
            while at + size <= parts.len() && Instant::now() < end {
                let mut fewer = parts.clone();
                fewer.drain(at..at + size);
                if self.notices(mutant, &fewer.concat()) { parts = fewer } else { at += 1 }
            }
        }
        parts.concat()
    }

    /// Returns the text with one small change.
    fn variation(&self, input: &str, random: &mut Random) -> String {
        let mut parts = parts_of(input);
        let other = parts_of(&self.rows[random.below(self.rows.len())].input);
        let (at, from) = (random.below(parts.len()), random.below(other.len()));
        let Some(part) = parts.get(at).cloned() else { return input.to_owned() };
        match random.below(11) {
            0 => drop(parts.drain(at..(at + 1 + random.below(3)).min(parts.len()))),
            1 => parts.insert(at, part),
            2 => {
                let to = random.below(parts.len());
                parts.swap(at, to);
            }
            3 | 4 => {
                let same: Vec<&String> = other.iter().filter(|one| class_of(one) == class_of(&part)).collect();
                if let Some(one) = same.get(random.below(same.len())) {
                    parts[at] = (*one).clone();
                }
            }
            5 => parts.insert(at, other[from].clone()),
            6 => parts[at] = other[from].clone(),
            7 => {
                let numbers: Vec<usize> = (0..parts.len()).filter(|at| class_of(&parts[*at]) == 1).collect();
                if let Some(at) = numbers.get(random.below(numbers.len())) {
                    let number: i128 = parts[*at].parse().unwrap_or(0);
                    let new = [number + 1, number - 1, 0, 1, -number, number * 10, number * 2, number + 2];
                    parts[*at] = new[random.below(new.len())].to_string();
                }
            }
            8 => {
                parts.truncate(at);
                parts.extend_from_slice(&other[from..]);
            }
            9 => {
                let some = other[from..(from + 1 + random.below(6)).min(other.len())].concat();
                parts.insert(at, some);
            }
            _ => {
                let letters: Vec<char> = part.chars().collect();
                let cut = random.below(letters.len());
                let new = ["", "é", "a", "A", "_", " ", "'", "😀"][random.below(8)];
                let rest = &letters[(cut + random.below(2)).min(letters.len())..];
                parts[at] = letters[..cut].iter().chain(new.chars().collect::<Vec<_>>().iter()).chain(rest).collect();
            }
        }
        parts.concat()
    }
}

/// Splits a text into words, numbers, spaces and other characters.
fn parts_of(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for letter in text.chars() {
        let class = class(letter);
        match parts.last_mut() {
            Some(last) if class < 3 && (class_of(last) == class || class_of(last) == 0 && class == 1) => last.push(letter),
            _ => parts.push(letter.to_string()),
        }
    }
    if parts.is_empty() { vec![String::new()] } else { parts }
}

fn class_of(part: &str) -> u8 {
    part.chars().next().map_or(3, class)
}

fn class(letter: char) -> u8 {
    match letter {
        '0'..='9' => 1,
        ' ' => 2,
        letter if letter.is_alphanumeric() || letter == '_' => 0,
        _ => 3,
    }
}
