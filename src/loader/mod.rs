//! What lies around a session on disk and is read when it is named or needed: environments of a control repository.
//! Everything is read through the evaluator's `Host`. (Classes, defines, functions and types of modules are taken in by
//! `eval::autoload`, which asks the host where they are.)

pub mod environment;
