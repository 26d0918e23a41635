//! Sentences about the effect of an input that its value does not show: the messages of `notify`, node definitions that
//! wait for their node.

use puppet_pcore::Value;

use super::session_core::Core;

/// The maximum number of messages that are shown.
const MAX_MESSAGES: usize = 5;

/// The maximum length of a message, in characters.
const MAX_LENGTH: usize = 200;

/// Returns the remarks on the changes after `mark`.
pub(super) fn remarks(core: &Core, mark: usize) -> Vec<String> {
    let catalog = &core.vm.catalog;
    let mut told = Vec::new();
    let defines_node = || core.vm.changed_names(mark).1.iter().any(|name| name.starts_with("node "));
    if catalog.has_waiting_nodes() && defines_node() {
        told.push("a node definition runs for its node only: ':set node NAME' runs it".to_owned());
    }
    let affected = core.vm.journal.affected(mark, core.vm.journal.mark());
    let resources = affected.into_iter().filter_map(|id| catalog.catalog().get(id));
    let notifies = resources.filter(|one| &*one.reference.type_name == "notify" && !one.is_virtual);
    for notify in notifies.take(MAX_MESSAGES) {
        let message = match notify.parameter("message").map(|parameter| &parameter.value) {
            None | Some(Value::Undef) => Some(notify.reference.title.to_string()),
            Some(Value::Str(text)) => Some(text.text.to_string()),
            Some(_) => None,
        };
        let message = message.filter(|text| text.chars().count() <= MAX_LENGTH && !text.contains('\n'));
        told.extend(message.map(|text| format!("on a node it logs: {text}")));
    }
    told
}
