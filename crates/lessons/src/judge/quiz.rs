//! Quizzes: the learner predicts, and the evaluator is the answer key. An answer is read as data; it never runs.

use pprepl_session::{Evaluation, LexOptions, Report, Script};
use pprepl_text::{Severity, visible};
use puppet_pcore::{Type, Value, equals, generalize, infer_generalized, instance, same, source_form, type_text};
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{has_no_effect, walk};

use super::bench::{Bench, ExpectationState};
use super::difference::{Comparing, displayed};
use super::lesson_judge::{Judge, NOT_COUNTED};
use super::task::given_above;
use crate::code::Code;
use crate::lesson::{LessonCell, StepKind};
use crate::quiz::{Question, Quiz};

/// The words for an answer that the code fails.
const ERROR_WORDS: [&str; 6] = ["error", "an error", "fails", "it fails", "failure", "fail"];

const YES: [&str; 5] = ["yes", "y", "true", "equal", "it fails"];

const NO: [&str; 5] = ["no", "n", "false", "different", "it runs"];

/// The state of an answer to a quiz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuizState {
    Right,
    Wrong,
    /// The answer is not one of this kind: it may be given again.
    Unreadable,
    /// The quiz itself has a mistake.
    Broken,
}

/// The verdict on an answer to a quiz.
#[derive(Clone, Debug)]
pub struct QuizVerdict {
    pub state: QuizState,
    /// The true answer as text.
    pub truth: String,
    /// The explanation of the lesson.
    pub because: String,
    /// The feedback as plain text without control characters.
    pub lines: Vec<String>,
    /// The run of the quiz's code, to show it.
    pub evaluation: Option<Evaluation>,
}

/// The effect of a quiz's code.
struct Truth {
    evaluation: Evaluation,
    value: Option<Value>,
    error: Option<Report>,
    /// The values of the two expressions of `same`.
    pair: Option<Result<(Value, Value), String>>,
}

/// The judgement of one answer: whether it is right, and the true answer as text.
struct Judgement {
    state: QuizState,
    truth: String,
    /// The truth as a sentence without its end: `it is 3`.
    statement: String,
    /// A remark for the learner.
    remark: Option<String>,
}

impl Judgement {
    fn new(is_right: bool, truth: impl Into<String>) -> Judgement {
        let state = if is_right { QuizState::Right } else { QuizState::Wrong };
        let truth = truth.into();
        Judgement { state, statement: format!("it is {truth}"), truth, remark: None }
    }

    /// Returns the judgement with the truth as a sentence.
    fn saying(self, statement: impl Into<String>) -> Judgement {
        Judgement { statement: statement.into(), ..self }
    }

    fn unreadable(truth: impl Into<String>, remark: impl Into<String>) -> Judgement {
        Judgement { state: QuizState::Unreadable, remark: Some(remark.into()), ..Judgement::new(false, truth) }
    }

    fn broken(remark: impl Into<String>) -> Judgement {
        Judgement { state: QuizState::Broken, remark: Some(remark.into()), ..Judgement::new(false, "") }
    }
}

impl Judge {
    /// Judges an answer to the quiz of this name.
    pub fn answer_quiz(&mut self, name: &str, answer: &str) -> QuizVerdict {
        let lesson = self.lesson.clone();
        let found = lesson.cells.iter().enumerate().find_map(|(index, cell)| Some((index, quiz_named(cell, name)?)));
        let Some((cell, quiz)) = found else {
            let line = format!("The lesson has no quiz `{}`.", visible(name));
            return verdict(&Judgement::broken(line), String::new(), None);
        };
        if let Err(error) = self.bench.apply(&lesson, &given_above(&lesson, cell)) {
            let line = format!("Code of the lesson before this quiz fails: {error}. {NOT_COUNTED}");
            return verdict(&Judgement::broken(line), quiz.because.clone(), None);
        }
        let truth = self.truth(quiz);
        let mut judgement = self.judgement(quiz, &truth, answer.trim());
        if judgement.state == QuizState::Unreadable && chosen(&quiz.options, answer).is_some() {
            // An option need not be code: it is chosen, and not the truth.
            judgement = Judgement { state: QuizState::Wrong, remark: None, ..judgement };
        }
        verdict(&judgement, quiz.because.clone(), Some(truth.evaluation))
    }

