//! Tests of the server: golden answers, hostile requests, the class, and the socket.

mod class;
mod class_folder;
mod export;
mod fixture;
mod golden;
mod hostile;
mod limits;
mod socket;
mod tls;
