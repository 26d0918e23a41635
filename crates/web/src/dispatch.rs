//! The handling of a message.

use pprepl_rpc::{Call, Request, guarded, read_request, respond};

use crate::engine::Engine;
use crate::methods;

impl Engine {
    /// Handles a message. Returns a JSON list: the notifications, and the response if the message asks for one.
    pub fn handle(&mut self, message: &str) -> String {
        let response = match read_request(message.as_bytes()) {
            None => None,
            Some(Request::Malformed(answer)) => Some(answer),
            Some(Request::Call(call)) => self.answer(&call),
        };
        let all: Vec<String> = self.outbox.take().into_iter().chain(response).collect();
        format!("[{}]", all.join(","))
    }

    fn answer(&mut self, call: &Call) -> Option<String> {
        let result = guarded(|| methods::call(self, &call.method, &call.params));
        respond(call.id.as_ref(), result)
    }
}
