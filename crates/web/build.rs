//! Tells the linker of the module what a page calls, and how large the module's own stack is.

/// The functions that a page calls.
const EXPORTS: [&str; 3] = ["input", "handle", "output"];

/// The stack for values whose address is taken, in bytes; the rest of the frames are on the stack of the browser.
const STACK: usize = 64 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        EXPORTS.iter().for_each(|name| println!("cargo::rustc-link-arg-bins=--export={name}"));
        println!("cargo::rustc-link-arg-bins=-zstack-size={STACK}");
    }
}
