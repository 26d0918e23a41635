//! The explanations of issue codes: every example fails with its code, every fix does not.

use std::collections::HashSet;
use std::fmt::Write;

use pprepl_session::commands::{self, ADDITIONS};
use pprepl_session::{Edition, Evaluation, Outcome, Report, Session, Settings, SystemHost};
use pprepl_testing::ABSOLUTE;
use pprepl_text::{Code, Diagnostic, IssueCode, RuleCode, Severity, Source, Topic, render};
use puppet_syntax::explain::{
    ExampleKind, Explanation, Stage, TopicPage, explain, explanations, topic_page, topic_pages,
};
use puppet_syntax::{LexOptions, ValidateOptions, parse, validate};

fn read(row: &Explanation, text: &str, puppet8: bool) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let base = if puppet8 { LexOptions::PUPPET8 } else { LexOptions::default() };
    let tasks = row.reading == ExampleKind::Plan;
    let parsed = parse(text, LexOptions { template: row.reading == ExampleKind::Template, tasks, ..base });
    let base = if puppet8 { ValidateOptions::PUPPET8 } else { ValidateOptions::default() };
    let found = validate(&parsed.program, text, &base);
    (parsed.diagnostics, found)
}

/// Does the text fail with the row's code, at the row's stage?
fn fails(row: &Explanation, text: &str, puppet8: bool) -> bool {
    let (parsed, validated) = read(row, text, puppet8);
    let found = if row.stage == Stage::Syntax { parsed } else { validated };
    found.iter().any(|diagnostic| diagnostic.code == row.code)
}

/// The rows of a stage that have an example.
fn with_example(wanted: fn(Stage) -> bool) -> impl Iterator<Item = &'static Explanation> {
    explanations().filter(move |row| wanted(row.stage) && !row.example.is_empty())
}

fn is_clean(row: &Explanation, text: &str) -> bool {
    let (parsed, validated) = read(row, text, true);
    !parsed.iter().chain(&validated).any(Diagnostic::is_error)
}

#[test]
fn every_example_fails_with_its_code_and_every_fix_does_not() {
    for row in with_example(|stage| !matches!(stage, Stage::Evaluation | Stage::Types)) {
        let default = fails(row, row.example, false);
        assert!(default || fails(row, row.example, true), "{}: {:?}", row.code, read(row, row.example, true));
        assert_eq!(default, !row.puppet8_only, "{} in the default edition", row.code);
        assert!(is_clean(row, row.fix), "{}: {:?}", row.code, read(row, row.fix, true));
    }
}

#[test]
fn examples_of_evaluation_pass_the_static_checks() {
    for row in with_example(|stage| stage == Stage::Evaluation) {
        assert!(is_clean(row, row.example), "{}: {:?}", row.code, read(row, row.example, true));
        assert!(is_clean(row, row.fix), "{}: {:?}", row.code, read(row, row.fix, true));
    }
}

#[test]
fn a_code_is_explained_once() {
    let mut seen = HashSet::new();
    for row in explanations() {
        assert!(seen.insert(row.code), "{} is there twice", row.code);
        assert!(row.text.ends_with('.') || row.text.ends_with(')'), "{}: {}", row.code, row.text);
    }
}

#[test]
fn codes_are_found_in_any_case() {
    assert_eq!(explain("div_by_zero").map(|row| row.code.as_str()), Some("DIV_BY_ZERO"));
    assert!(explain("NO_SUCH_CODE").is_none());
}

#[test]
fn every_issue_of_the_static_checks_is_shown_once() {
    let mut shown = String::new();
    for row in with_example(|stage| stage == Stage::Validation) {
        let (_, found) = read(row, row.example, row.puppet8_only);
        let mut diagnostic = found.into_iter().find(|diagnostic| diagnostic.code == row.code).unwrap();
        diagnostic.source = Some(Source::new("example", row.example));
        writeln!(shown, "{}\n", render(&diagnostic, false)).unwrap();
    }
    insta::assert_snapshot!(shown);
}

/// The codes of the errors of `text` in a fresh session.
fn evaluated(row: &Explanation, text: &str) -> Vec<String> {
    let mut settings = Settings::default();
    if row.puppet8_only {
        Edition::Puppet8.apply(&mut settings);
    }
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let evaluation = session.evaluate("example", text);
    let errors = evaluation.reports.iter().filter(|report| report.severity == Severity::Error);
    errors.map(|report| report.code.to_string()).collect()
}

