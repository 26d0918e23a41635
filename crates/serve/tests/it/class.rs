//! The class: names, secrets, limits, and a room of thirty learners.

use std::fs;

use crate::fixture::{NOON, Place, get, post, room};

/// Joins a learner, and returns the secret.
pub fn join(app: &mut pprepl_serve::App, token: &str, name: &str, now: u64) -> Result<String, (u16, String)> {
    let body = serde_json::json!({ "name": name }).to_string();
    let (status, answer) = post(app, "/api/class/join", token, &body, now);
    match answer["key"].as_str() {
        Some(key) => Ok(key.to_owned()),
        None => Err((status, answer["error"].as_str().unwrap_or_default().to_owned())),
    }
}

pub fn record(name: &str, step: &str, state: &str) -> String {
    serde_json::json!({ "name": name, "records": [{ "lesson": "ports", "step": step, "state": state, "tries": 1 }] })
        .to_string()
}

#[test]
fn thirty_learners_are_in_the_room_with_all_their_progress() {
    let place = Place::new();
    let (mut app, token, teacher) = place.class();
    let names: Vec<String> = (0..30).map(|number| format!("Learner {number}")).collect();
    let keys: Vec<String> = names.iter().map(|name| join(&mut app, &token, name, NOON).expect("joined")).collect();
    for (number, (name, key)) in names.iter().zip(&keys).enumerate() {
        let now = NOON + 1_000 * number as u64;
        assert_eq!(post(&mut app, "/api/class/progress", key, &record(name, "one", "done"), now).0, 200);
        let state = if number % 2 == 0 { "done" } else { "tried" };
        assert_eq!(post(&mut app, "/api/class/progress", key, &record(name, "two", state), now).0, 200);
    }
    let (status, answer) = room(&mut app, &teacher, NOON + 60_000);
    assert_eq!((status, &answer["joined"]), (200, &30.into()));
    let learners = answer["room"]["learners"].as_array().expect("learners");
    assert_eq!(learners.len(), 30);
    let finished = learners.iter().filter(|learner| learner["done"] == 2).count();
    assert_eq!(finished, 15);
    assert_eq!(answer["room"]["steps"], serde_json::json!(["one", "two"]));
    // The terminal reads the same directory.
    let class = pprepl_lessons::Class::open(&place.path().join("room")).expect("a class");
    let seen = class.room(crate::fixture::COURSE, None, pprepl_lessons::Order::Name, NOON / 1_000 + 60);
    assert_eq!((seen.learners.len(), seen.damaged, seen.unreadable), (30, 0, 0));
}

#[test]
fn a_learner_cannot_read_or_change_the_progress_of_another() {
    let place = Place::new();
    let (mut app, token, teacher) = place.class();
    let ann = join(&mut app, &token, "Ann", NOON).expect("joined");
    let bob = join(&mut app, &token, "Bob", NOON).expect("joined");
    for (key, name) in [(&bob, "Ann"), (&token, "Ann"), (&String::new(), "Ann"), (&ann, "Carol"), (&ann, "Ann2")] {
        assert_eq!(post(&mut app, "/api/class/progress", key, &record(name, "one", "done"), NOON).0, 403, "{name}");
    }
    for token in [&ann, &token, &String::new()] {
        assert_eq!(room(&mut app, token, NOON).0, 403);
    }
    assert_eq!(join(&mut app, &token, " ANN ", NOON).expect_err("taken").0, 409);
    assert_eq!(join(&mut app, &teacher, "Eve", NOON).expect_err("no token").0, 403);
    assert!(room(&mut app, &teacher, NOON).1["room"]["learners"].as_array().expect("learners").is_empty());
    for path in ["/room/.serve.json", "/api/class/ann.jsonl", "/api/class/../room/.serve.json"] {
        assert_eq!(get(&mut app, path).status().as_u16(), 404, "{path}");
    }
}

#[test]
fn names_are_checked() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let long = "x".repeat(41);
    let longer = "x".repeat(10_000);
    let bad =
        ["", "   ", "...", "a\nb", "a\tb", "a\u{0}b", "a\u{202e}b", "a\u{200b}b", "\u{1b}[31mred", &long, &longer];
    for name in bad {
        let (status, text) = join(&mut app, &token, name, NOON).expect_err(name);
        assert_eq!(status, 400, "{name:?}");
        assert!(text.starts_with("This name cannot be used: "), "{text}");
    }
    let good =
        ["Ann", "Zoë", "李雷", "O'Neil", "<b>Bob</b>", "../../etc/passwd", "CON", "a/b", "a_b", "https://x.example"];
    for name in good {
        join(&mut app, &token, name, NOON).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    }
    let files: Vec<String> = fs::read_dir(place.path().join("room"))
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    assert_eq!(files.len(), good.len() + 1, "{files:?}");
    assert!(files.iter().all(|file| file.is_ascii() && !file.contains('/')), "{files:?}");
    assert_eq!(fs::read_dir(place.path()).expect("a directory").count(), 4);
}

#[test]
fn a_flood_of_names_ends_at_the_limit() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let mut joined = 0;
    let mut last = (0, String::new());
    for number in 0..2_000_u64 {
        match join(&mut app, &token, &format!("n{number}"), NOON + number * 1_000) {
            Ok(_) => joined += 1,
            Err(error) => last = error,
        }
    }
    assert_eq!((joined, last.0), (200, 507));
    // At once, only a burst joins.
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let at_once = (0..200).filter(|number| join(&mut app, &token, &format!("n{number}"), NOON).is_ok()).count();
    assert_eq!(at_once, 60);
}