    /// Runs the code of a quiz, and rolls it back.
    fn truth(&mut self, quiz: &Quiz) -> Truth {
        if quiz.question == Question::Same {
            let pair = Some(self.pair(&quiz.code));
            return Truth { evaluation: Evaluation::default(), value: None, error: None, pair };
        }
        self.bench.meter.reset();
        let source = pprepl_text::Source::new("quiz", quiz.code.text.as_str());
        let (run, applied) = self.bench.session.runner().run_cell(1, &source);
        let value = run.value.as_ref().map(|value| value.value().clone());
        self.bench.session.runner().roll_back_cell(applied);
        let error = run.evaluation.reports.iter().find(|report| report.severity == Severity::Error).cloned();
        Truth { evaluation: run.evaluation, value, error, pair: None }
    }

    /// Evaluates the last two expressions of the code. They are on lines of their own: parsed together, a line that starts
    /// with `[` or `-` would continue the one above.
    fn pair(&mut self, code: &Code) -> Result<(Value, Value), String> {
        let missing = || "the code needs two expressions, one a line".to_owned();
        let (before, two) = last_expression(&code.text).ok_or_else(missing)?;
        let (before, one) = last_expression(before).ok_or_else(missing)?;
        let prelude = with_effect(before);
        let [one, two] = [one, two].map(|text| {
            let text = format!("{prelude}\n{text}");
            self.bench.evaluate(&Code { text, span: code.span })
        });
        Ok((one?, two?))
    }

    fn judgement(&mut self, quiz: &Quiz, truth: &Truth, answer: &str) -> Judgement {
        match quiz.question {
            Question::Value => value(&mut self.bench, truth, answer),
            Question::Type => type_of(&mut self.bench, truth, answer),
            Question::Fails => fails(truth, answer),
            Question::Same => same_values(truth, answer),
            Question::Order => order(truth, answer),
            Question::Which => which(quiz, answer),
        }
    }
}

/// Splits code before the lines of its last expression: the fewest lines that can be read, after lines that can be.
fn last_expression(code: &str) -> Option<(&str, &str)> {
    let code = code.trim_end();
    let starts = code.match_indices('\n').map(|(at, _)| at + 1).collect::<Vec<_>>();
    let mut splits = starts.into_iter().rev().chain([0]).filter_map(|at| code.split_at_checked(at));
    splits.find(|(before, after)| statements(before).is_some() && statements(after).is_some_and(|n| n > 0))
}

/// Returns the number of statements; `None` for code that cannot be read.
fn statements(code: &str) -> Option<usize> {
    let parsed = puppet_syntax::parse(code, LexOptions::default());
    match &parsed.program.body.kind {
        _ if parsed.diagnostics.iter().any(pprepl_text::Diagnostic::is_error) => None,
        ExprKind::Nop => Some(0),
        ExprKind::Block(statements) => Some(statements.len()),
        _ => Some(1),
    }
}

/// Returns code without the values that nothing uses: Puppet rejects them.
fn with_effect(code: &str) -> String {
    let parsed = puppet_syntax::parse(code, LexOptions::default());
    let body = &parsed.program.body;
    let all = match &body.kind {
        ExprKind::Block(statements) => statements.as_slice(),
        _ => std::slice::from_ref(body),
    };
    let mut text = code.to_owned();
    for statement in all.iter().rev().filter(|statement| has_no_effect(statement)) {
        let (start, end) = (statement.span.start as usize, statement.span.end as usize);
        if text.get(start..end).is_some() {
            text.replace_range(start..end, "");
        }
    }
    text
}

fn quiz_named<'a>(cell: &'a LessonCell, name: &str) -> Option<&'a Quiz> {
    match &cell.kind {
        StepKind::Quiz(quiz) if quiz.name == name => Some(quiz),
        _ => None,
    }
}

