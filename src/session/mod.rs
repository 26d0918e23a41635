//! The session: what a front end holds. `submit` takes a blank, a `:command` or Puppet, and answers with plain data.

mod edition;
mod outcome;
pub mod settings;

pub use edition::Edition;
pub use outcome::{
    Capture, CommandAnswer, Evaluation, FunctionView, InputView, Outcome, Report, ReportLabel, ResourceView, TypeView,
    VariableView,
};
pub use settings::{Settings, Strict};
