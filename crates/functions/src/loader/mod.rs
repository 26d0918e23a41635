//! What lies around a session on disk and is read when it is named or needed: environments of a control repository, YAML
//! and JSON data, and Hiera. Everything is read through the evaluator's `Host`. (Classes, defines, functions and types of
//! modules are taken in by `eval::autoload`, which asks the host where they are.)

pub mod data;
pub mod environment;
pub mod facts;
mod glob;
pub mod hiera;
pub mod yaml;