#[test]
fn every_example_of_evaluation_fails_with_its_code_and_every_fix_runs() {
    let mut wrong = String::new();
    for row in with_example(|stage| stage == Stage::Evaluation) {
        let (failed, mended) = (evaluated(row, row.example), evaluated(row, row.fix));
        if failed != [row.code.as_str()] || !mended.is_empty() {
            writeln!(wrong, "{}: the example gives {failed:?}, the fix {mended:?}", row.code).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The codes that the static checker finds in `text`; of hints, only that of the row.
fn checked(row: &Explanation, text: &str) -> Vec<String> {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let Code::Rule(rule) = row.code else { panic!("{} is no rule", row.code) };
    let rules = session.checker().rules().with(rule, true);
    session.analyze().set_rules(rules);
    let view = session.analyze().check_types("example", text);
    let notes = ran(text, rule);
    let hints = view.hints.iter().chain(&notes).filter(|hint| hint.code == row.code);
    view.reports.iter().chain(hints).map(|report| report.code.to_string()).collect()
}

/// The notes that need the run: on the value, on relationships, on match variables.
fn ran(text: &str, rule: RuleCode) -> Vec<pprepl_session::Report> {
    let runs = [RuleCode::NoMatch, RuleCode::OlderMatch, RuleCode::UndeclaredReference, RuleCode::DependencyCycle];
    if !runs.contains(&rule) {
        return Vec::new();
    }
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let inputs: Vec<&str> = if rule == RuleCode::OlderMatch { text.lines().collect() } else { vec![text] };
    inputs.iter().flat_map(|input| session.evaluate("example", input).notes).collect()
}

#[test]
fn every_example_of_types_has_its_finding_and_every_fix_none() {
    for row in with_example(|stage| stage == Stage::Types) {
        assert_eq!(checked(row, row.example), [row.code.as_str()], "{}", row.code);
        assert!(checked(row, row.fix).is_empty(), "{}: the fix has {:?}", row.code, checked(row, row.fix));
    }
}

#[test]
fn every_rule_of_the_checker_is_explained() {
    for rule in puppet_check::RULES {
        let row = explanations().find(|row| row.stage == Stage::Types && row.code == rule.code);
        assert!(row.is_some(), "{} has no row", rule.code);
    }
}

/// The reports of an input, which may be a command.
fn reports_of(input: &str) -> Vec<Report> {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    match commands::submit(&mut session, input) {
        Outcome::Evaluated(evaluation) => evaluation.reports.clone(),
        Outcome::Command(answer) => answer.reports.clone(),
        Outcome::Nothing | Outcome::Quit | Outcome::Edit(_) | Outcome::Lesson(_) => Vec::new(),
    }
}

/// Topics whose inputs a type check may reject first.
const FOUND_BY_TYPE: &[Topic] = &[Topic::Iteration];

fn is_type(topic: &str) -> bool {
    [Topic::WrongType, Topic::ArgumentType].iter().any(|one| one.as_str() == topic)
}

/// The topics of an input's reports.
fn topics_of(page: &TopicPage, input: &str) -> Vec<&'static str> {
    let reports = reports_of(input);
    let named = reports.iter().filter(|report| report.topic == page.topic.as_str());
    let coded = reports.iter().filter(|report| matches!(report.code, Code::Issue(code) if code.topic() == page.topic));
    let types = reports.iter().filter(|report| is_type(report.topic) && FOUND_BY_TYPE.contains(&page.topic));
    named.chain(coded).chain(types).map(|report| report.topic).collect()
}

#[test]
fn every_topic_page_has_an_input_with_its_topic_and_one_without_errors() {
    let mut wrong = String::new();
    for page in topic_pages().filter(|page| !page.wrong.is_empty()) {
        // The root of a drive: `/` is no absolute path on Windows.
        let input = page.wrong.replace("'/'", &format!("'{ABSOLUTE}'"));
        if topics_of(page, &input).is_empty() {
            let found: Vec<&str> = reports_of(&input).iter().map(|report| report.topic).collect();
            writeln!(wrong, "{}: {:?} has {found:?}", page.topic, page.wrong).unwrap();
        }
        let errors: Vec<String> = reports_of(page.right)
            .iter()
            .filter(|report| report.severity == Severity::Error || report.topic == page.topic.as_str())
            .map(|report| format!("{}: {}", report.topic, report.message))
            .collect();
        if !errors.is_empty() {
            writeln!(wrong, "{}: {:?} fails with {errors:?}", page.topic, page.right).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Topics whose causes are files, time, or other programs.
const WITHOUT_EXAMPLE: &[Topic] = &[
    Topic::Nesting,
    Topic::Callable,
    Topic::PlanFunction,
    Topic::SeveralErrors,
    Topic::UndoneInput,
    Topic::Deprecated,
    Topic::ExportedResource,
    Topic::DependencyCycle,
    Topic::HieraInterpolation,
    Topic::HieraConfig,
    Topic::FactsFile,
    Topic::FileWrite,
    Topic::ModuleLoading,
    Topic::Stopped,
    Topic::TimeLimit,
    Topic::StepLimit,
    Topic::Formatting,
    Topic::CellOrder,
    Topic::DefinedInTwoCells,
    Topic::LessonFormat,
    Topic::LessonTest,
    Topic::InternalError,
    Topic::Failed,
];

#[test]
fn only_topics_of_files_and_limits_have_no_example() {
    for page in topic_pages() {
        assert_eq!(page.wrong.is_empty(), WITHOUT_EXAMPLE.contains(&page.topic), "{}", page.topic);
        assert_eq!(page.wrong.is_empty(), page.right.is_empty(), "{}", page.topic);
    }
}

#[test]
fn topic_pages_are_short_sentences() {
    for page in topic_pages() {
        let sentences = page.text.split(". ").count();
        assert!((2..=4).contains(&sentences) || page.text.len() < 120, "{}: {sentences} sentences", page.topic);
        assert!(page.text.ends_with('.'), "{}", page.topic);
    }
}

fn text_of(line: &str) -> String {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    answer(&mut session, line)
}

/// What a command prints, with its errors and their help.
fn answer(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let reports = answer.reports.iter();
            let errors = reports.map(|r| format!("{} ({})\n", r.message, r.help.clone().unwrap_or_default()));
            format!("{}{}", answer.text, errors.collect::<String>())
        }
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn topics_and_codes_name_each_other() {
    for code in IssueCode::ALL {
        let page = text_of(&format!(":explain {code}"));
        assert!(page.contains(&format!("topic {}", code.topic())), "{code}: {page}");
    }
    for topic in Topic::ALL {
        let page = text_of(&format!(":explain {topic}"));
        for code in topic_page(*topic).unwrap().codes() {
            assert!(page.contains(code.as_str()), "{topic}: {page}");
        }
    }
}

#[test]
fn explain_and_doc_find_each_others_names() {
    assert!(text_of(":explain upcase").contains("upcase("));
    assert!(text_of(":explain file.ensure").contains("absent, present"));
    assert!(text_of(":doc ordering").contains("relationships"));
    assert!(text_of(":doc assigned-twice").contains("set only once"));
    assert!(text_of(":explain map").contains("':doc map'"));
    assert!(text_of(":doc map").contains("':explain map'"));
    assert!(text_of(":explain :undo").contains(":undo [N]"));
    assert!(text_of(":explain relashionship").contains("did you mean ':explain relationship'?"));
    assert!(text_of(":explain upcas").contains("did you mean ':explain upcase'?"));
}

#[test]
fn the_last_error_is_explained_by_its_topic() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    commands::submit(&mut session, "size(true)");
    assert!(answer(&mut session, ":explain").starts_with("argument-type (an error)"));
    commands::submit(&mut session, "'1' + 2");
    assert!(answer(&mut session, ":explain").starts_with("number-in-string"));
    commands::submit(&mut session, "1");
    assert!(answer(&mut session, ":explain").contains("no error to explain"));
}

#[test]
fn the_topics_fit_a_screen_and_groups_have_whole_sentences() {
    let overview = text_of(":explain topics");
    assert!(overview.lines().count() <= 22, "{overview}");
    assert!(overview.lines().all(|line| line.chars().count() < 80), "{overview}");
    for group in commands::group_names() {
        let listing = text_of(&format!(":explain topics {group}"));
        assert!(!listing.contains('…'), "{listing}");
        let rows = listing.lines().skip(1);
        assert!(rows.clone().all(|row| row.ends_with(['.', ')', ':'])), "{listing}");
        assert!(overview.contains(group), "{overview}");
    }
    assert!(text_of(":explain topics variabels").contains("did you mean 'variables'?"));
    insta::assert_snapshot!(format!("{overview}\n\n{}", text_of(":explain topics variables")));
}

/// The evaluation of the last of several inputs, with an empty line between two.
fn last_of(session: &mut Session, inputs: &str) -> Evaluation {
    inputs.split("\n\n").map(|input| session.evaluate("example", input)).last().unwrap()
}

/// What an input answers in an edition: its value, or its error; then its warnings.
fn in_edition(edition: Edition, input: &str) -> String {
    let mut session = Session::new(Settings::of(edition), Box::new(SystemHost::silent()));
    let evaluation = last_of(&mut session, input);
    let of = |severity| evaluation.reports.iter().filter(move |report| report.severity == severity);
    match of(Severity::Error).next() {
        Some(error) => format!("error {}", error.topic),
        None => {
            let warnings = of(Severity::Warning).map(|report| format!(", warning {}", report.topic));
            format!("{}{}", evaluation.value.clone().unwrap_or_default(), warnings.collect::<String>())
        }
    }
}

#[test]
fn additions_answer_as_they_say_in_both_editions() {
    let mut wrong = String::new();
    for row in ADDITIONS {
        let (here, puppet8) = (in_edition(Edition::Eight, row.input), in_edition(Edition::Puppet8, row.input));
        if here != row.here || puppet8 != row.puppet8 {
            writeln!(wrong, "{:?}: 8 {here:?}, puppet8 {puppet8:?}", row.input).unwrap();
        }
        let (key, value) = row.setting.split_once(' ').unwrap();
        let mut settings = Settings::default();
        settings.set(key, value).unwrap();
        let mut session = Session::new(settings, Box::new(SystemHost::silent()));
        let evaluation = last_of(&mut session, row.input);
        let error = evaluation.reports.iter().find(|report| report.severity == Severity::Error);
        let narrow =
            error.map_or_else(|| evaluation.value.clone().unwrap_or_default(), |e| format!("error {}", e.topic));
        if narrow != puppet8 {
            writeln!(wrong, "{:?} with {}: {narrow:?}, puppet8 {puppet8:?}", row.input, row.setting).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(text_of(":explain additions").contains("\"18\" + 1"));
}

#[test]
fn the_warning_of_a_conversion_is_honest() {
    let reports = reports_of("\"18\" + 1");
    assert!(reports[0].message.contains("was converted to 18; Puppet 8 refuses it"), "{}", reports[0].message);
    assert!(reports[0].help.as_deref().is_some_and(|help| help.contains(":set strict error")));
}

#[test]
fn operators_have_one_table() {
    let page = text_of(":explain operators");
    for operator in puppet_syntax::operators::OPERATORS {
        let row = page.lines().find(|line| line.trim_start().starts_with(&format!("{} ", operator.level))).unwrap();
        assert!(row.contains(operator.symbol) && row.contains(operator.associativity.as_str()), "{page}");
        let grouped = text_of(&format!(":parens $a {} $b", operator.symbol));
        assert!(grouped.contains(&format!("level {}", operator.level)), "{grouped}");
    }
}

#[test]
fn the_cheat_sheet_fits_a_screen_and_runs() {
    assert!(commands::CHEAT_SHEET.lines().count() <= 22);
    assert!(commands::CHEAT_SHEET.lines().all(|line| line.chars().count() < 80));
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let evaluation = session.evaluate("cheat", commands::CHEAT_SHEET);
    let messages: Vec<&str> = evaluation.reports.iter().map(|report| report.message.as_str()).collect();
    assert!(messages.is_empty(), "{messages:?}");
}

#[test]
fn help_starts_with_commands_that_run() {
    let page = text_of(":help");
    assert!(page.lines().count() <= 22, "{page}");
    for (need, line) in commands::FIRST_COMMANDS {
        assert!(page.contains(need) && page.contains(line), "{page}");
        commands::find(commands::split(line).0).unwrap();
    }
    assert!(text_of(":help all").contains(":tokens"));
    insta::assert_snapshot!(page);
}

#[test]
fn old_names_of_settings_are_accepted() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    assert!(answer(&mut session, ":set seed_types on").contains("spec_types = on"));
    assert!(answer(&mut session, ":set seed_rules").contains("spec_rules = on"));
}
