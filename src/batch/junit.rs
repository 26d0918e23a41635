//! Results as JUnit XML: a test suite per file, a test case per cell, input or answer.

use std::fmt::Write;

use pprepl_text::is_hidden;

/// Topic, message and code frame of a failure.
pub(super) type Failure = (String, String, String);

/// A cell as a test case.
pub(super) struct Case {
    /// Its title, or its position.
    pub(super) name: String,
    /// The first line of its source.
    pub(super) line: usize,
    /// Its duration in seconds.
    pub(super) seconds: f64,
    /// The failure, if any.
    pub(super) fault: Option<Failure>,
    /// Whether the source is invalid Puppet: an error, not a failure.
    pub(super) invalid: bool,
    pub(super) out: String,
    pub(super) err: String,
}

impl Case {
    /// Returns a case without duration and failure.
    pub(super) fn of(name: impl Into<String>, line: usize) -> Case {
        let (name, out, err) = (name.into(), String::new(), String::new());
        Case { name, line, seconds: 0.0, fault: None, invalid: false, out, err }
    }
}

/// The test cases of a file.
pub(super) struct Suite {
    pub(super) file: String,
    pub(super) cases: Vec<Case>,
}

/// Returns the document of one notebook.
pub(super) fn document(file: &str, cases: &[Case]) -> String {
    let mut out = start(&counts(cases.iter()));
    push_suite(&mut out, file, cases);
    out + END
}

/// Returns the document of several files.
pub(super) fn documents(suites: &[Suite]) -> String {
    let mut out = start(&counts(suites.iter().flat_map(|suite| &suite.cases)));
    suites.iter().for_each(|suite| push_suite(&mut out, &suite.file, &suite.cases));
    out + END
}

fn start(counts: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n")
}

const END: &str = "</testsuites>\n";

/// Returns the numbers of cases as attributes.
fn counts<'c>(cases: impl Iterator<Item = &'c Case> + Clone) -> String {
    let errors = cases.clone().filter(|case| case.fault.is_some() && case.invalid).count();
    let failures = cases.clone().filter(|case| case.fault.is_some() && !case.invalid).count();
    let seconds = cases.clone().fold(0.0, |sum, case| sum + case.seconds);
    format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.6}\"", cases.count())
}

fn push_suite(out: &mut String, file: &str, cases: &[Case]) {
    let file = quoted(file);
    let _ = writeln!(out, "  <testsuite name=\"{file}\" {}>", counts(cases.iter()));
    cases.iter().for_each(|case| push(out, &file, case));
    out.push_str("  </testsuite>\n");
}

fn push(out: &mut String, file: &str, case: &Case) {
    let Case { name, line, seconds, .. } = case;
    let name = quoted(name);
    let _ = write!(
        out,
        "    <testcase name=\"{name}\" classname=\"{file}\" file=\"{file}\" line=\"{line}\" time=\"{seconds:.6}\""
    );
    if case.fault.is_none() && case.out.is_empty() && case.err.is_empty() {
        out.push_str("/>\n");
        return;
    }
    out.push_str(">\n");
    if let Some((topic, message, frame)) = &case.fault {
        let element = if case.invalid { "error" } else { "failure" };
        let (topic, message, frame) = (quoted(topic), quoted(message), escaped(frame));
        let _ = writeln!(out, "      <{element} type=\"{topic}\" message=\"{message}\">{frame}</{element}>");
    }
    for (element, text) in [("system-out", &case.out), ("system-err", &case.err)] {
        if !text.is_empty() {
            let _ = writeln!(out, "      <{element}>{}</{element}>", escaped(text));
        }
    }
    out.push_str("    </testcase>\n");
}

/// Escapes text for XML. Replaces characters that XML cannot represent.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter if letter.is_control() => out.push('\u{fffd}'),
            letter if is_hidden(letter) => {
                let _ = write!(out, "&#x{:x};", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out
}

/// Escapes text for a quoted attribute, where line ends would become spaces.
fn quoted(text: &str) -> String {
    escaped(text).replace('\n', "&#10;").replace('\t', "&#9;")
}
