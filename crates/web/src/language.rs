//! Messages of the language server.

use pprepl_lsp::InlineServer;
use pprepl_rpc::RpcError;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::engine::Engine;

/// Passes a message to the language server. Its messages are notifications.
pub fn lsp(engine: &mut Engine, params: &Value) -> Answer {
    let missing = || RpcError::new(RpcError::PARAMS, "'message' must be a message of the Language Server Protocol");
    let message = params.get("message").filter(|message| message.is_object()).ok_or_else(missing)?;
    let (settings, stack) = (&engine.settings, engine.stack);
    let server = engine.language.get_or_insert_with(|| InlineServer::new(settings.clone(), stack));
    for message in server.handle(message.clone()) {
        engine.outbox.notify("lsp", json!({ "message": message }));
    }
    Ok(json!({}))
}
