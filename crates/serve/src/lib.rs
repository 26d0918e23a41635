//! The server of pprepl's page. It holds the files of the site and of one directory in memory, and answers with those
//! only; it runs no code. With a class it also takes the progress of learners, within limits, and writes it to the
//! directory that `pprepl class` reads.
//!
//! [`App::answer`] is the whole behavior, without a network: each request at a time has a response. [`Server`] puts it
//! on a socket.

mod address;
mod app;
mod asset;
mod class;
mod export;
mod folder;
mod headers;
mod host;
mod link;
mod media;
mod rate;
mod reply;
mod server;
mod site;
mod tls;

pub use address::{AddressError, PORT, listen_address};
pub use app::App;
pub use class::{ClassDesk, ClassError};
pub use export::{ExportError, export};
pub use folder::SharedFolder;
pub use host::Hosts;
pub use link::{class_links, page_address, qr_lines};
pub use server::{MAX_BODY, MAX_HEADER, ServeError, Server};
pub use site::{Site, SiteError};
pub use tls::{Tls, TlsError};
