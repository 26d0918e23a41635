//! A quiz as data.

use crate::code::Code;

/// A quiz: the learner predicts what the cell's code gives. The evaluator is the answer key.
#[derive(Clone, Debug)]
pub struct Quiz {
    /// Unique in the lesson.
    pub name: String,
    pub question: Question,
    /// The choices; empty for a free answer.
    pub options: Vec<String>,
    /// Why the answer is what it is; shown after the answer.
    pub because: String,
    /// The right option of `which`.
    pub answer: Option<String>,
    /// The code that the question is about.
    pub code: Code,
}

impl Quiz {
    /// Returns the option that an answer means: by its number, or else the answer itself.
    pub fn meant<'a>(&'a self, input: &'a str) -> &'a str {
        let input = input.trim();
        let number = input.strip_suffix('.').unwrap_or(input).parse::<usize>().ok();
        let is_option = self.options.iter().any(|option| option == input);
        let option = number.filter(|_| !is_option).and_then(|number| self.options.get(number.checked_sub(1)?));
        option.map_or(input, String::as_str)
    }
}

/// The prediction that a quiz asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The value of the code.
    Value,
    /// The type of the value, without sizes and ranges.
    Type,
    /// Whether it fails, or the topic of the error.
    Fails,
    /// Whether the two expressions of the code have equal values.
    Same,
    /// The order of the log lines.
    Order,
    /// One of the options.
    Which,
}

impl Question {
    /// Returns the question to the learner.
    pub fn sentence(self) -> &'static str {
        match self {
            Question::Value => "What is the value?",
            Question::Type => "What is the type of the value?",
            Question::Fails => "Does it fail?",
            Question::Same => "Are the two values equal?",
            Question::Order => "In which order do the lines appear?",
            Question::Which => "Which is right?",
        }
    }

    /// Returns the question with this name in a lesson.
    pub fn from_name(name: &str) -> Option<Question> {
        match name {
            "value" => Some(Question::Value),
            "type" => Some(Question::Type),
            "fails" => Some(Question::Fails),
            "same" => Some(Question::Same),
            "order" => Some(Question::Order),
            "which" => Some(Question::Which),
            _ => None,
        }
    }
}
