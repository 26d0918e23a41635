//! The log functions, one for each level, and `fail`.

use pprepl_budget as budget;
use pprepl_text::Topic;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Flow, Level, Signature};
use puppet_pcore::Value;
use puppet_pcore::print::write_interpolated;

use super::ruby;

/// Returns the row of a log function.
const fn row(
    name: &'static str,
    statement: bool,
    signatures: &'static [Signature],
    summary: &'static str,
    example: &'static str,
) -> Builtin {
    let row = Builtin::new(name, signatures, summary).shows(example, "undef").effect(Effect::Logs);
    if statement { row.statement() } else { row }
}

pub(super) const ROWS: &[Builtin] = &[
    row("debug", true, &[Signature::new("Any *$values", "Undef", debug)], "Logs at level debug.", "debug('x is', 1)"),
    row("info", true, &[Signature::new("Any *$values", "Undef", info)], "Logs at level info.", "info('x is', 1)"),
    row(
        "notice",
        true,
        &[Signature::new("Any *$values", "Undef", notice)],
        "Logs at level notice: the usual way to show a value.",
        "notice('x is', 1)",
    ),
    row("warning", true, &[Signature::new("Any *$values", "Undef", warning)], "Logs a warning.", "warning('x is', 1)"),
    row(
        "err",
        true,
        &[Signature::new("Any *$values", "Undef", err)],
        "Logs at level err; evaluation continues.",
        "err('x is', 1)",
    ),
    row("alert", false, &[Signature::new("Any *$values", "Undef", alert)], "Logs at level alert.", "alert('x is', 1)"),
    row("crit", false, &[Signature::new("Any *$values", "Undef", crit)], "Logs at level crit.", "crit('x is', 1)"),
    row("emerg", false, &[Signature::new("Any *$values", "Undef", emerg)], "Logs at level emerg.", "emerg('x is', 1)"),
    Builtin::new(
        "fail",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Undef", fail)],
        "Fails with a message.",
    )
    .effect(Effect::Logs)
    .shows("if 1 > 2 { fail('this cannot be') }", "undef")
    .statement(),
];

/// Logs the values as interpolation formats them, separated by spaces.
fn log(call: &mut Call<'_>, level: Level) -> EvalResult {
    let mut text = String::new();
    for (index, value) in call.args().iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        write_interpolated(value, &mut text);
    }
    budget::poll()?;
    call.log(level, &text);
    Ok(Value::Undef)
}

fn debug(call: &mut Call<'_>) -> EvalResult {
    log(call, Level::Debug)
}

fn info(call: &mut Call<'_>) -> EvalResult {
    log(call, Level::Info)
}

fn notice(call: &mut Call<'_>) -> EvalResult {
    log(call, Level::Notice)
}

fn warning(call: &mut Call<'_>) -> EvalResult {
    log(call, Level::Warning)
}

fn err(call: &mut Call<'_>) -> EvalResult {
    log(call, Level::Err)
}

fn alert(call: &mut Call<'_>) -> EvalResult {
    log(call, Level::Alert)
}

fn crit(call: &mut Call<'_>) -> EvalResult {
    log(call, Level::Crit)
}

fn emerg(call: &mut Call<'_>) -> EvalResult {
    log(call, Level::Emerg)
}

fn fail(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let words: Vec<String> = call.args().iter().map(ruby::argument_text).collect();
    budget::poll()?;
    Err(Flow::fail_with(Topic::FailedOnPurpose, words.join(" ")))
}
