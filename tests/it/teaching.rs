//! docs/teaching.md: its lessons pass the grade, and its table of chapters is that of the course.

use std::fs;
use std::process::Command;

use pprepl::course::COURSE;
use pprepl_lessons::Progress;

fn document() -> String {
    fs::read_to_string(path()).expect("docs/teaching.md")
}

fn path() -> std::path::PathBuf {
    pprepl_testing::root().join("docs/teaching.md")
}

/// The fenced blocks of Puppet.
fn lessons(text: &str) -> Vec<String> {
    text.split("```puppet\n").skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned).collect()
}

#[test]
fn each_lesson_of_the_document_passes_its_grade() {
    let folder = tempfile::tempdir().expect("a folder");
    let lessons = lessons(&document());
    assert!(!lessons.is_empty());
    for (number, lesson) in lessons.iter().enumerate() {
        let file = folder.path().join(format!("{number}.pp"));
        fs::write(&file, lesson).expect("written");
        let output =
            Command::new(env!("CARGO_BIN_EXE_pprepl")).args(["run", "--grade"]).arg(&file).output().expect("it runs");
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{shown}{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_table_of_chapters_is_current() {
    let mut table = "| chapter | title | minutes | steps | needs |\n| --- | --- | ---: | ---: | --- |\n".to_owned();
    let mut sum = 0;
    for chapter in COURSE.chapters(&Progress::default()) {
        let minutes = chapter.minutes.expect("a time");
        assert!((20..=40).contains(&minutes), "{}: {minutes} minutes", chapter.name);
        sum += minutes;
        let (number, name, title) = (chapter.number, &chapter.name, &chapter.title);
        table += &format!(
            "| {number} `{name}` | {title} | {minutes} | {} | {} |\n",
            chapter.steps,
            chapter.needs.join(", ")
        );
    }
    table += &format!("| | all chapters | {sum} | | |\n");
    let text = document();
    let (before, rest) = text.split_once("<!-- chapters -->\n").expect("a table");
    let (_, after) = rest.split_once("<!-- end -->").expect("its end");
    let expected = format!("{before}<!-- chapters -->\n{table}<!-- end -->{after}");
    if std::env::var_os("PPREPL_BLESS").is_some() {
        fs::write(path(), &expected).expect("written");
    } else {
        assert!(text == expected, "docs/teaching.md is old: PPREPL_BLESS=1 writes it again");
    }
}
