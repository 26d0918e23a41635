//! Sets the exports of the module and the size of its own stack.

/// The functions that a page calls.
const EXPORTS: [&str; 4] = ["input", "handle", "output", "resume"];

/// The size of the stack in the memory of the module, in bytes. The other part of each frame is on the stack of the browser.
const STACK: usize = 64 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        EXPORTS.iter().for_each(|name| println!("cargo::rustc-link-arg-bins=--export={name}"));
        println!("cargo::rustc-link-arg-bins=-zstack-size={STACK}");
    }
}
