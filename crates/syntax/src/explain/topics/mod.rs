//! The pages of topics: what an error is about, in the order of the groups. A topic without a page does not compile.

mod data;
mod functions;
mod resources;
mod session;
mod syntax;
mod topic_page;
mod values;
mod variables;

use pprepl_text::Topic;

pub use topic_page::TopicPage;

use topic_page::page;

const PARTS: [&[TopicPage]; 7] =
    [syntax::PAGES, variables::PAGES, functions::PAGES, values::PAGES, resources::PAGES, data::PAGES, session::PAGES];

/// Returns the pages of all topics, by group.
pub fn topic_pages() -> impl Iterator<Item = &'static TopicPage> {
    PARTS.into_iter().flatten()
}

/// Returns the page of a topic.
pub fn topic_page(topic: Topic) -> Option<&'static TopicPage> {
    topic_pages().find(|page| page.topic as usize == topic as usize)
}

/// Counts the pages of a topic.
const fn count(topic: Topic) -> usize {
    let (mut part, mut found) = (0, 0);
    while part < PARTS.len() {
        let mut row = 0;
        while row < PARTS[part].len() {
            if PARTS[part][row].topic as usize == topic as usize {
                found += 1;
            }
            row += 1;
        }
        part += 1;
    }
    found
}

const _: () = {
    let mut at = 0;
    while at < Topic::ALL.len() {
        assert!(count(Topic::ALL[at]) == 1, "each topic has one page");
        at += 1;
    }
};
