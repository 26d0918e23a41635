//! The files around a session, read when needed: environments of a control repository, YAML and JSON data, and Hiera.
//! All access uses the evaluator's `Host`. (`eval::autoload` loads classes, defines, functions and types of modules,
//! and asks the host for their paths.)

pub mod data;
pub mod environment;
pub mod facts;
mod glob;
pub mod hiera;
pub mod yaml;