#[test]
fn a_learner_cannot_fill_the_disk() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let key = join(&mut app, &token, "Ann", NOON).expect("joined");
    let text = "x".repeat(80);
    let row = serde_json::json!({ "lesson": text, "step": text, "hash": text, "finding": text, "state": "tried" });
    let body = serde_json::json!({ "name": "Ann", "records": vec![row; 30] }).to_string();
    let mut answers = [0; 3];
    for number in 0..2_000_u64 {
        match post(&mut app, "/api/class/progress", &key, &body, NOON + number * 20_000).0 {
            200 => answers[0] += 1,
            507 => answers[1] += 1,
            _ => answers[2] += 1,
        }
    }
    let size: u64 = fs::read_dir(place.path().join("room"))
        .expect("a directory")
        .map(|entry| entry.expect("an entry").metadata().expect("metadata").len())
        .sum();
    assert!(answers[0] > 0 && answers[1] > 0 && answers[2] == 0, "{answers:?}");
    assert!(size < 600 << 10, "{size}");
    // Without a pause between them, requests are refused.
    let bob = join(&mut app, &token, "Bob", NOON).expect("joined");
    let body = body.replace("Ann", "Bob");
    let refused = (0..20).filter(|_| post(&mut app, "/api/class/progress", &bob, &body, NOON).0 == 429).count();
    assert_eq!(refused, 17);
}

#[test]
fn records_are_checked_field_by_field() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let key = join(&mut app, &token, "Ann", NOON).expect("joined");
    let rows = [
        r#"{"lesson":"","step":"one","state":"done"}"#,
        r#"{"lesson":"ports","step":"","state":"done"}"#,
        r#"{"lesson":"ports","step":"one","state":"perfect"}"#,
        r#"{"lesson":"ports","step":"one"}"#,
        r#"{"lesson":"ports","step":"one","state":"done","tries":-1}"#,
        r#"{"lesson":"ports","step":"one","state":"done","tries":99999999}"#,
        r#"{"lesson":"po\u202erts","step":"one","state":"done"}"#,
        r#"{"lesson":"ports","step":"one\n{}","state":"done"}"#,
        r#"7"#,
    ];
    for row in rows {
        let body = format!("{{\"name\":\"Ann\",\"records\":[{row}]}}");
        assert_eq!(post(&mut app, "/api/class/progress", &key, &body, NOON).0, 400, "{row}");
    }
    let body = r#"{"name":"Ann","records":[{"lesson":"ports","step":"one","state":"done","time":1,"learner":"Bob","answer":"$a = 1"}]}"#;
    assert_eq!(post(&mut app, "/api/class/progress", &key, body, NOON).0, 200);
    let written: String = fs::read_dir(place.path().join("room"))
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .map(|path| fs::read_to_string(path).expect("a file"))
        .collect();
    insta::assert_snapshot!(written.trim(), @r#"{"lesson":"ports","step":"one","time":1790000000,"state":"done","learner":"Ann"}"#);
}

/// The bounds of a record: what is at a limit is accepted, one more is not.
#[test]
fn records_are_accepted_up_to_their_limits() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let key = join(&mut app, &token, "Ann", NOON).expect("joined");
    let mut now = NOON;
    let mut send = |records: serde_json::Value| {
        now += 600_000;
        let body = serde_json::json!({ "name": "Ann", "records": records }).to_string();
        post(&mut app, "/api/class/progress", &key, &body, now).0
    };
    let record = |field: &str, value: serde_json::Value| {
        let mut one = serde_json::json!({ "lesson": "ports", "step": "one", "state": "done", "hash": "x" });
        one[field] = value;
        one
    };
    for (field, most) in [("tries", 100_000), ("hints", 100_000)] {
        assert_eq!(send(serde_json::json!([record(field, most.into())])), 200, "{field}");
        assert_eq!(send(serde_json::json!([record(field, (most + 1).into())])), 400, "{field}");
    }
    for field in ["lesson", "step", "hash", "finding"] {
        assert_eq!(send(serde_json::json!([record(field, "a".repeat(80).into())])), 200, "{field}");
        for bad in ["a".repeat(81), "a\nb".to_owned(), "a\tb".to_owned(), "a\u{7}b".to_owned()] {
            assert_eq!(send(serde_json::json!([record(field, bad.clone().into())])), 400, "{field} {bad:?}");
        }
    }
    let many = |count: usize| serde_json::Value::from(vec![record("tries", 1.into()); count]);
    assert_eq!([send(many(0)), send(many(1)), send(many(50)), send(many(51))], [400, 200, 200, 400]);
}

#[test]
fn links_and_secrets_stay_valid_after_a_restart() {
    let place = Place::new();
    let (mut app, token, teacher) = place.class();
    let key = join(&mut app, &token, "Ann", NOON).expect("joined");
    drop(app);
    let (mut app, again, teacher_again) = place.class();
    assert_eq!((&token, &teacher), (&again, &teacher_again));
    assert_eq!(post(&mut app, "/api/class/progress", &key, &record("Ann", "one", "done"), NOON).0, 200);
    assert_eq!(join(&mut app, &token, "ann", NOON).expect_err("taken").0, 409);
    let place = Place::new();
    assert_ne!(place.class().1, token);
}

#[test]
fn guessing_tokens_is_slow() {
    let place = Place::new();
    let (mut app, _, _) = place.class();
    let busy = (0..1_000).filter(|number| room(&mut app, &format!("guess{number}"), NOON).0 == 429).count();
    assert_eq!(busy, 900);
}

#[test]
fn a_server_without_a_class_says_so() {
    let place = Place::new();
    let response = get(&mut place.app(), "/api/class");
    assert_eq!((response.status().as_u16(), &response.body()[..]), (404, &b"This server has no class.\n"[..]));
}
