//! All templates by their topics.

use super::draft::Template;
use super::topic::Topic;
use super::{functions, heredocs, matching, misconceptions, order, strings, truth, types};
use crate::quiz::Quiz;
use crate::random::Random;

fn templates(topic: Topic) -> &'static [Template] {
    match topic {
        Topic::Types => types::TEMPLATES,
        Topic::Matching => matching::TEMPLATES,
        Topic::Heredocs => heredocs::TEMPLATES,
        Topic::Order => order::TEMPLATES,
        Topic::Truth => truth::TEMPLATES,
        Topic::Strings => strings::TEMPLATES,
        Topic::Functions => functions::TEMPLATES,
        Topic::Misconceptions => misconceptions::TEMPLATES,
    }
}

/// Returns the names of the questions of a topic: `types-instance`.
pub fn generated_names(topic: Topic) -> impl Iterator<Item = String> {
    templates(topic).iter().map(move |template| name(topic, template))
}

/// Generates the question with this name; the same seed returns the same one.
pub fn generated(name: &str, seed: u64) -> Option<Quiz> {
    draw(name, &mut Random::new(seed))
}

/// Generates the question with this name.
pub(super) fn draw(wanted: &str, random: &mut Random) -> Option<Quiz> {
    let topic = topic_of(wanted)?;
    let template = templates(topic).iter().find(|template| name(topic, template) == wanted)?;
    Some((template.draft)(random).named(wanted.to_owned()))
}

/// Returns the topic of a question.
pub(super) fn topic_of(name: &str) -> Option<Topic> {
    Topic::from_name(name.split_once('-')?.0)
}

fn name(topic: Topic, template: &Template) -> String {
    format!("{}-{}", topic.as_str(), template.name)
}
