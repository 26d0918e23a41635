//! The session: what a front end holds. `submit` takes a blank, a `:command` or Puppet, and answers with plain data.

mod outcome;

pub use outcome::{Capture, CommandAnswer, Evaluation, Outcome, Report, ReportLabel, VariableView};
