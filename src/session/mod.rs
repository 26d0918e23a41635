//! The session: what a front end holds. `submit` takes a blank, a `:command` or Puppet, and answers with plain data.

mod edition;
pub mod json;
mod outcome;
pub mod settings;
mod system;

pub use edition::Edition;
pub use outcome::{
    Capture, CommandAnswer, Evaluation, FunctionView, Glance, InputView, Outcome, Report, ReportLabel, ResourceView,
    TokenView, TypeView, VariableView,
};
pub use settings::{Settings, Strict};
pub use system::{LogSink, SystemHost};
