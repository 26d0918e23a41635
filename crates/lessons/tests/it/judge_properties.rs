//! Properties of the judge: a solution always passes, layout and comments do not count, and a mutated answer never
//! passes by accident.

use proptest::prelude::*;

use pprepl_lessons::Feedback;

use crate::judging::{JUDGED, exercises, judge, lesson};

/// Returns the answer with other spaces and comments, where these cannot change its meaning.
fn relaid(answer: &str, choices: &[u8]) -> String {
    let mut choices = choices.iter().cycle();
    let mut out = String::from("# an answer\n");
    let mut quote = None;
    for letter in answer.chars() {
        quote = match quote {
            None if matches!(letter, '\'' | '"') => Some(letter),
            Some(open) if letter == open => None,
            other => other,
        };
        match (letter, quote) {
            (' ', None) => out.push_str(match choices.next() {
                Some(0) => "  ",
                Some(1) => "\t",
                Some(2) => " /* c */ ",
                _ => " ",
            }),
            ('\n', None) => out.push_str(" # end\n\n"),
            _ => out.push(letter),
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn layout_and_comments_do_not_count(choices in prop::collection::vec(0_u8..4, 1..12)) {
        let lesson = lesson(JUDGED);
        let mut judge = judge(JUDGED);
        for exercise in exercises(&lesson).filter(|one| one.name != "ask") {
            for code in exercise.solution.iter().chain(&exercise.rights).chain(&exercise.wrongs) {
                let plain = judge.judge(&exercise.name, &code.text);
                let other = judge.judge(&exercise.name, &relaid(&code.text, &choices));
                prop_assert_eq!(plain.state, other.state, "{}", code.text);
                prop_assert_eq!((plain.check, plain.when), (other.check, other.when), "{}", code.text);
            }
        }
    }

    #[test]
    fn a_solution_passes_after_any_answer(order in prop::collection::vec(any::<prop::sample::Index>(), 1..12)) {
        let lesson = lesson(JUDGED);
        let all: Vec<_> = exercises(&lesson).filter(|one| one.name != "broken").collect();
        let mut judge = judge(JUDGED);
        for index in order {
            let exercise = index.get(&all);
            for wrong in &exercise.wrongs {
                prop_assert!(!judge.judge(&exercise.name, &wrong.text).state.is_done(), "{}", wrong.text);
            }
            let solution = exercise.solution.as_ref().expect("a solution");
            prop_assert_eq!(judge.judge(&exercise.name, &solution.text).state, Feedback::Right);
        }
    }
}
