//! Lessons behind messages: a chapter with a wrong answer on the way, hints, a quiz, and the progress.

use pprepl_assets::COURSE;
use pprepl_lessons::StepKind;
use serde_json::{Value, json};

use crate::client::Client;

#[test]
fn the_course_is_listed() {
    let mut client = Client::new();
    let list = client.call("lesson/list", json!({}));
    let chapters = list["chapters"].as_array().unwrap();
    assert!(chapters.len() >= 10);
    assert_eq!((&chapters[0]["name"], &chapters[0]["done"]), (&json!("first-steps"), &json!(0)));
}

#[test]
fn a_course_in_the_files_replaces_that_of_the_build() {
    let mut client = Client::new();
    let lesson = "# %% [markdown]\n#| lesson ports title \"Ports\"\n# # Ports\n\n# %% One\n#| exercise one\n#| task Set `$a` to 1.\n#| check value $a == 1\n#| solution $a = 1\n";
    client.call("files/write", json!({ "path": "/course/02-hosts.pp", "text": lesson.replace("orts", "hosts") }));
    client.call("files/write", json!({ "path": "/course/01-ports.pp", "text": lesson }));
    client.call("files/write", json!({ "path": "/course/notes.txt", "text": "no lesson" }));
    assert_eq!(client.call("lesson/list", json!({}))["names"], json!(["ports", "hosts"]));
    let opened = client.call("lesson/open", json!({ "lesson": "ports" }));
    assert_eq!((&opened["title"], &opened["after"]), (&json!("Ports"), &json!("hosts")));
    assert_eq!(opened["next"], "one", "the step that waits");
    let answer = client.call("lesson/check", json!({ "step": "one", "answer": "$a = 2" }));
    assert_eq!((&answer["done"], &answer["next"]), (&json!(false), &json!("one")));
    let answer = client.call("lesson/check", json!({ "step": "one", "answer": "$a = 1" }));
    assert_eq!((&answer["done"], &answer["next"]), (&json!(true), &Value::Null));
    let refusal = client.refusal("lesson/open", json!({ "lesson": "first-steps" }));
    assert_eq!(refusal, "no chapter has the name 'first-steps'; 'lesson/list' lists the chapters");
}

/// Returns the right answer of a step, as its lesson has it.
fn answer(lesson: &str, step: &str) -> Option<String> {
    let lesson = COURSE.lesson(lesson)?;
    let cell = lesson.steps().find(|(name, _)| *name == step)?.1.clone();
    match cell.kind {
        StepKind::Exercise(exercise) => Some(exercise.solution?.text),
        StepKind::Quiz(quiz) => Some(quiz.options.first().cloned().unwrap_or_else(|| "1".to_owned())),
        _ => None,
    }
}

/// Answers a step as the learner of the solution does.
fn work(client: &mut Client, lesson: &str, step: &Value) {
    let name = step["name"].as_str().unwrap();
    match step["kind"].as_str().unwrap() {
        "run" => {
            client.call("lesson/ran", json!({ "step": name }));
        }
        "quiz" => {
            let answer = answer(lesson, name).unwrap();
            let verdict = client.call("lesson/quiz", json!({ "step": name, "answer": answer }));
            assert_ne!(verdict["state"], "broken", "{verdict}");
        }
        _ => {
            let wrong = client.call("lesson/check", json!({ "step": name, "answer": "fail('not yet')" }));
            assert_eq!(wrong["done"], false, "{wrong}");
            assert!(!wrong["lines"].as_array().unwrap().is_empty(), "{wrong}");
            client.call("lesson/hint", json!({ "step": name }));
            let Some(answer) = answer(lesson, name) else { return };
            let right = client.call("lesson/check", json!({ "step": name, "answer": answer }));
            assert_eq!(right["done"], true, "{name}: {right}");
            assert!(client.notes.iter().any(|note| note["method"] == "lesson/record"), "{:?}", client.notes);
        }
    }
}

#[test]
fn a_chapter_is_done_from_the_first_step_to_the_last() {
    for name in ["first-steps", "hiera"] {
        let mut client = Client::new();
        let lesson = client.call("lesson/open", json!({ "lesson": name }));
        for step in lesson["steps"].as_array().unwrap() {
            work(&mut client, name, step);
        }
        let chapters = client.call("lesson/list", json!({}));
        let chapter = chapters["chapters"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone();
        assert!(chapter["done"].as_u64() > Some(0), "{chapter}");
        let records = client.call("lesson/progress", json!({}));
        let mut next = Client::new();
        next.call("lesson/restore", records);
        let again = next.call("lesson/open", json!({ "lesson": name }));
        assert_eq!(again["done"], chapter["done"], "{again}");
    }
}

#[test]
fn locked_cells_stay_until_they_are_unlocked() {
    let mut client = Client::new();
    let lesson = client.call("lesson/open", json!({ "lesson": "first-steps" }));
    let cells = lesson["notebook"]["cells"].as_array().unwrap();
    let locked = cells.iter().find(|cell| cell["locked"] == true).expect("a locked cell")["id"].clone();
    assert!(client.refusal("notebook/edit", json!({ "cell": locked, "text": "" })).contains("locked"));
    assert!(client.refusal("notebook/delete", json!({ "cell": locked })).contains("belongs to the lesson"));
    client.call("lesson/unlock", json!({ "cell": locked }));
    client.call("notebook/edit", json!({ "cell": locked, "text": "" }));
}

#[test]
fn a_lesson_that_does_not_exist_is_named() {
    let mut client = Client::new();
    let message = client.refusal("lesson/open", json!({ "lesson": "nosuch" }));
    assert!(message.contains("no chapter has the name 'nosuch'"), "{message}");
    let message = client.refusal("lesson/open", json!({ "text": "1 + 1\n" }));
    assert!(message.contains("no exercise, quiz or code to run"), "{message}");
    assert!(client.refusal("lesson/hint", json!({ "step": "x" })).contains("no notebook 'main' is open"));
}
