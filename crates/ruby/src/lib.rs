//! Runs the Ruby code of modules: functions, ERB templates and the programs of `generate`. It is off unless the user
//! turns it on.
//!
//! One child process of the user's own Ruby serves all calls. It is started when first needed and runs a driver that is
//! part of this crate. [`Ruby`] sends it requests as JSON lines and answers its questions: a function in Ruby may call
//! functions, read variables and call lambdas of the evaluator, which may call functions in Ruby again.

mod answers;
mod choice;
mod decode;
mod encode;
mod failure;
mod function;
mod group;
mod process;
mod ruby;
mod scope;
mod state;

pub use choice::{RubyChoice, RubyLimits};
pub use ruby::Ruby;
