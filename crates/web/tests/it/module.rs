//! The module under Node: what `web/build-engine` built answers as the engine here does.

use std::path::PathBuf;
use std::process::Command;

/// Returns the module, if it was built: `PPREPL_WASM`, or the file in `web/engine`.
fn module() -> Option<PathBuf> {
    let named = std::env::var_os("PPREPL_WASM").map(PathBuf::from);
    let path = named.unwrap_or_else(|| PathBuf::from(pprepl_testing::path("web/engine/pprepl.wasm")));
    // A file that is no module stands in for it in tests of the page.
    std::fs::metadata(&path).is_ok_and(|metadata| metadata.len() > 1_000_000).then_some(path)
}

#[test]
fn the_module_answers_under_node() {
    let Some(module) = module() else {
        return pprepl_testing::skip("no module; web/build-engine builds it, or PPREPL_WASM names it");
    };
    let script = pprepl_testing::path("web/test/engine.mjs");
    let run = Command::new("node")
        .args(["--no-warnings", "--no-turbo-fast-api-calls", "--stack-size=500"])
        .arg(script)
        .arg(&module)
        .output();
    let Ok(run) = run else { return pprepl_testing::skip("no program 'node'") };
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{text}\n{}", String::from_utf8_lossy(&run.stderr));
    println!("{text}");
}
