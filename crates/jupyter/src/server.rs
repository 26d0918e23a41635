//! The kernel as a whole: its sockets on this thread, its session on a thread of its own.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use pprepl_session::Settings;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{Receiver, unbounded_channel};
use tokio::time::sleep;

use super::connection::Connection;
use super::control::Control;
use super::dispatch::answer_all;
use super::kernel::Kernel;
use super::message::Request;
use super::outgoing::Channel;
use super::parent::follow_parent;
use super::publisher::{Publisher, Status};
use super::queue::{Interrupter, Queue};
use super::sender::Sender;
use super::signature::Signer;
use super::sockets::{Incoming, Sockets};
use super::zmtp::Parts;

/// How a kernel starts.
pub struct Start {
    pub connection: Connection,
    pub settings: Settings,
    /// The directory of the environment, if any.
    pub environment: Option<PathBuf>,
}

/// The time that the last messages have to leave, when the kernel ends.
const LAST_MESSAGES: Duration = Duration::from_millis(100);

/// The stack sizes of the session's thread, in bytes: the same as for the binary's main thread. The second size is for a
/// system that rejects the first.
const STACKS: [usize; 2] = [1 << 30, 96 << 20];

/// The part of the stack that evaluations may use, in bytes.
const FOR_EVALUATION: usize = 80 << 20;

/// Serves front ends until one ends the kernel. `ready` is called once, with the addresses and the means to interrupt a
/// cell. The thread of the session may still run afterwards: the caller ends the process.
///
/// Fails if a socket cannot be bound, or the thread cannot start.
pub fn run(start: Start, ready: impl FnOnce(&Connection, Interrupter)) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(serve(start, ready))
}

async fn serve(start: Start, ready: impl FnOnce(&Connection, Interrupter)) -> io::Result<()> {
    let (sockets, incoming, bound) = Sockets::bind(&start.connection).await?;
    let signer = Signer::new(&start.connection.key);
    let queue = Arc::new(Queue::default());
    let (tasks, waiting) = unbounded_channel();
    let publisher = Publisher::new(tasks);
    let Incoming { shell, control, stdin } = incoming;
    let session = uuid::Uuid::new_v4().to_string();
    let sender = Sender { sockets, signer: signer.clone(), session };
    publisher.status(Status::Starting, &serde_json::Value::Null);
    start_session(start, &queue, &publisher)?;
    let beside = Control { queue: queue.clone(), publisher };
    tokio::spawn(follow_parent(beside.publisher.clone()));
    tokio::spawn(receive(shell, signer.clone(), to_session(beside.clone())));
    let controls = beside.clone();
    tokio::spawn(receive(control, signer.clone(), move |request| controls.answer(&request)));
    let inputs = queue.clone();
    tokio::spawn(receive(stdin, signer, move |request| inputs.enter(request.text("value").to_owned())));
    ready(&bound, Interrupter::new(queue.clone()));
    sender.run(waiting).await;
    queue.close();
    sleep(LAST_MESSAGES).await;
    Ok(())
}

/// Starts the thread of the session.
fn start_session(start: Start, queue: &Arc<Queue>, publisher: &Publisher) -> io::Result<()> {
    let Start { settings, environment, .. } = start;
    let spawn = |bytes| {
        let (settings, environment) = (settings.clone(), environment.clone());
        let (queue, publisher) = (queue.clone(), publisher.clone());
        let work = move || answer_all(Kernel::new(settings, environment, FOR_EVALUATION, &queue, publisher));
        thread::Builder::new().name("session".to_owned()).stack_size(bytes).spawn(work).map(drop)
    };
    let mut last = Ok(());
    for bytes in STACKS {
        last = spawn(bytes);
        if last.is_ok() {
            break;
        }
    }
    last
}

/// Returns what to do with a request of the shell channel: the session answers all but the last one.
fn to_session(control: Control) -> impl Fn(Request) {
    move |request| match request.kind() {
        "shutdown_request" => control.shut_down(Channel::Shell, &request),
        _ => control.queue.push(request),
    }
}

/// Receives the requests of a channel. Messages that are not valid, or not signed with the key, are ignored.
async fn receive(mut channel: Receiver<Parts>, signer: Signer, act: impl Fn(Request)) {
    while let Some(message) = channel.recv().await {
        if let Ok(request) = Request::read(&message, &signer) {
            act(request);
        }
    }
}
