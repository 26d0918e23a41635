//! Comments that suppress findings: `# pprepl:ignore RULE` on a line or above it, `# pprepl:ignore-file RULE`, and those of
//! puppet-lint, `# lint:ignore:CHECK` to `# lint:endignore`, where its check and a rule agree.

use std::ops::RangeInclusive;

use pprepl_text::{Code, RuleCode, StyleCode, suggest};
use rustc_hash::FxHashMap;

use super::Report;
use super::config::{rule_named, rule_names};

/// The lines of a file whose findings its comments suppress.
#[derive(Default)]
pub struct Ignored {
    /// The lines where all rules are suppressed.
    all: Lines,
    /// The lines where a rule is suppressed.
    lines: FxHashMap<Code, Lines>,
    /// The errors in the comments: the line and the message.
    pub errors: Vec<(u32, String)>,
}

/// Ranges of lines. A file may have a comment on each line, and a finding, too.
#[derive(Default)]
struct Lines(Vec<RangeInclusive<u32>>);

impl Lines {
    /// Sorts the ranges, and joins those that overlap.
    fn sort(&mut self) {
        self.0.sort_by_key(|lines| *lines.start());
        self.0.dedup_by(|lines, before| {
            let overlaps = lines.start() <= before.end();
            if overlaps {
                *before = *before.start()..=*before.end().max(lines.end());
            }
            overlaps
        });
    }

    /// Returns whether a line is in a range. The ranges are sorted.
    fn contains(&self, line: u32) -> bool {
        let before = self.0.partition_point(|lines| *lines.start() <= line);
        before.checked_sub(1).and_then(|at| self.0.get(at)).is_some_and(|lines| lines.contains(&line))
    }
}

/// The rules that a comment names.
enum Rules {
    All,
    Some(Vec<Code>),
}

/// The checks of puppet-lint that have the meaning of a rule.
const LINT_CHECKS: &[(&str, Code)] = &[("variable_scope", Code::Rule(RuleCode::UnknownVariable))];

impl Ignored {
    /// Finds the comments of a source.
    pub fn find(text: &str) -> Ignored {
        let mut ignored = Ignored::default();
        if !text.contains("pprepl:ignore") && !text.contains("lint:ignore") {
            return ignored;
        }
        let next_code = next_code_lines(text);
        let mut open: Vec<(u32, Rules)> = Vec::new();
        for ((number, line), next) in (1..).zip(text.lines()).zip(next_code) {
            let Some((code, comment)) = comment(line) else { continue };
            let is_alone = code.trim().is_empty();
            if let Some(names) = comment.strip_prefix("pprepl:ignore-file") {
                let rules = ignored.rules(number, names);
                ignored.add(1..=u32::MAX, rules);
            } else if let Some(names) = comment.strip_prefix("pprepl:ignore") {
                let line = if is_alone { next } else { number };
                let rules = ignored.rules(number, names);
                ignored.add(line..=line, rules);
            } else if comment.starts_with("lint:endignore") {
                if let Some((start, rules)) = open.pop() {
                    ignored.add(start..=number, rules);
                }
            } else if comment.starts_with("lint:ignore:") {
                let rules = lint_rules(comment);
                if is_alone {
                    open.push((number, rules));
                } else {
                    ignored.add(number..=number, rules);
                }
            }
        }
        open.into_iter().for_each(|(start, rules)| ignored.add(start..=u32::MAX, rules));
        ignored.all.sort();
        ignored.lines.values_mut().for_each(Lines::sort);
        ignored
    }

    fn add(&mut self, lines: RangeInclusive<u32>, rules: Rules) {
        match rules {
            Rules::All => self.all.0.push(lines),
            Rules::Some(codes) => {
                codes.into_iter().for_each(|code| self.lines.entry(code).or_default().0.push(lines.clone()));
            }
        }
    }

    /// Returns whether a comment suppresses the finding.
    pub fn has(&self, report: &Report) -> bool {
        let Some((line, _)) = report.place() else { return false };
        match report.code {
            // An error of syntax cannot be suppressed.
            Code::Issue(_) => false,
            Code::Rule(_) | Code::Style(_) => {
                self.all.contains(line) || self.lines.get(&report.code).is_some_and(|lines| lines.contains(line))
            }
        }
    }

    /// Reads the names after a comment's first word: rules, then maybe a reason. Without names all rules are meant.
    fn rules(&mut self, line: u32, names: &str) -> Rules {
        let names = names.trim().trim_end_matches("-%>").trim_end_matches("%>").trim();
        let mut rules = Vec::new();
        for name in names.split([',', ' ']).filter(|name| !name.is_empty()) {
            match rule_named(name) {
                Some(rule) => rules.push(rule),
                None if rules.is_empty() => {
                    let near = suggest::nearest(name, rule_names());
                    let help = near.map_or("'pprepl check --rules' lists them".to_owned(), |near| {
                        format!("did you mean '{near}'?")
                    });
                    self.errors.push((line, format!("unknown rule '{name}' in a comment; {help}")));
                    return Rules::Some(rules);
                }
                // The reason.
                None => break,
            }
        }
        if names.is_empty() { Rules::All } else { Rules::Some(rules) }
    }
}

/// Splits a line at the comment that suppresses: the code, and the comment's words.
fn comment(line: &str) -> Option<(&str, &str)> {
    let at =
        line.find("pprepl:ignore").or_else(|| line.find("lint:ignore:")).or_else(|| line.find("lint:endignore"))?;
    let (before, words) = line.split_at(at);
    let code = before.trim_end().strip_suffix('#')?;
    Some((code.trim_end().trim_end_matches('#').trim_end_matches("<%"), words))
}

/// Returns for each line the number of the next one below that is neither empty nor a comment; of the next one where
/// none follows.
fn next_code_lines(text: &str) -> Vec<u32> {
    let is_code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines: Vec<(u32, &str)> = (1u32..).zip(text.lines()).collect();
    let mut next = Vec::with_capacity(lines.len());
    let mut below = None;
    for (number, line) in lines.into_iter().rev() {
        next.push(below.unwrap_or(number + 1));
        if is_code(line) {
            below = Some(number);
        }
    }
    next.reverse();
    next
}

fn lint_rules(comment: &str) -> Rules {
    let names = comment.split_whitespace().filter_map(|word| word.strip_prefix("lint:ignore:"));
    let rule = |name: &str| {
        let own = LINT_CHECKS.iter().find(|(check, _)| *check == name).map(|(_, rule)| *rule);
        own.or_else(|| StyleCode::from_name(name).map(Code::Style))
    };
    Rules::Some(names.filter_map(rule).collect())
}
