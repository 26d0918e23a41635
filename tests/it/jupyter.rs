//! The Jupyter kernel as its front ends see it: the clients of PyPI run it. `PPREPL_PYTHON` names a Python that has
//! jupyter_kernel_test and nbclient.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The packages that the scripts import.
const PACKAGES: &str = "import jupyter_client, jupyter_kernel_test, nbclient, nbformat";

fn pprepl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pprepl")).args(arguments).output().unwrap()
}

/// Returns a Python with the packages; the test says that it skips otherwise.
fn python() -> Option<PathBuf> {
    let python = std::env::var_os("PPREPL_PYTHON").map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    let has_packages = Command::new(&python).args(["-c", PACKAGES]).output().is_ok_and(|out| out.status.success());
    if !has_packages {
        pprepl_testing::skip("a Python with jupyter_kernel_test and nbclient is not installed (PPREPL_PYTHON)");
    }
    has_packages.then_some(python)
}

fn install(prefix: &Path) -> Output {
    pprepl(&["--config", "none", "kernel", "install", "--prefix", prefix.to_str().unwrap()])
}

/// Runs a script of the clients with a kernel of its own.
fn run(script: &str, arguments: &[&str]) {
    let Some(python) = python() else { return };
    let home = tempfile::tempdir().unwrap();
    assert!(install(home.path()).status.success());
    let path = pprepl_testing::root().join("crates/jupyter/tests/clients").join(script);
    let out = Command::new(python)
        .arg(path)
        .args(arguments)
        .env("JUPYTER_PATH", home.path().join("share/jupyter"))
        .env("HOME", home.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{text}");
}

#[test]
fn jupyter_kernel_test_passes() {
    run("kernel_test.py", &[]);
}

#[test]
fn interrupts_restarts_and_queued_cells_pass() {
    run("control_test.py", &[]);
}

#[test]
fn a_lesson_by_nbclient_equals_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("lesson.ipynb");
    for lesson in ["01-first-steps", "10-classes"] {
        let source = pprepl_testing::root().join(format!("lessons/{lesson}.pp"));
        pprepl(&["run", source.to_str().unwrap(), "--ipynb", notebook.to_str().unwrap()]);
        run("notebook_test.py", &[notebook.to_str().unwrap()]);
    }
}

#[test]
fn the_kernel_is_installed_with_the_options_before_it() {
    let prefix = tempfile::tempdir().unwrap();
    let out = install(prefix.path());
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(text.starts_with("Installed the kernel 'puppet' in "), "{text}");
    let spec = std::fs::read_to_string(prefix.path().join("share/jupyter/kernels/puppet/kernel.json")).unwrap();
    let spec: serde_json::Value = serde_json::from_str(&spec).unwrap();
    assert_eq!(
        Path::new(spec["argv"][0].as_str().unwrap()),
        std::path::absolute(env!("CARGO_BIN_EXE_pprepl")).unwrap()
    );
    assert_eq!(spec["argv"][1], "--config");
    assert_eq!(spec["interrupt_mode"], "message");
    let wrong = pprepl(&["kernel", "install", "--prefix", prefix.path().to_str().unwrap(), "--name", "a/b"]);
    assert_eq!(wrong.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("expected a name of letters"));
}

#[test]
fn a_wrong_connection_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("connection.json");
    std::fs::write(&path, "{}").unwrap();
    let out = pprepl(&["kernel", "--connection-file", path.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&out.stderr).contains("not a connection file of Jupyter"));
    let missing = pprepl(&["kernel", "--connection-file", folder.path().join("none.json").to_str().unwrap()]);
    assert_eq!(missing.status.code(), Some(64));
}
