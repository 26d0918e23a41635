//! The style of a checked file.

use std::path::Path;

use pprepl_session::{FixedText, Ignored, Report, apply_fixes, style_reports};

use super::checking::Checking;

/// Returns the findings of style that are enabled and not suppressed. Templates have none.
pub(super) fn reports(path: &Path, name: &str, text: &str, checking: &Checking<'_>) -> Vec<Report> {
    let is_template = path.extension().is_some_and(|ending| ending == "epp");
    if is_template || !checking.checks_style() {
        return Vec::new();
    }
    let ignored = Ignored::find(text);
    let enabled = |report: Report| {
        let severity = checking.style_severity(report.code)?;
        Some(if severity == report.severity { report } else { report.with_severity(severity) })
    };
    let found = style_reports(name, text).into_iter().filter_map(enabled);
    found.filter(|report| !ignored.has(report)).collect()
}

/// Applies the safe fixes of style to a file that other fixes may have changed.
pub(super) fn fixed(
    path: &Path,
    name: &str,
    text: &str,
    earlier: Option<FixedText>,
    checking: &Checking<'_>,
) -> Option<FixedText> {
    let now = earlier.as_ref().map_or(text, |earlier| &earlier.after);
    let is_safe = |report: &Report| report.fixes.first().is_some_and(|fix| fix.fix.sure);
    let safe: Vec<Report> = reports(path, name, now, checking).into_iter().filter(is_safe).collect();
    let Some(styled) = apply_fixes(name, now, &safe) else { return earlier };
    let mut titles: Vec<String> = earlier.map(|earlier| earlier.titles).unwrap_or_default();
    titles.push(match styled.titles.len() {
        1 => "1 fix of style".to_owned(),
        count => format!("{count} fixes of style"),
    });
    Some(FixedText { before: text.to_owned(), after: styled.after, titles })
}
