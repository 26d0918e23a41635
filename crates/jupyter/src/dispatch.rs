//! Answers the requests of front ends in order, in one session.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pprepl_session::LogFilter;
use serde_json::{Value, json};

use super::completeness::completeness;
use super::completion::completion;
use super::execution::{execute, with_count};
use super::failure::Failure;
use super::info::kernel_info;
use super::inspection::inspection;
use super::kernel::Kernel;
use super::message::Request;
use super::outgoing::Channel;
use super::publisher::Status;
use super::queue::Job;

/// The type of the request to execute a cell.
const EXECUTION: &str = "execute_request";

/// Answers requests until the kernel ends.
pub(crate) fn answer_all(mut kernel: Kernel) {
    let queue = kernel.queue.clone();
    kernel.publisher.status(Status::Idle, &Value::Null);
    while let Some(job) = queue.next(kernel.session.cancel_flag()) {
        answer(&mut kernel, &job);
        queue.finish();
    }
}

fn answer(kernel: &mut Kernel, job: &Job) {
    let request = &job.request;
    kernel.publisher.status(Status::Busy, &request.header);
    let content = match job.is_aborted {
        true => Some(with_count(json!({ "status": "aborted" }), kernel.count)),
        false => guarded(kernel, request),
    };
    if let Some(content) = content {
        kernel.publisher.reply(Channel::Shell, request, content);
    }
    kernel.publisher.status(Status::Idle, &request.header);
}

/// Answers a request. A panic becomes an error, and the session continues.
fn guarded(kernel: &mut Kernel, request: &Request) -> Option<Value> {
    catch_unwind(AssertUnwindSafe(|| content(kernel, request))).unwrap_or_else(|_| {
        let message = "internal error on this request; please report it. The session continues";
        let failure = Failure::plain("INTERNAL_ERROR", message);
        if request.kind() != EXECUTION {
            return Some(failure.reply());
        }
        kernel.cell.publish("error", failure.content());
        kernel.queue.abort_executions();
        Some(with_count(failure.reply(), kernel.count))
    })
}

/// Returns the content of the reply; `None` for a message without one.
fn content(kernel: &mut Kernel, request: &Request) -> Option<Value> {
    let filter = LogFilter::new(&kernel.session.settings().display.log_level, false);
    let is_silent = request.kind() == EXECUTION && request.flag("silent", false);
    kernel.cell.start(request, filter, is_silent);
    match request.kind() {
        EXECUTION => Some(execute(kernel, request)),
        "kernel_info_request" => Some(kernel_info()),
        "complete_request" => Some(completion(&mut kernel.session, request)),
        "inspect_request" => Some(inspection(&mut kernel.session, request)),
        "is_complete_request" => Some(completeness(&kernel.session, request.text("code"))),
        "history_request" => Some(kernel.history.answer(request)),
        "comm_info_request" => Some(json!({ "status": "ok", "comms": {} })),
        "comm_open" => {
            kernel.cell.publish("comm_close", json!({ "comm_id": request.text("comm_id"), "data": {} }));
            None
        }
        // Messages that the protocol may have later.
        _ => None,
    }
}
