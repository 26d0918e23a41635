import XCTest
import SwiftTreeSitter
import TreeSitterPuppet

final class TreeSitterPuppetTests: XCTestCase {
    func testCanLoadGrammars() throws {
        for language in [tree_sitter_puppet(), tree_sitter_epp()] {
            let parser = Parser()
            XCTAssertNoThrow(try parser.setLanguage(Language(language: language!)), "Error loading a grammar")
        }
    }
}
