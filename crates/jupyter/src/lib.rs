//! A Jupyter kernel for Puppet: the messaging protocol 5.4 over ZeroMQ, and the specification by which front ends find
//! it.
//!
//! Two threads: one has the sockets and never evaluates, so that the heartbeat, interrupts and the end of the kernel do
//! not wait for code; the other has the session and answers in order. A cell that runs again replaces its former run.

mod cell_parts;
mod completeness;
mod completion;
mod connection;
mod control;
mod dispatch;
mod display;
mod execution;
mod failure;
mod history;
mod info;
mod inspection;
mod kernel;
mod kernelspec;
mod message;
mod outgoing;
mod parent;
mod publisher;
mod queue;
mod running_cell;
mod sender;
mod server;
mod signature;
mod sockets;
mod wildcard;
mod zmtp;

pub use connection::{Connection, ConnectionError};
pub use kernelspec::{InstallError, Kernelspec, Place};
pub use queue::Interrupter;
pub use server::{Start, run};
