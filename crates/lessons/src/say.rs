//! The parts of a dialogue: text that the front end shows, and code that it runs.

/// A part of the dialogue, in the order of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Say {
    /// The beginning of a step: its number, the number of steps, and its title.
    Step { number: usize, of: usize, title: String },
    /// The beginning of a generated question: its number, the number of questions, and its topic.
    Number { number: usize, of: usize, topic: String },
    /// Markdown.
    Prose(String),
    /// Code of the lesson: the front end shows it, runs it, and shows the result.
    Example(String),
    /// Code of the lesson: the front end shows it and runs it without a result.
    Given(String),
    /// Code that the front end runs silently.
    Silent(String),
    /// The task of an exercise.
    Task(String),
    /// Code that the front end puts on the line to complete.
    Start(String),
    /// A question in Markdown.
    Question(String),
    /// Feedback: whether it is good, and its lines.
    Feedback { is_good: bool, lines: Vec<String> },
    /// A hint for the exercise.
    Hint(String),
    /// Code of a solution, or another right answer.
    Solution(String),
    /// The way on: commands to use.
    Advice(String),
    /// The lesson is complete: done steps, and their number.
    End { done: usize, of: usize },
    /// The quiz is complete: right answers, answers, and the topics of wrong ones.
    Score { right: usize, of: usize, wrong: Vec<String> },
}
