//! `pprepl serve`: the page in a browser, a directory of notebooks, and the progress of a class.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use pprepl_serve::{
    App, ClassDesk, Hosts, Server, SharedFolder, Site, Tls, TlsError, class_links, export, listen_address,
    page_address, qr_lines,
};

use super::arguments::{Options, ServeArgs};
use super::printer;
use super::{Status, interrupt};
use crate::course::COURSE;
use crate::site;

/// The colors of a QR code: bright modules on black, whatever the terminal's colors are.
const QR_COLORS: &str = "\u{1b}[97;40m";

/// Serves until Ctrl-C, or writes the site.
pub fn run(what: &ServeArgs, options: &Options) -> Status {
    match start(what, options) {
        Ok(()) => Status::Success,
        Err(message) => {
            printer::error(&format!("error: {message}"));
            Status::Usage
        }
    }
}

fn start(what: &ServeArgs, options: &Options) -> Result<(), String> {
    let address = listen_address(what.listen.as_deref().unwrap_or("")).map_err(|error| error.to_string())?;
    let site = Site::read(&site_folder(what.site.as_deref())?).map_err(|error| error.to_string())?;
    let folder = what.folder.as_deref().map(shared_folder).transpose()?;
    if let Some(out) = &what.export {
        let count = export(&site, folder.as_ref(), out).map_err(|error| error.to_string())?;
        printer::text(&format!("Wrote {count} files to {}. Any static server can serve them.\n", out.display()));
        return Ok(());
    }
    let class = what.class.as_deref().map(open_class).transpose()?;
    let server = Server::bind(address).map_err(|error| error.to_string())?;
    let tls = tls(what, server.address()).map_err(|error| error.to_string())?;
    announce(server.address(), tls.as_ref(), folder.as_ref(), class.as_ref(), options);
    if let Some(tls) = tls.as_ref().filter(|_| what.certificate.is_none()) {
        printer::error_line(&format!("note: browsers warn of the certificate. Its SHA-256: {}", tls.fingerprint()));
    }
    let server = server.with_tls(tls);
    let app = App::new(site, Hosts::of(server.address())).with_folder(folder).with_class(class);
    server.run(app, interrupt::happened, |line| printer::text(&format!("{line}\n"))).map_err(|error| error.to_string())
}

/// Returns the user's certificate, or an own one, or none for plain http.
fn tls(what: &ServeArgs, listen: SocketAddr) -> Result<Option<Tls>, TlsError> {
    match (&what.certificate, &what.key) {
        (Some(certificate), Some(key)) => Tls::read(certificate, key).map(Some),
        _ if what.tls => Tls::own(listen).map(Some),
        _ => Ok(None),
    }
}

fn shared_folder(folder: &Path) -> Result<SharedFolder, String> {
    SharedFolder::read(folder).map_err(|error| unreadable(folder, &error))
}

fn open_class(folder: &Path) -> Result<ClassDesk, String> {
    ClassDesk::open(folder, COURSE).map_err(|error| unreadable(folder, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), pprepl_files::reason(error))
}

/// Returns the directory of the site: the named one, or the first of the usual places that has one.
fn site_folder(named: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let places = site::places();
    Site::find(&places).cloned().ok_or_else(|| {
        let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
        format!(
            "the site was not found in {}. Name its directory with '--site DIR'; 'web/build' in the source writes it",
            places.join(", ")
        )
    })
}

fn announce(
    listen: SocketAddr,
    tls: Option<&Tls>,
    folder: Option<&SharedFolder>,
    class: Option<&ClassDesk>,
    options: &Options,
) {
    let page = page_address(listen, tls.is_some());
    printer::text(&format!("The page: {page}\n"));
    if let Some(folder) = folder {
        let files = if folder.len() == 1 { "file" } else { "files" };
        printer::text(&format!("It offers {} {files}.\n", folder.len()));
    }
    match class {
        Some(desk) => announce_class(&page, listen, desk, options),
        None if !listen.ip().is_loopback() => {
            printer::error_line("note: all machines in the network can open it; it runs no code");
        }
        None => {}
    }
    printer::text("Ctrl-C ends the server.\n");
}

fn announce_class(page: &str, listen: SocketAddr, desk: &ClassDesk, options: &Options) {
    let (learners, teacher) = class_links(page, desk);
    printer::text(&format!("\nThe class '{}'. Learners open:\n  {learners}\n", desk.name()));
    let has_colors = printer::colored(options.color, &io::stdout());
    for line in qr_lines(&learners) {
        printer::line(&if has_colors { format!("  {QR_COLORS}{line}\u{1b}[0m") } else { format!("  {line}") });
    }
    printer::text(&format!("The room, for you only:\n  {teacher}\n"));
    if listen.ip().is_loopback() {
        printer::error_line("note: only this machine can open it; '--listen 0.0.0.0' opens it to the network");
    }
}