fn verdict(judgement: &Judgement, because: String, evaluation: Option<Evaluation>) -> QuizVerdict {
    let first = match judgement.state {
        QuizState::Right => Some("Right.".to_owned()),
        QuizState::Wrong => Some(format!("No: {}.", judgement.statement)),
        QuizState::Unreadable | QuizState::Broken => None,
    };
    let because_line = matches!(judgement.state, QuizState::Right | QuizState::Wrong).then(|| because.clone());
    let lines = first.into_iter().chain(judgement.remark.clone()).chain(because_line.filter(|line| !line.is_empty()));
    let lines = lines.map(|line| visible(&line).into_owned()).collect();
    QuizVerdict { state: judgement.state, truth: visible(&judgement.truth).into_owned(), because, lines, evaluation }
}

fn is_one_of(words: &[&str], answer: &str) -> bool {
    words.contains(&answer.trim_end_matches('.').to_lowercase().as_str())
}

/// Returns the judgement where the code fails.
fn failing(error: &Report, is_right: bool, truth: &str) -> Judgement {
    Judgement::new(is_right, truth).saying(format!("it fails: {} [{}]", error.message, error.topic))
}

fn is_error_answer(error: &Report, answer: &str) -> bool {
    is_one_of(&ERROR_WORDS, answer)
        || error.topic.eq_ignore_ascii_case(answer)
        || error.code.as_str().eq_ignore_ascii_case(answer)
}

fn value(bench: &mut Bench, truth: &Truth, answer: &str) -> Judgement {
    let Some(value) = &truth.value else {
        return match &truth.error {
            Some(error) => failing(error, is_error_answer(error, answer), "error"),
            None => Judgement::broken("The code of this quiz has no value."),
        };
    };
    let formatted = source_form(value).unwrap_or_else(|| displayed(value));
    match literal(bench, answer) {
        Ok(given) => Judgement::new(Comparing::default().difference(&given, value).is_none(), formatted),
        // A string without its quotes is meant, where nothing else can be.
        Err(_) if value.as_str() == Some(answer) || formatted == answer => Judgement::new(true, formatted),
        Err(_) if is_one_of(&ERROR_WORDS, answer) => Judgement::new(false, formatted),
        Err(reason) => Judgement::unreadable(formatted, reason),
    }
}

fn type_of(bench: &mut Bench, truth: &Truth, answer: &str) -> Judgement {
    let Some(value) = &truth.value else {
        return match &truth.error {
            Some(error) => failing(error, is_error_answer(error, answer), "error"),
            None => Judgement::broken("The code of this quiz has no value."),
        };
    };
    let exact = infer_generalized(value);
    let formatted = type_text(&exact);
    match literal(bench, answer) {
        Ok(Value::Type(ty)) => {
            let is_exact =
                same(&generalize(&ty), &exact) || equals(&Value::Type(ty.clone()), &Value::Type(exact.clone()));
            let is_instance = instance(&ty, value);
            let mut judgement = Judgement::new(is_instance && is_exact, formatted);
            if is_instance && !is_exact && !matches!(*ty, Type::Alias(_)) {
                judgement.remark = Some(format!("It is also of type {}, which has other values too.", type_text(&ty)));
            }
            judgement
        }
        _ if is_one_of(&ERROR_WORDS, answer) => Judgement::new(false, formatted),
        Ok(_) => Judgement::unreadable(formatted, "Answer with a type, such as Integer or Array[String]."),
        Err(reason) => Judgement::unreadable(formatted, reason),
    }
}

fn fails(truth: &Truth, answer: &str) -> Judgement {
    let says_yes = is_one_of(&YES, answer) || is_one_of(&ERROR_WORDS, answer);
    let says_no = is_one_of(&NO, answer);
    match &truth.error {
        Some(error) => failing(error, says_yes || !says_no && is_error_answer(error, answer), "yes"),
        None => {
            let value = truth.value.as_ref().map_or_else(|| "no value".to_owned(), displayed);
            Judgement::new(says_no, "no").saying(format!("it runs, and gives {value}"))
        }
    }
}

