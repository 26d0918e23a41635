//! Command lines of teachers and learners with their whole output.

use pprepl::course::COURSE;

use crate::command_lines::{shown, shown_in};
use crate::program::tree;

const LESSON: &str = "\
# %% [markdown]
#| lesson small   title \"Small\"
# # Small

# %%
#| exercise one
#| task   Set `$a` to 1.
#| check value $a == 1
#| solution  $a = 1
";

#[test]
fn answers_come_from_files_and_directories() {
    let right = "# %% exercise=one\n$a = 1\n";
    let wrong = "# %% exercise=one\n$a = 2\n";
    let files = [
        ("small.pp", LESSON),
        ("broken.pp", "# %%\n#| exercise one\n#| check valu $a == 1\n"),
        ("class/small.pp", wrong),
        ("class/notes.txt", "no notebook"),
        ("other/ben.pp", right),
        ("more/ben.pp", wrong),
        ("in/lesson.pp", LESSON),
        ("in/cay.pp", right),
        ("none/notes.txt", right),
    ];
    let lesson = LESSON.replace('\n', "\\n");
    let lines = [
        "lesson grade small.pp none",
        "lesson grade broken.pp class",
        "lesson student broken.pp out.pp",
        "lesson student small.pp -",
        "lesson grade small.pp other more",
        "lesson grade --quiet small.pp other more",
        "lesson grade small.pp class small.pp",
        "lesson grade in/lesson.pp in",
        &format!("lesson grade - other < {lesson}"),
    ];
    insta::assert_snapshot!(shown(&files, &lines));
}

#[test]
fn the_chapters_have_marks() {
    let step = |lesson: &str, step: &str, state: &str| {
        format!("{{\"lesson\":\"{lesson}\",\"step\":\"{step}\",\"time\":1,\"state\":\"{state}\"}}\n")
    };
    let all = |name: &str| {
        let lesson = COURSE.lesson(name).unwrap();
        lesson.graded_steps().map(|(id, _)| step(name, id, "done")).collect::<String>()
    };
    let names: Vec<&str> = COURSE.names().collect();
    let tried = |name: &str| {
        let lesson = COURSE.lesson(name).unwrap();
        let (first, _) = lesson.graded_steps().next().unwrap();
        step(name, first, "tried")
    };
    let tables = [all(names[0]), all(names[0]) + &tried(names[1]), names.iter().map(|name| all(name)).collect()];
    let mut shown = String::new();
    for progress in tables {
        let desk = tree(&[("data/pprepl/learn/progress.jsonl", &progress)]);
        shown += &shown_in(desk.path(), &["learn --list"]);
    }
    let desk = tree(&[("data/pprepl/learn/progress.jsonl", &tried(names[0]))]);
    shown += &shown_in(desk.path(), &["learn --list --json"]);
    insta::assert_snapshot!(shown);
}

#[test]
fn a_class_is_listed() {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let row = |learner: &str, step: &str, ago: u64, state: &str| {
        let rest = if state == "tried" { ",\"finding\":\"differs\"" } else { "" };
        format!(
            "{{\"lesson\":\"first-steps\",\"step\":\"{step}\",\"time\":{},\"state\":\"{state}\",\"tries\":1,\
             \"learner\":\"{learner}\"{rest}}}\n",
            now - ago
        )
    };
    let ann = row("Ann", "precedence", 1, "done");
    let ben = row("Ben", "precedence", 7200, "skipped");
    let cay = row("Cay", "precedence", 600, "tried");
    let dan = row("Dan", "precedence", 1, "tried");
    let files = [
        ("quiet/ann.jsonl", ann.as_str()),
        ("quiet/ben.jsonl", &ben),
        ("one/cay.jsonl", &cay),
        ("two/cay.jsonl", &(cay.clone() + "damaged\n")),
        ("two/dan.jsonl", &dan),
        ("none/notes.txt", ""),
    ];
    let lines =
        ["class --list none", "class --list quiet", "class --list one", "class --list two", "class --list missing"];
    insta::assert_snapshot!(shown(&files, &lines));
}

#[test]
fn notebooks_are_checked_and_graded() {
    let steps = "\n# %%\n#| quiz predict value\n#| options 1, 2\n1 + 2\n";
    let files = [
        ("nb.pp", "# %%\n$a = 1\n\n# %%\n$a = 2\n\n# %%\n$b = 1\n$b = 2\n\n# %% Same\n\n# %%\n$c =\n"),
        ("order.pp", "# %%\n$y = $x + 1\n\n# %%\n$x = 1\n\n# %% Undefined\nundef\n\n# %%\n# prose\n"),
        ("small.pp", &(LESSON.to_owned() + steps)),
    ];
    let lines = [
        "run --check nb.pp",
        "run --check --junit nb.pp",
        "run --check --json nb.pp",
        "run --check order.pp",
        "run --check --junit order.pp",
        "run order.pp",
        "run --grade small.pp",
        "run --grade --junit small.pp",
        "run --grade --json small.pp",
    ];
    insta::assert_snapshot!(shown(&files, &lines));
}

#[test]
fn piped_lessons_answer() {
    let lesson = LESSON.to_owned()
        + "\n# %%\n#| quiz guess predict value\n#| options 1, 2, 3\n#| because it adds\n1 + 2\n\n# %%\n#| run list\n[4, 5]\n\n\
           # %%\n#| exercise ask\n#| check command type\n#| solution :type 1\n";
    let shared = pprepl_lessons::share(&lesson).unwrap();
    let inputs = [
        ":learn small.pp\n:type 1\n\n1 / 0\n$a = 2\n:vars\n$a = 1\n\n:type 2\n3\n\n\n:vars\n1\n:type 3\n\n:leave\n1\n"
            .to_owned(),
        format!(":learn {shared}\n:leave\n:learn pprepl1:broken\n{shared}\n"),
        ":quiz truth 2\n\n:type 1\n:solution\n:leave\n".to_owned(),
        ":report\n:report own.jsonl\n:report folder a-b_c d/e\n:report folder\n:report off\n".to_owned(),
        ":learn\n".to_owned(),
        ":hint\n:skip\n:share\n:share nonsense\n".to_owned(),
    ];
    let lines: Vec<String> = inputs.iter().map(|input| format!("--quiet < {}", input.replace('\n', "\\n"))).collect();
    let files = [("small.pp", lesson.as_str()), ("folder/notes.txt", "")];
    insta::assert_snapshot!(shown(&files, &lines.iter().map(String::as_str).collect::<Vec<_>>()));
}
