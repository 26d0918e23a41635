//! `pprepl kernel install`: writes the specification of the Jupyter kernel.

use std::env;

use pprepl_jupyter::{InstallError, Kernelspec, Place};
use pprepl_text::visible;

use super::arguments::{JupyterKernel, KernelAction, KernelInstall};
use super::{Status, printer};

/// Installs the kernel specification.
pub fn install(what: &JupyterKernel) -> Status {
    let Some(KernelAction::Install(install)) = &what.action else { return Status::Usage };
    let spec =
        Kernelspec { name: install.name.clone(), display_name: install.display_name.clone(), program: program() };
    match spec.install(&place(install)) {
        Ok(folder) => {
            printer::line(&format!(
                "Installed the kernel '{}' in {}",
                spec.name,
                visible(&folder.display().to_string())
            ));
            Status::Success
        }
        Err(error) => {
            printer::error(&format!("error: {}", visible(&error.to_string())));
            match error {
                InstallError::Name(_) | InstallError::NoHome => Status::Usage,
                InstallError::Unwritable(..) => Status::Failed,
            }
        }
    }
}

fn place(install: &KernelInstall) -> Place {
    install.prefix.clone().map_or(Place::User, Place::Prefix)
}

/// Returns this program, and the options before `kernel`: they become those of the kernel.
fn program() -> Vec<String> {
    let path = env::current_exe().map_or_else(|_| "pprepl".to_owned(), |path| path.display().to_string());
    let options = env::args_os().skip(1).map(|option| option.to_string_lossy().into_owned());
    std::iter::once(path).chain(options.take_while(|option| option != "kernel")).collect()
}
