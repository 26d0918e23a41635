// swift-tools-version:5.3

import PackageDescription

let package = Package(
    name: "TreeSitterPuppet",
    products: [
        .library(name: "TreeSitterPuppet", targets: ["TreeSitterPuppet"]),
    ],
    dependencies: [
        .package(name: "SwiftTreeSitter", url: "https://github.com/tree-sitter/swift-tree-sitter", from: "0.9.0"),
    ],
    targets: [
        .target(
            name: "TreeSitterPuppet",
            dependencies: [],
            path: ".",
            sources: ["src/parser.c", "src/scanner.c", "epp/src/parser.c", "epp/src/scanner.c"],
            resources: [
                .copy("queries")
            ],
            publicHeadersPath: "bindings/swift",
            cSettings: [.headerSearchPath("src")]
        ),
        .testTarget(
            name: "TreeSitterPuppetTests",
            dependencies: [
                "SwiftTreeSitter",
                "TreeSitterPuppet",
            ],
            path: "bindings/swift/TreeSitterPuppetTests"
        )
    ],
    cLanguageStandard: .c11
)
