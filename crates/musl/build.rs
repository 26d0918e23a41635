//! Compiles the memory functions for programs that are linked with musl.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=src/memory.c");
    if env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|name| name == "musl") {
        cc::Build::new()
            .file("src/memory.c")
            .opt_level(2)
            // A loop must stay a loop: a compiler would make it a call of the function that it is in.
            .flag("-ffreestanding")
            .flag("-fno-builtin")
            .flag_if_supported("-fno-tree-loop-distribute-patterns")
            .compile("pprepl_memory");
    }
}
