//! The steps of a lesson behind messages: what each request does to the states and the cells.

use serde_json::{Value, json};

use crate::client::Client;

const LESSON: &str = "\
# %% [markdown]
# Text of the lesson.

# %%
#| given
$limit = 5

# %%
#| run look
$seen = $limit + 1

# %%
#| exercise big-one
#| task   Set `$big` to 2.
#| start  $big = ___
#| check value $big == 2
#| hint   It is 1 + 1.
#| solution $big = 2

# %%
#| exercise ask
#| check command type
#| solution :type 1

# %% Guess
#| quiz guess predict value
$limit + 2

# %%
#| quiz alike predict same
$limit * 2
$limit + $limit

# %%
#| quiz choice predict which
#| options a, b
#| answer a

# %%
#| exercise last
#| after big-one
#| check value $last == 2
#| solution $last = $big

# %% [markdown]
# # Reference: numbers

# %%
#| exercise more
#| check value $more == 1
#| solution $more = 1
";

fn open(client: &mut Client, text: &str, name: &str) -> Value {
    client.call("lesson/open", json!({ "text": text, "name": name }))
}

/// Returns the states of the steps.
fn states(data: &Value) -> String {
    let steps = data["steps"].as_array().expect("steps").iter();
    steps
        .map(|step| format!("{}:{}", step["name"].as_str().unwrap(), step["state"].as_str().unwrap()))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the values of the cells that ran and have one.
fn values(data: &Value) -> String {
    let results = data["results"].as_array().expect("results").iter();
    results.filter_map(|one| one["value"].as_str()).filter(|value| *value != "undef").collect::<Vec<_>>().join(" ")
}

#[test]
fn a_lesson_without_names_has_those_of_its_file_and_steps() {
    let mut client = Client::new();
    let opened = open(&mut client, LESSON, "folder/numbers.pp");
    assert_eq!((&opened["name"], &opened["title"]), (&json!("numbers"), &json!("numbers")));
    let rows: Vec<String> = opened["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| format!("{} {} {} {}", step["name"], step["title"], step["kind"], step["graded"]))
        .collect();
    assert_eq!(
        rows,
        [
            r#""look" "look" "run" true"#,
            r#""big-one" "big one" "exercise" true"#,
            r#""ask" "ask" "exercise" true"#,
            r#""guess" "Guess" "quiz" true"#,
            r#""alike" "alike" "quiz" true"#,
            r#""choice" "choice" "quiz" true"#,
            r#""last" "last" "exercise" true"#,
            r#""more" "more" "exercise" false"#,
        ]
    );
    let named = format!("# %% [markdown]\n#| lesson own title \"My title\"\n{LESSON}");
    let opened = open(&mut client, &named, "other.pp");
    assert_eq!((&opened["name"], &opened["title"]), (&json!("own"), &json!("My title")));
}

#[test]
fn a_question_with_two_expressions_stays_a_question() {
    let mut client = Client::new();
    let opened = open(&mut client, LESSON, "numbers.pp");
    let cell = |step: &str| {
        opened["steps"].as_array().unwrap().iter().find(|one| one["name"] == step).unwrap()["cell"].clone()
    };
    for (step, answer, status) in [("guess", "7", "done"), ("alike", "yes", "new")] {
        let data = client.call("lesson/quiz", json!({ "step": step, "answer": answer }));
        let found = data["cells"].as_array().unwrap().iter().find(|one| one["id"] == cell(step)).unwrap().clone();
        assert_eq!(found["status"], status, "{step}: {found}");
    }
}

#[test]
fn each_request_changes_its_step() {
    let mut client = Client::new();
    let opened = open(&mut client, LESSON, "numbers.pp");
    let mut known = states(&opened);
    assert_eq!(known, "look:open big-one:open ask:open guess:open alike:open choice:open last:open more:open");
    // The method, the step, its answer; then the result, the values of the cells that ran, the number of records, and the
    // state that changes.
    let rows = [
        ("check", "big-one", Some("$big = ___"), "unfilled", "", 0, ""),
        ("check", "big-one", Some(""), "not-tried", "", 0, ""),
        ("check", "big-one", Some("$big = 3"), "differs", "3", 1, "big-one:tried"),
        ("hint", "big-one", None, "It is 1 + 1.", "", 1, ""),
        ("solution", "big-one", None, "$big = 2", "", 1, "big-one:shown"),
        ("check", "last", Some("$last = $big"), "right", "3", 1, "last:done"),
        ("check", "big-one", Some("$big = 1 + 1"), "right", "2 2", 1, "big-one:done"),
        ("skip", "big-one", None, "", "", 0, ""),
        ("check", "ask", Some(":type 1"), "right", "", 1, "ask:done"),
        ("ran", "look", None, "", "6", 1, "look:done"),
        ("ran", "look", None, "", "6", 0, ""),
        ("quiz", "guess", Some("["), "unreadable", "", 0, ""),
        ("quiz", "guess", Some("8"), "wrong", "7", 1, "guess:done"),
        ("quiz", "guess", Some("7"), "right", "", 1, ""),
        ("quiz", "alike", Some("yes"), "right", "", 1, "alike:done"),
        ("quiz", "choice", Some("b"), "wrong", "", 1, "choice:done"),
        ("quiz", "choice", Some("a"), "right", "", 1, ""),
        ("skip", "more", None, "", "1", 1, "more:skipped"),
        ("skip", "more", None, "", "", 0, ""),
    ];
    for (method, step, answer, result, ran, records, change) in rows {
        let mut params = json!({ "step": step });
        if let Some(answer) = answer {
            params["answer"] = json!(answer);
        }
        let found = client.call(&format!("lesson/{method}"), params);
        let texts = [&found["state"], &found["hint"], &found["code"]];
        let texts: Vec<&str> = texts.into_iter().filter_map(Value::as_str).collect();
        let notes = client.notes.iter().filter(|note| note["method"] == "lesson/record").count();
        assert_eq!(
            (texts.join(" "), values(&found), notes),
            (result.to_owned(), ran.to_owned(), records),
            "{method} {step}"
        );
        if let Some((step, state)) = change.split_once(':') {
            let old = known.split(' ').find(|one| one.starts_with(&format!("{step}:"))).unwrap().to_owned();
            known = known.replace(&old, &format!("{step}:{state}"));
        }
        assert_eq!(states(&found), known, "{method} {step}");
    }
    for (step, message) in [
        ("guess", "this step is not code to run: 'lesson/check' or 'lesson/quiz' answers it"),
        ("nosuch", "the notebook has no cell for the step 'nosuch'"),
    ] {
        assert_eq!(client.refusal("lesson/ran", json!({ "step": step })), message);
    }
    assert_eq!(client.refusal("lesson/skip", json!({ "step": "nosuch" })), "the lesson has no step 'nosuch'");
}

/// A step that builds on another gets its solution, once.
#[test]
fn a_step_runs_the_solutions_that_it_needs() {
    let mut client = Client::new();
    open(&mut client, LESSON, "numbers.pp");
    let answer = client.call("lesson/check", json!({ "step": "last", "answer": "$last = $big" }));
    assert_eq!((&answer["state"], values(&answer)), (&json!("right"), "2 2".to_owned()));
    let answer = client.call("lesson/check", json!({ "step": "last", "answer": "$last = 3" }));
    assert_eq!((&answer["done"], values(&answer)), (&json!(false), "3".to_owned()));
}

#[test]
fn earlier_visits_run_again() {
    let mut client = Client::new();
    open(&mut client, LESSON, "numbers.pp");
    client.call("lesson/check", json!({ "step": "big-one", "answer": "$big = 2" }));
    client.call("lesson/skip", json!({ "step": "last" }));
    let records = client.call("lesson/progress", json!({}));
    let copy = client.call("notebook/export", json!({ "format": "pp" }))["text"].clone();
    let mut next = Client::new();
    next.call("lesson/restore", records);
    let again = next.call("lesson/open", json!({ "text": LESSON, "name": "numbers.pp", "text_of_copy": copy }));
    assert_eq!(
        states(&again),
        "look:open big-one:done ask:open guess:open alike:open choice:open last:skipped more:open"
    );
    assert_eq!(values(&again["notebook"]), "5 2 2 5 2 2");
}

/// The user leaves a cell: an answer waits for its check, and other code runs.
#[test]
fn an_answer_that_is_left_does_not_run() {
    let mut client = Client::new();
    let opened = client.call("lesson/open", json!({ "text": LESSON, "name": "numbers.pp", "auto": true }));
    let answer = opened["steps"].as_array().unwrap()[1]["cell"].clone();
    client.call("notebook/edit", json!({ "cell": answer, "text": "$big = 2" }));
    let left = client.call("notebook/leave", json!({ "cell": answer }));
    assert_eq!(values(&left), "");
    let count = opened["notebook"]["cells"].as_array().unwrap().len();
    client.call("notebook/insert", json!({ "at": count, "kind": "code", "text": "" }));
    let document = client.call("notebook/document", json!({}));
    let own = document["cells"].as_array().unwrap().last().unwrap()["id"].clone();
    client.call("notebook/edit", json!({ "cell": own, "text": "$own = $limit" }));
    assert_eq!(values(&client.call("notebook/leave", json!({ "cell": own }))), "5");
}
