//! Compiles the generated parser and our scanner; a C compiler is all it needs.

fn main() {
    let source = std::path::Path::new("src");
    let mut build = cc::Build::new();
    build.std("c11").include(source).opt_level(2).warnings(false);
    for file in ["parser.c", "scanner.c"] {
        let path = source.join(file);
        println!("cargo:rerun-if-changed={}", path.display());
        build.file(path);
    }
    build.compile("tree-sitter-puppet");
}
