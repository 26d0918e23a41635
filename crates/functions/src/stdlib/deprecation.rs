//! The report of deprecated functions.

use pprepl_text::Topic;
use puppet_eval::{Call, EvalResult};
use puppet_pcore::operators::Strictness;

/// Reports the use of a deprecated function as the setting `strict` says. A warning is given once for each key.
pub(super) fn deprecated(call: &mut Call<'_>, key: &str, message: &str) -> EvalResult<()> {
    if call.vm().settings.strict == Strictness::Warning && !call.host().first_time(&format!("deprecated {key}")) {
        return Ok(());
    }
    call.strict(Topic::Deprecated, format!("{key} is deprecated: {message}"))
}
