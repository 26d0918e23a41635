//! All pages of `:explain`, and the pages of one name.

use pprepl_text::IssueCode;
use puppet_syntax::explain::{explain as explanation_of, explanations, topic_page, topic_pages};

use super::{Page, language, words};

/// Returns all pages: of the language, its words and operators, then topics of errors, issue codes and rules.
pub fn pages() -> impl Iterator<Item = Page> {
    let language = language::PAGES.iter().chain(words()).copied();
    language.chain(topic_pages().map(Page::from)).chain(explanations().map(Page::from)).chain(other_codes())
}

/// Returns the pages of the issue codes that only their topic describes.
fn other_codes() -> impl Iterator<Item = Page> {
    let without = IssueCode::ALL.iter().filter(|code| explanation_of(code.as_str()).is_none());
    without.filter_map(|code| Some(Page::of_code(*code, topic_page(code.topic())?)))
}

/// Returns the pages of the rules of style. Lists of topics omit them: `check --rules` has them.
fn style_pages() -> impl Iterator<Item = Page> {
    puppet_style::RULES.iter().map(Page::from)
}

/// Returns the page of a word or an operator of the language.
pub fn word(text: &str) -> Option<&'static Page> {
    words().find(|page| page.name == text)
}

pub(super) fn words() -> impl Iterator<Item = &'static Page> {
    words::WORDS.iter().chain(&words::OPERATORS)
}

/// Returns the pages of the language topics.
pub fn points() -> &'static [Page] {
    language::PAGES
}

/// Returns the pages of a name: a language topic and a topic of errors may share it. An exact name is preferred.
pub(super) fn named(name: &str) -> Vec<Page> {
    let exact: Vec<Page> = pages().chain(style_pages()).filter(|page| page.name == name).collect();
    if !exact.is_empty() {
        return exact;
    }
    let mut similar: Vec<Page> =
        pages().chain(style_pages()).filter(|page| page.name.eq_ignore_ascii_case(name)).collect();
    similar.dedup_by(|a, b| a.name != b.name);
    similar
}
