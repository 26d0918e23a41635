//! Comments that suppress findings: `# pprepl:ignore RULE` on a line or above it, `# pprepl:ignore-file RULE`, and those of
//! puppet-lint, `# lint:ignore:CHECK` to `# lint:endignore`, where its check and a rule agree.

use std::ops::RangeInclusive;

use pprepl_text::{Code, RuleCode, StyleCode, suggest};

use super::Report;
use super::config::{rule_named, rule_names};

/// The lines of a file whose findings its comments suppress.
pub struct Ignored {
    rows: Vec<(RangeInclusive<u32>, Rules)>,
    /// The errors in the comments: the line and the message.
    pub errors: Vec<(u32, String)>,
}

/// The rules that a comment names.
enum Rules {
    All,
    Some(Vec<Code>),
}

impl Rules {
    fn have(&self, code: Code) -> bool {
        match (self, code) {
            // An error of syntax cannot be suppressed.
            (_, Code::Issue(_)) => false,
            (Rules::All, Code::Rule(_) | Code::Style(_)) => true,
            (Rules::Some(rules), code) => rules.contains(&code),
        }
    }
}

/// The checks of puppet-lint that have the meaning of a rule.
const LINT_CHECKS: &[(&str, Code)] = &[("variable_scope", Code::Rule(RuleCode::UnknownVariable))];

impl Ignored {
    /// Finds the comments of a source.
    pub fn find(text: &str) -> Ignored {
        let mut ignored = Ignored { rows: Vec::new(), errors: Vec::new() };
        if !text.contains("pprepl:ignore") && !text.contains("lint:ignore") {
            return ignored;
        }
        let mut open: Vec<(u32, Rules)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let Some((code, comment)) = comment(line) else { continue };
            let is_alone = code.trim().is_empty();
            if let Some(names) = comment.strip_prefix("pprepl:ignore-file") {
                let rules = ignored.rules(number, names);
                ignored.rows.push((1..=u32::MAX, rules));
            } else if let Some(names) = comment.strip_prefix("pprepl:ignore") {
                let line = if is_alone { next_code(text, number) } else { number };
                let rules = ignored.rules(number, names);
                ignored.rows.push((line..=line, rules));
            } else if comment.starts_with("lint:endignore") {
                ignored.rows.extend(open.pop().map(|(start, rules)| (start..=number, rules)));
            } else if comment.starts_with("lint:ignore:") {
                let rules = lint_rules(comment);
                if is_alone {
                    open.push((number, rules));
                } else {
                    ignored.rows.push((number..=number, rules));
                }
            }
        }
        ignored.rows.extend(open.into_iter().map(|(start, rules)| (start..=u32::MAX, rules)));
        ignored
    }

    /// Returns whether a comment suppresses the finding.
    pub fn has(&self, report: &Report) -> bool {
        let Some((line, _)) = report.place() else { return false };
        self.rows.iter().any(|(lines, rules)| lines.contains(&line) && rules.have(report.code))
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

/// Returns the next line after a comment that is neither empty nor a comment.
fn next_code(text: &str, after: u32) -> u32 {
    let is_code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let next = (1u32..).zip(text.lines()).skip(after as usize).find(|(_, line)| is_code(line));
    next.map_or(after + 1, |(number, _)| number)
}

fn lint_rules(comment: &str) -> Rules {
    let names = comment.split_whitespace().filter_map(|word| word.strip_prefix("lint:ignore:"));
    let rule = |name: &str| {
        let own = LINT_CHECKS.iter().find(|(check, _)| *check == name).map(|(_, rule)| *rule);
        own.or_else(|| StyleCode::from_name(name).map(Code::Style))
    };
    Rules::Some(names.filter_map(rule).collect())
}
