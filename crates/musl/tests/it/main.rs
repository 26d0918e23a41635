//! Compiles the memory functions under other names, and compares them with those of the C library.

use std::path::Path;
use std::process::Command;

#[test]
fn memory_functions_do_what_the_c_library_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("memory-check");
    let built = Command::new("cc")
        .args(["-O2", "-ffreestanding", "-fno-builtin", "-o"])
        .arg(&program)
        .arg(folder.join("tests/it/check.c"))
        .output();
    let Ok(built) = built else { return pprepl_testing::skip("cc is not installed") };
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(&program).output().expect("the program starts");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}");
    assert!(said.ends_with(" cases\n"), "{said}");
}