fn same_values(truth: &Truth, answer: &str) -> Judgement {
    let pair = match &truth.pair {
        Some(Ok(pair)) => pair,
        Some(Err(error)) => return Judgement::broken(format!("This quiz has a mistake: {error}.")),
        None => return Judgement::broken("This quiz has no two values."),
    };
    let is_same = match pair {
        (Value::Type(_), Value::Type(_)) => equals(&pair.0, &pair.1),
        (one, two) => Comparing::default().difference(one, two).is_none(),
    };
    let (word, verb) = if is_same { ("yes", "are equal") } else { ("no", "differ") };
    let statement = format!("the values {verb}: {} and {}", displayed(&pair.0), displayed(&pair.1));
    match (is_one_of(&YES, answer), is_one_of(&NO, answer)) {
        (true, _) => Judgement::new(is_same, word).saying(statement),
        (_, true) => Judgement::new(!is_same, word).saying(statement),
        _ => Judgement::unreadable(word, "Answer with yes or no."),
    }
}

fn order(truth: &Truth, answer: &str) -> Judgement {
    let texts: Vec<&str> = truth.evaluation.logs.iter().map(|(_, text)| text.as_str()).collect();
    if texts.is_empty() {
        return Judgement::broken("The code of this quiz logs nothing.");
    }
    Judgement::new(items(answer) == items(&texts.join(", ")), texts.join(", "))
}

/// Returns the items of a list in words: `a, b` or `a -> b`, with or without quotes and brackets.
fn items(text: &str) -> Vec<String> {
    let text = text.trim().trim_start_matches('[').trim_end_matches(']').replace("->", ",");
    let plain = |item: &str| item.trim().trim_matches(['\'', '"']).split_whitespace().collect::<Vec<_>>().join(" ");
    text.split([',', '\n']).map(plain).filter(|item| !item.is_empty()).collect()
}

fn which(quiz: &Quiz, answer: &str) -> Judgement {
    let Some(truth) = &quiz.answer else { return Judgement::broken("This quiz does not say which option is right.") };
    let Some(chosen) = chosen(&quiz.options, answer) else {
        return Judgement::unreadable(truth.clone(), format!("Choose one of: {}.", quiz.options.join(", ")));
    };
    Judgement::new(is_same_option(chosen, truth), truth.clone())
}

/// Returns the option that is meant: by its text, or by its text in another case where that is one.
fn chosen<'a>(options: &'a [String], answer: &str) -> Option<&'a str> {
    if let Some(exact) = options.iter().find(|option| is_same_option(option, answer)) {
        return Some(exact);
    }
    let lower = answer.to_ascii_lowercase();
    let mut alike = options.iter().filter(|option| is_same_option(&option.to_ascii_lowercase(), &lower));
    match (alike.next(), alike.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// Returns whether two options are equal but for quotes around them and spaces.
pub(crate) fn is_same_option(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.trim().trim_matches('`').split_whitespace().collect::<Vec<_>>().join(" ");
    plain(one) == plain(other)
}

/// Reads an answer as data: literals, types, and values that types make. Nothing of it has an effect.
fn literal(bench: &mut Bench, answer: &str) -> Result<Value, String> {
    const HELP: &str = "Answer with a value, as you would write it in Puppet.";
    if answer.is_empty() || answer.len() > MAX_ANSWER {
        return Err(HELP.to_owned());
    }
    let script = bench.answer(&format!("({answer}\n)")).map_err(|_| HELP.to_owned())?;
    if !is_data(&script) {
        return Err(HELP.to_owned());
    }
    bench.evaluate_script(&script).map_err(|error| format!("Your answer fails: {error}."))
}

/// The number of bytes of an answer to a quiz.
const MAX_ANSWER: usize = 4 << 10;

fn is_data(script: &Script) -> bool {
    let ExprKind::Paren(inner) = &script.program().body.kind else { return false };
    let is_not_data = |expr: &Expr| !is_data_node(expr);
    !walk::any(inner, &is_not_data)
}

fn is_data_node(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Undef
        | ExprKind::Default
        | ExprKind::Bool(_)
        | ExprKind::Integer(..)
        | ExprKind::BigInteger(..)
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Name(_)
        | ExprKind::Ref(_)
        | ExprKind::Regexp(_)
        | ExprKind::Array(_)
        | ExprKind::Hash(_)
        | ExprKind::Negate(_)
        | ExprKind::Paren(_) => true,
        // A type with parameters, or a value that a type makes.
        ExprKind::Access(left, _) => matches!(left.kind, ExprKind::Ref(_)),
        ExprKind::Call(call) => matches!(call.functor.kind, ExprKind::Ref(_)) && call.lambda.is_none(),
        _ => false,
    }
}
