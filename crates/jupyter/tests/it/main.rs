//! Tests of the kernel: transcripts of the protocol over real sockets, and the kernel specification.

mod client;
mod frames;
mod kernelspec;
mod protocol;
mod requests;
mod transcript;
