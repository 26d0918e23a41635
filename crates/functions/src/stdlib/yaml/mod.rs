//! Formats values as YAML as Ruby's Psych does: the form of each value in `scalar`, the layout in `emitter`, and the analysis
//! of strings in `analysis`.

mod analysis;
mod emitter;
mod options;
mod scalar;

use puppet_pcore::Value;

use emitter::Emitter;
pub(crate) use options::Options;

/// Formats a value as a YAML document. Ends early when the budget is exhausted: callers poll.
pub(crate) fn yaml(value: &Value) -> String {
    yaml_with(value, &Options::default())
}

/// Formats a value as a YAML document with options. Ends early when the budget is exhausted: callers poll.
pub(super) fn yaml_with(value: &Value, options: &Options) -> String {
    let mut emitter = Emitter::new(options);
    emitter.document(value, options.version);
    emitter.finish()
}
