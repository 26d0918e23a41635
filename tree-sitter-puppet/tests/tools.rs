//! The queries as tree-sitter's own tools read them: the crates behind `tree-sitter tags` and `tree-sitter highlight`.

use tree_sitter::Language;
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};
use tree_sitter_puppet as grammar;
use tree_sitter_tags::{TagsConfiguration, TagsContext};

const MANIFEST: &str = "class web($port) {\n  include foo\n  notice($port)\n}\nfunction f($a) { $a }\n";

/// The kinds and names that code navigation finds.
fn tags(language: Language, tags: &str, locals: &str, text: &str) -> Vec<String> {
    let config = TagsConfiguration::new(language, tags, locals).unwrap();
    let mut context = TagsContext::new();
    let (found, has_error) = context.generate_tags(&config, text.as_bytes(), None).unwrap();
    assert!(!has_error);
    let found = found.map(|tag| {
        let tag = tag.unwrap();
        let role = if tag.is_definition { "definition" } else { "reference" };
        format!("{role} {} {}", config.syntax_type_name(tag.syntax_type_id), &text[tag.name_range])
    });
    found.collect()
}

#[test]
fn tags_are_found() {
    let found = tags(grammar::LANGUAGE.into(), grammar::TAGS_QUERY, grammar::LOCALS_QUERY, MANIFEST);
    for expected in ["definition class web", "reference class foo", "reference call notice", "definition function f"] {
        assert!(found.iter().any(|tag| tag == expected), "{expected} is not in {found:?}");
    }
}

#[test]
fn tags_of_templates_are_found() {
    let text = "<%- | $a | -%>\n<% include foo %>\n<%= f($a) %>\n";
    let found = tags(grammar::LANGUAGE_EPP.into(), grammar::TAGS_QUERY_EPP, grammar::LOCALS_QUERY_EPP, text);
    assert!(found.iter().any(|tag| tag == "reference class foo"), "{found:?}");
}

/// The names of the highlights of a text, each once for each place.
fn highlights(language: Language, queries: [&str; 3], names: &[&str], text: &str) -> Vec<String> {
    let [highlights, injections, locals] = queries;
    let mut config = HighlightConfiguration::new(language, "puppet", highlights, injections, locals).unwrap();
    config.configure(names);
    let mut highlighter = Highlighter::new();
    let events = highlighter.highlight(&config, text.as_bytes(), None, None, |_| None).unwrap();
    let starts = events.filter_map(|event| match event.unwrap() {
        HighlightEvent::HighlightStart(highlight) => Some(names[highlight.0].to_string()),
        HighlightEvent::HighlightEnd | HighlightEvent::Source { .. } => None,
    });
    starts.collect()
}

#[test]
fn a_parameter_is_coloured_where_it_is_used() {
    let queries = [grammar::HIGHLIGHTS_QUERY, grammar::INJECTIONS_QUERY, grammar::LOCALS_QUERY];
    let names = ["keyword", "variable.parameter", "variable", "type.definition", "function"];
    let found = highlights(grammar::LANGUAGE.into(), queries, &names, MANIFEST);
    let parameters = found.iter().filter(|name| *name == "variable.parameter").count();
    assert_eq!(parameters, 4, "{found:?}");
}

#[test]
fn the_text_of_a_template_has_no_color() {
    let queries = [grammar::HIGHLIGHTS_QUERY_EPP, grammar::INJECTIONS_QUERY_EPP, grammar::LOCALS_QUERY_EPP];
    let found = highlights(
        grammar::LANGUAGE_EPP.into(),
        queries,
        &["keyword"],
        "if this is text <% if true { %> unless <% } %>",
    );
    assert_eq!(found, ["keyword"], "the `if` in the tag alone");
}
