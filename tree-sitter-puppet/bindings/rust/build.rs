//! Compiles the generated parsers and our scanner; a C compiler is all it needs.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=common");
    for (folder, name) in [("src", "tree-sitter-puppet"), ("epp/src", "tree-sitter-epp")] {
        let source = Path::new(folder);
        let mut build = cc::Build::new();
        build.std("c11").include(source).opt_level(2).warnings(false);
        for file in ["parser.c", "scanner.c"] {
            let path = source.join(file);
            println!("cargo:rerun-if-changed={}", path.display());
            build.file(path);
        }
        build.compile(name);
    }
}
